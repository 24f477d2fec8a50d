import type { PostedHeartbeat } from '@aisle/contract'
import { instant, kind } from '../kind.ts'

/** Beyond this the column ends; a clock that far off is wrong by days. */
const skewMost = 2_147_483_000

/** Signs of life of devices. */
export const heartbeats = kind<PostedHeartbeat>({
  needs: 'device',
  moment: row => row.at,
  table: 'heartbeat',
  // The same sign of life sent twice is as far off as it was at first.
  ignored: ['clock_skew_ms'],
  store({ row, place, at, date, slot, ver, received }) {
    const skew = row.sentAt === undefined ? 0 : Date.parse(row.sentAt) - received.getTime()
    return {
      own: {
        biz_date: date,
        shop_id: place.shopId,
        device_id: place.deviceId,
        at: instant(at),
        slot,
        state: row.state,
        fps: row.fps,
        round_trip_ms: row.roundTripMs,
        clock_skew_ms: Math.max(-skewMost, Math.min(skewMost, skew)),
        firmware: row.firmware,
        ver,
      },
    }
  },
})
