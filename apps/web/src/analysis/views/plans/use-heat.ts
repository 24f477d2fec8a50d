import type { FloorPlan, HeatQuestion, PlanHeat } from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Asking } from '../ask.ts'
import { planQueries } from './queries.ts'

/** The heat of plans in the days and hours of the page. */
export function useHeat(
  plans: readonly FloorPlan[],
  asking: Pick<Asking, 'period' | 'timeWindow'> | undefined,
  { compare, granularity = 'none' }: Pick<HeatQuestion, 'compare'> & { granularity?: 'none' | 'hour' } = {},
) {
  const question = useMemo<HeatQuestion>(
    () => ({
      planIds: asking ? plans.map(({ id }) => id) : [],
      period: asking?.period ?? { from: '2026-01-01', to: '2026-01-01' },
      ...(asking?.timeWindow ? { timeWindow: asking.timeWindow } : {}),
      ...(compare ? { compare } : {}),
      granularity,
    }),
    [plans, asking, compare, granularity],
  )
  const query = useQuery({ ...planQueries.heat(question), placeholderData: before => before })
  const byPlan = useMemo(() => new Map(query.data?.map(heat => [heat.planId, heat])), [query.data])
  return { ...query, byPlan }
}

/** All frames of a plan together. */
export function cellsOf(heat: PlanHeat | undefined): readonly number[] {
  const [first, ...more] = heat?.frames ?? []
  if (!first) return []
  return more.reduce<number[]>(
    (sum, { seconds }) => sum.map((value, index) => value + (seconds[index] ?? 0)),
    [...first.seconds],
  )
}

/** How much of a plan can be walked on, and how much of that anybody stood on: shares from 0 to 1. */
export function walkedShares(heat: PlanHeat | undefined): { walkable: number; used: number } | undefined {
  if (!heat || heat.cols === 0) return undefined
  const cells = cellsOf(heat)
  const free = heat.walkable.length === 0 ? cells.map(() => 1) : heat.walkable
  const walkable = free.filter(one => one === 1).length
  const used = cells.filter((value, index) => value > 0 && free[index] === 1).length
  return walkable === 0 ? undefined : { walkable: walkable / (heat.cols * heat.rows), used: used / walkable }
}

/** Plain totals per hour, so that periods of different length can be held against each other cell by cell. */
export function differences(heat: PlanHeat | undefined): readonly number[] {
  if (!heat?.compared || heat.compared.length === 0 || heat.hours === 0 || heat.comparedHours === 0) return []
  const { compared, hours, comparedHours } = heat
  return cellsOf(heat).map((value, index) => value / hours - (compared[index] ?? 0) / comparedHours)
}
