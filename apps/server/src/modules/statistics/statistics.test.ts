import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aisle, type Someone } from '../../../test/aisle.ts'
import {
  checkShopRecords,
  checkVideoRecords,
  dailyRecords,
  evaluationDetails,
  evaluations,
  inspectionDetails,
  inspections,
  shops,
} from '../../platform/schema/index.ts'
import { rangeBefore } from './ranges.ts'

const server = await aisle()
const { db } = server.database
const dayMs = 24 * 3_600_000
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
const days = { first: dayOf(40), last: dayOf(9) }
const range = `checkdate_beg=${days.first}&checkdate_end=${days.last}`
const within = ({ localDate }: { localDate: string }, { first, last } = days) =>
  localDate >= first && localDate <= last

let admin: Someone
let inspector: Someone
let rows: Awaited<ReturnType<typeof allRows>>
let shop: typeof shops.$inferSelect
let foreign: typeof shops.$inferSelect

async function allRows() {
  return {
    shops: await db.select().from(shops),
    evaluations: await db.select().from(evaluations),
    details: await db.select().from(evaluationDetails),
    inspections: await db.select().from(inspections),
    inspectionDetails: await db.select().from(inspectionDetails),
    daily: await db.select().from(dailyRecords),
    checks: await db.select().from(checkShopRecords),
    videos: await db.select().from(checkVideoRecords),
  }
}

/** Every seventh evaluation is revoked, some records are deleted; one shop is as the demo tells it. */
beforeAll(async () => {
  admin = await server.as('admin')
  inspector = await server.as('inspector')
  const before = await allRows()
  for (const [index, { id }] of before.evaluations.filter(each => within(each)).entries())
    if (index % 7 === 0) await db.update(evaluations).set({ status: 'revoked' }).where(eq(evaluations.id, id))
  const deletedAt = new Date()
  for (const { id } of before.inspections.filter(each => within(each)).slice(0, 5))
    await db.update(inspections).set({ deletedAt }).where(eq(inspections.id, id))
  for (const { id } of before.daily.filter(each => within(each)).slice(0, 5))
    await db.update(dailyRecords).set({ deletedAt }).where(eq(dailyRecords.id, id))
  rows = await allRows()
  shop = rows.shops.find(({ name }) => name === '静安寺店')!
  foreign = rows.shops.find(({ regionId }) => !['1', '5'].includes(regionId))!
}, 120_000)

const get = async (call: string, who = admin) =>
  (await who.call('GET', `/api/monitor/checkShop/${call}`)).data

/** One decimal of sums of whole hundredths, so that nothing is lost on the way. */
const hundredths = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0)
const mean = (scores: readonly number[]) =>
  scores.length === 0 ? null : Math.round(hundredths(scores) / 10 / scores.length) / 10
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

type Selection = { query: string; byArea: string; holds: (shopId: string) => boolean }
const regionOf = (shopId: string) => rows.shops.find(({ id }) => id === shopId)?.regionId
const selections: [name: string, of: () => Selection][] = [
  ['a shop', () => ({ query: `shopid=${shop.id}`, byArea: '', holds: id => id === shop.id })],
  [
    'a region',
    () => ({
      query: `type=0&id=${shop.regionId}`,
      byArea: 'ByArea',
      holds: id => regionOf(id) === shop.regionId,
    }),
  ],
  ['all', () => ({ query: 'type=100', byArea: 'ByArea', holds: () => true })],
]

describe.each(selections)('of %s', (_, selection) => {
  const asked = () => {
    const { query, byArea, holds } = selection()
    const all = rows.evaluations.filter(each => holds(each.shopId) && within(each))
    const counted = all.filter(({ status }) => status !== 'revoked')
    const ids = new Map(counted.map(each => [each.id, each]))
    const details = rows.details.filter(({ evaluationId, score }) => ids.has(evaluationId) && score !== null)
    const ask = (call: string, more = '') => get(`${call}${byArea}?${query}&${range}${more}`)
    return { ask, holds, all, counted, details, dateOf: (id: string) => ids.get(id)?.localDate ?? '' }
  }

  it('evaluations are counted and averaged, by day and status, without revoked ones', async () => {
    const { ask, all, counted, details } = asked()
    expect(all.length).toBeGreaterThan(counted.length)
    expect(counted.length).toBeGreaterThan(5)
    const passed = details.filter(({ result }) => result === 'pass').length
    const byDay = [...grouped(counted, each => each.localDate)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, some]) => ({ date, count: some.length, averageScore: mean(some.map(each => each.score)) }))
    expect(await ask('getEvaluationStatistics')).toEqual({
      count: counted.length,
      revoked: all.length - counted.length,
      averageScore: mean(counted.map(each => each.score)),
      passRate: percent(passed, details.length),
      byDay,
      byStatus: ['saved', 'confirmed', 'revoked'].map(status => ({
        status,
        count: all.filter(each => each.status === status).length,
      })),
    })
  })

  it('working days are told from Saturdays and Sundays', async () => {
    const { ask, counted } = asked()
    const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
    expect(await ask('getEvaluationCountByIsHoliday')).toEqual(
      [0, 1].map(isHoliday => {
        const some = counted.filter(each => isWeekend(each.localDate) === (isHoliday === 1))
        return { isHoliday, count: some.length, averageScore: mean(some.map(each => each.score)) }
      }),
    )
  })

  it('each figure can be asked of one kind of days alone', async () => {
    const { ask } = asked()
    const kinds = await ask('getEvaluationCountByIsHoliday')
    const whole = await ask('getEvaluationStatistics')
    for (const [isHoliday, kind] of ['workday', 'holiday'].entries()) {
      const some = await ask('getEvaluationStatistics', `&dayType=${kind}`)
      expect(some).toMatchObject({
        count: kinds[isHoliday].count,
        averageScore: kinds[isHoliday].averageScore,
      })
      const counts = await ask('getShopScoreList', `&dayType=${kind}`)
      expect(
        counts.reduce((sum: number, row: { evaluationCount: number }) => sum + row.evaluationCount, 0),
      ).toBe(some.count)
    }
    expect(kinds[0].count + kinds[1].count).toBe(whole.count)
  })

  it('the items that lost most points come first', async () => {
    const { ask, details } = asked()
    const items = [...grouped(details, each => each.itemId)].flatMap(([itemId, some]) => {
      const lost = some.filter(each => each.lost > 0)
      const lostScore = hundredths(lost.map(each => each.lost)) / 100
      return lost.length === 0
        ? []
        : [{ itemId, count: lost.length, lostScore, rate: percent(lost.length, some.length) }]
    })
    items.sort((a, b) => b.lostScore - a.lostScore || b.count - a.count || (a.itemId < b.itemId ? -1 : 1))
    expect(await ask('getItemPreTop', '&top=100')).toMatchObject(items)
    expect(await ask('getItemPreTop')).toHaveLength(Math.min(10, items.length))
    expect(await ask('getItemPreTop', '&top=3')).toMatchObject(items.slice(0, 3))
  })

  it('groups of the form tell what passed and how severe the rest was', async () => {
    const { ask, details } = asked()
    const groups = grouped(details, each => each.pitemId ?? each.itemId)
    const types = await ask('getEvaluationTypeCount')
    expect(types).toHaveLength(groups.size)
    for (const type of types) {
      const some = groups.get(type.typeId) ?? []
      const having = (severity: string) => some.filter(each => each.severity === severity).length
      const passCount = some.filter(each => each.result === 'pass').length
      expect(type).toMatchObject({
        typeName: some[0]?.pitemName,
        count: some.length,
        passCount,
        deductCount: some.length - passCount,
        minorCount: having('minor'),
        mediumCount: having('medium'),
        severeCount: having('severe'),
        passRate: percent(passCount, some.length),
      })
    }
  })

  const mondayOf = (day: string) => {
    const at = new Date(`${day}T00:00:00Z`)
    return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
  }
  it.each([
    ['', (day: string) => day],
    ['&granularity=week', mondayOf],
    ['&granularity=month', (day: string) => `${day.slice(0, 7)}-01`],
  ])('groups of the form over time “%s” agree with their items', async (more, bucketOf) => {
    const { ask, details, dateOf } = asked()
    const groups = grouped(
      details,
      each => `${bucketOf(dateOf(each.evaluationId))} ${each.pitemId ?? each.itemId}`,
    )
    const trend = await ask('getEvaluationTypeStatistics', more)
    const keyOf = ({ date, typeId }: { date: string; typeId: string }) => `${date} ${typeId}`
    expect(trend.map(keyOf)).toEqual([...groups.keys()].sort())
    for (const each of trend) {
      const some = groups.get(keyOf(each)) ?? []
      const score = percent(
        hundredths(some.map(one => one.score)),
        hundredths(some.map(one => one.itemScore)),
      )
      expect(each).toMatchObject({ count: some.length, score })
    }
  })

  it('inspections and daily records are counted by type, without deleted ones', async () => {
    const { ask, holds } = asked()
    const isKept = (each: { shopId: string; localDate: string; deletedAt: Date | null }) =>
      holds(each.shopId) && within(each) && each.deletedAt === null
    const kept = new Set(rows.inspections.filter(isKept).map(({ id }) => id))
    const looked = rows.inspectionDetails.filter(
      ({ inspectionId, result }) => kept.has(inspectionId) && result !== 'na',
    )
    const countsOf = (types: { typeId: string; count: number }[]) =>
      new Map(types.map(({ typeId, count }) => [typeId, count]))
    const lengths = <T>(groups: Map<string, T[]>) =>
      new Map([...groups].map(([key, some]) => [key, some.length]))
    const types = await ask('getInspectionTypeCount')
    expect(countsOf(types)).toEqual(lengths(grouped(looked, each => each.pitemId ?? each.itemId)))
    expect(types.reduce((sum: number, each: { abnormalCount: number }) => sum + each.abnormalCount, 0)).toBe(
      looked.filter(({ result }) => result === 'abnormal').length,
    )
    expect(countsOf(await ask('getDailyrecordTypeCount'))).toEqual(
      lengths(grouped(rows.daily.filter(isKept), each => each.typeId)),
    )
  })
})

describe('the ranking of shops', () => {
  const scoresIn = (span: { first: string; last: string }) => {
    const counted = rows.evaluations.filter(each => each.status !== 'revoked' && within(each, span))
    return new Map(
      [...grouped(counted, each => each.shopId)].map(([id, some]) => [
        id,
        { score: mean(some.map(each => each.score)) ?? 0, count: some.length },
      ]),
    )
  }

  it('is by mean score, shares places (1, 1, 3), and knows the range before', async () => {
    const now = scoresIn(days)
    const then = scoresIn(rangeBefore(days)!)
    const list = await get(`getShopScoreListByArea?${range}`)
    expect(list).toHaveLength(new Set([...now.keys(), ...then.keys()]).size)
    const placeOf = (scores: typeof now, id: string) => {
      const own = scores.get(id)
      return own ? 1 + [...scores.values()].filter(({ score }) => score > own.score).length : null
    }
    for (const each of list)
      expect(each).toMatchObject({
        score: now.get(each.shopid)?.score ?? null,
        rank: placeOf(now, each.shopid),
        rankedShops: now.size,
        evaluationCount: now.get(each.shopid)?.count ?? 0,
        previousScore: then.get(each.shopid)?.score ?? null,
        previousRank: placeOf(then, each.shopid),
      })
    const ranks = list.flatMap(({ rank }: { rank: number | null }) => rank ?? [])
    expect(ranks).toEqual(ranks.toSorted((a: number, b: number) => a - b))
    expect(new Set(ranks).size).toBeLessThan(ranks.length)
  })

  it('of one shop is its place among the shops of its region', async () => {
    const region = await get(`getShopScoreListByArea?type=0&id=${shop.regionId}&${range}`)
    const own = region.filter(({ shopid }: { shopid: string }) => shopid === shop.id)
    expect(own).toHaveLength(1)
    expect(await get(`getShopScoreList?shopid=${shop.id}&${range}`)).toEqual(own)
  })

  it('the range before is as long and ends the day before', () => {
    expect(rangeBefore({ first: '2026-03-01', last: '2026-03-07' })).toEqual({
      first: '2026-02-22',
      last: '2026-02-28',
    })
    expect(rangeBefore({ first: '2026-03-01', last: undefined })).toBeUndefined()
  })
})

it('the score of a shop is that of its latest evaluation that counts', async () => {
  const [latest, second] = rows.evaluations
    .filter(each => each.shopId === shop.id && each.status !== 'revoked')
    .toSorted((a, b) => b.evaluatedAt.getTime() - a.evaluatedAt.getTime())
  expect((await admin.call('GET', `/api/shops/${shop.id}`)).data.score).toBe(latest?.score)
  await db.update(evaluations).set({ status: 'revoked' }).where(eq(evaluations.id, latest!.id))
  expect((await get(`getShopByid?shopid=${shop.id}`)).score).toBe(second?.score)
  expect(second?.score).not.toBe(latest?.score)
  await db.update(evaluations).set({ status: latest!.status }).where(eq(evaluations.id, latest!.id))
})

describe('check-shop records', () => {
  it('are ten a page, latest first, with what was watched and scored', async () => {
    const own = rows.checks.filter(({ shopId }) => shopId === shop.id)
    const page = await get(`getCheckshopRecord?shopid=${shop.id}`)
    expect(page).toMatchObject({ current: 1, size: 10, total: own.length })
    const sorted = own.toSorted((a, b) => b.beganAt.getTime() - a.beganAt.getTime())
    expect(page.records.map(({ id }: { id: string }) => id)).toEqual(sorted.slice(0, 10).map(({ id }) => id))
    for (const each of page.records) {
      const check = own.find(({ id }) => id === each.id)!
      const scored = rows.evaluations.find(
        ({ recordId, status }) => recordId === each.id && status !== 'revoked',
      )
      expect(each).toMatchObject({
        shopname: shop.name,
        videoCount: rows.videos.filter(({ recordId }) => recordId === each.id).length,
        durationMinutes:
          check.endedAt && Math.round((check.endedAt.getTime() - check.beganAt.getTime()) / 60_000),
        evaluationId: scored?.id ?? null,
        score: scored?.score ?? null,
      })
    }
  })

  it.each(['durationMinutes', 'videoCount'])('are sorted by %s either way', async sort => {
    for (const order of ['asc', 'desc']) {
      const { records } = await get(`getCheckshopRecord?shopid=${shop.id}&sort=${sort}&order=${order}`)
      const values = records.map((each: Record<string, number>) => each[sort])
      const sign = order === 'asc' ? 1 : -1
      expect(values).toEqual(values.toSorted((a: number, b: number) => sign * (a - b)))
    }
  })

  it('of a range are those that began in it on the clock of the shop', async () => {
    const clock = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: shop.timeZone })
    const own = rows.checks.filter(
      each => each.shopId === shop.id && within({ localDate: clock(each.beganAt) }),
    )
    expect((await get(`getCheckshopRecord?shopid=${shop.id}&${range}`)).total).toBe(own.length)
  })
})

const names = [
  'getShopScoreList',
  'getItemPreTop',
  'getEvaluationTypeCount',
  'getInspectionTypeCount',
  'getDailyrecordTypeCount',
  'getEvaluationTypeStatistics',
  'getEvaluationStatistics',
  'getEvaluationCountByIsHoliday',
]
const empty = 'checkdate_beg=1999-01-01&checkdate_end=1999-01-31'

describe('where nothing was scored', () => {
  it.each(names)('%s says so: empty lists, zeros, and no average', async name => {
    const nothing =
      name === 'getEvaluationStatistics'
        ? { count: 0, revoked: 0, averageScore: null, passRate: null, byDay: [] }
        : name === 'getEvaluationCountByIsHoliday'
          ? [0, 1].map(isHoliday => ({ isHoliday, count: 0, averageScore: null }))
          : []
    expect(await get(`${name}?shopid=${shop.id}&${empty}`)).toMatchObject(nothing)
    expect(await get(`${name}ByArea?${empty}`)).toMatchObject(nothing)
  })
})

describe('what is asked wrongly or by strangers', () => {
  it.each([...names, 'getCheckshopRecord'])('%s of a foreign shop is refused', async name => {
    const url = `/api/monitor/checkShop/${name}`
    expect(await inspector.call('GET', `${url}?shopid=${foreign.id}`)).toMatchObject({
      status: 403,
      data: null,
    })
    expect(await admin.call('GET', `${url}?shopid=none`)).toMatchObject({ status: 404, data: null })
    const reversed = await admin.call(
      'GET',
      `${url}?shopid=${shop.id}&checkdate_beg=2026-02-02&checkdate_end=2026-02-01`,
    )
    expect(reversed).toMatchObject({ status: 400, errors: [{ path: 'checkdate_end' }] })
  })

  it.each(names)('%sByArea of a foreign area holds nothing, of all only what is in scope', async name => {
    const outside = await get(`${name}ByArea?type=0&id=${foreign.regionId}&${range}`, inspector)
    expect(outside).toEqual(await get(`${name}ByArea?${empty}`))
  })

  it('a day with the time that inherited clients append is that whole day', async () => {
    const plain = await get(`getEvaluationStatistics?shopid=${shop.id}&${range}`)
    const long = `checkdate_beg=${days.first} 00:00:00&checkdate_end=${days.last} 23:59:59`
    expect(await get(`getEvaluationStatistics?shopid=${shop.id}&${long}`)).toEqual(plain)
  })

  it('a closed shop leaves the figures of its area', async () => {
    await db
      .update(shops)
      .set({ closedAt: new Date() })
      .where(and(eq(shops.id, shop.id), isNull(shops.closedAt)))
    const list = await get(`getShopScoreListByArea?${range}`)
    await db.update(shops).set({ closedAt: null }).where(eq(shops.id, shop.id))
    expect(list.map(({ shopid }: { shopid: string }) => shopid)).not.toContain(shop.id)
  })
})
