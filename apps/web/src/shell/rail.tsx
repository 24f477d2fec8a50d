import { Dropdown } from 'antd'
import { Pin } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { usePageWishes } from '../lib/page-wishes.ts'
import { recentPlaces } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { Logo } from './logo.tsx'
import { type GroupName, groupNames, menuPages, pagesNamed, useRegistry } from './registry.ts'
import { addressWith, useScope } from './scope.ts'
import './rail.css'

/** Groups that hold a page the user may open, each leading to the page of it used last. */
function useGroups() {
  const { pages, groups } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const places = useStore(recentPlaces)
  return groupNames.flatMap(name => {
    const own = menuPages(pages, user, name)
    const last = places
      .map(place => own.find(page => page.id === place.pageId))
      .find(page => page !== undefined)
    const target = last ?? own[0]
    return target ? [{ name, ...groups[name], address: addressWith(target.path, scope) }] : []
  })
}

export function Rail({ current }: { current: GroupName | undefined }) {
  const t = useText()
  const all = useGroups()
  return (
    <nav className="rail" aria-label={t({ zh: '主导航', en: 'Main' })}>
      <Link to="/" className="rail-logo" aria-label={t({ zh: 'Aisle 首页', en: 'Aisle home' })}>
        <Logo size={26} />
      </Link>
      {[false, true].map(isBelow => (
        <ul key={String(isBelow)} className={isBelow ? 'rail-below' : 'rail-above'}>
          {isBelow && <PinnedItem />}
          {all
            .filter(group => (group.isBelow ?? false) === isBelow)
            .map(group => (
              <li key={group.name}>
                <Link
                  to={group.address}
                  className="rail-item"
                  aria-current={group.name === current ? 'page' : undefined}
                >
                  <group.icon size={20} strokeWidth={1.75} aria-hidden />
                  <span>{t(group.title)}</span>
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  )
}

/** What the user pinned, whatever group it is of; not there while nothing is. */
function PinnedItem() {
  const t = useText()
  const navigate = useNavigate()
  const { pages } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const { pinned } = usePageWishes()
  const kept = pagesNamed(pages, user, pinned)
  if (kept.length === 0) return null
  return (
    <li>
      <Dropdown
        trigger={['click']}
        autoFocus
        placement="topLeft"
        menu={{
          items: kept.map(page => ({ key: page.id, label: t(page.title) })),
          onClick: ({ key }) => {
            const page = kept.find(({ id }) => id === key)
            if (page) navigate(addressWith(page.path, scope))
          },
        }}
      >
        <button type="button" className="rail-item" aria-haspopup="menu">
          <Pin size={20} strokeWidth={1.75} aria-hidden />
          <span>{t({ zh: '固定', en: 'Pinned' })}</span>
        </button>
      </Dropdown>
    </li>
  )
}

/** Phones and tablets: up to five groups at the bottom, within reach of the thumb. */
export function BottomBar({ current }: { current: GroupName | undefined }) {
  const t = useText()
  const all = useGroups().slice(0, 5)
  return (
    <nav className="bottom-bar" aria-label={t({ zh: '主导航', en: 'Main' })}>
      {all.map(group => (
        <Link
          key={group.name}
          to={group.address}
          className="bottom-item"
          aria-current={group.name === current ? 'page' : undefined}
        >
          <group.icon size={22} strokeWidth={1.75} aria-hidden />
          <span>{t(group.title)}</span>
        </Link>
      ))}
    </nav>
  )
}
