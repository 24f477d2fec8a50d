import { theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import { createContext, type ReactNode, useContext, useLayoutEffect, useSyncExternalStore } from 'react'
import { chinese, useLanguage } from '../lib/i18n.ts'
import { readText, writeText } from '../lib/storage.ts'
import { createStore, useStore } from '../lib/store.ts'
import { colours, type Density, densities, type ThemeName } from './tokens.ts'

const densityKey = 'density'
const analyticsThemeKey = 'analyticsTheme'

function storedDensity(): Density {
  const stored = readText(densityKey)
  return stored === 'compact' || stored === 'comfortable' ? stored : 'normal'
}

/** The density of rows and controls; a setting of the user. */
export const densityStore = createStore<Density>(storedDensity())
export function setDensity(density: Density) {
  writeText(densityKey, density)
  densityStore.set(density)
}

/** The theme of light pages: a user may force the dark one. Control-room pages are dark whatever it says. */
export const analyticsThemeStore = createStore<ThemeName>(
  readText(analyticsThemeKey) === 'dark' ? 'dark' : 'light',
)
export function setAnalyticsTheme(theme: ThemeName) {
  writeText(analyticsThemeKey, theme)
  analyticsThemeStore.set(theme)
}

/** The theme the page stands in now, for what draws outside CSS (charts, canvas). */
const themeStore = createStore<ThemeName>(analyticsThemeStore.get())

/** The theme of a part of the page that stands in another than the rest: pictures that are made of it. */
const PartThemeContext = createContext<ThemeName | undefined>(undefined)

/** The theme that is drawn in here, for what draws outside CSS. */
export function useThemeName(): ThemeName {
  const whole = useStore(themeStore)
  return useContext(PartThemeContext) ?? whole
}

function applyTheme(theme: ThemeName, density: Density) {
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.density = density
  for (const [name, colour] of Object.entries(colours[theme])) root.style.setProperty(`--${name}`, colour)
  if (density === 'normal') {
    root.style.removeProperty('--row')
    root.style.removeProperty('--control-height')
  } else {
    root.style.setProperty('--row', `${densities[density].row}px`)
    root.style.setProperty('--control-height', `${densities[density].control}px`)
  }
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', colours[theme].surface)
}

type Algorithm = typeof antdTheme.darkAlgorithm

/** The library's own derivation dims colours in the dark; ours are measured, so they stand as they are. */
function exactly(name: ThemeName): Algorithm {
  const derive = name === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm
  const c = colours[name]
  return (seed, map) => ({
    ...derive(seed, map),
    colorPrimary: c.primary,
    colorInfo: c.primary,
    colorLink: c.primary,
    colorSuccess: c.positive,
    colorWarning: c.warning,
    colorError: c.error,
  })
}

const algorithms = { light: exactly('light'), dark: exactly('dark') }

const phone = window.matchMedia('(max-width: 767px)')
/** A finger needs more room than a pointer, whatever the density. */
function useIsTouched(): boolean {
  return useSyncExternalStore(
    listener => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )
}
const touchHeights = { controlHeight: 44, controlHeightSM: 36, controlHeightLG: 48 }

function componentTheme(name: ThemeName, density: Density, isTouched: boolean): ThemeConfig {
  const c = colours[name]
  const heights = isTouched
    ? touchHeights
    : { controlHeight: densities[density].control, controlHeightSM: 26, controlHeightLG: 40 }
  return {
    algorithm: algorithms[name],
    hashed: false,
    token: {
      colorPrimary: c.primary,
      colorPrimaryHover: c['primary-hover'],
      colorPrimaryActive: c['primary-hover'],
      colorPrimaryBg: c['primary-tint'],
      colorPrimaryText: c.primary,
      colorInfo: c.primary,
      colorLink: c.primary,
      colorSuccess: c.positive,
      colorWarning: c.warning,
      colorError: c.error,
      colorErrorBg: c['error-tint'],
      colorWarningBg: c['warning-tint'],
      colorSuccessBg: c['positive-tint'],
      colorLinkHover: c['primary-hover'],
      colorBgBase: c.surface,
      colorBgLayout: c.bg,
      colorBgContainer: c.surface,
      colorBgElevated: name === 'dark' ? c.raised : c.surface,
      colorText: c['text-1'],
      colorTextSecondary: c['text-2'],
      colorTextTertiary: c['text-3'],
      colorTextPlaceholder: c['text-3'],
      colorTextDescription: c['text-3'],
      colorTextDisabled: c['text-3'],
      colorBgContainerDisabled: c.raised,
      colorTextLightSolid: c['on-primary'],
      colorBorder: c.control,
      colorBorderSecondary: c.border,
      colorSplit: c.hairline,
      colorFillAlter: c.raised,
      controlItemBgActive: c['primary-tint'],
      controlItemBgHover: c.raised,
      fontFamily: 'var(--font)',
      fontSize: 13,
      fontSizeSM: 12,
      fontSizeLG: 14,
      lineHeight: 20 / 13,
      borderRadius: 6,
      borderRadiusLG: 8,
      borderRadiusSM: 4,
      ...heights,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.2s',
      motionDurationSlow: '0.2s',
      wireframe: false,
      boxShadow: 'var(--shadow)',
      boxShadowSecondary: 'var(--shadow)',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      // Seven days beside each other fit on a phone.
      ...(isTouched ? { DatePicker: { cellWidth: 40, cellHeight: 36 } } : {}),
      Tooltip: { colorBgSpotlight: name === 'dark' ? '#303B47' : '#17202E', colorTextLightSolid: '#F4F7FA' },
      Segmented: {
        itemSelectedBg: name === 'dark' ? c.control : c.surface,
        trackBg: name === 'dark' ? c.raised : '#EDF0F4',
      },
    },
  }
}

/** Puts the theme on the document, as CSS variables and for the component library, in the language of the console. */
export function ThemeRoot({ theme, children }: { theme: ThemeName; children: ReactNode }) {
  const density = useStore(densityStore)
  const isTouched = useIsTouched()
  const language = useLanguage()
  useLayoutEffect(() => {
    applyTheme(theme, density)
    themeStore.set(theme)
  }, [theme, density])
  return (
    <ConfigProvider
      theme={componentTheme(theme, density, isTouched)}
      locale={language === chinese ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}

/** A part of the page in a theme of its own, whatever the rest stands in. */
export function ThemePart({ theme, children }: { theme: ThemeName; children: ReactNode }) {
  const density = useStore(densityStore)
  const isTouched = useIsTouched()
  const variables = Object.fromEntries(
    Object.entries(colours[theme]).map(([name, colour]) => [`--${name}`, colour]),
  )
  return (
    <PartThemeContext value={theme}>
      <ConfigProvider theme={componentTheme(theme, density, isTouched)}>
        <div className="theme-part" style={{ ...variables, colorScheme: theme }}>
          {children}
        </div>
      </ConfigProvider>
    </PartThemeContext>
  )
}
