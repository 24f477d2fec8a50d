import type { AnalysisRow } from '@aisle/contract'
import { cellOf } from '../../../lib/figures/figure.ts'

/** Figures where less is better: their growth is coloured the other way round. */
export const lessIsBetter: ReadonlySet<string> = new Set([
  'bounceRate',
  'repeatRate',
  'problems',
  'deductions',
  'offlineTime',
  'exceptions',
  'warnings',
])

/** Further figures that may stand beside a value, as calculations of a question give them. */
export const extraNames = {
  share: { zh: '占比', en: 'Share' },
  target: { zh: '目标', en: 'Target' },
  progress: { zh: '目标达成', en: 'Share of target' },
  rank: { zh: '排名', en: 'Rank' },
  cumulative: { zh: '累计', en: 'Running total' },
  index: { zh: '指数', en: 'Index' },
  expected: { zh: '预期', en: 'Expected' },
  forecast: { zh: '预测', en: 'Forecast' },
  base: { zh: '预期', en: 'Expected' },
  rate: { zh: '增幅', en: 'Over expected' },
  low: { zh: '下限(95%)', en: 'Low (95%)' },
  high: { zh: '上限(95%)', en: 'High (95%)' },
} as const
export type Extra = keyof typeof extraNames
const extras = Object.keys(extraNames) as Extra[]

export const numberIn = (cell: Record<string, unknown>, name: Extra): number | undefined => {
  const value = cell[name]
  return typeof value === 'number' ? value : undefined
}
/** Those that the question asked for. */
export const extrasOf = (rows: readonly AnalysisRow[], column: { id: string }): Extra[] =>
  extras.filter(name => rows.some(row => numberIn(cellOf(row, column.id), name) !== undefined))
/** Written in per cent, whatever the value is. */
export const isShare = (name: Extra): boolean => name === 'share' || name === 'progress' || name === 'rate'
const modelled = new Set<Extra>(['base', 'rate', 'low', 'high', 'expected'])
/** What the model says of a value. */
export const isOfModel = (name: Extra): boolean => modelled.has(name)

/** The course of a value within the period, oldest first, where the question asked for it; null: not known. */
export function courseOf(cell: Record<string, unknown>): (number | null)[] | undefined {
  const { sparkline } = cell
  return Array.isArray(sparkline)
    ? sparkline.map((value: unknown) => (typeof value === 'number' ? value : null))
    : undefined
}
/** Its lowest, highest and last value, for those who do not see the line; undefined where there is no line. */
export function courseFacts(
  course: readonly (number | null)[],
): [low: number, high: number, last: number] | undefined {
  const known = course.filter(value => value !== null)
  const last = known.at(-1)
  return last === undefined || known.length < 2 ? undefined : [Math.min(...known), Math.max(...known), last]
}
