import type { ProblemCounts, ProblemStatistics } from '@aisle/contract'
import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { checkItems, problems, shops } from '../../platform/schema/index.ts'
import { ownerOf } from './answers.ts'
import { itemNameEn } from './question-type.ts'
import { isOverdue, matching, owner, ownerStaff, type ProblemFilter } from './store.ts'

const dayMs = 24 * 3_600_000

/** Figures about problems, each computed from the rows that the list shows under the same filter. */
export function problemStatistics({ db, now }: { db: Database; now: () => Date }) {
  const having = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  /** Of the group, or of all. The mean is over those that are closed, from the finding to the last closing. */
  const tally = {
    problems: sql<number>`count(*)::int`,
    closed: having(sql`${problems.status} = 'closed'`),
    closeRate: sql<
      number | null
    >`round(100.0 * count(*) filter (where ${problems.status} = 'closed') / nullif(count(*), 0), 1)::float8`,
    meanCloseMinutes: sql<
      number | null
    >`round((avg(extract(epoch from ${problems.closedAt} - ${problems.raisedAt})) filter (where ${problems.status} = 'closed') / 60)::numeric, 1)::float8`,
  }
  const mostFirst = desc(sql`count(*)`)

  const totals = async (where: SQL | undefined, at: Date) => {
    const [row] = await db
      .select({
        ...tally,
        open: having(sql`${problems.status} <> 'closed'`),
        overdue: having(isOverdue(at)),
      })
      .from(problems)
      .innerJoin(shops, eq(shops.id, problems.shopId))
      .where(where)
    return row ?? { problems: 0, closed: 0, closeRate: null, meanCloseMinutes: null, open: 0, overdue: 0 }
  }

  async function byItem(where: SQL | undefined, top: number) {
    return db
      .select({
        questionType: problems.questionType,
        itemId: problems.itemId,
        itemName: problems.itemName,
        itemNameEn: sql<string>`coalesce(max(${itemNameEn}), '')`,
        ...tally,
      })
      .from(problems)
      .innerJoin(shops, eq(shops.id, problems.shopId))
      .leftJoin(checkItems, eq(checkItems.id, problems.itemId))
      .where(where)
      .groupBy(problems.questionType, problems.itemId, problems.itemName)
      .orderBy(mostFirst, asc(problems.itemName), asc(problems.itemId))
      .limit(top)
  }

  async function byShop(where: SQL | undefined, top: number) {
    return db
      .select({ shopId: shops.id, shopname: shops.name, shopnameEn: shops.nameEn, ...tally })
      .from(problems)
      .innerJoin(shops, eq(shops.id, problems.shopId))
      .where(where)
      .groupBy(shops.id)
      .orderBy(mostFirst, asc(shops.name), asc(shops.id))
      .limit(top)
  }

  async function byOwner(where: SQL | undefined, at: Date, top: number) {
    const rows = await db
      .select({
        ownerUserId: problems.ownerUserId,
        ownerStaffId: problems.ownerStaffId,
        ownerName: sql<string | null>`max(${owner.realName})`,
        staffName: sql<string | null>`max(${ownerStaff.name})`,
        staffPhone: sql<string | null>`max(${ownerStaff.phone})`,
        ...tally,
        overdue: having(isOverdue(at)),
      })
      .from(problems)
      .innerJoin(shops, eq(shops.id, problems.shopId))
      .leftJoin(owner, eq(owner.id, problems.ownerUserId))
      .leftJoin(ownerStaff, eq(ownerStaff.id, problems.ownerStaffId))
      .where(where)
      .groupBy(problems.ownerUserId, problems.ownerStaffId)
      .orderBy(mostFirst, asc(problems.ownerUserId), asc(problems.ownerStaffId))
      .limit(top)
    return rows.map(({ ownerUserId, ownerStaffId, ownerName, staffName, staffPhone, ...figures }) => ({
      owner: ownerOf({ ownerUserId, ownerStaffId, ownerName, staffName, staffPhone }),
      ...figures,
    }))
  }

  /** Each week from the first to the last, also those in which nothing happened. */
  async function byWeek(where: SQL | undefined) {
    const raisedIn = sql<string>`date_trunc('week', ${problems.raisedDate})::date::text`
    const closedIn = sql<string>`date_trunc('week', ${problems.closedAt} at time zone ${shops.timeZone})::date::text`
    const weekly = (week: SQL<string>, also?: SQL) =>
      db
        .select({ week, count: sql<number>`count(*)::int` })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(and(where, also))
        .groupBy(sql`1`)
    const [raised, closed] = await Promise.all([
      weekly(raisedIn),
      weekly(closedIn, and(eq(problems.status, 'closed'), isNotNull(problems.closedAt))),
    ])
    const raisedOf = new Map(raised.map(({ week, count }) => [week, count]))
    const closedOf = new Map(closed.map(({ week, count }) => [week, count]))
    const weeks = [...raisedOf.keys(), ...closedOf.keys()].sort()
    const [first, last] = [weeks[0], weeks.at(-1)]
    if (first === undefined || last === undefined) return []
    return everyWeek(first, last).map(week => ({
      week,
      problems: raisedOf.get(week) ?? 0,
      closed: closedOf.get(week) ?? 0,
    }))
  }

  return {
    /** How many are in each status. */
    async counts(caller: Caller, filter: ProblemFilter): Promise<ProblemCounts> {
      const at = now()
      const inStatus = (status: string) => having(sql`${problems.status} = ${status}`)
      const onClock = (moment: SQL) => sql`(${moment} at time zone ${shops.timeZone})::date`
      const [row] = await db
        .select({
          total: sql<number>`count(*)::int`,
          rectification: inStatus('rectification'),
          pending: inStatus('pending'),
          closed: inStatus('closed'),
          overdue: having(isOverdue(at)),
          dueTomorrow: having(
            sql`${problems.status} = 'rectification' and ${onClock(sql`${problems.dueAt}`)} = ${onClock(sql`${at}::timestamptz`)} + 1`,
          ),
        })
        .from(problems)
        .innerJoin(shops, eq(shops.id, problems.shopId))
        .where(matching(caller.scope, filter, at))
      return row ?? { total: 0, rectification: 0, pending: 0, closed: 0, overdue: 0, dueTomorrow: 0 }
    },

    /** Of the problems under a filter; rankings are cut off after `top`. */
    async of(caller: Caller, filter: ProblemFilter, top: number): Promise<ProblemStatistics> {
      const at = now()
      const where = matching(caller.scope, filter, at)
      const [all, items, ofShops, owners, weeks] = await Promise.all([
        totals(where, at),
        byItem(where, top),
        byShop(where, top),
        byOwner(where, at, top),
        byWeek(where),
      ])
      return { ...all, byItem: items, byShop: ofShops, byOwner: owners, byWeek: weeks }
    },
  }
}
export type ProblemStatisticsService = ReturnType<typeof problemStatistics>

/** The Mondays from one to another, both included. */
function everyWeek(first: string, last: string): string[] {
  const mondays: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 7 * dayMs)
    mondays.push(new Date(at).toISOString().slice(0, 10))
  return mondays
}
