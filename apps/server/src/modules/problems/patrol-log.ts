import type { Page, PatrolLogLine } from '@aisle/contract'
import { and, asc, desc, eq, gte, lte, ne, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import { checkItems, checkShopRecords, evaluations, problems, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import type { PictureService } from '../pictures/service.ts'
import { ownerOf } from './answers.ts'
import { itemNameEn, questionTypeEn } from './question-type.ts'
import { isOverdue, matching, owner, ownerStaff, type ProblemFilter, raiser, scoreOfDay } from './store.ts'

const farthest = 1_000_000_000

type Deps = { db: Database; pictures: Pick<PictureService, 'byIds'>; now: () => Date }

/** The written trail of patrols: what was found when, by whom, and how the shop did that day. */
export function patrolLog({ db, pictures, now }: Deps) {
  /** A visit of whoever noted it, in that shop, that ran at the time; one that was never ended for twelve hours at most. */
  const visit = sql`(select ${outer(checkShopRecords.id)} from ${checkShopRecords} where ${outer(checkShopRecords.shopId)} = ${outer(problems.shopId)} and ${outer(checkShopRecords.userId)} = ${outer(problems.raisedBy)} and ${outer(checkShopRecords.beganAt)} <= ${outer(problems.raisedAt)} and coalesce(${outer(checkShopRecords.endedAt)} + interval '10 minutes', ${outer(checkShopRecords.beganAt)} + interval '12 hours') >= ${outer(problems.raisedAt)} order by ${outer(checkShopRecords.beganAt)} desc limit 1)`

  return {
    /** Latest first. */
    async page(
      caller: Caller,
      { pageNumber, pageSize, ...filter }: ProblemFilter & { pageNumber: number; pageSize: number },
    ): Promise<Page<PatrolLogLine>> {
      const at = now()
      const where = matching(caller.scope, filter, at)
      const [rows, [totals]] = await Promise.all([
        db
          .select({
            problem: problems,
            shopName: shops.name,
            shopNameEn: shops.nameEn,
            timeZone: shops.timeZone,
            itemNameEn,
            questionTypeEn,
            raiserName: raiser.realName,
            ownerName: owner.realName,
            staffName: ownerStaff.name,
            staffPhone: ownerStaff.phone,
            recordId: checkShopRecords.id,
            beganAt: checkShopRecords.beganAt,
            overdue: isOverdue(at),
            score: scoreOfDay,
          })
          .from(problems)
          .innerJoin(shops, eq(shops.id, problems.shopId))
          .innerJoin(raiser, eq(raiser.id, problems.raisedBy))
          .leftJoin(owner, eq(owner.id, problems.ownerUserId))
          .leftJoin(ownerStaff, eq(ownerStaff.id, problems.ownerStaffId))
          .leftJoin(checkItems, eq(checkItems.id, problems.itemId))
          .leftJoin(checkShopRecords, eq(checkShopRecords.id, visit))
          .where(where)
          .orderBy(desc(problems.raisedAt), desc(problems.id))
          .offset(Math.min((pageNumber - 1) * pageSize, farthest))
          .limit(pageSize),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(problems)
          .innerJoin(shops, eq(shops.id, problems.shopId))
          .where(where),
      ])
      const firstOf = ({ problem }: (typeof rows)[number]) => problem.beforePictureIds.slice(0, 1)
      const shown = await pictures.byIds(caller.scope, rows.flatMap(firstOf))
      const records = rows.map(row => {
        const { problem, timeZone, beganAt } = row
        return {
          id: problem.id,
          shopId: problem.shopId,
          shopname: row.shopName,
          shopnameEn: row.shopNameEn,
          visitDate: problem.raisedDate,
          inspectionTime: legacyTimeOf(beganAt ?? problem.raisedAt, timeZone).slice(11),
          recordId: row.recordId,
          questionType: problem.questionType,
          questionTypeEn: row.questionTypeEn,
          itemName: problem.itemName,
          itemNameEn: row.itemNameEn ?? '',
          screenshot: firstOf(row).flatMap(id => shown.get(id) ?? [])[0] ?? null,
          remark: problem.remark,
          recorder: { userId: problem.raisedBy, userName: row.raiserName },
          owner: ownerOf({ ...problem, ...row }),
          status: problem.status,
          overdue: row.overdue,
          score: row.score,
        }
      })
      return { current: pageNumber, size: pageSize, total: totals?.total ?? 0, records }
    },

    /** Problems under the filter, and the mean score of the evaluations in the same shops and days. */
    async trend(caller: Caller, filter: ProblemFilter, granularity: 'day' | 'week') {
      const bucket = (day: SQL) =>
        granularity === 'day'
          ? sql<string>`${day}::text`
          : sql<string>`date_trunc('week', ${day})::date::text`
      const { begin, end, shopId } = filter
      const [found, scored] = await Promise.all([
        db
          .select({ date: bucket(sql`${problems.raisedDate}`), problems: sql<number>`count(*)::int` })
          .from(problems)
          .innerJoin(shops, eq(shops.id, problems.shopId))
          .where(matching(caller.scope, filter, now()))
          .groupBy(sql`1`)
          .orderBy(asc(sql`1`)),
        db
          .select({
            date: bucket(sql`${evaluations.localDate}`),
            score: sql<number>`round(avg(${evaluations.score}), 1)::float8`,
          })
          .from(evaluations)
          .innerJoin(shops, eq(shops.id, evaluations.shopId))
          .where(
            and(
              inScope(caller.scope),
              inArea(filter),
              ne(evaluations.status, 'revoked'),
              shopId === undefined ? undefined : eq(evaluations.shopId, shopId),
              begin === undefined ? undefined : gte(evaluations.localDate, begin),
              end === undefined ? undefined : lte(evaluations.localDate, end),
            ),
          )
          .groupBy(sql`1`)
          .orderBy(asc(sql`1`)),
      ])
      const foundOn = new Map(found.map(row => [row.date, row.problems]))
      const scoredOn = new Map(scored.map(row => [row.date, row.score]))
      return [...new Set([...foundOn.keys(), ...scoredOn.keys()])]
        .sort()
        .map(date => ({ date, problems: foundOn.get(date) ?? 0, score: scoredOn.get(date) ?? null }))
    },
  }
}
export type PatrolLog = ReturnType<typeof patrolLog>
