import { dayMs, hourMs, startOfChinaDay } from './china-time.ts'
import type { SimulatedCamera } from './world.ts'

/** A stretch of recording, [start, end) in epoch ms. */
export type RecordedSpan = { start: number; end: number; trigger: 'plan' | 'motion' }
export type TimeRange = { start: number; end: number }

const cloudDays = 3
const gapMs = 20 * 60_000

/**
 * Files on the device that touch the range, whole as the device has them: one per hour for as many days as the camera
 * keeps. Once a night the device restarts and twenty minutes are missing. The last one ends now.
 */
export function deviceFiles(camera: SimulatedCamera, range: TimeRange, now: number): RecordedSpan[] {
  if (camera.recordingDays <= 0) return []
  const oldest = startOfChinaDay(now) - (camera.recordingDays - 1) * dayMs
  const first = Math.max(oldest, Math.floor(range.start / hourMs) * hourMs)
  const last = Math.min(range.end, Math.floor(now / 1000) * 1000)
  const files: RecordedSpan[] = []
  for (let hour = first; hour < last; hour += hourMs) {
    const start = hour === restartHour(camera, hour) ? hour + gapMs : hour
    const end = Math.min(hour + hourMs, Math.floor(now / 1000) * 1000)
    if (start < end && end > range.start && start < range.end) files.push({ start, end, trigger: 'plan' })
  }
  return files
}

/** Kept in the platform's cloud: opening hours of the last three days, every third hour only where something moved. */
export function cloudFiles(camera: SimulatedCamera, range: TimeRange, now: number): RecordedSpan[] {
  const oldest = startOfChinaDay(now) - (cloudDays - 1) * dayMs
  return deviceFiles(camera, range, now)
    .filter(file => file.start >= oldest && isOpen(camera, file.start))
    .map(file => {
      const hour = Math.floor(file.start / hourMs)
      if ((hour + camera.seed) % 3 !== 0) return file
      const start = file.start + ((hour * 7 + camera.seed) % 12) * 60_000
      return { start, end: Math.min(file.end, start + 450_000), trigger: 'motion' as const }
    })
    .filter(file => file.start < file.end && file.end > range.start && file.start < range.end)
}

/** Neighbouring stretches as one, cut to the range. */
export function mergedWithin(spans: RecordedSpan[], range: TimeRange): RecordedSpan[] {
  const merged: RecordedSpan[] = []
  for (const span of spans) {
    const cut = { ...span, start: Math.max(span.start, range.start), end: Math.min(span.end, range.end) }
    const before = merged.at(-1)
    if (before && before.end >= cut.start) before.end = Math.max(before.end, cut.end)
    else merged.push(cut)
  }
  return merged
}

function restartHour(camera: SimulatedCamera, at: number): number {
  const day = startOfChinaDay(at)
  return day + (2 + (((day / dayMs + camera.seed) % 4) | 0)) * hourMs
}

function isOpen(camera: SimulatedCamera, at: number): boolean {
  const minutes = (at - startOfChinaDay(at)) / 60_000
  const [open, close] = [minutesOf(camera.open), minutesOf(camera.close)]
  return open < close ? minutes >= open && minutes < close : minutes >= open || minutes < close
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}
