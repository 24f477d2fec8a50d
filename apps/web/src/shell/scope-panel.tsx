import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useSession } from '../lib/session.ts'
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
  const { can } = useSession()
  const [tab, choose] = useState<Tab>('geography')
  const [typed, type] = useState('')
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
