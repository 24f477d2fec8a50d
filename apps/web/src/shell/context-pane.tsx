import { useQuery } from '@tanstack/react-query'
import { Clock, PanelLeftClose, Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { chinese, english, useLanguage, useName, useText } from '../lib/i18n.ts'
import { usePageWishes } from '../lib/page-wishes.ts'
import { sharedQueries } from '../lib/queries.ts'
import { recentPlaces } from '../lib/recent.ts'
import { useSession } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { type PaneWish, slotRef, useFrame } from './chrome.tsx'
import { PaneHandle } from './pane-handle.tsx'
import { PinButton } from './pin-button.tsx'
import {
  type GroupName,
  menuSections,
  type Page,
  type Part,
  pagesNamed,
  partOf,
  parts,
  rootOf,
  sections,
  shopPathOf,
  useRegistry,
} from './registry.ts'
import { addressWith, useScope } from './scope.ts'
import './context-pane.css'

type Props = {
  page: Page | undefined
  wish: PaneWish | undefined
  isOpen: boolean
  isOver: boolean
  onClose: () => void
}

/** English titles are longer than Chinese ones. */
const listWidths = { [chinese]: 176, [english]: 216 } as const

/** Groups with more pages than a tab row holds. */
const listed: ReadonlySet<GroupName> = new Set(['inspection', 'overview', 'analysis'])

const paneSlot = slotRef('pane')

/** Beside the page: what the page puts there, else the list of pages in its group with favourites and recent shops. */
export function ContextPane({ page, wish, isOpen, isOver, onClose }: Props) {
  const t = useText()
  const language = useLanguage()
  const { width } = useFrame()
  const isList = wish === undefined && page !== undefined && listed.has(page.group)
  if (!wish && !isList) return null
  const hasHandle = width === 'desk' || width === 'wide'
  if (!isOpen)
    return hasHandle ? (
      <div className="pane-edge">
        <PaneHandle />
      </div>
    ) : null
  return (
    <>
      {isOver && (
        <button
          type="button"
          className="pane-veil"
          aria-label={t({ zh: '收起侧栏', en: 'Close the side pane' })}
          onClick={onClose}
        />
      )}
      <aside
        className="pane"
        aria-label={t(wish?.label ?? { zh: '页面与门店', en: 'Pages and shops' })}
        style={{ width: wish?.width ?? listWidths[language] }}
      >
        {isOver && (
          <button type="button" className="pane-close" onClick={onClose}>
            <PanelLeftClose size={16} aria-hidden />
            {t({ zh: '收起', en: 'Close' })}
          </button>
        )}
        {wish ? <div className="pane-slot" ref={paneSlot} /> : page && <PageList current={page} />}
        {hasHandle && !isOver && <PaneHandle />}
      </aside>
    </>
  )
}

function PageList({ current }: { current: Page }) {
  const t = useText()
  const { pages, groups } = useRegistry()
  const { user } = useSession()
  const { scope } = useScope()
  const here = rootOf(pages, current, user)
  const blocks = useMemo(() => menuSections(pages, user, current.group), [pages, user, current.group])
  const offered = [...new Set(blocks.flatMap(({ section }) => partOf(section) ?? []))]
  const own = partOf(here.section)
  const [opened, open] = useState<{ at: string; part: Part }>()
  const part = opened?.at === current.id ? opened.part : (own ?? offered[0])
  const { pinned } = usePageWishes()
  const kept = pagesNamed(pages, user, pinned)
  const line = (page: Page) => (
    <li key={page.id}>
      <Link
        to={addressWith(page.path, scope)}
        className="pane-line"
        aria-current={page.id === here.id ? 'page' : undefined}
      >
        {page.icon && <page.icon size={16} strokeWidth={1.75} aria-hidden />}
        <span className="pane-name">{t(page.title)}</span>
      </Link>
      <PinButton page={page} size={13} />
    </li>
  )
  return (
    <div className="pane-list">
      {offered.length > 1 && (
        <fieldset className="pane-parts" aria-label={t({ zh: '页面分类', en: 'Kinds of pages' })}>
          {offered.map(name => (
            <button
              key={name}
              type="button"
              aria-pressed={name === part}
              onClick={() => open({ at: current.id, part: name })}
            >
              {t(parts[name])}
            </button>
          ))}
        </fieldset>
      )}
      {kept.length > 0 && (
        <section>
          <h2>{t({ zh: '已固定', en: 'Pinned' })}</h2>
          <ul>{kept.map(line)}</ul>
        </section>
      )}
      {blocks
        .filter(({ section }) => partOf(section) === undefined || partOf(section) === part)
        .map(({ section, pages: lines }) => (
          <section key={section ?? ''}>
            <h2>{t(section ? sections[section] : groups[current.group].title)}</h2>
            <ul>{lines.map(line)}</ul>
          </section>
        ))}
      <ShopLines />
    </div>
  )
}

/** Favourite and recent shops, each leading to its home. */
function ShopLines() {
  const t = useText()
  const name = useName()
  const { pages } = useRegistry()
  const { user, can } = useSession()
  const favourites = useQuery({ ...sharedQueries.favourites(), enabled: can('inspect.view', 'flow.view') })
  const shops = useQuery(sharedQueries.allShops())
  const places = useStore(recentPlaces)
  const target = shopPathOf(pages, user)
  const byId = useMemo(() => new Map(shops.data?.map(shop => [shop.shopid, shop])), [shops.data])
  if (!target) return null

  const starred = (favourites.data ?? []).map(favourite => favourite.shopId).filter(id => byId.has(id))
  const recent = [...new Set(places.flatMap(place => (place.shopId ? [place.shopId] : [])))].filter(
    id => byId.has(id) && !starred.includes(id),
  )
  const blocks = [
    { title: t({ zh: '收藏门店', en: 'Favourites' }), ids: starred.slice(0, 8), Icon: Star, kind: 'star' },
    { title: t({ zh: '最近访问', en: 'Recent' }), ids: recent.slice(0, 5), Icon: Clock, kind: 'recent' },
  ]
  return blocks
    .filter(block => block.ids.length > 0)
    .map(({ title, ids, Icon, kind }) => (
      <section key={kind}>
        <h2>{title}</h2>
        <ul>
          {ids.map(id => {
            const shop = byId.get(id)
            if (!shop) return null
            const label = name(shop.shopname, shop.shopnameEn)
            return (
              <li key={id}>
                <Link
                  to={addressWith(target, { kind: 'shop', shopId: id })}
                  className={`pane-line pane-${kind}`}
                  title={label}
                >
                  <Icon size={14} strokeWidth={1.75} aria-hidden />
                  <span className="ellipsis">{label}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      </section>
    ))
}
