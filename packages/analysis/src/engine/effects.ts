import type { AnalysisCell } from '@aisle/contract'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, daysOf, lengthOf, monthStart } from '../calendar/days.ts'
import { type DimensionName, ofWholeShops } from '../model/dimensions.ts'
import { metricOf } from '../model/index.ts'
import { factors, wetWeathers } from '../model/values.ts'
import { leastSquares, type Observation } from './least-squares.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { plan } from './plan.ts'
import { type Amendment, innerQuestion } from './reduce.ts'
import { refuse } from './refuse.ts'
import { rounded, type ShapedRow } from './shape.ts'

const factorNames = Object.keys(factors)

/** A shorter period has days before it joined to it, up to so many: what a factor does is not seen in a week. */
const fewestDays = 91
const mostShopDays = 1_000_000
/** Days of which less was received say nothing about what moved them. */
const leastCoverage = 0.9

/** Whether a question is about what moves a figure rather than about the figure. */
const isAboutEffects = ({ metrics, calcs, dimensions }: Asked): boolean =>
  calcs.includes('effect') || dimensions.includes('factor') || metrics.some(({ calc }) => calc === 'effect')

/** The factors that a question asks for: all of them, or those its filter names. */
function askedFactors({ question }: Asked): string[] {
  const filters = question.filters.filter(({ member }) => member === 'factor')
  return factorNames.filter(name =>
    filters.every(({ op, values }) => {
      const isNamed = values.includes(name) || values.includes('all')
      return op === 'notIn' || op === 'ne' ? !isNamed : isNamed
    }),
  )
}

/** The question without what is worked out afterwards. */
export const withoutFactor = (asked: Asked): Asked => ({
  ...asked,
  dimensions: asked.dimensions.filter(name => name !== 'factor'),
})

/**
 * What rain, temperature, holidays, weekends and activities each do to a day's figure with the others held: least squares on the
 * logarithm of the figure of each shop and day, shops at levels of their own. `current` is the change in per cent, exp(β) − 1,
 * `low` and `high` its 95 % interval (errors clustered by day). Temperature: for each 5 °C above the shop's mean of the month.
 * Fitted on the days of the period that are over, at least 13 weeks. Groups are fitted each for itself. A filter by
 * `factor` says which are answered.
 */
export function effectsFor(asked: Asked, calendar: Calendar): Amendment[] {
  if (!isAboutEffects(asked)) return []
  refuseUnfit(asked)
  const groups = asked.dimensions.filter(name => name !== 'factor')
  const days = fittedDays(asked)
  if (days.length * asked.shops.length > mostShopDays) refuse('period', text.tooMuch)
  return asked.metrics.map(metric => {
    const { compare: _, ...alone } = innerQuestion(metric, asked, 'day')
    const by = (...more: DimensionName[]): Asked => ({
      ...alone,
      isSparse: true,
      days,
      span: { from: days[0] ?? asked.span.from, to: days.at(-1) ?? asked.span.to },
      dimensions: [...new Set([...groups, 'shop' as const, ...more])],
    })
    const inner = [by('weather', 'temperatureBand'), by('activity')]
    return {
      inner: inner.map(one => ({ asked: one, plan: plan(one) })),
      apply(_rows, _answers, totals) {
        if (totals) totals[metric.key] = { current: null }
      },
      rows: ([weather = [], activity = []]) => effectRows(weather, activity, metric, groups, calendar, asked),
    }
  })
}

function fittedDays({ span, days, today }: Asked): Day[] {
  const last = Math.min(span.to, today - 1)
  // Days that a filter picks are not joined by others.
  const isWhole = days.length === lengthOf(span)
  const fitted = isWhole
    ? daysOf({ from: Math.min(span.from, last - fewestDays + 1), to: last })
    : days.filter(day => day < today)
  return fitted.length > 0 ? fitted : [today - 1]
}

function effectRows(
  rows: readonly ShapedRow[],
  activity: readonly ShapedRow[],
  { key }: AskedMetric,
  groups: readonly DimensionName[],
  calendar: Calendar,
  asked: Asked,
): ShapedRow[] {
  const wanted = askedFactors(asked)
  const isByFactor = asked.dimensions.includes('factor')
  const placeOf = ({ place }: ShapedRow) => `${place.members.shop} ${place.bucket}`
  const active = new Set(activity.filter(({ cells }) => (cells[key]?.current ?? 0) > 0).map(placeOf))
  const seen = rows.filter(({ cells }) => {
    const cell = cells[key]
    return (cell?.current ?? 0) > 0 && (cell?.coverage ?? 1) >= leastCoverage
  })
  const usual = usualTemperatures(seen)
  const observed = seen.map(row => ({
    members: Object.fromEntries(groups.map(name => [name, row.place.members[name] ?? ''])),
    observation: {
      shop: row.place.members.shop ?? '',
      day: row.place.bucket,
      value: Math.log(row.cells[key]?.current ?? 1),
      factors: factorNames.map(name => {
        const { type } = calendar.of(row.place.bucket)
        const flags: Readonly<Record<string, boolean>> = {
          rain: wetWeathers.has(row.place.members.weather ?? ''),
          holiday: type === 'holiday',
          weekend: type === 'weekend',
          activity: active.has(placeOf(row)),
        }
        if (name === 'temperature') return (temperatureOf(row) - (usual.get(monthOf(row)) ?? 0)) / 5
        return flags[name] ? 1 : 0
      }),
    } satisfies Observation,
  }))
  const grouped = Map.groupBy(observed, ({ members }) => groups.map(name => members[name]).join('\u0001'))
  return [...grouped.values()].flatMap(some => {
    const estimates = leastSquares(
      some.map(({ observation }) => observation),
      factorNames.length,
    )
    return wanted.map((factor): ShapedRow => {
      const cell = cellOf(estimates[factorNames.indexOf(factor)] ?? null)
      return {
        place: { bucket: 0, slot: 0, members: { ...some[0]?.members, ...(isByFactor ? { factor } : {}) } },
        cells: { [key]: cell },
      }
    })
  })
}

/** The middle of the band of five degrees. */
const temperatureOf = ({ place }: ShapedRow): number => Number(place.members.temperatureBand) + 2.5
const monthOf = ({ place }: ShapedRow): string => `${place.members.shop} ${monthStart(place.bucket)}`

function usualTemperatures(rows: readonly ShapedRow[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(rows, monthOf)].map(([month, some]) => [
      month,
      some.reduce((sum, row) => sum + temperatureOf(row), 0) / some.length,
    ]),
  )
}

function cellOf(estimate: { beta: number; error: number } | null): AnalysisCell {
  if (!estimate) return { current: null, low: null, high: null }
  const { beta, error } = estimate
  const percent = (value: number) => rounded((Math.exp(value) - 1) * 100, 4)
  return { current: percent(beta), low: percent(beta - 1.96 * error), high: percent(beta + 1.96 * error) }
}

function refuseUnfit(asked: Asked): void {
  const { metrics, calcs, dimensions, grain, slots } = asked
  if (!dimensions.includes('factor') && askedFactors(asked).length !== 1) refuse('dimensions', text.byFactor)
  const plain = metrics.findIndex(
    ({ calc }) => calc !== 'effect' && !(calc === undefined && calcs.includes('effect')),
  )
  if (plain >= 0) refuse(`metrics.${plain}`, text.onlyEffects)
  const [first, ...others] = metrics
  if (others.length > 0 && first) refuse('metrics.1', text.one)
  for (const [index, { name }] of metrics.entries()) {
    const { additivity, label } = metricOf(name)
    if (additivity !== 'full' && additivity !== 'nodes')
      refuse(`metrics.${index}`, {
        zh: `「${label.zh}」不可相加,不能拆分影响因素`,
        en: `${label.en} does not add up: what moves it cannot be told apart`,
      })
  }
  const parts = dimensions.findIndex(name => name !== 'factor' && !ofWholeShops.includes(name))
  if (parts >= 0) refuse(`dimensions.${parts}`, text.wholeShops)
  if (grain !== 'none') refuse('granularity', text.wholePeriod)
  if (slots.length > 0) refuse('timeWindow', text.wholePeriod)
}

const text = {
  byFactor: {
    zh: '「影响」需要「影响因素」维度(factor),或只筛选一个因素',
    en: 'Effects are asked for by the dimension “factor”, or of one factor that a filter names',
  },
  onlyEffects: {
    zh: '「影响因素」只能与「影响」(effect)一起查询',
    en: 'By factor only effects are answered: ask the metric with the calculation “effect”',
  },
  one: { zh: '一次只能查询一个指标的影响因素', en: 'Effects are of one metric at a time' },
  wholeShops: {
    zh: '影响因素只能按整个门店或其分组查询',
    en: 'Effects are of whole shops or groups of them',
  },
  wholePeriod: {
    zh: '影响因素只能对整天、整个时段计算',
    en: 'Effects are of whole days and the whole period',
  },
  tooMuch: {
    zh: '门店与天数过多,请缩小范围',
    en: 'These are too many shops and days: narrow them down',
  },
} as const
