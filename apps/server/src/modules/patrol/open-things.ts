import { algorithms, warningKinds } from '@aisle/contract'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import { cameras, findings, flowWarnings, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import type { OpenThings } from './desk.ts'

const most = 2000
/** What nobody dealt with for longer is no longer for whoever watches now. */
const flowWarningHours = 48

/** Findings on pictures that nobody decided about. */
export function openFindings(db: Database): OpenThings {
  return async (scope, selection) => {
    const rows = await db
      .select({
        id: findings.id,
        shopId: findings.shopId,
        cameraId: findings.cameraId,
        at: findings.foundAt,
        algorithm: findings.algorithm,
      })
      .from(findings)
      .innerJoin(shops, eq(shops.id, findings.shopId))
      .where(and(eq(findings.status, 'new'), isNull(shops.closedAt), inScope(scope), inArea(selection)))
      .orderBy(desc(findings.foundAt), desc(findings.id))
      .limit(most)
    return rows.map(({ algorithm, ...row }) => ({ ...row, what: algorithms[algorithm].label }))
  }
}

/** Warnings about the flow of the last two days that nobody had dealt with by then; seen by a camera of the entrance. */
export function openWarnings(db: Database): OpenThings {
  const doorCamera = sql<
    string | null
  >`(select ${outer(cameras.id)} from ${cameras} where ${outer(cameras.shopId)} = ${outer(shops.id)} and ${outer(cameras.removedAt)} is null order by (${outer(cameras.group)} = 'entrance') desc, ${outer(cameras.number)}, ${outer(cameras.id)} limit 1)`
  return async (scope, selection, at) => {
    const since = new Date(at.getTime() - flowWarningHours * 3_600_000)
    const rows = await db
      .select({
        id: flowWarnings.id,
        shopId: flowWarnings.shopId,
        cameraId: doorCamera,
        at: flowWarnings.raisedAt,
        kind: flowWarnings.kind,
      })
      .from(flowWarnings)
      .innerJoin(shops, eq(shops.id, flowWarnings.shopId))
      .where(
        and(
          sql`${flowWarnings.raisedAt} > ${since}::timestamptz and ${flowWarnings.raisedAt} <= ${at}::timestamptz`,
          sql`coalesce(${flowWarnings.handledAt}, 'infinity') > ${at}::timestamptz`,
          isNull(shops.closedAt),
          inScope(scope),
          inArea(selection),
        ),
      )
      .orderBy(desc(flowWarnings.raisedAt), desc(flowWarnings.id))
      .limit(most)
    return rows.map(({ kind, ...row }) => ({ ...row, what: warningKinds[kind] }))
  }
}
