import type { PostedFace } from '@aisle/contract'
import { instantMs, kind } from '../kind.ts'
import { laterVisits } from '../visit-rollups.ts'
import { noBand } from './touches.ts'

/** Faces that cameras caught. Visits are built of them when the day's rollups are made (`visit-rollups.ts`). */
export const faces = kind<PostedFace>({
  needs: 'line',
  moment: row => row.at,
  codes: row => [
    ...(row.person === undefined ? [] : [{ kind: 'person' as const, code: row.person }]),
    ...(row.clerk === undefined ? [] : [{ kind: 'staff' as const, code: row.clerk }]),
  ],
  table: 'face_capture',
  movable: { by: 'capture_id', dependents: [] },
  store: ({ row, place, at, date, slot, ver, received, source, numberOf, hash }) => ({
    own: {
      biz_date: date,
      shop_id: place.shopId,
      device_id: place.deviceId,
      capture_id: hash(
        'face',
        source.id,
        row.id ?? `${row.device.toLowerCase()} ${row.person ?? ''} ${row.at}`,
      ),
      person_id: numberOf('person', row.person),
      clerk_id: numberOf('staff', row.clerk),
      identity: row.clerk === undefined ? row.identity : 'clerk',
      gender: row.gender,
      age: row.age ?? noBand,
      entrance_id: place.line?.entranceId ?? 0,
      floor_id: place.line?.floorId ?? 0,
      zone_id: place.line?.zoneId ?? 0,
      at: instantMs(at),
      slot,
      seconds: row.seconds,
      picture: row.picture,
      upload_delay_s: Math.max(0, Math.round((received.getTime() - at.getTime()) / 1000)),
      ver,
    },
  }),
  ignored: ['upload_delay_s'],
  alsoChanges(rows) {
    const known = rows.flatMap(({ shop_id, person_id, biz_date }) =>
      Number(person_id) === 0
        ? []
        : [{ shopId: Number(shop_id), personId: Number(person_id), date: String(biz_date) }],
    )
    return known.length === 0 ? undefined : laterVisits(known)
  },
})
