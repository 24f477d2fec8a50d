import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import { openLocks } from '../../platform/locks.ts'
import { changedDays } from '../../platform/schema/index.ts'
import { rollupKeeper } from './changed-days.ts'

const database = await testDatabase()
const { db } = database
const { client, rows } = await measureStore()
const locks = openLocks(database.url, () => undefined)
afterAll(async () => {
  await locks.close()
  await database.close()
})
const date = '2026-03-02'
const keeperAt = (time: string) =>
  rollupKeeper({ db, measures: async () => ({ client }), locks, now: () => new Date(time) })

describe('changed days', () => {
  it('are made anew by whoever takes them next, though its clock is behind that of the server before', async () => {
    const count = (in_n: number, ver: number) =>
      client.insert({
        table: 'flow_raw',
        values: [
          {
            ...{ shop_id: 1, biz_date: date, node_kind: 'entrance', node_id: 1, device_id: 1, line_id: 1 },
            ...{
              at: `${date} 03:00:00`,
              slot: 132,
              span_s: 300,
              in_n,
              quality: 'measured',
              source: 'test',
              ver,
            },
          },
        ],
        format: 'JSONEachRow',
      })
    const [ahead, behind] = [keeperAt('2026-03-02T10:00:00Z'), keeperAt('2026-03-02T09:00:00Z')]
    const day = [{ shopId: 1, date }]
    await count(5, 1)
    await ahead.note(day)
    await ahead.run()
    await count(7, 2)
    await behind.note(day)
    await behind.run()
    expect(await rows('SELECT in_n FROM flow_shop_day FINAL WHERE shop_id = 1')).toEqual([{ in_n: 7 }])
  })

  it('are noted by ten thousands at once', async () => {
    const days = Array.from({ length: 30_000 }, (_, at) => ({ shopId: at, date }))
    await keeperAt('2026-03-02T10:00:00Z').note(days)
    expect(await db.$count(changedDays)).toBe(30_000)
  })
})
