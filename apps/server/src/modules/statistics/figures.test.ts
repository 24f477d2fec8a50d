import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aisle, type Someone } from '../../../test/aisle.ts'
import {
  areas,
  checkShopRecords,
  checkVideoRecords,
  dailyRecords,
  evaluationDetails,
  evaluations,
  inspections,
  pictures,
  problemEvents,
  problems,
  shops,
  users,
} from '../../platform/schema/index.ts'
import { rangeBefore, yearBefore } from './ranges.ts'

const server = await aisle()
const { db } = server.database
const dayMs = 24 * 3_600_000
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
const days = { first: dayOf(33), last: dayOf(3) }

let admin: Someone
let inspector: Someone
let rows: Awaited<ReturnType<typeof allRows>>

async function allRows() {
  return {
    areas: await db.select().from(areas),
    shops: await db.select().from(shops),
    users: await db.select().from(users),
    evaluations: await db.select().from(evaluations),
    details: await db.select().from(evaluationDetails),
    inspections: await db.select().from(inspections),
    daily: await db.select().from(dailyRecords),
    checks: await db.select().from(checkShopRecords),
    videos: await db.select().from(checkVideoRecords),
    problems: await db.select().from(problems),
    events: await db.select().from(problemEvents),
    pictures: await db.select().from(pictures),
  }
}

/** Every ninth evaluation is revoked, some records deleted, one visit never ended, one shop opened after the days. */
beforeAll(async () => {
  admin = await server.as('admin')
  inspector = await server.as('inspector')
  const before = await allRows()
  for (const [index, { id }] of before.evaluations.entries())
    if (index % 9 === 0) await db.update(evaluations).set({ status: 'revoked' }).where(eq(evaluations.id, id))
  for (const { id } of before.inspections.slice(-9))
    await db.update(inspections).set({ deletedAt: new Date() }).where(eq(inspections.id, id))
  const open = before.checks.find(({ beganAt }) => chinaDay(beganAt) === dayOf(10))!
  await db.update(checkShopRecords).set({ endedAt: null }).where(eq(checkShopRecords.id, open.id))
  const young = before.shops.find(({ name }) => name === '兰州张掖路店')!
  await db.update(shops).set({ createdAt: new Date() }).where(eq(shops.id, young.id))
  rows = await allRows()
}, 120_000)

/** Every shop of the demo is in China. */
const chinaDay = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
const within = (day: string, { first, last }: { first: string; last: string }) => day >= first && day <= last
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)
const hundredths = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0)
const mean = (scores: readonly number[]) =>
  scores.length === 0 ? null : Math.round(hundredths(scores) / 10 / scores.length) / 10

type Holds = (shopId: string) => boolean
type Narrow = { days?: { first: string; last: string }; kind?: 'workday' | 'holiday'; userId?: string }
/** The rows that the figures are about, told apart here without SQL. */
function chosenRows(holds: Holds, { days: range = days, kind, userId }: Narrow = {}) {
  const isOn = (day: string) =>
    within(day, range) && (kind === undefined || isWeekend(day) === (kind === 'holiday'))
  const isBy = (id: string) => userId === undefined || id === userId
  const evaluations = rows.evaluations.filter(
    each => holds(each.shopId) && isOn(each.localDate) && each.status !== 'revoked' && isBy(each.userId),
  )
  const ids = new Set(evaluations.map(({ id }) => id))
  const kept = (each: { shopId: string; localDate: string; deletedAt: Date | null; userId: string }) =>
    holds(each.shopId) && isOn(each.localDate) && each.deletedAt === null && isBy(each.userId)
  return {
    shops: rows.shops.filter(each => holds(each.id) && chinaDay(each.createdAt) <= range.last),
    patrols: rows.checks.filter(
      each => holds(each.shopId) && isOn(chinaDay(each.beganAt)) && isBy(each.userId),
    ),
    evaluations,
    details: rows.details.filter(each => ids.has(each.evaluationId) && each.score !== null),
    inspections: rows.inspections.filter(kept),
    daily: rows.daily.filter(kept),
    problems: rows.problems.filter(
      each => holds(each.shopId) && isOn(each.raisedDate) && isBy(each.raisedBy),
    ),
  }
}

function expectedTotals(holds: Holds, narrow?: Narrow) {
  const { shops, patrols, evaluations, inspections, daily, problems } = chosenRows(holds, narrow)
  const patrolled = new Set(patrols.map(({ shopId }) => shopId))
  const shopsPatrolled = shops.filter(({ id }) => patrolled.has(id)).length
  const sentBack = new Set(
    rows.events.filter(({ action }) => action === 'sendBack').map(({ problemId }) => problemId),
  )
  const closed = problems.filter(({ status }) => status === 'closed')
  return {
    patrols: patrols.length,
    shops: shops.length,
    shopsPatrolled,
    patrolCoverage: percent(shopsPatrolled, shops.length),
    score: mean(evaluations.map(({ score }) => score)),
    evaluations: evaluations.length,
    inspections: inspections.length,
    dailyRecords: daily.length,
    useTime: patrols.reduce(
      (sum, { beganAt, endedAt }) => sum + (endedAt ? (endedAt.getTime() - beganAt.getTime()) / 1000 : 0),
      0,
    ),
    problems: problems.length,
    problemsAssigned: problems.filter(each => each.ownerUserId ?? each.ownerStaffId).length,
    problemsSentBack: problems.filter(({ id }) => sentBack.has(id)).length,
    problemsClosed: closed.length,
    closeRate: percent(closed.length, problems.length),
  }
}

const range = `checkdate_beg=${days.first}&checkdate_end=${days.last}`
const ask = async (name: string, query = '', who = admin) =>
  (await who.call('GET', `/api/inspection-figures/${name}?${range}${query}`)).data
const regionOf = (shopId: string) => rows.shops.find(({ id }) => id === shopId)?.regionId
const all: Holds = () => true
const inRegion: Holds = shopId => regionOf(shopId) === '1'
const selections: [string, string, Holds][] = [
  ['all shops', '', all],
  ['a region', '&type=0&id=1', inRegion],
]

describe('the figures of an area', () => {
  it.each(selections)(
    '%s: totals are the sums of their rows, before and a year ago too',
    async (_, query, holds) => {
      const { totals, previous, lastYear } = await ask('totals', query)
      expect(totals.patrols).toBeGreaterThan(20)
      expect(totals).toEqual(expectedTotals(holds))
      expect(previous.days).toEqual(rangeBefore(days))
      expect(previous.totals).toEqual(expectedTotals(holds, { days: rangeBefore(days)! }))
      expect(lastYear).toEqual({
        days: yearBefore(days),
        totals: expectedTotals(holds, { days: yearBefore(days)! }),
      })
      expect(lastYear.totals).toMatchObject({
        patrols: 0,
        patrolCoverage: 0,
        score: null,
        closeRate: null,
      })
    },
  )

  it('are of working days, of weekends, or of one inspector where asked for', async () => {
    const userId = rows.checks.find(each => within(chinaDay(each.beganAt), days))!.userId
    for (const kind of ['workday', 'holiday'] as const)
      expect((await ask('totals', `&dayType=${kind}`)).totals).toEqual(expectedTotals(all, { kind }))
    expect((await ask('totals', `&userId=${userId}`)).totals).toEqual(expectedTotals(all, { userId }))
    const { totals } = await ask('totals', `&userId=${userId}&dayType=holiday`)
    expect(totals).toEqual(expectedTotals(all, { userId, kind: 'holiday' }))
  })

  it('are of one shop where one is named', async () => {
    const shop = rows.shops.find(({ name }) => name === '静安寺店')!
    const { totals } = await ask('totals', `&shopid=${shop.id}`)
    expect(totals).toEqual(expectedTotals(id => id === shop.id))
    expect(totals.patrolCoverage).toBe(100)
  })
})

describe('the breakdowns of an area', () => {
  it.each(selections)('%s: coverage by region and province, best first', async (_, query, holds) => {
    const { shops, patrols } = chosenRows(holds)
    const coverage = await ask('coverage', query)
    const groups = Map.groupBy(shops, ({ regionId, provinceId }) => `${regionId} ${provinceId}`)
    expect(coverage).toHaveLength(groups.size)
    for (const row of coverage) {
      const own = groups.get(`${row.region.id} ${row.province.id}`) ?? []
      const visits = patrols.filter(({ shopId }) => own.some(({ id }) => id === shopId))
      const patrolled = new Set(visits.map(({ shopId }) => shopId)).size
      expect(row).toMatchObject({
        shops: own.length,
        shopsPatrolled: patrolled,
        patrols: visits.length,
        patrolCoverage: percent(patrolled, own.length),
        province: { name: rows.areas.find(({ id }) => id === row.province.id)?.name },
      })
    }
    const rates = coverage.map((row: { patrolCoverage: number }) => row.patrolCoverage)
    expect(rates).toEqual(rates.toSorted((a: number, b: number) => b - a))
  })

  it.each(selections)('%s: the mean of a province is over its evaluations', async (_, query, holds) => {
    const { evaluations } = chosenRows(holds)
    const provinceOf = new Map(rows.shops.map(shop => [shop.id, shop.provinceId]))
    const cityOf = new Map(rows.shops.map(shop => [shop.id, shop.cityId]))
    const provinces = await ask('scores', query)
    const groups = Map.groupBy(evaluations, ({ shopId }) => provinceOf.get(shopId))
    expect(provinces).toHaveLength(groups.size)
    for (const province of provinces) {
      const own = groups.get(province.id) ?? []
      expect(province).toMatchObject({ score: mean(own.map(each => each.score)), evaluations: own.length })
      const cities = Map.groupBy(own, ({ shopId }) => cityOf.get(shopId))
      expect(province.cities).toHaveLength(cities.size)
      for (const city of province.cities)
        expect(city.score).toBe(mean((cities.get(city.id) ?? []).map(each => each.score)))
    }
  })

  it.each(selections)(
    '%s: groups of the form are told in its order, with the days before',
    async (_, query, holds) => {
      const share = (details: typeof rows.details) =>
        percent(hundredths(details.map(each => each.score)), hundredths(details.map(each => each.itemScore)))
      const now = Map.groupBy(chosenRows(holds).details, ({ pitemId, itemId }) => pitemId ?? itemId)
      const before = Map.groupBy(
        chosenRows(holds, { days: rangeBefore(days)! }).details,
        ({ pitemId, itemId }) => pitemId ?? itemId,
      )
      const groups = await ask('groups', query)
      expect(groups.map(({ name }: { name: string }) => name)).toEqual([
        '门店形象',
        '人员服务',
        '收银规范',
        '商品陈列',
        '消防安全',
      ])
      for (const group of groups)
        expect(group).toMatchObject({
          count: now.get(group.itemId)?.length,
          score: share(now.get(group.itemId) ?? []),
          previousScore: share(before.get(group.itemId) ?? []),
        })
    },
  )

  it.each(selections)('%s: every shop has its line, sorted and in pages', async (_, query, holds) => {
    const { shops, patrols, evaluations, problems } = chosenRows(holds)
    const page = await ask('shops', `${query}&pageSize=200`)
    expect(page.total).toBe(shops.length)
    expect(page.records).toHaveLength(shops.length)
    for (const line of page.records) {
      const of = <T extends { shopId: string }>(some: T[]) =>
        some.filter(({ shopId }) => shopId === line.shopid)
      const own = of(problems)
      const closed = own.filter(({ status }) => status === 'closed').length
      expect(line).toMatchObject({
        patrols: of(patrols).length,
        evaluations: of(evaluations).length,
        score: mean(of(evaluations).map(({ score }) => score)),
        problems: own.length,
        problemsClosed: closed,
        closeRate: percent(closed, own.length),
      })
      const last = of(patrols).toSorted((a, b) => b.beganAt.getTime() - a.beganAt.getTime())[0]
      expect(line.lastPatrol?.slice(0, 10)).toBe(last && chinaDay(last.beganAt))
    }
    const counts = page.records.map(({ patrols }: { patrols: number }) => patrols)
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a))
    const worst = await ask('shops', `${query}&pageSize=5&sort=score&order=asc`)
    const scores = page.records.flatMap(({ score }: { score: number | null }) => score ?? [])
    expect(worst.records.map(({ score }: { score: number }) => score)).toEqual(
      scores.toSorted((a: number, b: number) => a - b).slice(0, 5),
    )
  })

  it('inspectors are told by patrols and by the minutes that they watched', async () => {
    const { patrols, evaluations, problems } = chosenRows(all)
    const list = await ask('inspectors')
    const people = Map.groupBy(patrols, ({ userId }) => userId)
    expect(list).toHaveLength(people.size)
    for (const line of list) {
      const visits = people.get(line.userId) ?? []
      const seconds = visits.reduce((sum, visit) => {
        const videos = rows.videos
          .filter(({ recordId }) => recordId === visit.id)
          .toSorted((a, b) => a.operatedAt.getTime() - b.operatedAt.getTime())
        const lengths = videos.map((video, at) => {
          const until = videos[at + 1]?.operatedAt ?? visit.endedAt
          return until ? (until.getTime() - video.operatedAt.getTime()) / 1000 : 0
        })
        return sum + lengths.reduce((total, length) => total + length, 0)
      }, 0)
      expect(line).toMatchObject({
        patrols: visits.length,
        shops: new Set(visits.map(({ shopId }) => shopId)).size,
        evaluations: evaluations.filter(({ userId }) => userId === line.userId).length,
        problems: problems.filter(({ raisedBy }) => raisedBy === line.userId).length,
      })
      expect(line.watchedMinutes).toBeCloseTo(seconds / 60, 1)
    }
  })

  it.each([undefined, 'workday', 'holiday'] as const)('days add up to the totals: %s', async kind => {
    const rowsOf = chosenRows(all, kind === undefined ? {} : { kind })
    const on = (of: readonly string[]) => (day: string) => of.filter(each => each === day).length
    const patrolDays = rowsOf.patrols.map(({ beganAt }) => chinaDay(beganAt))
    const evaluated = rowsOf.evaluations.map(({ localDate }) => localDate)
    const inspected = rowsOf.inspections.map(({ localDate }) => localDate)
    const recorded = rowsOf.daily.map(({ localDate }) => localDate)
    const dates = [...new Set([...patrolDays, ...evaluated, ...inspected, ...recorded])].sort()
    expect(await ask('days', kind === undefined ? '' : `&dayType=${kind}`)).toEqual(
      dates.map(date => ({
        date,
        patrols: on(patrolDays)(date),
        shops: new Set(
          rowsOf.patrols.filter(each => chinaDay(each.beganAt) === date).map(each => each.shopId),
        ).size,
        evaluations: on(evaluated)(date),
        inspections: on(inspected)(date),
        dailyRecords: on(recorded)(date),
      })),
    )
  })
})

describe('a visit', () => {
  it('tells which videos were watched, from when to when, and what it ended with', async () => {
    const visit = rows.checks.find(each => rows.evaluations.some(({ recordId }) => recordId === each.id))!
    const { data } = await admin.call('GET', `/api/check-records/${visit.id}/videos`)
    const videos = rows.videos
      .filter(({ recordId }) => recordId === visit.id)
      .toSorted((a, b) => a.operatedAt.getTime() - b.operatedAt.getTime())
    expect(data.videos.map(({ id }: { id: string }) => id)).toEqual(videos.map(({ id }) => id))
    const seconds = data.videos.reduce((sum: number, video: { seconds: number }) => sum + video.seconds, 0)
    expect(seconds).toBe((visit.endedAt!.getTime() - videos[0]!.operatedAt.getTime()) / 1000)
    expect(data.videos[0].to).toBe(data.videos[1].from)
    expect(data.evaluations).toMatchObject([{ score: expect.any(Number), status: expect.any(String) }])
    expect((await admin.call('GET', '/api/check-records/none/videos')).status).toBe(404)
  })

  it('that goes on has a video without an end', async () => {
    const visit = rows.checks.find(({ endedAt }) => endedAt === null)!
    const { data } = await admin.call('GET', `/api/check-records/${visit.id}/videos`)
    expect(data.videos.at(-1)).toMatchObject({ to: null, seconds: null })
  })

  it('is listed with its pictures, problems and the state of its score', async () => {
    const shop = rows.shops.find(({ name }) => name === '静安寺店')!
    const { data } = await admin.call(
      'GET',
      `/api/monitor/checkShop/getCheckshopRecord?shopid=${shop.id}&pageSize=200`,
    )
    for (const line of data.records) {
      const visit = rows.checks.find(({ id }) => id === line.id)!
      const made = rows.evaluations.filter(({ recordId }) => recordId === line.id)
      const isDuring = (at: Date, lateMs: number) =>
        at >= visit.beganAt &&
        at.getTime() <= (visit.endedAt?.getTime() ?? visit.beganAt.getTime() + dayMs / 2) + lateMs
      const ofVisit = { shopId: visit.shopId, userId: visit.userId }
      expect(line).toMatchObject({
        evaluationStatus: made[0]?.status ?? null,
        score: made[0]?.status === 'revoked' ? null : (made[0]?.score ?? null),
        problemCount: rows.problems.filter(
          each =>
            each.shopId === ofVisit.shopId &&
            each.raisedBy === ofVisit.userId &&
            isDuring(each.raisedAt, 600_000),
        ).length,
        pictureCount: rows.pictures.filter(
          each =>
            each.shopId === ofVisit.shopId &&
            each.userId === ofVisit.userId &&
            each.deletedAt === null &&
            isDuring(each.takenAt, 0),
        ).length,
      })
    }
    expect(data.records.some(({ problemCount }: { problemCount: number }) => problemCount > 0)).toBe(true)
  })

  it('is found by who was there, the state of its score, and the item that lost points', async () => {
    const call = async (query: string) =>
      (await admin.call('GET', `/api/monitor/checkShop/getCheckshopRecord?pageSize=2000&${query}`)).data
        .records
    const statusOf = (id: string) => rows.evaluations.find(({ recordId }) => recordId === id)?.status
    const revoked = await call('status=revoked')
    expect(revoked).toHaveLength(rows.checks.filter(({ id }) => statusOf(id) === 'revoked').length)
    expect(await call('status=none')).toHaveLength(rows.checks.filter(({ id }) => !statusOf(id)).length)
    const [detail] = rows.details.filter(({ lost }) => lost > 0)
    for (const itemId of [detail!.itemId, detail!.pitemId!]) {
      const ids = new Set(
        rows.details
          .filter(each => each.lost > 0 && [each.itemId, each.pitemId].includes(itemId))
          .map(({ evaluationId }) => evaluationId),
      )
      const kept = rows.evaluations.filter(({ id, status }) => ids.has(id) && status !== 'revoked')
      expect(await call(`itemId=${itemId}`)).toHaveLength(kept.length)
      const { data } = await admin.call('GET', `/api/evaluations?pageSize=1&itemId=${itemId}`)
      expect(data.total).toBe(ids.size)
    }
    const { userId } = rows.checks[0]!
    expect(await call(`userId=${userId}`)).toHaveLength(
      rows.checks.filter(each => each.userId === userId).length,
    )
  })
})

describe('what is asked wrongly or by strangers', () => {
  const names = ['totals', 'coverage', 'scores', 'groups', 'shops', 'inspectors', 'days']
  const foreign = () => rows.shops.find(({ regionId }) => !['1', '5'].includes(regionId))!

  it.each(names)('%s of a foreign shop is refused, reversed days too', async name => {
    const url = `/api/inspection-figures/${name}`
    expect((await inspector.call('GET', `${url}?shopid=${foreign().id}`)).status).toBe(403)
    expect((await admin.call('GET', `${url}?shopid=none`)).status).toBe(404)
    const reversed = await admin.call('GET', `${url}?checkdate_beg=2026-02-02&checkdate_end=2026-02-01`)
    expect(reversed).toMatchObject({ status: 400, errors: [{ path: 'checkdate_end' }] })
    expect((await admin.call('GET', `${url}?dayType=sunday`)).status).toBe(400)
  })

  it('holds only what the caller sees', async () => {
    const { totals } = await ask('totals', '', inspector)
    expect(totals).toEqual(expectedTotals(id => ['1', '5'].includes(regionOf(id) ?? '')))
    const outside = await ask('totals', `&type=0&id=${foreign().regionId}`, inspector)
    expect(outside.totals).toMatchObject({ shops: 0, patrols: 0, patrolCoverage: null })
    const visit = rows.checks.find(({ shopId }) => regionOf(shopId) === foreign().regionId)!
    expect((await inspector.call('GET', `/api/check-records/${visit.id}/videos`)).status).toBe(403)
  })
})

describe('the days a year before', () => {
  it('are the same days, a leap day being the day before', () => {
    expect(yearBefore({ first: '2024-02-29', last: '2024-03-01' })).toEqual({
      first: '2023-02-28',
      last: '2023-03-01',
    })
    expect(yearBefore({ first: undefined, last: '2024-03-01' })).toBeUndefined()
  })
})
