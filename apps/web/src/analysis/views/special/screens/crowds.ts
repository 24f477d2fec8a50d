import type { AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** The hour up to a moment, in whole windows of five minutes; undefined in the first hour of a day. */
export function hourBefore(now: Date): { from: string; to: string } | undefined {
  const minutes = now.getHours() * 60 + now.getMinutes()
  const to = minutes - (minutes % 5)
  if (to < 60) return undefined
  const clock = (at: number) => `${two(Math.floor(at / 60))}:${two(at % 60)}`
  return { from: clock(to - 60), to: clock(to) }
}

/** Fewer people than that are no crowd, however few there were before. */
const leastVisits = 20
const leastGrowth = 25

/** Zones that are clearly busier than what they are held against, the most crowded first. */
export function crowdedZones(rows: readonly AnalysisRow[]) {
  return rows
    .flatMap(row => {
      const { current, growth } = cellOf(row, 'visits')
      const { id, name } = memberOf(row, 'zone')
      return current !== null && current >= leastVisits && typeof growth === 'number' && growth >= leastGrowth
        ? [{ id, name, visits: current, growth }]
        : []
    })
    .toSorted((a, b) => b.growth - a.growth)
}
