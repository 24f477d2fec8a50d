import type { AnalysisCell, Granularity } from '@aisle/contract'
import { bucketStart, isDayGrain } from '../calendar/buckets.ts'
import type { CalcName } from '../model/calcs.ts'
import { metricOf } from '../model/index.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { type Plan, plan } from './plan.ts'
import { refuse } from './refuse.ts'
import { growth, rounded, type Shaped, type ShapedRow } from './shape.ts'

/** Calculations over the buckets of a period: the values of single days, or of hours where the period is one day. */
const overBuckets: Partial<
  Record<CalcName, (values: readonly number[], slots: readonly number[]) => number | null>
> = {
  average: values =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
  median: values => quantile(values, 0.5),
  p90: values => quantile(values, 0.9),
  peak: values => (values.length === 0 ? null : Math.max(...values)),
  trough: values => (values.length === 0 ? null : Math.min(...values)),
  /** The hour of the day whose sum is the highest. */
  peakHour: (values, slots) => {
    const best = values.indexOf(Math.max(...values))
    return values.length === 0 ? null : (slots[best] ?? 0) / 12
  },
}

/** A metric that is read off finer buckets, as a question of its own. */
export type Reduction = {
  readonly metric: AskedMetric
  readonly asked: Asked
  readonly plan: Plan
  readonly reduce: CalcName
}

/** Takes the metrics out that are read off finer buckets; what is left is asked directly. */
export function reductionsFor(asked: Asked): { direct: Asked; reductions: Reduction[] } {
  const isReduced = ({ name, calc }: AskedMetric) => {
    const metric = metricOf(name)
    const spread = metric.kind === 'counted' ? metric.spread : undefined
    return calc !== undefined && overBuckets[calc] !== undefined && spread?.[calc] === undefined
  }
  const reduced = asked.metrics.filter(isReduced)
  if (reduced.length === 0) return { direct: asked, reductions: [] }
  const direct = {
    ...asked,
    metrics: asked.metrics.map(metric => (isReduced(metric) ? plain(metric) : metric)),
  }
  return { direct, reductions: reduced.map(metric => reduction(metric, asked)) }
}

const plain = ({ key, name, source }: AskedMetric): AskedMetric => ({
  key,
  name,
  ...(source ? { source } : {}),
})

function reduction(metric: AskedMetric, asked: Asked): Reduction {
  const { calc } = metric
  if (calc === undefined) throw new Error('a reduction without a calculation')
  const finer = finerGrain(asked, calc)
  const inner: Asked = {
    ...asked,
    metrics: [plain(metric)],
    calcs: [],
    groupFilters: [],
    grain: finer,
    question: { ...asked.question, order: [], offset: 0, limit: undefined, totals: false },
  }
  return { metric, asked: inner, plan: plan(inner), reduce: calc }
}

function finerGrain({ grain, span }: Asked, calc: CalcName): Granularity {
  if (calc === 'peakHour') {
    if (grain === 'none') return 'distribution'
    return refuse('granularity', {
      zh: '高峰时段只能对整个时段计算',
      en: 'The peak hour is of the whole period: leave the granularity out',
    })
  }
  if (grain === 'none') return span.from === span.to ? 'hour' : 'day'
  if (isDayGrain(grain) && grain !== 'day') return 'day'
  if (grain === 'day') return 'hour'
  return refuse('granularity', {
    zh: '此粒度下没有更细的时段可供计算',
    en: 'There are no finer buckets to calculate over at this granularity',
  })
}

/** Puts the figures read off finer buckets into the rows they belong to. */
export function withReductions(
  shaped: Shaped,
  asked: Asked,
  inner: readonly { reduction: Reduction; shaped: Shaped }[],
): Shaped {
  if (inner.length === 0) return shaped
  for (const { reduction: one, shaped: finer } of inner) {
    const unit = isDayGrain(asked.grain) ? asked.grain : undefined
    const groupOf = ({ place }: ShapedRow) => {
      const bucket = unit === undefined ? 0 : bucketStart(place.bucket, unit)
      return [bucket, ...asked.dimensions.map(name => place.members[name])].join('\u0001')
    }
    const groups = Map.groupBy(finer.rows, groupOf)
    for (const row of shaped.rows)
      row.cells[one.metric.key] = reducedCell(groups.get(groupOf(row)) ?? [], one, asked)
  }
  return shaped
}

function reducedCell(rows: readonly ShapedRow[], { metric, reduce }: Reduction, asked: Asked): AnalysisCell {
  const read = (side: 'current' | 'compared') => {
    const known = rows.flatMap(({ cells, place }) => {
      const value = cells[metric.key]?.[side]
      return value === null || value === undefined ? [] : [{ value, slot: place.slot }]
    })
    const value =
      overBuckets[reduce]?.(
        known.map(one => one.value),
        known.map(({ slot }) => slot),
      ) ?? null
    return value === null ? null : rounded(value, 4)
  }
  const current = read('current')
  if (!asked.compare) return { current }
  const compared = read('compared')
  const difference = current === null || compared === null ? null : rounded(current - compared, 4)
  return { current, compared, difference, growth: growth(current, compared) }
}

/** The value below which the given share of values lies, between two neighbours where it falls between them. */
function quantile(values: readonly number[], level: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * level
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low === undefined || high === undefined ? null : low + (high - low) * (at - Math.floor(at))
}
