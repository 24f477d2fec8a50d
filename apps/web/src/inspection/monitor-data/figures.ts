import type { AnalysisAnswer, Question } from '@aisle/contract'
import { cellOf, memberOf } from '../../lib/figures/figure.ts'
import type { ChartData } from '../../ui/chart/chart-data.ts'

/** The key figures in their order. */
export const keyMetrics = ['visits', 'occupancy', 'storeRate', 'sales', 'bagRate'] as const

/**
 * The questions behind the figures beside the picture. The same day last week, up to the same minute, is what all are held
 * against. People inside are asked for by the hour: today the last one says how many are there now.
 */
export function questionsOf(shopId: string, day: string) {
  const about = {
    filters: [{ member: 'shop', op: 'in', values: [shopId] }],
    period: { from: day, to: day },
  } satisfies Partial<Question>
  const compare = { type: 'lastWeekSameDay' } as const
  return {
    figures: { ...about, compare, metrics: [...keyMetrics] },
    inside: { ...about, compare, metrics: ['occupancy'], granularity: 'hour' as const },
    trend: { ...about, compare, metrics: ['visits', 'deals'], granularity: '15min' as const },
    zones: {
      ...about,
      metrics: ['visits'],
      dimensions: ['zone'],
      order: [{ by: 'visits', direction: 'desc' as const }],
      limit: 8,
    },
  } satisfies Record<string, Question>
}

/** People inside in the last hour that says anything, and at that hour last week; null where none does. */
export function insideNow(answer: AnalysisAnswer | undefined) {
  const last = lastHour(answer)
  return last ? cellOf(last, 'occupancy') : { current: null }
}

/** The hour that `insideNow` speaks of, `14:00`; undefined where none was received. */
export function insideHour(answer: AnalysisAnswer | undefined): string | undefined {
  const last = lastHour(answer)
  return last && memberOf(last, 'time').name.slice(-5)
}

const lastHour = (answer: AnalysisAnswer | undefined) =>
  answer?.rows.findLast(row => cellOf(row, 'occupancy').current !== null)

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
