import { recordedState } from '@aisle/contract'
import { and, eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aisle, eventually, simulatedPlatforms } from '../../../test/aisle.ts'
import { control, demoCamera, demoCameras, foreignCamera } from '../../../test/platforms.ts'
import { cameras, presets, shops } from '../../platform/schema/index.ts'

const simulator = await simulatedPlatforms()
const server = await aisle({ simulator })
const { db } = server.database
const platforms = control(simulator)
const inspector = await server.as('inspector')
const admin = await server.as('admin')

const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000
const dayAgo = (count: number) => new Date(Date.now() + beijingMs - count * dayMs).toISOString().slice(0, 10)
const startOf = (day: string) => Date.parse(`${day}T00:00:00+08:00`)

const list = (query: string, who = inspector) => who.call('GET', `/api/platform-cameras?${query}`)
const recordings = (query: Record<string, string | number>, who = inspector) =>
  who.call(
    'GET',
    `/api/platform-cameras/recordings?${new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )}`,
  )

describe('the cameras of a platform', () => {
  it('are counted as their rows say', async () => {
    // Nobody had asked the platform what its cameras can do: whoever counts them first has that done.
    await eventually(async () => {
      const { data } = await list('ys=1&pageSize=1', admin)
      return data.totals.unsure === data.totals.offline
    }, 'every camera that answers has been asked')
    const rows = await db
      .select({ camera: cameras, shop: shops })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(and(eq(cameras.provider, 'shilian'), isNull(cameras.removedAt), isNull(shops.closedAt)))
    const { data } = await list('ys=1&pageSize=9999', admin)
    const online = rows.filter(({ camera }) => camera.status === 'online').length
    expect(data.totals).toEqual({
      cameras: rows.length,
      online,
      offline: rows.filter(({ camera }) => camera.status === 'offline').length,
      onlineRate: Math.round((1000 * online) / rows.length) / 10,
      ptz: rows.filter(({ camera }) => camera.capabilities?.ptz).length,
      unsure: rows.filter(({ camera }) => camera.capabilities === null).length,
    })
    expect(data.total).toBe(rows.length)
    expect(data.totals.ptz).toBeGreaterThan(0)
    const byShop = new Map<string, number>()
    for (const { shop } of rows) byShop.set(shop.id, (byShop.get(shop.id) ?? 0) + 1)
    const counted = data.shops.map((shop: { shopId: string; cameraCount: number }) => [
      shop.shopId,
      shop.cameraCount,
    ])
    expect(new Map(counted)).toEqual(byShop)
    expect(data.records.every(({ ys }: { ys: number }) => ys === 1)).toBe(true)
  })

  it('come with the numbers of their presets, those offline first', async () => {
    const camera = demoCamera('shilian')
    const saved = await db
      .select({ index: presets.index, code: cameras.deviceCode })
      .from(presets)
      .innerJoin(cameras, eq(cameras.id, presets.cameraId))
      .where(
        and(
          eq(cameras.shopId, camera.shopId),
          eq(cameras.deviceCode, camera.deviceCode),
          eq(cameras.channel, camera.channel),
        ),
      )
    const { data } = await list(`ys=1&shopId=${camera.shopId}&keyword=${camera.number}`)
    const [own] = data.records.filter(({ number }: { number: string }) => number === camera.number)
    expect(own.presetIndexes).toEqual(saved.map(({ index }) => index).sort((a, b) => a - b))
    expect(own.presetIndexes.length).toBeGreaterThan(0)

    await db.update(cameras).set({ status: 'offline' }).where(eq(cameras.id, own.id))
    const again = await list('ys=1')
    const states = again.data.records.map(({ status }: { status: string }) => status)
    expect(states[0]).toBe('offline')
    expect(states.lastIndexOf('offline')).toBeLessThan(states.indexOf('online'))
    const byShop = await list('ys=1&sort=shop&pageSize=9999')
    const ids = byShop.data.records.map(({ shopId }: { shopId: string }) => shopId)
    expect(ids).toEqual(ids.toSorted())
  })

  it('are narrowed by area, shop, status and words; totals leave the status out', async () => {
    const { shopId, shopName } = demoCamera('huawei')
    const shop = await list(`ys=2&shopId=${shopId}`)
    expect(shop.data.shops.map((each: { shopId: string }) => each.shopId)).toEqual([shopId])
    const named = await list(`ys=2&keyword=${encodeURIComponent(shopName)}`)
    expect(named.data.total).toBe(shop.data.total)
    const [{ regionId } = { regionId: '' }] = await db
      .select({ regionId: shops.regionId })
      .from(shops)
      .where(eq(shops.id, shopId))
    const region = await list(`ys=2&type=0&id=${regionId}&pageSize=9999`, admin)
    const inRegion = await db
      .select({ id: cameras.id })
      .from(cameras)
      .innerJoin(shops, eq(shops.id, cameras.shopId))
      .where(and(eq(shops.regionId, regionId), eq(cameras.provider, 'huawei'), isNull(cameras.removedAt)))
    expect(region.data.records.map(({ id }: { id: string }) => id).sort()).toEqual(
      inRegion.map(({ id }) => id).sort(),
    )
    const offline = await list('ys=2&status=offline', admin)
    expect(offline.data.total).toBe(offline.data.totals.offline)
    expect(offline.data.totals.cameras).toBeGreaterThan(offline.data.total)
  })

  it('of foreign shops are not there', async () => {
    const { shopId } = foreignCamera('huawei')
    expect(await list(`ys=2&shopId=${shopId}`)).toMatchObject({
      status: 200,
      data: { total: 0, shops: [], totals: { cameras: 0, onlineRate: null } },
    })
    const day = dayAgo(1)
    expect(await recordings({ ys: 2, shopId, from: day, to: day, day })).toMatchObject({
      data: { total: 0, records: [], byDay: [] },
    })
  })

  it.each(['', 'ys=7', 'ys=1&sort=name', 'ys=a', 'ys=1&status=broken', 'ys=1&pageSize=0'])(
    'are refused for %s',
    async query => {
      expect((await list(query)).status).toBe(400)
    },
  )
})

type Day = { date: string; dueSeconds: number; seconds: number; cloudSeconds: number; deviceSeconds: number }
type Range = { from: string; to: string }

/** Seconds covered by any of the ranges, counted minute by minute: no code in common with the product's. */
function covered(ranges: readonly Range[], begin: number, end: number): number {
  let seconds = 0
  for (let at = begin; at < end; at += 15_000)
    if (ranges.some(({ from, to }) => Date.parse(from) <= at && at < Date.parse(to))) seconds += 15
  return seconds
}

describe('recordings of a platform', () => {
  const camera = demoCamera('huawei', 2)
  const [from, to] = [dayAgo(4), dayAgo(1)]
  const [, day] = [dayAgo(4), dayAgo(2)]

  it('add up, day by day, to what the camera’s own list says', async () => {
    const { data } = await recordings({ ys: 2, shopId: camera.shopId, from, to, day })
    const own = data.records.find(({ number }: { number: string }) => number === camera.number)
    expect(own).toMatchObject({ state: 'recorded', complete: true, failure: null })
    expect(own.days.map(({ date }: Day) => date)).toEqual([4, 3, 2, 1].map(dayAgo))
    const range = new URLSearchParams({
      from: new Date(startOf(from)).toISOString(),
      to: new Date(startOf(to) + dayMs).toISOString(),
    })
    const listed = await inspector.call('GET', `/api/cameras/${own.cameraId}/recordings?${range}`)
    const of = (source?: string): Range[] =>
      listed.data.tracks
        .filter((track: { source: string }) => source === undefined || track.source === source)
        .flatMap((track: { ranges: Range[] }) => track.ranges)
    for (const { date, dueSeconds, seconds, cloudSeconds, deviceSeconds } of own.days as Day[]) {
      const [begin, end] = [startOf(date), startOf(date) + dayMs]
      expect(dueSeconds).toBe(86_400)
      expect(seconds).toBe(covered(of(), begin, end))
      expect(deviceSeconds).toBe(covered(of('device'), begin, end))
      expect(Math.abs(cloudSeconds - covered(of('cloud'), begin, end))).toBeLessThanOrEqual(30)
    }
    for (const sum of data.byDay) {
      const days: Day[] = data.records.flatMap((record: { days: Day[] }) =>
        record.days.filter(({ date }) => date === sum.date),
      )
      const seconds = days.reduce((total, each) => total + each.seconds, 0)
      const due = days.reduce((total, each) => total + each.dueSeconds, 0)
      expect(sum).toMatchObject({ cameras: days.length, seconds, dueSeconds: due })
      expect(sum.coverage).toBe(Math.round((1000 * seconds) / due) / 10)
    }
  })

  it('name the nightly hole of twenty minutes, and nothing shorter than ten', async () => {
    const { data } = await recordings({ ys: 2, shopId: camera.shopId, from, to, day })
    const own = data.records.find(({ number }: { number: string }) => number === camera.number)
    expect(own.gaps).toHaveLength(1)
    const [gap] = own.gaps
    expect(Date.parse(gap.to) - Date.parse(gap.from)).toBe(20 * 60_000)
    expect(
      own.spans.every((span: Range) => Date.parse(span.to) <= Date.parse(gap.from) || span.from >= gap.to),
    ).toBe(true)
    expect(86_400 - own.days.find(({ date }: Day) => date === day).seconds).toBe(20 * 60)
  })

  it('are asked of the platform once for a month and its days', async () => {
    const other = demoCamera('huawei', 4)
    const [first, last] = [dayAgo(29), dayAgo(1)]
    const before = (await platforms.requests('huawei', /records$/)).at(-1)?.number ?? 0
    const asked = async () => (await platforms.requests('huawei', /records$/, before)).length
    const query = { ys: 2, shopId: other.shopId, from: first, to: last }
    await recordings({ ...query, day: last })
    const once = await asked()
    expect(once).toBeGreaterThan(0)
    for (const ago of [1, 2, 3]) await recordings({ ...query, from: dayAgo(ago), day: dayAgo(ago) })
    await recordings({ ...query, day: first })
    expect(await asked()).toBe(once)
  })

  it('are nothing of a camera that should record, and unknown of one that is off', async () => {
    const empty = demoCamera('huawei', 0, { recordings: false })
    const none = await recordings({ ys: 2, shopId: empty.shopId, from: day, to: day, day })
    const record = none.data.records.find(({ number }: { number: string }) => number === empty.number)
    expect(record).toMatchObject({ state: 'nothing', days: [{ date: day, seconds: 0, dueSeconds: 86_400 }] })
    expect(record.gaps).toHaveLength(1)

    const [off] = demoCameras('huawei', { offline: true })
    if (!off) throw new Error('the demo has no huawei camera that is off')
    const { data } = await recordings({ ys: 2, shopId: off.shopId, from: day, to: day, day })
    const away = data.records.find(({ number }: { number: string }) => number === off.number)
    expect(away).toMatchObject({
      state: 'unknown',
      failure: { zh: '摄像头离线', en: 'The camera is offline' },
      days: [],
      gaps: [],
    })
    expect(data.byDay[0].cameras).toBe(
      data.records.filter(({ state }: { state: string }) => ['recorded', 'nothing'].includes(state)).length,
    )
  })

  it('of today are due until now, and never in the future', async () => {
    const today = dayAgo(0)
    const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)
    const { data } = await recordings({ ys: 2, shopId: camera.shopId, from: today, to: tomorrow, day: today })
    for (const { state, days } of data.records as { state: string; days: Day[] }[]) {
      expect(recordedState.options).toContain(state)
      for (const each of days) {
        expect(each.date).toBe(today)
        expect(each.dueSeconds).toBeLessThanOrEqual((Date.now() - startOf(today)) / 1000 + 1)
        expect(each.seconds).toBeLessThanOrEqual(each.dueSeconds)
      }
    }
  })

  it('are refused for days in a wrong order, too many of them, or a day outside', async () => {
    const refused = async (query: Record<string, string>, path: string) =>
      expect(await recordings({ ys: 2, ...query })).toMatchObject({ status: 400, errors: [{ path }] })
    await refused({ from: to, to: from, day: to }, 'to')
    await refused({ from: dayAgo(40), to, day: to }, 'to')
    await refused({ from, to, day: dayAgo(0) }, 'day')
    await refused({ from: '2026-02-30', to, day: to }, 'from')
  })
})
