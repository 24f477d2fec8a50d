import { algorithms } from '@aisle/contract'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Database } from '../../platform/postgres.ts'
import { findings, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import type { OpenFindings } from './desk.ts'

const most = 2000

/** Findings on pictures that nobody decided about, latest first. */
export function openFindings(db: Database): OpenFindings {
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
