import type { PostedProbe } from '@aisle/contract'
import { kind } from '../kind.ts'

/** An address of six bytes that its device made up: the second-lowest bit of the first byte says so. */
function isMadeUp(phone: string): boolean {
  const hex = /^[\da-f]{2}(?:[:-]?[\da-f]{2}){5}$/i.test(phone) ? phone.slice(0, 2) : undefined
  return hex !== undefined && (Number.parseInt(hex, 16) & 2) === 2
}

/** Wireless devices heard in a slot. Addresses are hashed with the day: the same phone is another one tomorrow. */
export const probes = kind<PostedProbe>({
  needs: 'place',
  moment: row => row.at,
  codes: row => (row.point === undefined ? [] : [{ kind: 'point', code: row.point }]),
  table: 'probe',
  store: ({ row, place, date, slot, ver, numberOf, hash }) => ({
    own: {
      biz_date: date,
      shop_id: place.shopId,
      point_id: row.point === undefined ? place.deviceId : numberOf('point', row.point),
      slot,
      phone: hash('phone', date, row.phone.toLowerCase().replace(/[:-]/g, '')),
      is_random: isMadeUp(row.phone) ? 1 : 0,
      is_inside: row.inside ? 1 : 0,
      signal: row.signal,
      seen_n: row.seen,
      dwell_s: row.seconds,
      ver,
    },
  }),
})
