import type { AreaSelection, ProblemStatus } from '@aisle/contract'
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { inArea, matchingShop } from '../../platform/area-choice.ts'
import { holdsAuthority, seesShop } from '../../platform/people-access.ts'
import { type Database, outer, type Queryable } from '../../platform/postgres.ts'
import {
  cameras,
  checkItems,
  evaluations,
  inspections,
  pictures,
  presets,
  problemComments,
  problemEvents,
  problems,
  shops,
  staff,
  users,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { itemNameEn, questionTypeEn } from './question-type.ts'

export type ProblemFilter = AreaSelection & {
  shopId?: string | undefined
  /** Days on the shops' clocks, both inside. */
  begin?: string | undefined
  end?: string | undefined
  questionType?: string | undefined
  itemId?: string | undefined
  itemName?: string | undefined
  ownerUserId?: string | undefined
  ownerStaffId?: string | undefined
  raisedBy?: string | undefined
  cameraId?: string | undefined
  pictureId?: string | undefined
  keyword?: string | undefined
  status?: ProblemStatus | undefined
  overdue?: boolean | undefined
}
export type ProblemSort = 'latest' | 'due' | 'closed'
export type NewProblem = typeof problems.$inferInsert
export type ProblemChange = Partial<Omit<NewProblem, 'id'>>

export const owner = alias(users, 'owner')
export const raiser = alias(users, 'raiser')
export const ownerStaff = alias(staff, 'owner_staff')

/** Not closed, and not put right before it was due. A select of its own table alone has no need of other names. */
export const isOverdue = (now: Date) =>
  sql<boolean>`(${problems.status} <> 'closed' and coalesce(${problems.dueAt} < case when ${problems.status} = 'pending' then ${problems.submittedAt} else ${now}::timestamptz end, false))`

/** Of the last evaluation of the problem's shop and day that was not revoked; on a statement that has `problems` in it. */
export const scoreOfDay = sql<
  number | null
>`(select ${outer(evaluations.score)}::float8 from ${evaluations} where ${outer(evaluations.shopId)} = ${outer(problems.shopId)} and ${outer(evaluations.localDate)} = ${outer(problems.raisedDate)} and ${outer(evaluations.status)} <> 'revoked' order by ${outer(evaluations.evaluatedAt)} desc, ${outer(evaluations.id)} desc limit 1)`

const columns = (scope: Scope, now: Date) => ({
  ...getTableColumns(problems),
  shopName: shops.name,
  shopNameEn: shops.nameEn,
  timeZone: shops.timeZone,
  cameraName: cameras.name,
  cameraNameEn: cameras.nameEn,
  itemNameEn,
  raiserName: raiser.realName,
  ownerName: owner.realName,
  staffName: ownerStaff.name,
  staffPhone: ownerStaff.phone,
  staffUserId: ownerStaff.userId,
  overdue: isOverdue(now),
  inScope: sql<boolean>`${inScope(scope)}`,
  visitId: sql<string | null>`case ${problems.sourceKind}
    when 'evaluation' then (select ${outer(evaluations.recordId)} from ${evaluations} where ${outer(evaluations.id)} = ${outer(problems.sourceId)})
    when 'inspection' then (select ${outer(inspections.recordId)} from ${inspections} where ${outer(inspections.id)} = ${outer(problems.sourceId)})
  end`,
  questionTypeEn,
  commentCount: sql<number>`(select count(*)::int from ${problemComments} where ${outer(problemComments.problemId)} = ${outer(problems.id)})`,
})

/** All PostgreSQL about problems; what is counted is in `statistics.ts`. */
export function problemStore(db: Database) {
  const rows = (scope: Scope, now: Date, on: Queryable = db) =>
    on
      .select(columns(scope, now))
      .from(problems)
      .innerJoin(shops, eq(shops.id, problems.shopId))
      .innerJoin(raiser, eq(raiser.id, problems.raisedBy))
      .leftJoin(owner, eq(owner.id, problems.ownerUserId))
      .leftJoin(ownerStaff, eq(ownerStaff.id, problems.ownerStaffId))
      .leftJoin(cameras, eq(cameras.id, problems.cameraId))
      .leftJoin(checkItems, eq(checkItems.id, problems.itemId))
      .$dynamic()

  return {
    /** @throws AppError forbidden, notFound */
    shop: (scope: Scope, shopId: string) => shopInScope(db, scope, shopId),

    /** A problem, and whether its shop is in scope. */
    async one(scope: Scope, id: string, now: Date, on: Queryable = db) {
      const [row] = await rows(scope, now, on).where(eq(problems.id, id))
      return row
    },

    /** Holds a problem until the transaction ends: who acts on it next sees what this one did. */
    async lock(on: Queryable, scope: Scope, id: string) {
      const [row] = await on
        .select({ ...getTableColumns(problems), inScope: sql<boolean>`${inScope(scope)}` })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(eq(problems.id, id))
        .for('update', { of: problems })
      return row
    },

    async page(
      scope: Scope,
      filter: ProblemFilter,
      sort: ProblemSort,
      now: Date,
      offset: number,
      limit: number,
    ) {
      const where = matching(scope, filter, now)
      const order = {
        latest: [desc(problems.raisedAt)],
        due: [sql`${problems.dueAt} asc nulls last`, desc(problems.raisedAt)],
        closed: [sql`${problems.closedAt} desc nulls last`, desc(problems.raisedAt)],
      }[sort]
      const [records, [totals]] = await Promise.all([
        rows(scope, now)
          .where(where)
          .orderBy(...order, desc(problems.id))
          .offset(offset)
          .limit(limit),
        db
          .select({ total: count() })
          .from(problems)
          .innerJoin(shops, eq(shops.id, problems.shopId))
          .where(where),
      ])
      return { records, total: totals?.total ?? 0 }
    },

    /** Problem items that occur, the most frequent first. */
    items: (scope: Scope, filter: ProblemFilter, now: Date) =>
      db
        .select({
          questionType: problems.questionType,
          questionTypeEn,
          itemName: problems.itemName,
          itemNameEn: sql<string>`coalesce(max(${itemNameEn}), '')`,
          count: count(),
        })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .leftJoin(checkItems, eq(checkItems.id, problems.itemId))
        .where(matching(scope, filter, now))
        .groupBy(problems.questionType, problems.itemName)
        .orderBy(desc(count()), asc(problems.itemName))
        .limit(500),

    /** The id of the new problem; undefined where one was raised for the same before. */
    async insert(on: Queryable, problem: NewProblem): Promise<string | undefined> {
      const [made] = await on
        .insert(problems)
        .values(problem)
        .onConflictDoNothing({ target: [problems.sourceKind, problems.sourceId, problems.itemKey] })
        .returning({ id: problems.id })
      return made?.id
    },

    async bySource(scope: Scope, key: Pick<NewProblem, 'sourceKind' | 'sourceId' | 'itemKey'>, now: Date) {
      const [row] = await rows(scope, now).where(
        and(
          eq(problems.sourceKind, key.sourceKind),
          eq(problems.sourceId, key.sourceId),
          eq(problems.itemKey, key.itemKey),
        ),
      )
      return row
    },

    async update(on: Queryable, id: string, change: ProblemChange): Promise<void> {
      await on.update(problems).set(change).where(eq(problems.id, id))
    },

    async note(on: Queryable, event: typeof problemEvents.$inferInsert): Promise<void> {
      await on.insert(problemEvents).values(event)
    },

    /** Oldest first; the caller has seen that the problem is in scope. */
    history: (problemId: string) =>
      db
        .select({ ...getTableColumns(problemEvents), userName: users.realName })
        .from(problemEvents)
        .innerJoin(users, eq(users.id, problemEvents.userId))
        .where(eq(problemEvents.problemId, problemId))
        .orderBy(asc(problemEvents.version)),

    async scoreOf(problemId: string): Promise<number | null> {
      const [row] = await db
        .select({ score: scoreOfDay })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(eq(problems.id, problemId))
      return row?.score ?? null
    },

    comments: (problemId: string) =>
      db
        .select({ ...getTableColumns(problemComments), userName: users.realName })
        .from(problemComments)
        .innerJoin(users, eq(users.id, problemComments.userId))
        .where(eq(problemComments.problemId, problemId))
        .orderBy(asc(problemComments.createdAt), asc(problemComments.id)),

    /** Undefined where the user sent it before. */
    async comment(on: Queryable, comment: typeof problemComments.$inferInsert): Promise<string | undefined> {
      const [made] = await on
        .insert(problemComments)
        .values(comment)
        .onConflictDoNothing()
        .returning({ id: problemComments.id })
      return made?.id
    },

    /** Those of the pictures that were taken in that shop and are there. */
    async picturesOfShop(scope: Scope, shopId: string, ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return []
      const found = await db
        .select({ id: pictures.id })
        .from(pictures)
        .innerJoin(shops, eq(shops.id, pictures.shopId))
        .where(
          and(
            inArray(pictures.id, [...ids]),
            eq(pictures.shopId, shopId),
            isNull(pictures.deletedAt),
            inScope(scope),
          ),
        )
      const known = new Set(found.map(({ id }) => id))
      return [...new Set(ids)].filter(id => known.has(id))
    },

    async isCameraOf(shopId: string, cameraId: string): Promise<boolean> {
      const found = await db
        .select({ id: cameras.id })
        .from(cameras)
        .where(and(eq(cameras.id, cameraId), eq(cameras.shopId, shopId)))
      return found.length > 0
    },

    async isPresetOf(cameraId: string, presetId: string): Promise<boolean> {
      const found = await db
        .select({ id: presets.id })
        .from(presets)
        .where(and(eq(presets.id, presetId), eq(presets.cameraId, cameraId)))
      return found.length > 0
    },

    /** Users who handle problems of that shop; one of them where an id is given. */
    handlers: (shopId: string, userId?: string) =>
      db
        .select({ id: users.id, name: users.realName })
        .from(users)
        .where(
          and(
            eq(users.disabled, false),
            holdsAuthority('problem.handle'),
            seesShop(shopId),
            userId === undefined ? undefined : eq(users.id, userId),
          ),
        )
        .orderBy(asc(users.realName)),

    staff: (shopId: string, staffId?: string) =>
      db
        .select({ id: staff.id, name: staff.name, duty: staff.duty, phone: staff.phone })
        .from(staff)
        .where(and(eq(staff.shopId, shopId), staffId === undefined ? undefined : eq(staff.id, staffId)))
        .orderBy(asc(staff.id)),

    /** Under rectification and due within a day or overdue, of which nobody was told yet; held until the transaction ends. */
    async toRemind(on: Queryable, now: Date, aheadMs: number, limit: number) {
      const soon = new Date(now.getTime() + aheadMs)
      return on
        .select({ id: problems.id })
        .from(problems)
        .where(
          and(
            eq(problems.status, 'rectification'),
            lte(problems.dueAt, soon),
            sql`case when ${problems.dueAt} > ${now}::timestamptz then ${problems.remindedBefore} else ${problems.remindedAfter} end is distinct from ${problems.dueAt}`,
          ),
        )
        .orderBy(problems.id)
        .limit(limit)
        .for('update', { skipLocked: true })
    },
  }
}
export type ProblemStore = ReturnType<typeof problemStore>
export type LockedProblem = NonNullable<Awaited<ReturnType<ProblemStore['lock']>>>
export type ProblemRow = NonNullable<Awaited<ReturnType<ProblemStore['one']>>>

/** Condition on a statement that has `problems` and `shops` in it. */
export function matching(scope: Scope, filter: ProblemFilter, now: Date): SQL | undefined {
  const { begin, end, overdue, pictureId } = filter
  const same = (column: PgColumn, value: string | undefined) =>
    value === undefined ? undefined : eq(column, value)
  return and(
    inScope(scope),
    inArea(filter),
    same(problems.shopId, filter.shopId),
    same(problems.questionType, filter.questionType),
    same(problems.itemId, filter.itemId),
    same(problems.itemName, filter.itemName),
    same(problems.ownerUserId, filter.ownerUserId),
    same(problems.ownerStaffId, filter.ownerStaffId),
    same(problems.raisedBy, filter.raisedBy),
    same(problems.cameraId, filter.cameraId),
    same(problems.status, filter.status),
    begin === undefined ? undefined : gte(problems.raisedDate, begin),
    end === undefined ? undefined : lte(problems.raisedDate, end),
    pictureId === undefined
      ? undefined
      : sql`(${pictureId} = any(${problems.beforePictureIds}) or ${pictureId} = any(${problems.afterPictureIds}))`,
    overdue === undefined ? undefined : overdue ? isOverdue(now) : sql`not ${isOverdue(now)}`,
    filter.keyword === undefined ? undefined : saying(filter.keyword),
  )
}

/** What was typed is looked for as it stands: in the shop, the item, the words, the people and the id. */
function saying(keyword: string): SQL | undefined {
  const holds = (column: PgColumn) => sql`strpos(lower(${column}), lower(${keyword})) > 0`
  const people = sql`(select ${users.id} from ${users} where ${holds(users.realName)})`
  return or(
    eq(problems.id, keyword),
    matchingShop(keyword),
    holds(problems.itemName),
    holds(problems.questionType),
    holds(problems.remark),
    sql`${problems.raisedBy} in ${people}`,
    sql`${problems.ownerUserId} in ${people}`,
    sql`${problems.ownerStaffId} in (select ${staff.id} from ${staff} where ${holds(staff.name)})`,
  )
}
