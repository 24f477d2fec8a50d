import { useMemo } from 'react'
import { useText } from '../lib/i18n.ts'
import { useScope } from '../shell/scope.ts'
import { TileMap } from '../ui/chart/tile-map.tsx'
import type { ShopRow } from './shop-rows.ts'

/** How many of the shops each province has; a tile narrows the page to it. */
export function FavouriteMap({ rows }: { rows: readonly ShopRow[] }) {
  const t = useText()
  const { setScope } = useScope()
  const values = useMemo(
    () =>
      [...Map.groupBy(rows, row => row.provinceid)].map(([provinceId, shops]) => ({
        provinceId,
        value: shops.length,
      })),
    [rows],
  )
  return (
    <TileMap
      values={values}
      summary={t(
        { zh: '{n} 家收藏门店分布在 {p} 个省份', en: '{n} favourite shops in {p} provinces' },
        { n: rows.length, p: values.length },
      )}
      valueName={t({ zh: '门店', en: 'Shops' })}
      onPick={({ provinceId }) =>
        provinceId !== undefined && setScope({ kind: 'area', level: 'province', id: provinceId })
      }
    />
  )
}
