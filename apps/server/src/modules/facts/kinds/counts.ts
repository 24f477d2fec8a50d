import type { nodeKinds } from '@aisle/analysis'
import type { LinePlace, PostedCount } from '@aisle/contract'
import { instantMs, kind } from '../kind.ts'

/** A window that arrives this long after its end was kept through an outage. */
const lateMs = 3_600_000
const nodeKindOf = {
  entrance: 'entrance',
  outside: 'outside',
  inner: 'inner',
  floor: 'floor',
  zone: 'zone',
} as const satisfies Record<LinePlace, keyof typeof nodeKinds>

/** Windows of counting lines. */
export const counts = kind<PostedCount>({
  needs: 'line',
  moment: row => row.from,
  until: row => row.to,
  table: 'flow_raw',
  // Whether it came late says nothing about how many came; but what was measured replaces what was guessed.
  ignored: ['quality', 'source'],
  saysMore: before => before.quality === 'imputed',
  store({ row, place, at, date, slot, ver, received, quality }) {
    const { line } = place
    const isSwapped = line?.isSwapped ?? false
    const countsPass = line?.place === 'outside'
    const [entered, left] = isSwapped ? [row.out, row.in] : [row.in, row.out]
    // A line that looks outside counts who walks past, whichever way.
    const passed = row.pass ?? (countsPass ? row.in + row.out : undefined)
    const to = Date.parse(row.to)
    return {
      own: {
        biz_date: date,
        shop_id: place.shopId,
        node_kind: nodeKindOf[line?.place ?? 'entrance'],
        node_id: line?.nodeId ?? 0,
        floor_id: line?.floorId ?? 0,
        device_id: place.deviceId,
        line_id: line?.number ?? 0,
        at: instantMs(at),
        span_s: Math.round((to - at.getTime()) / 1000),
        slot,
        in_n: countsPass ? 0 : entered,
        out_n: countsPass ? 0 : left,
        pass_n: passed ?? 0,
        has_pass: passed === undefined ? 0 : 1,
        child_n: row.child ?? 0,
        staff_n: row.staff ?? 0,
        group_n: row.group ?? 0,
        quality: quality ?? (received.getTime() - to > lateMs ? 'retransmitted' : 'measured'),
        source: 'counts',
        ver,
      },
    }
  },
})
