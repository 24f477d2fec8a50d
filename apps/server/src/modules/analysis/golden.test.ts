import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayOf, finish, prepare, statutoryCalendar, timeLabels } from '@aisle/analysis'
import { type Question, question as questionSchema } from '@aisle/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillStore, makeWorld, shops } from '../../../test/analysis-world.ts'
import { type ClickHouse, openClickHouse } from '../../platform/clickhouse.ts'

const folder = mkdtempSync(join(tmpdir(), 'aisle-golden-'))
const world = makeWorld()
let clickhouse: ClickHouse
beforeAll(async () => {
  clickhouse = await openClickHouse({ folder, log: { info() {}, warn() {} } })
  await fillStore(clickhouse, world)
}, 120_000)
afterAll(async () => {
  await clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
})

const context = {
  shops: shops.map(({ id }) => id),
  everyShop: false,
  today: dayOf('2026-10-18'),
  slot: 287,
  calendar: statutoryCalendar(),
}

async function ask(asked: Question, more: Partial<typeof context> = {}) {
  const prepared = prepare(questionSchema.parse(asked), { ...context, ...more })
  const rows = new Map<string, unknown[][]>()
  for (const { key, statement } of prepared.requests) {
    const answer = await clickhouse.client.query({
      query: statement.sql,
      query_params: statement.params,
      format: 'JSONCompactEachRow',
    })
    rows.set(key, await answer.json<unknown[]>())
  }
  const shaped = finish(prepared, key => rows.get(key) ?? [])
  return { ...shaped, rows: shaped.rows.map(row => ({ ...row, ...timeLabels(row.place, prepared.asked) })) }
}

describe('try', () => {
  it('answers', async () => {
    const a = await ask({
      metrics: [
        'visits',
        'passers',
        'storeRate',
        'visitors',
        'sales',
        'bagRate',
        'flatEffect',
        'dwell',
        'repeatRate',
      ],
      dimensions: ['shop'],
      period: { from: '2026-09-07', to: '2026-09-20' },
      compare: { type: 'lastYearSameDay' },
      totals: true,
    })
    console.log(JSON.stringify(a, null, 1).slice(0, 6000))
    expect(a.rows.length).toBe(5)
  })
})
