import { ageBandOf } from '@aisle/analysis'
import type { PostedTouch } from '@aisle/contract'
import { instantMs, kind } from '../kind.ts'

/** Where no age is known. */
export const noBand = 255

/** Touches of goods. */
export const touches = kind<PostedTouch>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [
    { kind: 'goods', code: row.goods, name: row.name },
    ...(row.category === undefined ? [] : [{ kind: 'category' as const, code: row.category }]),
    ...(row.brand === undefined ? [] : [{ kind: 'brand' as const, code: row.brand }]),
    ...(row.shelf === undefined ? [] : [{ kind: 'shelf' as const, code: row.shelf }]),
    ...(row.person === undefined ? [] : [{ kind: 'person' as const, code: row.person }]),
  ],
  parts: row => (row.zoneId === undefined ? [] : [{ kind: 'zone', id: row.zoneId, path: 'zoneId' }]),
  table: 'touch',
  movable: { by: 'touch_id', dependents: [] },
  store: ({ row, place, at, date, slot, ver, source, numberOf, hash }) => ({
    own: {
      biz_date: date,
      shop_id: place.shopId,
      touch_id: hash('touch', source.id, row.id),
      kind: row.by,
      shelf_id: row.shelf === undefined ? place.deviceId : numberOf('shelf', row.shelf),
      zone_id: Number(row.zoneId ?? place.line?.zoneId ?? 0),
      entrance_id: place.line?.entranceId ?? 0,
      goods_id: numberOf('goods', row.goods),
      category_id: numberOf('category', row.category),
      brand_id: numberOf('brand', row.brand),
      person_id: numberOf('person', row.person),
      gender: row.gender,
      age_band: row.age === undefined ? noBand : ageBandOf(row.age),
      at: instantMs(at),
      slot,
      seconds: row.seconds,
      ver,
    },
  }),
})
