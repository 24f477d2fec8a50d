import type { Granularity } from '@aisle/contract'
import type { Asked } from './normalize.ts'
import { plan } from './plan.ts'
import { type Amendment, groupKey, innerQuestion } from './reduce.ts'
import { refuse } from './refuse.ts'

const mostDays = 120

/**
 * The course of each value within the period beside it, oldest first: by hours of one day, by days, by weeks where there are more
 * than 120. What is not known stays null.
 */
export function sparklinesFor(asked: Asked): Amendment[] {
  const wanted = asked.metrics.filter(
    ({ calc }) => calc === 'sparkline' || (calc === undefined && asked.calcs.includes('sparkline')),
  )
  if (wanted.length === 0) return []
  if (asked.grain !== 'none') refuse('granularity', text.wholePeriod)
  const days = asked.span.to - asked.span.from + 1
  const grain: Granularity = days === 1 ? 'hour' : days > mostDays ? 'week' : 'day'
  return wanted.map(metric => {
    const { compare: _, ...inner } = innerQuestion(metric, asked, grain)
    return {
      inner: [{ asked: inner, plan: plan(inner) }],
      apply(rows, [finer = []]) {
        const groups = Map.groupBy(finer, row => groupKey(row, asked))
        for (const row of rows) {
          const cell = row.cells[metric.key]
          const points = (groups.get(groupKey(row, asked)) ?? []).toSorted(
            (a, b) => a.place.bucket - b.place.bucket || a.place.slot - b.place.slot,
          )
          if (cell)
            row.cells[metric.key] = {
              ...cell,
              sparkline: points.map(({ cells }) => cells[metric.key]?.current ?? null),
            }
        }
      },
    }
  })
}

const text = {
  wholePeriod: {
    zh: '迷你曲线只能对整个时段查询',
    en: 'A mini curve is of the whole period: leave the granularity out',
  },
} as const
