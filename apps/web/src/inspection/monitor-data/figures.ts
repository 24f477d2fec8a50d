import type { AnalysisAnswer, Question } from '@aisle/contract'
import { cellOf, memberOf } from '../../lib/figures/figure.ts'
import type { ChartData } from '../../ui/chart/chart-data.ts'

/** The questions behind the figures beside the picture. The same day last week, up to the same minute, is what all are held against. */
export function questionsOf(shopId: string, day: string) {
  const about = {
    filters: [{ member: 'shop', op: 'in', values: [shopId] }],
    period: { from: day, to: day },
  } satisfies Partial<Question>
  const compare = { type: 'lastWeekSameDay' } as const
  return {
    figures: { ...about, compare, metrics: ['visits', 'storeRate', 'sales', 'bagRate'] },
    inside: { ...about, compare, metrics: ['occupancy'], granularity: 'hour' },
    trend: { ...about, compare, metrics: ['visits', 'deals'], granularity: '15min' },
    zones: {
      ...about,
      metrics: ['visits'],
      dimensions: ['zone'],
      order: [{ by: 'visits', direction: 'desc' }],
      limit: 8,
    },
  } as const satisfies Record<string, Question>
}

/** People inside in the last hour that says anything, and at that hour last week; null where none does. */
export function insideNow(answer: AnalysisAnswer | undefined) {
  const last = answer?.rows.findLast(row => cellOf(row, 'occupancy').current !== null)
  return last ? cellOf(last, 'occupancy') : { current: null }
}

/** A metric by quarters of an hour, today's beside the other day's. */
export function quartersOf(
  { rows }: AnalysisAnswer,
  metric: string,
  names: { now: string; before: string },
): ChartData & { starts: string[] } {
  return {
    starts: rows.map(row => memberOf(row, 'time').name),
    categories: rows.map(row => memberOf(row, 'time').name.slice(-5)),
    series: [
      { name: names.now, values: rows.map(row => cellOf(row, metric).current) },
      { name: names.before, values: rows.map(row => cellOf(row, metric).compared ?? null), isCompared: true },
    ],
  }
}
