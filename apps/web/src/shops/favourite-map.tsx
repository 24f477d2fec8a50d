import { useMemo } from 'react'
import { useText } from '../lib/i18n.ts'
import { useScope } from '../shell/scope.ts'
import { TileMap } from '../ui/chart/tile-map.tsx'
import type { ShopRow } from './shop-rows.ts'
import { hasVisits, type Today } from './use-today.ts'

/** Null where nothing was received from any of them. */
function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter(value => typeof value === 'number')
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** Visits today by province, else how many of the shops each has; a tile narrows the page to it. */
export function FavouriteMap({ rows, today }: { rows: readonly ShopRow[]; today: Today }) {
  const t = useText()
  const { setScope } = useScope()
  const values = useMemo(
    () =>
      [...Map.groupBy(rows, row => row.provinceid)].map(([provinceId, shops]) => ({
        provinceId,
        ...(hasVisits(today)
          ? { value: sumOf(shops.map(({ shopid }) => today.value(shopid, 'visits'))), badge: shops.length }
          : { value: shops.length }),
      })),
    [rows, today],
  )
  return (
    <TileMap
      values={values}
      summary={t(
        { zh: '{n} 家收藏门店分布在 {p} 个省份', en: '{n} favourite shops in {p} provinces' },
        { n: rows.length, p: values.length },
      )}
      valueName={
        hasVisits(today) ? t({ zh: '今日人次', en: 'Visits today' }) : t({ zh: '门店', en: 'Shops' })
      }
      onPick={({ provinceId }) =>
        provinceId !== undefined && setScope({ kind: 'area', level: 'province', id: provinceId })
      }
    />
  )
}
