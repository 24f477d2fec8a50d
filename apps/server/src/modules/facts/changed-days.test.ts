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

  it('that older rules made are made anew by themselves, the others left alone', async () => {
    const at = '2026-03-20T10:00:00Z'
    const rules = { gapSeconds: 1800, returnDays: 90 }
    const keeper = (visits = rules) =>
      rollupKeeper({ db, measures: async () => ({ client }), locks, now: () => new Date(at), visits })
    const days = ['2026-02-20', '2026-02-25', '2026-03-01']
    await client.insert({
      table: 'face_capture',
      values: days.flatMap((biz_date, day) =>
        [0, 20].map(minutes => ({
          ...{
            shop_id: 9,
            biz_date,
            device_id: 1,
            capture_id: day * 100 + minutes,
            person_id: 7,
            entrance_id: minutes === 0 ? 5 : 0,
          },
          ...{
            at: `${biz_date} 03:${String(minutes).padStart(2, '0')}:00`,
            slot: 132,
            floor_id: minutes === 0 ? 0 : 3,
            ver: 1,
          },
        })),
      ),
      format: 'JSONEachRow',
    })
    await db.delete(changedDays)
    await keeper().note(days.map(day => ({ shopId: 9, date: day })))
    await keeper().run()
    const told = (kind = 'shop') =>
      rows<{ n: number }>(
        `SELECT toString(biz_date) AS day, count() AS n, max(entrance_id) AS door FROM face_visit FINAL WHERE shop_id = 9 AND place_kind = '${kind}' GROUP BY day ORDER BY day`,
      )
    expect(await told()).toEqual(days.map(day => ({ day, n: 1, door: 5 })))
    // Who is seen on a floor came in by the door that the visit began at.
    expect(await told('floor')).toEqual(days.map(day => ({ day, n: 1, door: 5 })))
    await keeper().renew()
    expect(await keeper().renew()).toBe(0)
    const otherwise = keeper({ ...rules, gapSeconds: 600 })
    expect(await otherwise.renew()).toBeGreaterThanOrEqual(days.length)
    expect((await told()).map(({ n }) => n)).toEqual([2, 2, 2])
    expect(await otherwise.renew()).toBe(0)
  })

  it('are made anew piece by piece: the next call goes on where time was up', async () => {
    const keeper = rollupKeeper({
      db,
      measures: async () => ({ client }),
      locks,
      now: () => new Date('2026-03-21T10:00:00Z'),
      visits: { gapSeconds: 1800, returnDays: 90 },
    })
    const made: number[] = []
    for (let calls = 0; calls < 12; calls++) made.push(await keeper.renew(1))
    expect(made.filter(days => days > 0).length).toBeGreaterThan(1)
    expect(
      await rows("SELECT count() AS n FROM face_visit FINAL WHERE shop_id = 9 AND place_kind = 'shop'"),
    ).toEqual([{ n: 3 }])
    expect(await keeper.renew()).toBe(0)
  })
})
