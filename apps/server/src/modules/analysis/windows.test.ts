import { dayOf, finish, prepare, statutoryCalendar, timeLabels } from '@aisle/analysis'
import { type Question, question as questionSchema } from '@aisle/contract'
import { expect, it } from 'vitest'
import { measureStore } from '../../../test/facts-world.ts'

/** One door's morning with everything that can happen to windows; what counts is worked out by hand beside it. */
const { client } = await measureStore()
const date = '2026-03-02'
const insert = (table: string, values: object[]) => client.insert({ table, values, format: 'JSONEachRow' })
const line = { shop_id: 1, biz_date: date, node_kind: 'entrance', node_id: 9, device_id: 5, line_id: 1 }
const clock = (slot: number) =>
  `${date} ${String(Math.floor(slot / 12)).padStart(2, '0')}:${String((slot % 12) * 5).padStart(2, '0')}:00`
const window = (slot: number, minutes: number, in_n: number, quality = 'measured') => ({
  ...line,
  at: clock(slot),
  span_s: minutes * 60,
  slot,
  in_n,
  out_n: in_n,
  quality,
  ver: 1,
})
const twelve = (hour: number, in_n: number, quality?: string) =>
  Array.from({ length: 12 }, (_, at) => window(hour * 12 + at, 5, in_n, quality))
const corrected = (slot: number, minutes: number, in_n: number, is_excluded = 0) => ({
  ...line,
  slot,
  span_s: minutes * 60,
  in_n,
  out_n: in_n,
  is_excluded,
  correction_id: 1,
  ver: 1,
})

await insert('flow_raw', [
  // Ten o'clock as it happened, and the hour fetched once more later.
  ...twelve(10, 2),
  window(120, 60, 24),
  // Eleven: a quarter of an hour got through, the rest only as an hour.
  window(132, 5, 1),
  window(133, 5, 1),
  window(134, 5, 1),
  window(132, 60, 30),
  // Twelve and one are set right by hand.
  ...twelve(12, 1),
  ...twelve(13, 1),
  // Two: estimated, until a quarter came after all.
  ...twelve(14, 2, 'imputed'),
  window(168, 15, 5),
])
await insert('flow_correction', [
  ...Array.from({ length: 12 }, (_, at) => corrected(144 + at, 5, 3)),
  corrected(156, 60, 0, 1),
])

const inBy = async (more: Partial<Question>): Promise<Record<string, number | null>> =>
  Object.fromEntries(
    (await answered(more)).map(({ time, cells }) => [time?.slice(11) ?? 'all', cells.entries!.current]),
  )

async function answered(
  more: Partial<Question>,
  context: { shops?: number[]; today?: string; slot?: number } = {},
) {
  const { shops = [1], today = '2026-03-05', slot = 100 } = context
  const prepared = prepare(
    questionSchema.parse({ metrics: ['entries'], period: { from: date, to: date }, ...more }),
    { shops, everyShop: false, today: dayOf(today), slot, calendar: statutoryCalendar() },
  )
  const rows = new Map<string, unknown[][]>()
  for (const { key, statement } of prepared.requests) {
    const answer = await client.query({
      query: statement.sql,
      query_params: { ...statement.params },
      format: 'JSONCompactEachRow',
    })
    rows.set(key, await answer.json<unknown[]>())
  }
  return finish(prepared, key => rows.get(key) ?? []).rows.map(({ place, cells }) => ({
    time: timeLabels(place, prepared.asked)?.time,
    cells,
  }))
}

it('counts five minutes of one length of window, with what was set by hand', async () => {
  const found = await inBy({ granularity: '5min' })
  expect(found['10:00']).toBe(2)
  expect([found['11:00'], found['11:10'], found['11:15']]).toEqual([1, 1, null])
  expect([found['12:00'], found['12:55']]).toEqual([3, 3])
  expect(found['13:00']).toBeNull()
  // The quarter is longer than five minutes, and stands where the estimate stood.
  expect([found['14:00'], found['14:15']]).toEqual([null, 2])
})

it('counts quarters of an hour: what was measured, and the estimate beside it', async () => {
  const found = await inBy({ granularity: '15min' })
  expect(found).toMatchObject({ '10:00': 6, '11:00': 3, '12:00': 9, '14:00': 5, '14:15': 6, '14:45': 6 })
})

it('counts parts of hours of the length that covers most of each', async () => {
  expect(await inBy({ timeWindow: { from: '10:05', to: '11:00' } })).toEqual({ all: 22 })
  expect(await inBy({ timeWindow: { from: '11:00', to: '11:05' } })).toEqual({ all: 30 })
  expect(await inBy({ timeWindow: { from: '12:30', to: '13:30' } })).toEqual({ all: 18 })
  expect(await inBy({ timeWindow: { from: '10:00', to: '14:55' } })).toEqual({ all: 24 + 30 + 36 + 5 + 16 })
})

it('holds today against windows that were over at this time of the day', async () => {
  const today = '2026-03-09'
  const compared = async (slot: number) => {
    const compare = { type: 'lastWeekSameDay' as const }
    const [row] = await answered({ compare, period: { from: today, to: today } }, { today, slot })
    return row!.cells.entries!.compared
  }
  // Ten past eleven: the hour from eleven on is still being counted.
  expect(await compared(134)).toBe(24)
  expect(await compared(145)).toBe(57)
  expect(await compared(146)).toBe(60)
})

it('knows of single minutes who was outside: who walked past and who came in by the doors without a line of their own', async () => {
  const at = (shop_id: number, node_kind: string, node_id: number, slot: number, more: object) => ({
    ...{ ...line, shop_id, node_kind, node_id, device_id: node_id + 50, at: clock(slot), span_s: 300, slot },
    ...{ quality: 'measured', ver: 1, ...more },
  })
  await insert('flow_raw', [
    at(2, 'entrance', 1, 120, { in_n: 6, staff_n: 1 }),
    at(2, 'entrance', 2, 120, { in_n: 4 }),
    at(2, 'outside', 0, 120, { pass_n: 30, has_pass: 1 }),
    // Nobody looks outside in the hour after, nor in the other shop at all.
    at(2, 'entrance', 1, 132, { in_n: 3 }),
    at(3, 'entrance', 1, 120, { in_n: 100 }),
  ])
  const found = await answered(
    { metrics: ['entries', 'visits', 'passers', 'storeRate'], granularity: '5min' },
    { shops: [2, 3] },
  )
  const told = found.map(({ time, cells }) => [
    time?.slice(11),
    ...['entries', 'visits', 'passers', 'storeRate'].map(name => cells[name]?.current),
  ])
  expect(told).toContainEqual(['10:00', 110, 109, 40, 22.5])
  expect(told).toContainEqual(['11:00', 3, 3, null, null])
})

it('is asked of ten thousand shops named one by one, of thousands of doors, and of 25 months by the hour', async () => {
  const shops = Array.from({ length: 10_000 }, (_, at) => 7_000_000 + at)
  const values = Array.from({ length: 20_000 }, (_, at) => String(8_000_000 + at))
  const period = { from: '2024-02-01', to: '2026-02-28' }
  const compare = { type: 'lastYearSameDay' as const }
  const wide = {
    metrics: ['visits', 'storeRate', 'occupancy', 'visitors', 'dwell', 'sales', 'buyers', 'flatEffect'],
    period,
    compare,
    totals: true,
  }
  for (const granularity of ['hour', 'week', 'none'] as const)
    await expect(answered({ ...wide, granularity }, { shops })).resolves.toBeDefined()
  const doors = { member: 'entrance', op: 'in' as const, values }
  expect(
    await answered(
      { metrics: ['visits', 'visitors'], filters: [doors], period, compare, dimensions: ['shop'] },
      { shops },
    ),
  ).toEqual([])
  expect(
    await answered(
      {
        metrics: ['storeRate'],
        period: { from: date, to: '2026-03-09' },
        compare: { type: 'lastWeekSameDay' },
      },
      { shops, today: '2026-03-09', slot: 131 },
    ),
  ).toHaveLength(1)
})
