import { dayOf, finish, prepare, statutoryCalendar } from '@aisle/analysis'
import { type Question, question as questionSchema } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { measureStore } from '../../../test/facts-world.ts'

/** One door's day of windows of five minutes, and its hours as the rollup has them. */
const { client } = await measureStore()
const date = '2026-03-02'
const place = { shop_id: 1, biz_date: date, node_kind: 'entrance', node_id: 9 }
/** Two people in each slot of the morning, one in each of the afternoon; slots are since the day began. */
const peopleIn = (slot: number) => (slot < 144 ? 2 : 1)
const slots = Array.from({ length: 120 }, (_, index) => 108 + index)
const two = (number: number) => String(number).padStart(2, '0')
await client.insert({
  table: 'flow_raw',
  format: 'JSONEachRow',
  values: slots.map(slot => ({
    ...place,
    device_id: 5,
    line_id: 1,
    at: `${date} ${two(Math.floor(slot / 12))}:${two((slot % 12) * 5)}:00`,
    span_s: 300,
    slot,
    in_n: peopleIn(slot),
    quality: 'measured',
    ver: 1,
  })),
})
await client.insert({
  table: 'flow_hour',
  format: 'JSONEachRow',
  values: [...new Set(slots.map(slot => Math.floor(slot / 12)))].map(hour => ({
    ...place,
    hour,
    in_n: 12 * peopleIn(hour * 12),
    expected_n: 12,
    got_n: 12,
    ver: 1,
  })),
})

async function visitsBy(more: Partial<Question>, dayCut = 0): Promise<(readonly [string, number | null])[]> {
  const prepared = prepare(
    questionSchema.parse({ metrics: ['visits'], period: { from: date, to: date }, ...more }),
    {
      shops: [1],
      everyShop: false,
      today: dayOf('2026-03-05'),
      slot: 0,
      dayCut,
      calendar: statutoryCalendar(),
    },
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
  return finish(prepared, key => rows.get(key) ?? []).rows.map(
    ({ place: { members }, cells }) => [members.interval ?? '', cells.visits!.current] as const,
  )
}
const by = (...intervals: NonNullable<Question['intervals']>): Partial<Question> => ({
  dimensions: ['interval'],
  intervals,
})

describe('intervals that a question names itself', () => {
  it('are what its rows stand for, in its own order, the rest of the day after them', async () => {
    const lunch = { name: '午市', from: '11:00', to: '14:00' }
    const early = { name: '早市', from: '09:00', to: '11:00' }
    expect(await visitsBy(by(lunch, early))).toEqual([
      ['午市 11:00–14:00', 24 + 12 + 12],
      ['早市 09:00–11:00', 48],
      ['others', 12 * 5],
    ])
  })

  it('may begin and end within an hour, where windows are short enough', async () => {
    expect(await visitsBy(by({ name: '午市', from: '11:30', to: '12:15' }))).toEqual([
      ['午市 11:30–12:15', 12 + 3],
      ['others', 24 * 2 + 12 + 12 * 7 - 3],
    ])
  })

  it('go past midnight, and by the clock where the day begins later', async () => {
    // The day begins at five: slot 108 is 14:00, slot 144 is 17:00.
    expect(await visitsBy(by({ name: '晚市', from: '22:00', to: '01:00' }), 60)).toEqual([
      ['晚市 22:00–01:00', 12 * 2],
      ['others', 72 + 12 * 5],
    ])
  })

  it('count what lies in two of them in the first alone', async () => {
    const [first, second] = await visitsBy(
      by({ name: '甲', from: '09:00', to: '12:00' }, { name: '乙', from: '11:00', to: '13:00' }),
    )
    expect([first, second]).toEqual([
      ['甲 09:00–12:00', 72],
      ['乙 11:00–13:00', 12],
    ])
  })

  it('can be filtered by, without being what rows stand for', async () => {
    expect(
      await visitsBy({
        intervals: [{ name: '早市', from: '09:00', to: '11:00' }],
        filters: [{ member: 'interval', op: 'in', values: ['早市 09:00–11:00'] }],
      }),
    ).toEqual([['', 48]])
  })
})
