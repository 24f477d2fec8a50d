import type { AreaSelection, PlanKind, RunOutcome } from '@aisle/contract'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { cameras, pictures, planRuns, plans, presets, shops, users } from '../../platform/schema/index.ts'
import type { Schedule } from './schedule.ts'

const named = {
  shopName: shops.name,
  shopNameEn: shops.nameEn,
  timeZone: shops.timeZone,
  cameraName: cameras.name,
  cameraNameEn: cameras.nameEn,
  cameraNumber: cameras.number,
}
const planColumns = {
  ...getTableColumns(plans),
  ...named,
  presetName: sql<string>`coalesce(${presets.name}, ${plans.presetName})`,
  presetIndex: presets.index,
  cameraStatus: cameras.status,
  videoNo: cameras.deviceCode,
  channelNo: cameras.channel,
  userName: users.realName,
}
const runColumns = { ...getTableColumns(planRuns), planId: plans.id, ...named, pictureId: pictures.id }

type Named = {
  shopName: string
  shopNameEn: string
  timeZone: string
  cameraName: string
  cameraNameEn: string
  cameraNumber: string
}
/** A plan with what it is shown with; its preset by the name it has now. */
export type PlanRow = typeof plans.$inferSelect &
  Named & {
    presetIndex: number | null
    cameraStatus: 'online' | 'offline' | 'unknown'
    videoNo: string
    channelNo: string
    userName: string | null
  }
export type RunRow = typeof planRuns.$inferSelect & Named & { planId: string; pictureId: string | null }

export type PlaceFilter = AreaSelection & { shopId?: string | undefined; cameraId?: string | undefined }
export type PlanFilter = PlaceFilter & {
  planId?: string | undefined
  kinds?: readonly PlanKind[] | undefined
  status?: 'enabled' | 'paused' | undefined
  keyword?: string | undefined
}
export type RunFilter = PlaceFilter & {
  kinds?: readonly PlanKind[] | undefined
  planId?: string | undefined
  patrolId?: string | undefined
  outcome?: RunOutcome | undefined
  from?: string | undefined
  to?: string | undefined
}
/** What is put on one camera, or on one preset of it. */
export type NewPlan = Schedule & {
  shopId: string
  cameraId: string
  presetId: string | null
  presetName: string
  areaId: string | null
  userId: string
  nextDueAt: Date | null
}

/** The one plan of a camera, and those of its presets. */
export const screenshot = sql`${plans.kind} = 'screenshot' and ${plans.deletedAt} is null`
export const ofPreset = sql`${plans.kind} = 'preset' and ${plans.deletedAt} is null`

/** Plans with what they are shown with. */
export const planRows = (on: Queryable) =>
  on
    .select({ ...planColumns, total: sql<number>`(count(*) over ())::int` })
    .from(plans)
    .innerJoin(shops, eq(shops.id, plans.shopId))
    .innerJoin(cameras, eq(cameras.id, plans.cameraId))
    .leftJoin(presets, eq(presets.id, plans.presetId))
    .leftJoin(users, eq(users.id, plans.userId))
    .$dynamic()

/** Runs of plans with their picture, where it is there. */
export const runRows = (on: Queryable) =>
  on
    .select(runColumns)
    .from(planRuns)
    .innerJoin(plans, eq(plans.id, planRuns.planId))
    .innerJoin(shops, eq(shops.id, planRuns.shopId))
    .innerJoin(cameras, eq(cameras.id, planRuns.cameraId))
    .leftJoin(pictures, and(eq(pictures.planRunId, planRuns.id), isNull(pictures.deletedAt)))
    .$dynamic()

/** Condition on a statement that has shops in it; a camera by the condition of its own table. */
export const inPlace = (filter: PlaceFilter, camera: SQL | undefined): SQL | undefined =>
  and(inArea(filter), filter.shopId ? eq(shops.id, filter.shopId) : undefined, camera)

/** Conditions on a statement that has runs of plans, shops and cameras in it; days on the clock of the shop. */
export function runCondition(filter: RunFilter): SQL | undefined {
  const { from, to } = filter
  return and(
    isNotNull(planRuns.planId),
    inPlace(filter, filter.cameraId ? eq(planRuns.cameraId, filter.cameraId) : undefined),
    filter.kinds && inArray(planRuns.kind, [...filter.kinds]),
    filter.planId ? eq(planRuns.planId, filter.planId) : undefined,
    filter.patrolId ? eq(planRuns.patrolId, filter.patrolId) : undefined,
    filter.outcome && eq(planRuns.state, filter.outcome),
    // The bounds without a zone let the index find the days; those on the shop's clock cut them exactly.
    from === undefined
      ? undefined
      : sql`${planRuns.dueAt} >= ${from}::date - interval '1 day' and ${planRuns.dueAt} >= (${from}::date::timestamp at time zone ${shops.timeZone})`,
    to === undefined
      ? undefined
      : sql`${planRuns.dueAt} < ${to}::date + interval '2 days' and ${planRuns.dueAt} < ((${to}::date + 1)::timestamp at time zone ${shops.timeZone})`,
  )
}
