import { Dropdown } from 'antd'
import { ChevronDown, ChevronLeft, Menu, Search } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Kbd } from '../ui/bits.tsx'
import { chromeTitle, paneWish, slotRef, useFrame } from './chrome.tsx'
import { LanguageToggle, RecentMenu, UserMenu } from './header-menus.tsx'
import { overlay } from './overlays.ts'
import { menuPages, type Page, useRegistry } from './registry.ts'
import { addressWith, useScope } from './scope.ts'
import { ScopePicker } from './scope-picker.tsx'
import './header.css'

const modeSlot = slotRef('mode')
const datesSlot = slotRef('dates')
const phoneTitleSlot = slotRef('phoneTitle')

export function Header({ page }: { page: Page | undefined }) {
  const { width } = useFrame()
  return width === 'phone' ? <PhoneHeader page={page} /> : <DeskHeader page={page} />
}

function DeskHeader({ page }: { page: Page | undefined }) {
  const { width } = useFrame()
  return (
    <header className="header">
      {width === 'tablet' && <PaneButton page={page} />}
      <ScopePicker />
      <Breadcrumb page={page} />
      <div className="header-spring" />
      <div className="header-slot" ref={modeSlot} />
      <div className="header-slot" ref={datesSlot} />
      <SearchButton />
      <div className="header-icons">
        <RecentMenu />
        <HeaderBell />
        <LanguageToggle />
        <UserMenu />
      </div>
    </header>
  )
}

function PhoneHeader({ page }: { page: Page | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const { home } = useRegistry()
  return (
    <header className="header header-phone">
      {page && page.id !== home ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t({ zh: '返回', en: 'Back' })}
          onClick={() => (history.length > 1 ? navigate(-1) : navigate('/'))}
        >
          <ChevronLeft size={22} aria-hidden />
        </button>
      ) : (
        <PaneButton page={page} />
      )}
      <div className="header-title">
        <ScopePicker />
        <div className="header-subtitle" ref={phoneTitleSlot} />
      </div>
      <div className="header-slot" ref={modeSlot} />
      <button
        type="button"
        className="icon-button header-search"
        aria-label={t({ zh: '搜索', en: 'Search' })}
        onClick={() => overlay.set('search')}
      >
        <Search size={20} aria-hidden />
      </button>
      <HeaderBell />
      <UserMenu />
    </header>
  )
}

/** Leaves its place empty until it is loaded, and where a console has none. */
function HeaderBell() {
  const { bell: Bell } = useRegistry()
  return Bell ? (
    <Suspense>
      <Bell />
    </Suspense>
  ) : null
}

function PaneButton({ page }: { page: Page | undefined }) {
  const t = useText()
  const { togglePane, isPaneOpen } = useFrame()
  const wish = useStore(paneWish)
  if (!wish && page?.group !== 'inspection') return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t(wish?.label ?? { zh: '页面与门店', en: 'Pages and shops' })}
      aria-expanded={isPaneOpen}
      onClick={togglePane}
    >
      <Menu size={20} aria-hidden />
    </button>
  )
}

function Breadcrumb({ page }: { page: Page | undefined }) {
  const t = useText()
  const { groups, pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const ownTitle = useStore(chromeTitle)
  const hasOwnPane = useStore(paneWish) !== undefined
  const navigate = useNavigate()
  if (!page) return null
  const title = ownTitle ?? t(page.title)
  // Where the page's own pane stands in place of the page list, the crumb opens the list.
  const siblings = menuPages(pages, user, page.group)
  const isList = (hasOwnPane || page.group !== 'inspection') && siblings.length > 1
  return (
    <nav className="breadcrumb" aria-label={t({ zh: '位置', en: 'Breadcrumb' })}>
      <ol>
        <li className="breadcrumb-group">
          <Link to={addressWith(siblings[0]?.path ?? page.path, scope)}>{t(groups[page.group].title)}</Link>
          <span aria-hidden>/</span>
        </li>
        <li aria-current="page">
          {isList ? (
            <Dropdown
              trigger={['click']}
              autoFocus
              menu={{
                selectedKeys: [page.id],
                items: siblings.map(sibling => ({ key: sibling.id, label: t(sibling.title) })),
                onClick: ({ key }) => {
                  const target = siblings.find(sibling => sibling.id === key)
                  if (target) navigate(addressWith(target.path, scope))
                },
              }}
            >
              <button type="button" className="breadcrumb-button" aria-haspopup="menu">
                {title}
                <ChevronDown size={14} aria-hidden />
              </button>
            </Dropdown>
          ) : (
            <span className="ellipsis">{title}</span>
          )}
        </li>
      </ol>
    </nav>
  )
}

function SearchButton() {
  const t = useText()
  const label = t({ zh: '搜索', en: 'Search' })
  return (
    <button type="button" className="search-button" onClick={() => overlay.set('search')}>
      <Search size={16} aria-hidden />
      <span className="search-button-text">{label}</span>
      <Kbd keys="mod+k" />
    </button>
  )
}
