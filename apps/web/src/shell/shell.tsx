import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { readText, writeText } from '../lib/storage.ts'
import { useStore } from '../lib/store.ts'
import { hotkeySheet } from '../ui/hotkey-sheet.ts'
import { useHotkeys } from '../ui/hotkeys.ts'
import { FrameContext, paneWish } from './chrome.tsx'
import { ContextPane } from './context-pane.tsx'
import { Header } from './header.tsx'
import { overlay } from './overlays.ts'
import { BottomBar, Rail } from './rail.tsx'
import { pageAt, useRegistry } from './registry.ts'
import { useScopeKeeper } from './scope-keeper.ts'
import { useIsPaneOver, useWidth } from './use-width.ts'
import './shell.css'
// The sign-in page does without it: 48 kB less before the console opens.
import '@fontsource-variable/inter/wght.css'

const SearchPalette = lazy(() => import('./search-palette.tsx').then(m => ({ default: m.SearchPalette })))
const HotkeySheet = lazy(() => import('./hotkey-sheet.tsx').then(m => ({ default: m.HotkeySheet })))
const PasswordDialog = lazy(() =>
  import('../account/password-dialog.tsx').then(m => ({ default: m.PasswordDialog })),
)

const paneKey = 'contextPane'

/** Rail, header and context pane around a page. */
export function Shell() {
  const t = useText()
  const { pages } = useRegistry()
  const { pathname } = useLocation()
  const page = pageAt(pages, pathname)
  const width = useWidth()
  const isOver = useIsPaneOver()
  const [isWanted, want] = useState(readText(paneKey) !== 'closed')
  const [isOverOpen, openOver] = useState(false)
  const wish = useStore(paneWish)
  const open = useStore(overlay)
  const isSheetOpen = useStore(hotkeySheet)
  const main = useRef<HTMLElement>(null)
  useScopeKeeper()

  const isPaneOpen = isOver ? isOverOpen : isWanted
  const frame = useMemo(
    () => ({
      width,
      isPaneOpen,
      togglePane() {
        if (isOver) return openOver(is => !is)
        want(is => {
          writeText(paneKey, is ? 'closed' : 'open')
          return !is
        })
      },
    }),
    [width, isPaneOpen, isOver],
  )

  // A pane over the page closes when the page changes; the new page begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this follows
  useEffect(() => {
    openOver(false)
    main.current?.scrollTo({ top: 0 })
  }, [pathname])

  useHotkeys([
    {
      keys: ['mod+k'],
      always: true,
      text: { zh: '搜索门店、页面、摄像头', en: 'Search shops, pages, cameras' },
      group: generalKeys,
      run: () => overlay.set(open === 'search' ? undefined : 'search'),
    },
    {
      keys: ['\\'],
      text: { zh: '显示 / 收起侧栏', en: 'Show or hide the side pane' },
      group: generalKeys,
      run: frame.togglePane,
    },
    {
      keys: ['?'],
      text: { zh: '快捷键列表', en: 'This list of keys' },
      group: generalKeys,
      run: () => hotkeySheet.set(true),
    },
    { keys: ['Escape'], isEnabled: isOver && isOverOpen, run: () => openOver(false) },
  ])

  const isSmall = width === 'phone' || width === 'tablet'
  return (
    <FrameContext value={frame}>
      <div
        className="shell"
        data-width={width}
        data-pane={isPaneOpen ? (isOver ? 'over' : 'open') : 'closed'}
      >
        <a className="skip-link" href="#main">
          {t({ zh: '跳到主要内容', en: 'Skip to main content' })}
        </a>
        {!isSmall && <Rail current={page?.group} />}
        <ContextPane
          page={page}
          wish={wish}
          isOpen={isPaneOpen}
          isOver={isOver}
          onClose={() => openOver(false)}
        />
        <Header page={page} />
        <main id="main" className="shell-main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
        {isSmall && <BottomBar current={page?.group} />}
      </div>
      <Suspense>
        {open === 'search' && <SearchPalette onClose={() => overlay.set(undefined)} />}
        {open === 'password' && <PasswordDialog onClose={() => overlay.set(undefined)} />}
        {isSheetOpen && <HotkeySheet onClose={() => hotkeySheet.set(false)} />}
      </Suspense>
    </FrameContext>
  )
}

const generalKeys = { zh: '通用', en: 'Everywhere' }
