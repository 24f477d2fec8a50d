import type { AnalysisCell } from '@aisle/contract'
import type { CalcName } from '../model/calcs.ts'
import { type MetricName, metricOf } from '../model/index.ts'
import type { Asked } from './normalize.ts'
import type { ShapedRow } from './shape.ts'

type Totals = Readonly<Record<string, AnalysisCell>> | undefined
type Context = {
  readonly key: string
  readonly rows: readonly ShapedRow[]
  readonly total: AnalysisCell | undefined
  readonly asked: Asked
}

const currentOf = (row: ShapedRow, key: string): number | null => row.cells[key]?.current ?? null
const known = (values: readonly (number | null)[]): number[] => values.filter(value => value !== null)

/** Further figures beside each value, by the name of the calculation. */
const beside: Partial<Record<CalcName, (context: Context) => void>> = {
  share: ({ key, rows, total }) => {
    const whole = total?.current ?? 0
    for (const row of rows)
      put(row, key, 'share', whole === 0 ? null : ratio(currentOf(row, key), whole, 100))
  },
  rank: ({ key, rows }) => {
    const sorted = known(rows.map(row => currentOf(row, key))).sort((a, b) => b - a)
    const rank = new Map<number, number>()
    sorted.forEach((value, index) => {
      if (!rank.has(value)) rank.set(value, index + 1)
    })
    for (const row of rows) {
      const value = currentOf(row, key)
      put(row, key, 'rank', value === null ? null : (rank.get(value) ?? null))
    }
  },
  cumulative: ({ key, rows, asked }) => {
    const running = new Map<string, number>()
    // Over time in its order; of groups from the largest on, as a share of the top is read.
    const inOrder =
      asked.grain === 'none'
        ? rows.toSorted((a, b) => (currentOf(b, key) ?? 0) - (currentOf(a, key) ?? 0))
        : rows.toSorted((a, b) => a.place.bucket - b.place.bucket || a.place.slot - b.place.slot)
    for (const row of inOrder) {
      const group = asked.grain === 'none' ? '' : Object.values(row.place.members).join('\u0001')
      const current = currentOf(row, key)
      const value = (running.get(group) ?? 0) + (current ?? 0)
      running.set(group, value)
      put(row, key, 'cumulative', current === null ? null : value)
    }
  },
  index: ({ key, rows }) => {
    const middle = median(known(rows.map(row => currentOf(row, key))))
    for (const row of rows)
      put(
        row,
        key,
        'index',
        middle === undefined || middle === 0 ? null : ratio(currentOf(row, key), middle, 100),
      )
  },
  topShare: ({ key, rows, total }) => {
    const sorted = known(rows.map(row => currentOf(row, key))).sort((a, b) => b - a)
    const top = sorted.slice(0, Math.ceil(sorted.length / 5)).reduce((sum, value) => sum + value, 0)
    const share = ratio(top, total?.current ?? 0, 100)
    for (const row of rows) put(row, key, 'topShare', share)
  },
  ratio: ({ key, rows }) => {
    for (const row of rows)
      put(row, key, 'ratio', ratio(currentOf(row, key), row.cells[key]?.compared ?? 0, 1))
  },
}

/** Works the question's calculations out, over all its rows. Mutates the cells it was handed. */
export function calculate(rows: readonly ShapedRow[], totals: Totals, asked: Asked): void {
  for (const { key, name: metric, calc } of asked.metrics)
    for (const name of new Set([...asked.calcs, ...(calc ? [calc] : [])]))
      if (hasSum(metric) || !ofSums.has(name)) beside[name]?.({ key, rows, total: totals?.[key], asked })
}

function put(row: ShapedRow, key: string, calc: CalcName, value: number | null): void {
  const cell = row.cells[key]
  if (cell) row.cells[key] = { ...cell, [calc]: value === null ? null : Math.round(value * 1e4) / 1e4 }
}

const ratio = (value: number | null, base: number, times: number): number | null =>
  value === null || base === 0 ? null : (value / base) * times

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

const ofSums: ReadonlySet<CalcName> = new Set(['share', 'topShare', 'cumulative'])
/** Rates and quantiles have no sum to be a share of. */
const hasSum = (name: MetricName): boolean => !['ratio', 'quantile'].includes(metricOf(name).additivity)
