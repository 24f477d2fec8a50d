import type { AnalysisAnswer } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

/** One picture of the film: what each zone had in a stretch of time. */
export type Frame = {
  /** `2026-11-20 14:15`. */
  readonly at: string
  readonly total: number
  readonly values: ReadonlyMap<string, number>
}

/** Rows of zones by time as pictures in order, from the first to the last in which anybody was there. */
export function framesOf(rows: AnalysisAnswer['rows'], key: string): Frame[] {
  const times = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const { current } = cellOf(row, key)
    const at = memberOf(row, 'time').name
    const values = times.get(at) ?? new Map<string, number>()
    times.set(at, values)
    if (current !== null) values.set(memberOf(row, 'zone').id, current)
  }
  const frames = [...times]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([at, values]) => ({ at, values, total: [...values.values()].reduce((sum, one) => sum + one, 0) }))
  const first = frames.findIndex(({ total }) => total > 0)
  const last = frames.findLastIndex(({ total }) => total > 0)
  return first < 0 ? [] : frames.slice(first, last + 1)
}

/** Indices of the fullest picture of each day. */
export function peaksOf(frames: readonly Frame[]): number[] {
  const best = new Map<string, number>()
  frames.forEach(({ at, total }, index) => {
    const day = at.slice(0, 10)
    const before = best.get(day)
    if (before === undefined || total > (frames[before]?.total ?? 0)) best.set(day, index)
  })
  return [...best.values()]
}

/** The zones with the most in a picture, the first one first. */
export const hottestOf = (frame: Frame | undefined, most = 5): { id: string; value: number }[] =>
  [...(frame?.values ?? [])]
    .map(([id, value]) => ({ id, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, most)
