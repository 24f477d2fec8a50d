import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, gt, gte, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { type Database, outer } from '../../platform/postgres.ts'
import {
  cameras,
  checkItems,
  evaluationDetails,
  evaluations,
  installation,
  presets,
  problemEvents,
  problems,
} from '../../platform/schema/index.ts'
import type { PictureService } from '../pictures/service.ts'
import type { StandardPictures } from '../scoring/standards.ts'

/** Under this key the installation remembers that its findings have their pictures. */
const doneKey = 'demoEvidence'
const dayMs = 24 * 3_600_000
/** Small and few: the demo shall not fill a disk. */
const widthPx = 960
const mostBefore = 80
const mostAfter = 24
const recentDays = 5
const byHand = 1

type Camera = { provider: string; deviceCode: string; channel: string }
export type EvidenceDeps = {
  db: Database
  pictures: Pick<PictureService, 'save'>
  standards: Pick<StandardPictures, 'store'>
  /** What a camera saw at a moment, at a preset where one is named; undefined where it cannot be told. */
  still(camera: Camera, at: Date, preset: number | undefined): Promise<Uint8Array | undefined>
  now: Date
  signal: AbortSignal
}

/**
 * Pictures of what the demo's visits found: of each problem's finding, of what was put right since, and of the deductions
 * of the last days; and a standard picture of some items. Once: an installation that has them is left alone.
 */
export async function keepEvidence({
  db,
  pictures,
  standards,
  still,
  now,
  signal,
}: EvidenceDeps): Promise<void> {
  const [done] = await db.select().from(installation).where(eq(installation.key, doneKey))
  if (done) return

  async function take(found: {
    camera: typeof cameras.$inferSelect
    presetId: string | null
    presetIndex: number | null
    userId: string
    at: Date
  }): Promise<string | undefined> {
    const { camera, presetId, presetIndex, userId, at } = found
    const seen = await still(camera, at, presetIndex ?? undefined)
    await pause(30, undefined, { signal })
    if (!seen) return undefined
    const data = await sharp(seen).resize({ width: widthPx }).jpeg({ quality: 74 }).toBuffer()
    const { id } = await pictures.save({
      data,
      takenAt: at,
      shopId: camera.shopId,
      cameraId: camera.id,
      presetId,
      userId,
      screenshotType: byHand,
    })
    return id
  }

  for (const found of await findings(db, now)) {
    const id = await take(found)
    if (id === undefined) continue
    await db
      .update(evaluationDetails)
      .set({ pictureIds: [id] })
      .where(eq(evaluationDetails.id, found.detailId))
    if (found.problemId === null) continue
    await db
      .update(problems)
      .set({ beforePictureIds: [id] })
      .where(eq(problems.id, found.problemId))
    await db
      .update(problemEvents)
      .set({ pictureIds: [id] })
      .where(and(eq(problemEvents.problemId, found.problemId), eq(problemEvents.action, 'raise')))
  }
  for (const found of await putRight(db)) {
    const id = await take(found)
    if (id === undefined) continue
    await db
      .update(problems)
      .set({ afterPictureIds: [id] })
      .where(eq(problems.id, found.problemId))
    await db
      .update(problemEvents)
      .set({ pictureIds: [id] })
      .where(
        and(
          eq(problemEvents.problemId, found.problemId),
          eq(problemEvents.action, 'submit'),
          eq(problemEvents.at, found.at),
        ),
      )
  }
  for (const { itemId, camera, presetIndex } of await exemplary(db)) {
    const seen = await still(camera, now, presetIndex ?? undefined)
    if (!seen) continue
    // The form began with it: that is no edit of the item.
    const standardAt = await standards.store(itemId, seen)
    await db.update(checkItems).set({ standardAt }).where(eq(checkItems.id, itemId))
  }
  await db.insert(installation).values({ key: doneKey, value: {} }).onConflictDoNothing()
}

/** Deductions behind problems, and those of the last days, that have no picture yet. */
const findings = (db: Database, now: Date) =>
  db
    .select({
      detailId: evaluationDetails.id,
      problemId: problems.id,
      camera: cameras,
      presetId: evaluationDetails.presetId,
      presetIndex: presets.index,
      userId: evaluations.userId,
      at: evaluationDetails.publishedAt,
    })
    .from(evaluationDetails)
    .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
    .innerJoin(cameras, eq(cameras.id, evaluationDetails.cameraId))
    .leftJoin(presets, eq(presets.id, evaluationDetails.presetId))
    .leftJoin(
      problems,
      and(
        eq(problems.sourceKind, 'evaluation'),
        eq(problems.sourceId, evaluations.id),
        eq(problems.itemKey, evaluationDetails.itemId),
      ),
    )
    .where(
      and(
        gt(evaluationDetails.lost, 0),
        ne(cameras.status, 'offline'),
        sql`cardinality(${evaluationDetails.pictureIds}) = 0`,
        or(
          isNotNull(problems.id),
          gte(evaluations.evaluatedAt, new Date(now.getTime() - recentDays * dayMs)),
        ),
      ),
    )
    .orderBy(sql`${problems.id} is null`, desc(evaluationDetails.publishedAt), evaluationDetails.id)
    .limit(mostBefore)

/** Problems that were handed in as put right, latest first. */
async function putRight(db: Database) {
  const rows = await db
    .select({
      problemId: problems.id,
      camera: cameras,
      presetId: problems.presetId,
      presetIndex: presets.index,
      userId: problems.submittedBy,
      at: problems.submittedAt,
    })
    .from(problems)
    .innerJoin(cameras, eq(cameras.id, problems.cameraId))
    .leftJoin(presets, eq(presets.id, problems.presetId))
    .where(
      and(
        isNotNull(problems.submittedAt),
        inArray(problems.status, ['pending', 'closed']),
        ne(cameras.status, 'offline'),
        sql`cardinality(${problems.afterPictureIds}) = 0`,
      ),
    )
    .orderBy(desc(problems.submittedAt))
    .limit(mostAfter)
  return rows.flatMap(({ userId, at, ...row }) => (userId && at ? [{ ...row, userId, at }] : []))
}

/** Items whose preset some camera of 静安寺店 has, one camera each. */
async function exemplary(db: Database) {
  return db
    .selectDistinctOn([checkItems.id], { itemId: checkItems.id, camera: cameras, presetIndex: presets.index })
    .from(checkItems)
    .innerJoin(presets, eq(presets.name, checkItems.presetName))
    .innerJoin(cameras, and(eq(cameras.id, presets.cameraId), eq(cameras.group, checkItems.cameraGroup)))
    .where(
      and(
        eq(checkItems.kind, 'evaluation'),
        eq(checkItems.isGroup, false),
        ne(cameras.status, 'offline'),
        sql`${outer(cameras.shopId)} = (select shop_id from shop_collects order by sort, created_at desc limit 1)`,
        sql`${checkItems.standardAt} is null`,
      ),
    )
    .orderBy(checkItems.id, cameras.number)
}
