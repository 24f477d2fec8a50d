import type { LegacyPresetPlan, LegacyScreenshotPlan, Plan, PlanRun } from '@aisle/contract'
import { pictureUrls } from '../pictures/service.ts'
import type { PlanRow, RunRow } from './rows.ts'
import { clockOf, minutesOf, scheduleAnswer } from './schedule.ts'

export function planAnswer(row: PlanRow, last: RunRow | undefined): Plan {
  const { id, kind, patrolId, shopId, timeZone, cameraId, cameraNumber, cameraStatus, presetId } = row
  return {
    id,
    kind,
    patrolId,
    shopId,
    shopname: row.shopName,
    shopnameEn: row.shopNameEn || row.shopName,
    timeZone,
    cameraId,
    cameraName: row.cameraName,
    cameraNameEn: row.cameraNameEn || row.cameraName,
    cameraNumber,
    cameraStatus,
    presetId,
    presetName: row.presetName,
    presetIndex: row.presetIndex,
    schedule: scheduleAnswer(row),
    status: row.paused ? 'paused' : 'enabled',
    nextRunAt: row.nextDueAt?.toISOString() ?? null,
    lastRun: last ? runAnswer(last) : null,
    failuresInARow: row.failuresInARow,
    userId: row.userId,
    userName: row.userName ?? '',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function runAnswer(row: RunRow): PlanRun {
  const { id, planId, patrolId, kind, shopId, cameraId, cameraNumber, presetId, presetName } = row
  const { durationMs, reason, message, tries, pictureId } = row
  return {
    id,
    planId,
    patrolId,
    kind,
    shopId,
    shopname: row.shopName,
    shopnameEn: row.shopNameEn || row.shopName,
    cameraId,
    cameraName: row.cameraName,
    cameraNameEn: row.cameraNameEn || row.cameraName,
    cameraNumber,
    presetId,
    presetName,
    dueAt: row.dueAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    durationMs,
    outcome: row.state,
    reason,
    message,
    tries,
    pictureId,
    thumbnailUrl: pictureId === null ? null : pictureUrls(pictureId).thumbnailUrl,
  }
}

/** The inherited calls know one time a plan: the first of the day. */
function legacyPlan(row: PlanRow) {
  const minutes = minutesOf(row)
  const first = minutes[0] ?? 0
  return {
    id: row.id,
    planTime: clockOf(first),
    hour: Math.floor(first / 60),
    minute: first % 60,
    planTimes: minutes.map(clockOf),
    userId: row.userId,
    shopId: row.shopId,
    videoNo: row.videoNo,
    channelNo: row.channelNo,
  }
}

export function presetPlanAnswer(row: PlanRow): LegacyPresetPlan {
  return { ...legacyPlan(row), presetId: row.presetId, presetName: row.presetName }
}

export function screenshotPlanAnswer(row: PlanRow): LegacyScreenshotPlan {
  return { ...legacyPlan(row), areaId: row.areaId }
}
