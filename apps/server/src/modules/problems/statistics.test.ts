import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { checkShopRecords, evaluations, problems } from '../../platform/schema/index.ts'
import { randomFrom } from '../demo/random.ts'

const hourMs = 3_600_000
const now = new Date('2026-10-30T09:00:00.000Z')
const items = ['通道堆物', '灯未开', '价签缺失', '台面杂乱'] as const

type Row = typeof problems.$inferInsert & { raisedAt: Date }
let world: ProblemWorld
let rows: Row[]

/** Problems of four weeks in both shops, in all statuses, with and without owners and due dates. */
function someProblems(): Row[] {
  const random = randomFrom(7, 'problems')
  return Array.from({ length: 120 }, (_, index) => {
    const shopId = random.chance(0.7) ? 'jingan' : 'paris'
    const raisedAt = new Date(now.getTime() - random.whole(1, 28 * 24 * 60) * 60_000)
    const status = random.pick(['rectification', 'pending', 'closed'] as const)
    const submittedAt = new Date(raisedAt.getTime() + random.whole(1, 50) * hourMs)
    const isOwned = shopId === 'jingan' && random.chance(0.5)
    return {
      id: `s${index}`,
      sourceKind: 'hand',
      sourceId: `s${index}`,
      itemKey: 'x',
      shopId,
      itemName: random.pick(items),
      questionType: random.pick(['陈列', '设备']),
      remark: random.chance(0.2) ? '有纸箱%' : '',
      status,
      raisedBy: random.pick(['inspector', 'stranger']),
      raisedAt,
      raisedDate: dayIn(raisedAt, shopId),
      ownerUserId: isOwned && random.chance(0.5) ? 'colleague' : null,
      ownerStaffId: null,
      dueAt: random.chance(0.8) ? new Date(raisedAt.getTime() + random.whole(1, 200) * hourMs) : null,
      submittedAt: status === 'rectification' ? null : submittedAt,
      closedAt: status === 'closed' ? new Date(submittedAt.getTime() + random.whole(1, 900) * 60_000) : null,
      updatedAt: raisedAt,
    }
  })
}
const zoneOf = (shopId: string) => (shopId === 'paris' ? 'Europe/Paris' : 'Asia/Shanghai')
const dayIn = (at: Date, shopId: string) => at.toLocaleDateString('sv-SE', { timeZone: zoneOf(shopId) })
const mondayOf = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 24 * hourMs).toISOString().slice(0, 10)
}
const isLate = ({ status, dueAt, submittedAt }: Row) =>
  status !== 'closed' && !!dueAt && dueAt < (status === 'pending' && submittedAt ? submittedAt : now)

/** The same figures, counted here one row after the other. */
function tallyOf(some: Row[]) {
  const closed = some.filter(row => row.status === 'closed')
  const minutes = closed.reduce(
    (sum, row) => sum + ((row.closedAt?.getTime() ?? 0) - row.raisedAt.getTime()) / 60_000,
    0,
  )
  return {
    problems: some.length,
    closed: closed.length,
    closeRate: some.length === 0 ? null : Math.round((1000 * closed.length) / some.length) / 10,
    meanCloseMinutes: closed.length === 0 ? null : Math.round((10 * minutes) / closed.length) / 10,
  }
}

beforeAll(async () => {
  world = await problemWorld()
  world.at(now.toISOString())
  rows = someProblems()
  await world.db.insert(problems).values(rows)
})
afterAll(() => world.close())

const get = async (who: 'reader' | 'inspector' | 'stranger', url: string) =>
  (await world.call(who, 'GET', `/api/${url}`)).data

const filters: [query: string, holds: (row: Row) => boolean][] = [
  ['', () => true],
  ['shopId=jingan', row => row.shopId === 'jingan'],
  ['type=0&id=west', row => row.shopId === 'paris'],
  [
    'begin=2026-10-10&end=2026-10-20',
    ({ raisedDate }) => raisedDate >= '2026-10-10' && raisedDate <= '2026-10-20',
  ],
  ['status=pending', row => row.status === 'pending'],
  ['overdue=1', isLate],
  ['overdue=0', row => !isLate(row)],
  ['itemName=灯未开&questionType=设备', row => row.itemName === '灯未开' && row.questionType === '设备'],
  ['ownerUserId=colleague', row => row.ownerUserId === 'colleague'],
  ['raisedBy=stranger', row => row.raisedBy === 'stranger'],
  ['keyword=价签', row => row.itemName === '价签缺失'],
  ['keyword=纸箱%25', row => row.remark !== ''],
  ['keyword=%25', row => row.remark !== ''],
  ['keyword=静安', row => row.shopId === 'jingan'],
  ['keyword=colleague', row => row.ownerUserId === 'colleague'],
  ['keyword=s17', row => row.id === 's17'],
  ['shopId=none', () => false],
]

describe('under each filter', () => {
  it.each(filters)('“%s” list, counts and statistics agree with the rows', async (query, holds) => {
    const some = rows.filter(holds)
    const list = await get('reader', `problems?pageSize=500&${query}`)
    expect(list.records.map(({ id }: { id: string }) => id)).toEqual(
      some
        .toSorted(
          (a, b) => b.raisedAt.getTime() - a.raisedAt.getTime() || ((a.id ?? '') < (b.id ?? '') ? 1 : -1),
        )
        .map(({ id }) => id),
    )
    expect(list.total).toBe(some.length)
    const statistics = await get('reader', `problems/statistics?${query}`)
    const late = some.filter(isLate).length
    expect(statistics).toMatchObject({
      ...tallyOf(some),
      open: some.filter(row => row.status !== 'closed').length,
      overdue: late,
    })
    for (const each of statistics.byItem)
      expect(each).toMatchObject(
        tallyOf(some.filter(row => row.itemName === each.itemName && row.questionType === each.questionType)),
      )
    for (const each of statistics.byShop)
      expect(each).toMatchObject(tallyOf(some.filter(row => row.shopId === each.shopId)))
    for (const each of statistics.byOwner)
      expect(each).toMatchObject(
        tallyOf(some.filter(row => (row.ownerUserId ?? null) === (each.owner?.id ?? null))),
      )
    for (const part of [statistics.byItem, statistics.byShop, statistics.byOwner, statistics.byWeek])
      expect(part.reduce((sum: number, each: { problems: number }) => sum + each.problems, 0)).toBe(
        some.length,
      )
    for (const { week, problems: found, closed } of statistics.byWeek) {
      expect(found).toBe(some.filter(row => mondayOf(row.raisedDate) === week).length)
      expect(closed).toBe(
        some.filter(row => row.closedAt && mondayOf(dayIn(row.closedAt, row.shopId)) === week).length,
      )
    }
    if (/status|overdue/.test(query)) return
    expect(await get('reader', `problems/counts?${query}`)).toMatchObject({
      total: some.length,
      rectification: some.filter(row => row.status === 'rectification').length,
      pending: some.filter(row => row.status === 'pending').length,
      closed: some.filter(row => row.status === 'closed').length,
      overdue: late,
      dueTomorrow: some.filter(
        row =>
          row.status === 'rectification' &&
          row.dueAt &&
          dayIn(row.dueAt, row.shopId) === dayIn(new Date(now.getTime() + 24 * hourMs), row.shopId),
      ).length,
    })
  })

  it('only shops in scope count', async () => {
    const inside = rows.filter(row => row.shopId === 'jingan')
    expect(await get('inspector', 'problems/statistics')).toMatchObject(tallyOf(inside))
    expect((await get('inspector', 'problems')).total).toBe(inside.length)
    expect((await get('inspector', 'problems?shopId=paris')).total).toBe(0)
    expect((await get('inspector', 'patrol/log')).total).toBe(inside.length)
    const found = (await get('inspector', 'problems/items')).reduce(
      (sum: number, item: { count: number }) => sum + item.count,
      0,
    )
    expect(found).toBe(inside.length)
  })
})

describe('pages', () => {
  it('together hold each problem once', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 5; page++)
      seen.push(
        ...(await get('reader', `problems?pageSize=25&pageNumber=${page}`)).records.map(
          ({ id }: { id: string }) => id,
        ),
      )
    expect(new Set(seen).size).toBe(rows.length)
    expect(seen).toHaveLength(rows.length)
  })

  it('begin with what is due first where that is asked for', async () => {
    const { records } = await get('reader', 'problems?sort=due&status=rectification&pageSize=500')
    const due = records.map((each: { dueAt: string | null }) => each.dueAt ?? '9999')
    expect(due).toEqual(due.toSorted())
  })
})

describe('the patrol log', () => {
  it('tells the visit in which it was found and the score of that day', async () => {
    const { db } = world
    await db.insert(checkShopRecords).values([
      {
        id: 'visit',
        shopId: 'jingan',
        userId: 'inspector',
        beganAt: new Date('2026-10-29T06:00:00Z'),
        endedAt: new Date('2026-10-29T06:20:00Z'),
      },
      { id: 'open', shopId: 'jingan', userId: 'colleague', beganAt: new Date('2026-10-29T06:05:00Z') },
    ])
    const evaluation = {
      shopId: 'jingan',
      userId: 'inspector',
      localDate: '2026-10-29',
      isHoliday: false,
      statusUpdatedAt: now,
      formName: '表',
      formVersion: 1,
      earned: 9,
      maximum: 10,
      itemCount: 1,
      passCount: 1,
      deductCount: 0,
      naCount: 0,
      unscoredCount: 0,
    }
    const at = (time: string) => new Date(`2026-10-29T${time}:00Z`)
    await db.insert(evaluations).values([
      { ...evaluation, id: 'e1', score: 80.5, evaluatedAt: at('05:00') },
      { ...evaluation, id: 'e2', score: 92.4, evaluatedAt: at('06:10') },
      { ...evaluation, id: 'e3', score: 10, evaluatedAt: at('07:00'), status: 'revoked' },
    ])
    const found = {
      sourceKind: 'hand' as const,
      itemKey: 'log',
      shopId: 'jingan',
      itemName: '日志问题',
      questionType: '安全',
      raisedBy: 'inspector',
      raisedDate: '2026-10-29',
      updatedAt: now,
    }
    await db.insert(problems).values([
      { ...found, id: 'in', sourceId: 'in', raisedAt: at('06:12'), beforePictureIds: ['gone', 'before'] },
      { ...found, id: 'out', sourceId: 'out', raisedAt: at('08:00'), beforePictureIds: ['before'] },
      {
        ...found,
        id: 'old',
        sourceId: 'old',
        raisedDate: '2026-09-01',
        raisedAt: new Date('2026-09-01T01:02:03Z'),
      },
    ])
    const { records } = await get('reader', 'patrol/log?itemName=日志问题')
    expect(records).toMatchObject([
      { id: 'out', inspectionTime: '16:00:00', recordId: null, score: 92.4, screenshot: { id: 'before' } },
      {
        id: 'in',
        visitDate: '2026-10-29',
        inspectionTime: '14:00:00',
        recordId: 'visit',
        score: 92.4,
        questionType: '安全',
        recorder: { userId: 'inspector', userName: 'inspector 名' },
        status: 'rectification',
      },
      { id: 'old', visitDate: '2026-09-01', inspectionTime: '09:02:03', score: null, screenshot: null },
    ])
    const trend = await get('reader', 'patrol/log/trend?itemName=日志问题')
    expect(trend).toEqual([
      { date: '2026-09-01', problems: 1, score: null },
      { date: '2026-10-29', problems: 2, score: 86.5 },
    ])
    const weeks = await get('reader', 'patrol/log/trend?itemName=日志问题&granularity=week&begin=2026-10-01')
    expect(weeks).toEqual([{ date: '2026-10-26', problems: 2, score: 86.5 }])
  })
})
