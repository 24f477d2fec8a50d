import { AppError } from '@aisle/contract'
import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import {
  cameras,
  checkShopRecords,
  checkVideoRecords,
  evaluations,
  shops,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { watchedUntil } from './figures-store.ts'
import { text } from './text.ts'

/** What happened in one visit: which videos were watched and for how long, and what came of it. */
export function watchedVideos(db: Database) {
  return {
    /** @throws AppError notFound; forbidden outside the scope */
    async ofVisit(scope: Scope, recordId: string) {
      const [visit] = await db
        .select({ timeZone: shops.timeZone, isVisible: sql<boolean>`${inScope(scope)}` })
        .from(checkShopRecords)
        .innerJoin(shops, eq(shops.id, checkShopRecords.shopId))
        .where(eq(checkShopRecords.id, recordId))
      if (!visit) throw new AppError('notFound', text.noVisit)
      if (!visit.isVisible) throw new AppError('forbidden', text.foreignVisit)
      const [videos, made] = await Promise.all([
        db
          .select({
            id: checkVideoRecords.id,
            cameraId: checkVideoRecords.cameraId,
            cameraNumber: sql<string>`coalesce(${cameras.number}, '')`,
            cameraName: sql<string>`coalesce(${cameras.name}, ${checkVideoRecords.videoNo})`,
            cameraNameEn: sql<string>`coalesce(${cameras.nameEn}, '')`,
            from: checkVideoRecords.operatedAt,
            to: sql`${watchedUntil}`.mapWith(moment).as('to'),
          })
          .from(checkVideoRecords)
          .innerJoin(checkShopRecords, eq(checkShopRecords.id, checkVideoRecords.recordId))
          .leftJoin(cameras, eq(cameras.id, checkVideoRecords.cameraId))
          .where(eq(checkVideoRecords.recordId, recordId))
          .orderBy(asc(checkVideoRecords.operatedAt), asc(checkVideoRecords.id)),
        db
          .select({
            id: evaluations.id,
            score: evaluations.score,
            status: evaluations.status,
            evaluatedAt: evaluations.evaluatedAt,
            deductCount: evaluations.deductCount,
          })
          .from(evaluations)
          .where(eq(evaluations.recordId, recordId))
          .orderBy(asc(evaluations.evaluatedAt), asc(evaluations.id)),
      ])
      return { timeZone: visit.timeZone, videos, evaluations: made }
    },
  }
}

/** A computed moment comes as PostgreSQL writes it. */
const moment = {
  mapFromDriverValue: (value: unknown): Date | null => (value === null ? null : new Date(String(value))),
}
