import { Segmented } from 'antd'
import { useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { NamedWalls } from './named-walls.tsx'
import { ShopTree } from './shop-tree.tsx'
import { wallText as words } from './text.ts'
import type { WallWork } from './use-wall.ts'

type Tab = 'shops' | 'walls' | 'favourites'

/** Left of the wall: shops, saved walls, favourites. */
export function WallSide({ wall }: { wall: WallWork }) {
  const t = useText()
  const [tab, choose] = useState<Tab>('shops')
  return (
    <nav className="wall-side" aria-label={t(words.tree)}>
      <Segmented
        block
        value={tab}
        onChange={choose}
        options={[
          { value: 'shops', label: t(words.shops) },
          { value: 'walls', label: t(words.walls) },
          { value: 'favourites', label: t(words.favourites) },
        ]}
      />
      {tab === 'walls' ? (
        <NamedWalls wall={wall} />
      ) : (
        <ShopTree key={tab} wall={wall} onlyFavourites={tab === 'favourites'} />
      )}
    </nav>
  )
}
