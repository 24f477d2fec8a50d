import type { PostedHeat } from '@aisle/contract'
import { kind } from '../kind.ts'

/** Heat grids, one a map and hour. */
export const heat = kind<PostedHeat>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [{ kind: 'map', code: row.map }],
  parts: row => (row.floorId === undefined ? [] : [{ kind: 'floor', id: row.floorId, path: 'floorId' }]),
  table: 'heat_hour',
  store: ({ row, place, date, slot, ver, numberOf }) => ({
    own: {
      biz_date: date,
      shop_id: place.shopId,
      map_id: numberOf('map', row.map),
      floor_id: Number(row.floorId ?? place.line?.floorId ?? 0),
      hour: Math.floor(slot / 12),
      cols: row.cols,
      rows: row.rows,
      seconds: row.seconds,
      hits: row.hits,
      walkable: row.walkable,
      ver,
    },
  }),
})
