import type { Language } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { Dropdown, type MenuProps } from 'antd'
import {
  BookOpen,
  History,
  House,
  Keyboard,
  KeyRound,
  LogOut,
  MoonStar,
  Presentation,
  Rows3,
} from 'lucide-react'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { chinese, english, setLanguage, useLanguage, useName, useText } from '../lib/i18n.ts'
import { usePageWishes } from '../lib/page-wishes.ts'
import { sharedQueries } from '../lib/queries.ts'
import { forgetPlaces, recentPlaces } from '../lib/recent.ts'
import { endSession, useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { hotkeySheet } from '../ui/hotkey-sheet.ts'
import { analyticsThemeStore, densityStore, setAnalyticsTheme, setDensity } from '../ui/theme.tsx'
import { overlay } from './overlays.ts'
import { pageAt, pathOf, useRegistry } from './registry.ts'
import { addressWith, useScope } from './scope.ts'

/** The choice holds in this browser whether or not the account could be told. */
function chooseLanguage(language: Language) {
  setLanguage(language)
  api.auth.language({ body: { language } }).catch(() => {})
}

/** 中 / EN: switches at once, here and for the account. */
export function LanguageToggle() {
  const language = useLanguage()
  const isChinese = language === chinese
  const label = isChinese ? 'Switch to English' : '切换到中文'
  return (
    <button
      type="button"
      className="icon-button language-button"
      lang={isChinese ? 'en' : 'zh-CN'}
      title={label}
      onClick={() => chooseLanguage(isChinese ? english : chinese)}
    >
      <span className="visually-hidden">{label}</span>
      <span data-on={isChinese}>中</span>
      <span data-on={!isChinese}>EN</span>
    </button>
  )
}

/** The last 20 places, with the shop they looked at. */
export function RecentMenu() {
  const t = useText()
  const name = useName()
  const format = useFormat()
  const navigate = useNavigate()
  const { pages } = useRegistry()
  const { can } = useSession()
  const places = useStore(recentPlaces)
  const shops = useQuery(sharedQueries.allShops())
  const byId = useMemo(() => new Map(shops.data?.map(shop => [shop.shopid, shop])), [shops.data])
  const label = t({ zh: '最近访问', en: 'Recent' })

  const lines = places.flatMap(place => {
    const page = pages.find(candidate => candidate.id === place.pageId)
    if (!page || !(page.authority.length === 0 || can(...page.authority))) return []
    const shop = place.shopId ? byId.get(place.shopId) : undefined
    return [
      {
        key: place.address,
        label: (
          <span className="recent-line">
            <span className="ellipsis">
              {t(page.title)}
              {shop && <span className="recent-shop"> · {name(shop.shopname, shop.shopnameEn)}</span>}
            </span>
            <time>{format.moment(new Date(place.at))}</time>
          </span>
        ),
      },
    ]
  })
  const items: MenuProps['items'] =
    lines.length > 0
      ? [...lines, { type: 'divider' }, { key: 'forget', label: t({ zh: '清空最近访问', en: 'Clear' }) }]
      : [{ key: 'none', disabled: true, label: t({ zh: '还没有访问记录', en: 'Nothing yet' }) }]
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      classNames={{ root: 'menu-tall' }}
      menu={{
        items,
        onClick: ({ key }) => (key === 'forget' ? forgetPlaces({ pinned: false }) : navigate(key)),
      }}
    >
      <button type="button" className="icon-button" aria-label={label} title={label} aria-haspopup="menu">
        <History size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </Dropdown>
  )
}

/** Ends the session on the server and here, whatever the server says. */
async function signOut() {
  await api.auth.logout().catch(() => {})
  endSession()
}

export function UserMenu() {
  const t = useText()
  const language = useLanguage()
  const { user } = useSession()
  const density = useStore(densityStore)
  const theme = useStore(analyticsThemeStore)
  const { pages } = useRegistry()
  const { scope } = useScope()
  const { pathname } = useLocation()
  const { start, isKnown, startWith } = usePageWishes()
  const navigate = useNavigate()
  if (!user) return null
  const largeScreen = pathOf(pages, 'largeScreen', user)
  const guide = pathOf(pages, 'x_2knowledgeBase', user)
  const here = pageAt(pages, pathname)
  const isStart = here !== undefined && here.id === start
  const shownName = user.realName || user.loginName

  const items: MenuProps['items'] = [
    {
      key: 'user',
      type: 'group',
      label: (
        <span className="user-card">
          <strong>{shownName}</strong>
          <span>{user.loginName}</span>
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'password', icon: <KeyRound size={15} />, label: t({ zh: '修改密码', en: 'Change password' }) },
    ...(largeScreen === undefined
      ? []
      : [
          {
            key: 'largeScreen',
            icon: <Presentation size={15} />,
            label: t({ zh: '大屏模式', en: 'Large-screen mode' }),
          },
        ]),
    ...(here === undefined
      ? []
      : [
          {
            key: 'start',
            icon: <House size={15} />,
            disabled: !isKnown,
            label: isStart
              ? t({ zh: '不再以此页为起始页', en: 'No longer start with this page' })
              : t({ zh: '以此页为起始页', en: 'Start with this page' }),
          },
        ]),
    {
      key: 'theme',
      icon: <MoonStar size={15} />,
      label: t({ zh: '分析页外观', en: 'Theme of light pages' }),
      children: [
        { key: 'theme-light', label: t({ zh: '浅色', en: 'Light' }) },
        { key: 'theme-dark', label: t({ zh: '深色', en: 'Dark' }) },
      ],
    },
    {
      key: 'density',
      icon: <Rows3 size={15} />,
      label: t({ zh: '列表密度', en: 'Density' }),
      children: [
        { key: 'density-compact', label: t({ zh: '紧凑', en: 'Compact' }) },
        { key: 'density-normal', label: t({ zh: '标准', en: 'Normal' }) },
        { key: 'density-comfortable', label: t({ zh: '宽松', en: 'Comfortable' }) },
      ],
    },
    ...(guide === undefined
      ? []
      : [
          {
            key: 'guide',
            icon: <BookOpen size={15} />,
            label: t({ zh: '使用指南', en: 'Usage guide' }),
          },
        ]),
    {
      key: 'keys',
      icon: <Keyboard size={15} />,
      label: t({ zh: '快捷键', en: 'Keyboard shortcuts' }),
      extra: '?',
    },
    {
      key: 'language',
      icon: <span className="menu-sign">{language === chinese ? 'EN' : '中'}</span>,
      label: language === chinese ? 'English' : '中文',
    },
    { type: 'divider' },
    { key: 'out', icon: <LogOut size={15} />, label: t({ zh: '退出登录', en: 'Sign out' }) },
  ]
  const acts: Record<string, () => void> = {
    password: () => overlay.set('password'),
    start: () => void startWith(isStart ? undefined : here?.id),
    largeScreen: () => void (largeScreen && navigate(addressWith(largeScreen, scope))),
    'theme-light': () => setAnalyticsTheme('light'),
    'theme-dark': () => setAnalyticsTheme('dark'),
    'density-compact': () => setDensity('compact'),
    'density-normal': () => setDensity('normal'),
    'density-comfortable': () => setDensity('comfortable'),
    guide: () => void (guide && navigate(guide)),
    keys: () => hotkeySheet.set(true),
    language: () => chooseLanguage(language === chinese ? english : chinese),
    out: () => void signOut(),
  }
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      classNames={{ root: 'user-menu' }}
      menu={{
        items,
        selectable: true,
        selectedKeys: [`theme-${theme}`, `density-${density}`],
        onClick: ({ key }) => acts[key]?.(),
      }}
    >
      <button
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-label={t({ zh: '用户菜单：{name}', en: 'User menu: {name}' }, { name: shownName })}
      >
        <span className="avatar" aria-hidden>
          {[...shownName][0]?.toUpperCase()}
        </span>
      </button>
    </Dropdown>
  )
}
