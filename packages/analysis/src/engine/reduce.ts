import type { AnalysisCell, Granularity } from '@aisle/contract'
import { bucketStart, isDayGrain } from '../calendar/buckets.ts'
import { type CalcName, isCalc } from '../model/calcs.ts'
import type { DimensionName } from '../model/dimensions.ts'
import { type MetricName, metricOf } from '../model/index.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { ofShopDays, type Plan, plan } from './plan.ts'
import { refuse } from './refuse.ts'
import { growth, rounded, type ShapedRow } from './shape.ts'

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

/** Figures that need questions of their own beside the one that was asked, and how they come into its rows. */
export type Amendment = {
  readonly inner: readonly { readonly asked: Asked; readonly plan: Plan }[]
  /** Changes the cells of the rows it is handed, and of the totals; `answers` are those of the inner questions, in their order. */
  apply(
    rows: readonly ShapedRow[],
    answers: readonly (readonly ShapedRow[])[],
    totals: ShapedRow['cells'] | undefined,
  ): void
  /** The rows of the answer, where they are not those of the question's own statements. */
  rows?(answers: readonly (readonly ShapedRow[])[], own: readonly ShapedRow[]): ShapedRow[]
}

/** Takes the metrics out that are read off finer buckets; what is left is asked directly. */
export function reductionsFor(asked: Asked): { direct: Asked; amendments: Amendment[] } {
  const isOne = ({ name, calc }: AskedMetric) => isReduced(name, calc)
  const reduced = asked.metrics.filter(isOne)
  if (reduced.length === 0) return { direct: asked, amendments: [] }
  const direct = {
    ...asked,
    metrics: asked.metrics.map(metric => (isOne(metric) ? plain(metric) : metric)),
  }
  return { direct, amendments: reduced.map(metric => reduction(metric, asked)) }
}

/** Metrics of single durations are calculated over these, all others over buckets. */
function isReduced(name: MetricName, calc: CalcName | undefined): boolean {
  const metric = metricOf(name)
  const spread = metric.kind === 'counted' ? metric.spread : undefined
  return calc !== undefined && overBuckets[calc] !== undefined && spread?.[calc] === undefined
}

const plain = ({ key, name, source }: AskedMetric): AskedMetric => ({
  key,
  name,
  ...(source ? { source } : {}),
})

/** The same metric of the same groups by another granularity, with nothing done to its rows. */
export function innerQuestion(metric: AskedMetric, asked: Asked, grain: Granularity): Asked {
  return {
    ...asked,
    metrics: [plain(metric)],
    calcs: [],
    groupFilters: [],
    grain,
    question: { ...asked.question, order: [], offset: 0, limit: undefined, totals: false },
  }
}

function reduction(metric: AskedMetric, asked: Asked): Amendment {
  const { calc } = metric
  if (calc === undefined) throw new Error('a reduction without a calculation')
  const grain = finerGrain(asked, calc)
  const byShop = isOverShopDays(metric.name, calc, asked)
  if (byShop && asked.days.length * asked.shops.length > mostShopDays) refuse('period', tooManyShopDays)
  const plainly = innerQuestion(metric, asked, grain)
  const inner: Asked = byShop
    ? { ...plainly, dimensions: [...new Set<DimensionName>([...asked.dimensions, 'shop'])] }
    : plainly
  return {
    inner: [{ asked: inner, plan: plan(inner) }],
    apply(rows, [finer = []], totals) {
      const groups = Map.groupBy(finer, row => groupKey(row, asked))
      const { key, name } = metric
      for (const row of rows)
        row.cells[key] = reducedCell(groups.get(groupKey(row, asked)) ?? [], key, calc, asked)
      if (totals)
        totals[key] =
          addsUpOverGroups(name) && !asked.dimensions.includes('activity')
            ? reducedCell(together(finer, key, byShop), key, calc, asked)
            : reducedCell([], key, calc, asked)
    },
  }
}

const mostShopDays = 400_000
const tooManyShopDays = {
  zh: '门店与天数过多,请缩小范围',
  en: 'These are too many shops and days: narrow them down',
} as const

/**
 * Whether a calculation is over the days of single shops: a mean of rainy days says what one shop has on one of them. Days of all
 * shops together would say in how many shops it rained.
 */
function isOverShopDays(name: MetricName, calc: CalcName | undefined, { dimensions, shops }: Asked): boolean {
  return (
    isReduced(name, calc) &&
    calc !== 'peakHour' &&
    shops.length > 1 &&
    !dimensions.includes('shop') &&
    dimensions.some(one => ofShopDays.has(one))
  )
}

/** The same of each metric as a question asked for it. */
export const shopDaysOf = (asked: Asked): readonly boolean[] =>
  asked.metrics.map(({ name }, index) => {
    const wanted = asked.question.metrics[index]
    const calc = typeof wanted === 'object' ? wanted.calc : undefined
    return calc !== undefined && isCalc(calc) && isOverShopDays(name, calc, asked)
  })

/** Of others the whole cannot be told from its groups: their total stays blank. */
function addsUpOverGroups(name: AskedMetric['name']): boolean {
  const { additivity } = metricOf(name)
  return additivity === 'full' || additivity === 'nodes'
}

/** The groups of each bucket added up, those of one shop by themselves where days are those of single shops. */
function together(rows: readonly ShapedRow[], key: string, byShop: boolean): ShapedRow[] {
  const shopOf = ({ place }: ShapedRow) => (byShop ? place.members.shop : '')
  const buckets = Map.groupBy(rows, row => `${row.place.bucket} ${row.place.slot} ${shopOf(row)}`)
  return [...buckets.values()].map(some => {
    const sumOf = (side: 'current' | 'compared') => {
      const known = some.map(({ cells }) => cells[key]?.[side] ?? null).filter(value => value !== null)
      return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
    }
    const { bucket = 0, slot = 0 } = some[0]?.place ?? {}
    const cell = { current: sumOf('current'), compared: sumOf('compared') }
    return { place: { bucket, slot, members: {} }, cells: { [key]: cell } }
  })
}

/** The row of a question that a row by a finer granularity belongs to. */
export function groupKey({ place }: ShapedRow, { grain, dimensions }: Asked): string {
  const bucket = isDayGrain(grain) ? bucketStart(place.bucket, grain) : 0
  return [bucket, ...dimensions.map(name => place.members[name])].join('\u0001')
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

function reducedCell(rows: readonly ShapedRow[], key: string, reduce: CalcName, asked: Asked): AnalysisCell {
  const read = (side: 'current' | 'compared') => {
    const known = rows.flatMap(({ cells, place }) => {
      const value = cells[key]?.[side]
      const slot = (place.slot + asked.dayCut) % 288
      return value === null || value === undefined ? [] : [{ value, slot }]
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
