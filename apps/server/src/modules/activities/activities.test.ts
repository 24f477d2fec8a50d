import { setTimeout as sleep } from 'node:timers/promises'
import { type Activity, type ActivityBody, AppError } from '@aisle/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import type { Caller } from '../../platform/http/request.ts'
import { openLocks } from '../../platform/locks.ts'
import { areas, shops, users } from '../../platform/schema/index.ts'
import { copyActivities } from './copy.ts'
import { activityService, activitySpans } from './service.ts'

const database = await testDatabase()
const { db } = database
afterAll(() => database.close())
const { client, rows } = await measureStore()

for (const id of ['1', '2']) await db.insert(areas).values({ id, level: 'region', parentId: null, name: id })
for (const [id, area] of [
  ['11', '1'],
  ['12', '1'],
  ['21', '2'],
] as const)
  await db.insert(shops).values({
    id,
    name: id,
    format: 'standard',
    regionId: area,
    provinceId: area,
    cityId: area,
    countyId: area,
  })
await db.insert(users).values({ id: 'u', loginName: 'u', realName: '何思远', passwordHash: '-' })

const clock = { at: new Date('2026-05-10T04:00:00Z') }
let isDown = false
const measures = async () => {
  if (isDown) throw new Error('the store is down')
  return { client }
}
const locks = openLocks(database.url, () => undefined)
afterAll(() => locks.close())
const deps = { db, measures, locks, now: () => clock.at }
const service = activityService(deps)
const callerOf = (scope: Caller['scope']): Caller => ({
  userId: 'u',
  loginName: 'u',
  realName: '何思远',
  sessionHash: '',
  authorities: ['activity.edit'],
  scope,
})
const chief = callerOf({ all: true })
const first = callerOf({ all: false, areaIds: ['1'], shopIds: [] })
const second = callerOf({ all: false, areaIds: ['2'], shopIds: [] })

const body: ActivityBody = {
  name: '五月会员周',
  nameEn: '',
  kind: 'member',
  from: '2026-05-08',
  to: '2026-05-14',
  openTime: null,
  closeTime: null,
  shopIds: [],
  areaIds: ['1'],
  place: '',
  cost: 4200,
  note: '',
}
const daysOf = async ({ id }: Pick<Activity, 'id'>) =>
  (
    await rows<{ shop: string; days: string }>(
      `SELECT toString(shop_id) AS shop, toString(count()) AS days FROM activity_day FINAL WHERE activity_id = ${id} GROUP BY shop ORDER BY shop`,
    )
  ).map(({ shop, days }) => `${shop}: ${days}`)
const problemOf = (task: Promise<unknown>) =>
  task.then(
    () => 'none',
    error => (error instanceof AppError ? error.problem : error),
  )

describe('an activity', () => {
  it('of an area is on in its shops, and figures know its days at once', async () => {
    const made = await service.create(chief, body)
    expect(made).toMatchObject({
      status: 'running',
      shopCount: 2,
      isWhole: true,
      version: 1,
      updatedBy: '何思远',
    })
    expect(await daysOf(made)).toEqual(['11: 7', '12: 7'])
    expect(await activitySpans(db, { from: '2026-05-14', to: '2026-05-20' })).toMatchObject([
      { id: Number(made.id), to: 20_587, shops: [11, 12] },
    ])
    expect(await activitySpans(db, { from: '2026-05-15', to: '2026-05-20' })).toEqual([])
    await service.remove(chief, made.id)
  })

  it('that is changed has other days; one that knows an older version is refused with the present one', async () => {
    const made = await service.create(chief, body)
    const change = { ...body, areaIds: [], shopIds: ['11', '21'], to: '2026-05-11' }
    expect((await service.update(chief, made.id, { ...change, version: 1 })).version).toBe(2)
    expect(await daysOf(made)).toEqual(['11: 4', '21: 4'])
    await expect(service.update(chief, made.id, { ...change, version: 1 })).rejects.toMatchObject({
      problem: 'conflict',
      details: { current: { version: 2 } },
    })
    await service.remove(chief, made.id)
  })

  it('that is deleted has no days, and has them again when it is restored', async () => {
    const made = await service.create(chief, body)
    await service.remove(chief, made.id)
    expect(await daysOf(made)).toEqual([])
    expect((await service.list(chief, {})).map(({ id }) => id)).not.toContain(made.id)
    expect(await problemOf(service.remove(chief, made.id))).toBe('notFound')
    expect((await service.restore(chief, made.id)).status).toBe('running')
    expect(await daysOf(made)).toEqual(['11: 7', '12: 7'])
    await service.remove(chief, made.id)
  })

  it('that is called off keeps the days that are over', async () => {
    const made = await service.create(chief, body)
    const cancelled = await service.cancel(chief, made.id, 1)
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelledOn: '2026-05-10' })
    expect(await daysOf(made)).toEqual(['11: 2', '12: 2'])
    expect(await problemOf(service.cancel(chief, made.id, 2))).toBe('ruleBroken')
    await service.remove(chief, made.id)
  })

  it('follows the dates from planned to finished, and is changed no more when it is over', async () => {
    const made = await service.create(chief, { ...body, from: '2026-05-11' })
    const statusOn = async (date: string) => {
      clock.at = new Date(`${date}T17:00:00Z`)
      return (await service.list(chief, {})).find(({ id }) => id === made.id)?.status
    }
    // Five in the afternoon in London is the next day in Shanghai.
    expect(await statusOn('2026-05-09')).toBe('planned')
    expect(await statusOn('2026-05-10')).toBe('running')
    expect(await statusOn('2026-05-14')).toBe('finished')
    expect(await problemOf(service.update(chief, made.id, { ...body, version: 1 }))).toBe('ruleBroken')
    clock.at = new Date('2026-05-10T04:00:00Z')
    await service.remove(chief, made.id)
  })

  it('is seen by whom it touches and changed by those whose shops it is in alone', async () => {
    const both = await service.create(chief, { ...body, areaIds: [] })
    const mine = await service.create(first, body)
    expect(await problemOf(service.create(second, body))).toBe('forbidden')
    expect(await problemOf(service.create(first, { ...body, areaIds: [] }))).toBe('forbidden')
    expect(await problemOf(service.create(first, { ...body, areaIds: [], shopIds: ['99'] }))).toBe(
      'forbidden',
    )
    const seen = await service.list(second, {})
    expect(seen).toMatchObject([{ id: both.id, shopCount: 1, isWhole: false, mayChange: false }])
    expect(await problemOf(service.update(second, both.id, { ...body, version: 1 }))).toBe('forbidden')
    expect(await problemOf(service.remove(second, mine.id))).toBe('notFound')
    expect((await service.list(chief, { shopId: '21' })).map(({ id }) => id)).toEqual([both.id])
    for (const { id } of [both, mine]) await service.remove(chief, id)
  })

  it('is not put down in an area that has no shop yet: those of others might come to be in it', async () => {
    expect(await problemOf(service.create(first, { ...body, areaIds: ['1', '3'] }))).toBe('ruleBroken')
    expect(await problemOf(service.create(chief, { ...body, areaIds: ['3'] }))).toBe('ruleBroken')
  })

  it('that is called off while another server copies its days has the days of the last word', async () => {
    isDown = true
    const made = await service.create(chief, body)
    isDown = false
    let cancelled: Promise<unknown> | undefined
    // The other server has read the activity and is about to write its days.
    const slow = new Proxy(client, {
      get: (target, key) =>
        key === 'insert'
          ? async (values: Parameters<typeof client.insert>[0]) => {
              cancelled ??= service.cancel(chief, made.id, 1)
              await sleep(300)
              return client.insert(values)
            }
          : Reflect.get(target, key).bind(target),
    })
    await copyActivities({ ...deps, measures: async () => ({ client: slow }) })
    await cancelled
    expect(await daysOf(made)).toEqual(['11: 2', '12: 2'])
    await service.remove(chief, made.id)
  })

  it('put down while the measure store is away is copied when it is back, and gets the new shops of its areas', async () => {
    isDown = true
    const made = await service.create(chief, body)
    isDown = false
    expect(await daysOf(made)).toEqual([])
    expect(await copyActivities(deps)).toBe(1)
    expect(await copyActivities(deps)).toBe(0)
    expect(await daysOf(made)).toEqual(['11: 7', '12: 7'])
    await db.insert(shops).values({
      id: '13',
      name: '13',
      format: 'standard',
      regionId: '1',
      provinceId: '1',
      cityId: '1',
      countyId: '1',
    })
    await copyActivities(deps, true)
    expect(await daysOf(made)).toEqual(['11: 7', '12: 7', '13: 7'])
  })
})
