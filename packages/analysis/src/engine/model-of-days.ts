import type { AnalysisCell } from '@aisle/contract'
import { isDayGrain } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import type { CalcName } from '../model/calcs.ts'
import type { DimensionName } from '../model/dimensions.ts'
import { dimensionOf, isOfDays } from '../model/dimensions.ts'
import { isMetric, type MetricName, metricOf } from '../model/index.ts'
import { type ActivitySpan, type Expectation, expectations, type Series, seriesOf } from './expectation.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { plan } from './plan.ts'
import { type Amendment, innerQuestion } from './reduce.ts'
import { refuse } from './refuse.ts'
import { rounded, type ShapedRow } from './shape.ts'

const modelled = ['expected', 'uplift', 'forecast'] as const satisfies readonly CalcName[]
type Modelled = (typeof modelled)[number]
const isModelled = (calc: CalcName): calc is Modelled => modelled.some(name => name === calc)

/** Whether a question asks the model of days: what it needs to be told of activities for. */
export const isAboutModels = ({
  calc,
  metrics,
}: {
  calc: readonly string[]
  metrics: readonly unknown[]
}): boolean =>
  calc.some(isModelName) ||
  metrics.some(
    one => typeof one === 'object' && one !== null && 'calc' in one && isModelName(String(one.calc)),
  )
const isModelName = (name: string): boolean => modelled.some(one => one === name)

/** Up to so many shops are modelled each for itself; more by their cities. */
const fewShops = 500
const mostShopDays = 400_000

/**
 * What a figure should have been without what is asked about (`expected`), what it had more (`uplift`) and what it will be
 * (`forecast`). Each shop is modelled for itself, on the eight weeks before the period, or before the activity where the question
 * is about activities; `usual-days.ts` says how a day is foretold, `expectation.ts` how sure that is. As a calculation of the
 * question the figures stand beside each value; asked as a metric's own calculation they take its place. Uplift is of days that
 * are over and were received.
 */
export function modelsFor(
  asked: Asked,
  calendar: Calendar,
  activities: readonly ActivitySpan[],
): Amendment[] {
  return asked.metrics.flatMap(metric => {
    const own = metric.calc && isModelled(metric.calc) ? metric.calc : undefined
    const beside = asked.calcs.filter(isModelled)
    if (own === undefined && (beside.length === 0 || metric.calc !== undefined)) return []
    refuseUnfit(metric, asked)
    const series = seriesOf(asked, activities)
    if (series.days.length * series.shops.length > mostShopDays) refuse('period', text.tooMuch)
    const unit: DimensionName = series.shops.length <= fewShops ? 'shop' : 'city'
    const parts = partsOf(metric.name)
    const alone = (name: MetricName, ...more: DimensionName[]): Asked => {
      const { compare: _, ...plain } = innerQuestion(
        { ...metric, name, key: name },
        asked,
        asked.grain === 'hour' ? 'hour' : 'day',
      )
      const groups = asked.dimensions.filter(one => one !== 'activity')
      return {
        ...plain,
        // A day without sales is a day; weather is only looked up.
        isSparse: more.length > 0,
        filters: plain.filters.filter(({ member }) => member !== 'activity'),
        days: series.days,
        span: {
          from: series.days[0] ?? asked.span.from,
          to: series.days.at(-1) ?? asked.span.to,
        },
        shops: series.shops,
        everyShop: asked.everyShop && series.shops.length === asked.shops.length,
        dimensions: [...new Set([...groups, unit, ...more])],
      }
    }
    const inner = [...parts.names.map(name => alone(name)), alone(parts.names[0] ?? metric.name, 'weather')]
    return [
      {
        inner: inner.map(one => ({ asked: one, plan: plan(one) })),
        apply(rows, answers, totals) {
          const found = expectations({
            asked,
            calendar,
            activities,
            series,
            unit,
            parts,
            answers: answers.slice(0, -1),
            weather: answers.at(-1) ?? [],
          })
          for (const row of rows) put(row.cells, metric, own, beside, found.at(row.place))
          if (totals) put(totals, metric, own, beside, found.whole())
        },
      },
    ]
  })
}

/** What a figure is made of that adds up over days: itself, or both sides of a rate. */
function partsOf(name: MetricName): Series {
  const metric = metricOf(name)
  if (metric.kind !== 'ratio') return { names: [name], times: 1 }
  const names = metric.over.filter(isMetric)
  return { names, times: metric.times }
}

const addsUp = (name: MetricName): boolean => {
  const { additivity } = metricOf(name)
  return additivity === 'full' || additivity === 'nodes' || firstTime.has(name)
}
/** Who comes for the first time does so on one day: these add up over days although they are people. */
const firstTime: ReadonlySet<string> = new Set(['newCustomers'])

function refuseUnfit({ name, key }: AskedMetric, { grain, dimensions, metrics, slots }: Asked): void {
  const { label } = metricOf(name)
  const at = metrics.findIndex(one => one.key === key)
  if (!partsOf(name).names.every(addsUp))
    refuse(`metrics.${at}`, {
      zh: `「${label.zh}」不可相加,没有应有值与预测`,
      en: `${label.en} does not add up: there is no expected value or forecast of it`,
    })
  if (grain !== 'none' && grain !== 'hour' && !isDayGrain(grain)) refuse('granularity', text.grain)
  if (slots.length > 0 && grain === 'hour') refuse('timeWindow', text.grain)
  const ofDays = dimensions.findIndex(isOfDays)
  const dimension = dimensions[ofDays]
  if (dimension !== undefined)
    refuse(`dimensions.${ofDays}`, {
      zh: `应有值与预测不能按「${dimensionOf(dimension).label.zh}」查询`,
      en: `Expected values and forecasts are not known by ${dimensionOf(dimension).label.en}`,
    })
}

function put(
  cells: ShapedRow['cells'],
  { key }: AskedMetric,
  own: Modelled | undefined,
  beside: readonly Modelled[],
  found: Expectation,
): void {
  const cell = cells[key]
  if (!cell) return
  const figures = Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, value === null ? null : rounded(value, 4)]),
  ) as Expectation
  cells[key] = own === undefined ? { ...cell, ...besideOf(figures, beside) } : ownOf(figures, own, cell)
}

function besideOf(found: Expectation, calcs: readonly Modelled[]): Partial<AnalysisCell> {
  const { expected, expectedLow, expectedHigh, uplift, upliftLow, upliftHigh, forecast } = found
  return {
    ...(calcs.includes('expected') ? { expected, expectedLow, expectedHigh } : {}),
    ...(calcs.includes('uplift') ? { uplift, upliftLow, upliftHigh, upliftRate: found.upliftRate } : {}),
    ...(calcs.includes('forecast') ? { forecast } : {}),
  }
}

function ownOf(found: Expectation, calc: Modelled, { coverage, imputed }: AnalysisCell): AnalysisCell {
  const kept = {
    ...(coverage === undefined ? {} : { coverage }),
    ...(imputed === undefined ? {} : { imputed }),
  }
  if (calc === 'forecast') return { current: found.forecast, ...kept }
  if (calc === 'expected')
    return { current: found.expected, low: found.expectedLow, high: found.expectedHigh, ...kept }
  return {
    current: found.uplift,
    low: found.upliftLow,
    high: found.upliftHigh,
    actual: found.actual,
    base: found.base,
    rate: found.upliftRate,
    rateLow: found.upliftRateLow,
    rateHigh: found.upliftRateHigh,
    days: found.days,
    ...kept,
  }
}

const text = {
  grain: {
    zh: '应有值与预测最细到小时',
    en: 'Expected values and forecasts are by hours, days or longer',
  },
  tooMuch: {
    zh: '门店与天数过多,请缩小范围',
    en: 'These are too many shops and days: narrow them down',
  },
} as const
