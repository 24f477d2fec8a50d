import type { PostedTrack } from '@aisle/contract'
import { instantMs, kind } from '../kind.ts'

/** Tracks of people over a map, with the zones that they went through. */
export const tracks = kind<PostedTrack>({
  needs: 'place',
  moment: row => row.at,
  codes: row => [
    { kind: 'map', code: row.map },
    ...(row.person === undefined ? [] : [{ kind: 'person' as const, code: row.person }]),
  ],
  parts: row => row.zoneIds.map((id, index) => ({ kind: 'zone', id, path: `zoneIds.${index}` })),
  table: 'track',
  movable: { by: 'track_id', dependents: [] },
  store({ row, place, at, date, slot, ver, source, numberOf, hash }) {
    const points = row.points.toSorted((a, b) => a[0] - b[0])
    return {
      own: {
        biz_date: date,
        shop_id: place.shopId,
        map_id: numberOf('map', row.map),
        track_id: hash('track', source.id, row.id),
        person_id: numberOf('person', row.person),
        identity: row.identity,
        at: instantMs(at),
        slot,
        // From each point to the one before; a pause of more than a minute stands for a minute.
        dt_ms: points.map(([ms], index) => Math.min(65_535, Math.round(ms - (points[index - 1]?.[0] ?? 0)))),
        x_cm: points.map(([, x]) => Math.round(x)),
        y_cm: points.map(([, , y]) => Math.round(y)),
        zone_path: row.zoneIds.map(Number),
        ver,
      },
    }
  },
})
