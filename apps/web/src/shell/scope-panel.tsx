import { Segmented } from 'antd'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
import { pathOf, useRegistry } from './registry.ts'
import { ScopeColumns } from './scope-columns.tsx'
import { FavouriteShops, RecentShops } from './scope-lists.tsx'
import { ScopeSearch } from './scope-search.tsx'

type Props = {
  /** One column at a time, as phones need it. */
  isNarrow: boolean
  /** Called when a choice ends the picking: a shop, or everything below an area. */
  onDone: () => void
}

type Tab = 'geography' | 'favourites' | 'recent'

/** Choosing an area or a shop: by geography, among favourites or recent shops, or by typing. */
export function ScopePanel({ isNarrow, onDone }: Props) {
  const t = useText()
  const { user, can } = useSession()
  const [tab, choose] = useState<Tab>('geography')
  const [typed, type] = useState('')
  const location = useLocation()
  const { pages } = useRegistry()
  const path = pathOf(pages, 'areaPicker', user)
  const pagePath = location.pathname === path ? undefined : path
  const options: { value: Tab; label: string }[] = [
    { value: 'geography', label: t({ zh: '按地理', en: 'By area' }) },
    ...(can('inspect.view', 'flow.view')
      ? [{ value: 'favourites' as const, label: t({ zh: '收藏', en: 'Favourites' }) }]
      : []),
    { value: 'recent', label: t({ zh: '最近', en: 'Recent' }) },
  ]
  return (
    <section
      className={isNarrow ? 'scope-panel scope-panel-narrow' : 'scope-panel'}
      aria-label={t({ zh: '选择区域或门店', en: 'Choose an area or shop' })}
    >
      <div className="scope-bar">
        <Segmented<Tab> value={tab} onChange={choose} options={options} />
        <input
          className="scope-search"
          type="search"
          value={typed}
          onChange={event => type(event.target.value)}
          placeholder={t({ zh: '搜索区域或门店，可用拼音首字母', en: 'Search areas and shops' })}
          aria-label={t({ zh: '搜索区域或门店', en: 'Search areas and shops' })}
          // biome-ignore lint/a11y/noAutofocus: the panel opens to be typed into
          autoFocus={!isNarrow}
        />
        {pagePath && (
          <Link
            className="icon-button"
            to={`${pagePath}?back=${encodeURIComponent(`${location.pathname}${location.search}`)}`}
            aria-label={t({ zh: '在整页中选择', en: 'Choose on a whole page' })}
            title={t({ zh: '在整页中选择', en: 'Choose on a whole page' })}
            onClick={onDone}
          >
            <Maximize2 size={15} aria-hidden />
          </Link>
        )}
      </div>
      {typed.trim() !== '' ? (
        <ScopeSearch typed={typed} onDone={onDone} />
      ) : tab === 'geography' ? (
        <ScopeColumns isNarrow={isNarrow} onDone={onDone} />
      ) : tab === 'favourites' ? (
        <FavouriteShops onDone={onDone} />
      ) : (
        <RecentShops onDone={onDone} />
      )}
    </section>
  )
}
