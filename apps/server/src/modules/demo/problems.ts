import { type ProblemAction, type ProblemStatus, problemActions } from '@aisle/contract'
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { chinaDay } from '../../platform/time.ts'
import { noticeWords, problemLink, type Told } from '../problems/text.ts'
import { chinaMoment } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { demoUsers, inspectorId } from './people.ts'
import { type Random, randomFrom } from './random.ts'

const ids = { problem: 790_001, event: 791_001, comment: 793_001, notice: 795_001 }
const dayMs = 24 * 3_600_000
/** Sees to it that what was found is put right. */
const operatorId = demoUsers.find(user => user.role === 'operator')?.id ?? ''

type Insert<Table extends { $inferInsert: object }> = Table['$inferInsert']
type Step = { action: ProblemAction; userId: string; at: Date; remark: string }
/** How far a problem has come, and in how many days from now it is due. */
type Course = { status: ProblemStatus; dueInDays?: number }

/**
 * What the last visits of 静安寺店 left behind, latest first: two problems of the last one, one that waits for review, and
 * an older one are open; one is due tomorrow.
 */
const jinganCourses: readonly (readonly Course[])[] = [
  [
    { status: 'rectification', dueInDays: 1 },
    { status: 'rectification', dueInDays: 3 },
  ],
  [{ status: 'pending', dueInDays: 2 }],
  [],
  [{ status: 'closed' }, { status: 'closed' }, { status: 'closed' }],
  [{ status: 'rectification', dueInDays: 2 }],
  [{ status: 'closed' }, { status: 'closed' }],
  [{ status: 'closed' }],
]

const raisedWith = ['请今天处理并回传图片', '连续两次出现，请店长关注', '', '按标准图整理', '']
const submittedWith = ['已整理，请复核', '已处理完毕', '当班同事已整改，图片已上传']
const sentBackWith = ['角落还没有收拾，请再处理', '图片看不清，请重新拍一张']
const closedWith = ['复核通过', '已达标', '']
const comments = ['供应商明天上午送货，之后处理', '已和店长电话确认', '下次巡店重点看这里']

type Found = Awaited<ReturnType<typeof deductions>>[number]

/** Problems about what was deducted on the demo's visits, from the finding to the closed case, and who was told of them. */
export async function insertProblems(
  db: Queryable,
  { shops, seed }: { shops: readonly DemoShop[]; seed: number },
  now: Date,
): Promise<void> {
  const shopOf = new Map(shops.map(shop => [shop.id, shop]))
  const found = await deductions(db)
  const jingan = shops.find(shop => shop.name === '静安寺店')
  const chosen = [...ofJingan(found, jingan), ...ofOthers(found, jingan, now, seed)]
    .flatMap(each => {
      const shop = shopOf.get(each.found.shopId)
      return shop ? [{ ...each, shop }] : []
    })
    .sort((a, b) => a.found.at.getTime() - b.found.at.getTime() || a.found.id.localeCompare(b.found.id))

  const problems: Insert<typeof schema.problems>[] = []
  const events: Insert<typeof schema.problemEvents>[] = []
  const said: Insert<typeof schema.problemComments>[] = []
  const notices: Insert<typeof schema.notices>[] = []
  for (const { found, course, shop } of chosen) {
    const random = randomFrom(seed, `problem ${found.id}`)
    const id = String(ids.problem + problems.length)
    const steps = stepsTo(course.status, found, now, random)
    const problem = problemOf(id, found, course, shop, steps, now, random)
    problems.push(problem)
    events.push(
      ...eventsOf(problem, steps).map((event, order) => ({
        ...event,
        id: String(ids.event + events.length + order),
      })),
    )
    if (random.chance(0.3))
      said.push({
        id: String(ids.comment + said.length),
        problemId: id,
        userId: random.chance(0.5) ? operatorId : found.userId,
        content: random.pick(comments),
        createdAt: between(found.at, steps[0]?.at ?? now, 0.5),
      })
    notices.push(
      ...noticesOf(problem, shop, found, steps, now).map((notice, order) => ({
        ...notice,
        id: String(ids.notice + notices.length + order),
      })),
    )
  }
  const { evaluationDetails } = schema
  // Their evaluations know that a problem was made of it.
  await db
    .update(evaluationDetails)
    .set({
      raise: sql`jsonb_build_object('questionType', ${evaluationDetails.pitemName})`,
      raisedAt: sql`${evaluationDetails.publishedAt}`,
    })
    .where(
      inArray(
        evaluationDetails.id,
        chosen.map(({ found }) => found.id),
      ),
    )
  await insertAll(db, schema.problems, problems)
  await insertAll(db, schema.problemEvents, events)
  await insertAll(db, schema.problemComments, said)
  await insertAll(db, schema.notices, notices)
}

/** What evaluations that stand took points for, latest first. */
const deductions = (db: Queryable) =>
  db
    .select({
      id: schema.evaluationDetails.id,
      evaluationId: schema.evaluations.id,
      shopId: schema.evaluations.shopId,
      userId: schema.evaluations.userId,
      at: schema.evaluations.evaluatedAt,
      localDate: schema.evaluations.localDate,
      itemId: schema.evaluationDetails.itemId,
      itemName: schema.evaluationDetails.itemName,
      itemNameEn: schema.evaluationDetails.itemNameEn,
      group: schema.evaluationDetails.pitemName,
      remark: schema.evaluationDetails.remark,
      cameraId: schema.evaluationDetails.cameraId,
      presetId: schema.evaluationDetails.presetId,
      pictureIds: schema.evaluationDetails.pictureIds,
      lost: schema.evaluationDetails.lost,
    })
    .from(schema.evaluationDetails)
    .innerJoin(schema.evaluations, eq(schema.evaluations.id, schema.evaluationDetails.evaluationId))
    .where(and(gt(schema.evaluationDetails.lost, 0), ne(schema.evaluations.status, 'revoked')))
    .orderBy(asc(schema.evaluationDetails.id))

type Chosen = { found: Found; course: Course }

function ofJingan(found: readonly Found[], jingan: DemoShop | undefined): Chosen[] {
  const byVisit = Map.groupBy(
    found.filter(each => each.shopId === jingan?.id),
    each => each.evaluationId,
  )
  const visits = [...byVisit.values()].sort((a, b) => (b[0]?.at.getTime() ?? 0) - (a[0]?.at.getTime() ?? 0))
  return jinganCourses.flatMap((courses, visit) => {
    const worst = (visits[visit] ?? []).toSorted((a, b) => b.lost - a.lost)
    return courses.flatMap((course, order) => {
      const one = worst[order]
      return one ? [{ found: one, course }] : []
    })
  })
}

/** How many problems other shops than the one that is shown have, and where those stand in turn. */
const elsewhere = {
  today: 4,
  recent: { count: 30, turns: ['rectification', 'pending', 'closed', 'rectification', 'closed'] },
  older: { count: 22, turns: ['closed', 'closed', 'closed', 'rectification', 'closed', 'closed', 'closed'] },
} as const
const recentDays = 18

/** The older are closed but for some that were forgotten. */
function ofOthers(found: readonly Found[], jingan: DemoShop | undefined, now: Date, seed: number): Chosen[] {
  const today = chinaDay(now)
  const elsewhereFound = found.filter(each => each.shopId !== jingan?.id)
  const others = randomFrom(seed, 'problems').shuffled(
    elsewhereFound.filter(({ localDate }) => localDate < today),
  )
  // The worst of this day, raised just now.
  const fresh = elsewhereFound
    .filter(({ localDate }) => localDate === today)
    .toSorted((a, b) => b.lost - a.lost || a.id.localeCompare(b.id))
    .slice(0, elsewhere.today)
    .map(each => ({ found: each, course: { status: 'rectification' as const } }))
  const isRecent = ({ at }: Found) => now.getTime() - at.getTime() < recentDays * dayMs
  const before = [
    { ...elsewhere.recent, from: others.filter(isRecent) },
    { ...elsewhere.older, from: others.filter(each => !isRecent(each)) },
  ].flatMap(({ count, turns, from }) =>
    from
      .slice(0, count)
      .map((each, order) => ({ found: each, course: { status: turns[order % turns.length] ?? 'closed' } })),
  )
  return [...before, ...fresh]
}

const between = (from: Date, to: Date, share: number) =>
  new Date(from.getTime() + Math.max(0, to.getTime() - from.getTime()) * share)

/** The steps from the finding to a status, all of them before now. */
function stepsTo(status: ProblemStatus, found: Found, now: Date, random: Random): Step[] {
  const wasSentBack = status !== 'rectification' && random.chance(0.2)
  const submit = { action: 'submit' as const, userId: operatorId, remark: random.pick(submittedWith) }
  const sendBack = { action: 'sendBack' as const, userId: found.userId, remark: random.pick(sentBackWith) }
  const close = { action: 'close' as const, userId: found.userId, remark: random.pick(closedWith) }
  const steps = [
    ...(wasSentBack ? [submit, sendBack] : []),
    ...(status === 'rectification' ? [] : [submit]),
    ...(status === 'closed' ? [close] : []),
  ]
  const whole = Math.min(now.getTime() - found.at.getTime(), random.whole(20, 130) * 3_600_000)
  const end = new Date(found.at.getTime() + whole * 0.95)
  return steps.map((step, order) => {
    const at = byDay(between(found.at, end, (order + 1) / steps.length))
    return { ...step, at: new Date(Math.max(found.at.getTime(), Math.min(at.getTime(), end.getTime()))) }
  })
}

/** The same day between 9 and 21 o'clock in China, in the same order. */
function byDay(at: Date): Date {
  const midnight = chinaMoment(at, 0, '00:00').getTime()
  return new Date(midnight + 9 * 3_600_000 + (at.getTime() - midnight) / 2)
}

function problemOf(
  id: string,
  found: Found,
  { status, dueInDays }: Course,
  shop: DemoShop,
  steps: readonly Step[],
  now: Date,
  random: Random,
): Insert<typeof schema.problems> & { id: string; dueAt: Date; status: ProblemStatus } {
  const dueAt =
    dueInDays === undefined
      ? chinaMoment(new Date(found.at.getTime() + random.whole(3, 7) * dayMs), 0, '18:00')
      : chinaMoment(now, -dueInDays, '18:00')
  const submitted = steps.findLast(step => step.action === 'submit')
  const closed = steps.findLast(step => step.action === 'close')
  const manager = shop.staff.find(person => person.duty === 'manager')
  const isManagers = dueInDays !== undefined || random.chance(0.75)
  return {
    id,
    version: steps.length + 1,
    status,
    shopId: found.shopId,
    cameraId: found.cameraId,
    presetId: found.presetId,
    itemId: found.itemId,
    itemName: found.itemName,
    questionType: found.group,
    remark: found.remark || random.pick(raisedWith),
    beforePictureIds: found.pictureIds,
    raisedBy: found.userId,
    raisedAt: found.at,
    raisedDate: found.localDate,
    ownerUserId: isManagers ? null : operatorId,
    ownerStaffId: isManagers ? (manager?.id ?? null) : null,
    dueAt,
    submittedAt: submitted?.at ?? null,
    submittedBy: submitted?.userId ?? null,
    closedAt: closed?.at ?? null,
    closedBy: closed?.userId ?? null,
    sourceKind: 'evaluation',
    sourceId: found.evaluationId,
    itemKey: found.itemId,
    // What was due before the demo began is not told again now.
    remindedBefore: dueAt <= now ? dueAt : null,
    remindedAfter: dueAt <= now ? dueAt : null,
    updatedAt: steps.at(-1)?.at ?? found.at,
  }
}

function eventsOf(
  problem: ReturnType<typeof problemOf>,
  steps: readonly Step[],
): Insert<typeof schema.problemEvents>[] {
  return [
    {
      problemId: problem.id,
      version: 1,
      action: 'raise',
      toStatus: 'rectification',
      userId: problem.raisedBy,
      at: problem.raisedAt,
      remark: problem.remark ?? '',
      pictureIds: problem.beforePictureIds ?? [],
    },
    ...steps.map(({ action, userId, at, remark }, order) => ({
      problemId: problem.id,
      version: order + 2,
      action,
      fromStatus: problemActions[action].from,
      toStatus: problemActions[action].to,
      userId,
      at,
      remark,
    })),
  ]
}

/** What the inspector was told: what waits for review, and what is late. Handled where it was long ago. */
function noticesOf(
  problem: ReturnType<typeof problemOf>,
  shop: DemoShop,
  { itemNameEn, itemName }: Found,
  steps: readonly Step[],
  now: Date,
): Insert<typeof schema.notices>[] {
  if (problem.raisedBy !== inspectorId) return []
  const notice = (told: Told, at: Date, key: string, remark: string, isHandled: boolean) => {
    const about = { itemName, itemNameEn, shopName: shop.name, shopNameEn: shop.nameEn }
    const { title, body } = noticeWords(told, about, remark)
    return {
      userId: inspectorId,
      key,
      kind: `problem.${told}`,
      titleZh: title.zh,
      titleEn: title.en,
      bodyZh: body.zh,
      bodyEn: body.en,
      link: problemLink(problem.id),
      shopId: problem.shopId,
      status: isHandled ? (2 as const) : (1 as const),
      createdAt: at,
      handledAt: isHandled ? new Date(Math.min(at.getTime() + 5_400_000, now.getTime())) : null,
    }
  }
  const submitted = steps.flatMap(({ action, at, remark }, order) =>
    action === 'submit'
      ? [
          notice(
            'submitted',
            at,
            `problem:${problem.id}:${order + 2}`,
            remark,
            problem.status !== 'pending' || order < steps.length - 1,
          ),
        ]
      : [],
  )
  const isLate = problem.status === 'rectification' && problem.dueAt < now
  const key = `problem:${problem.id}:overdue:${problem.dueAt.toISOString()}`
  return isLate
    ? [...submitted, notice('overdue', problem.dueAt, key, problem.remark ?? '', false)]
    : submitted
}
