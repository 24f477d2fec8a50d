import type { Question, Text } from '@aisle/contract'
import type { Dictionary } from '../../lib/figures/use-question.ts'

/** Questions that are being built: plain values from one to the next, without page or network. */

export type Filter = NonNullable<Question['filters']>[number]
export type Metric = Question['metrics'][number]

/** The steps of the builder, in their order; a fault belongs to one of them. */
export const steps = {
  source: { zh: '数据源', en: 'Source' },
  mode: { zh: '查询方式', en: 'Mode' },
  area: { zh: '地域', en: 'Geography' },
  metrics: { zh: '指标', en: 'Indicators' },
  dimensions: { zh: '维度', en: 'Dimensions' },
  filters: { zh: '筛选', en: 'Filters' },
  time: { zh: '时间与对比', en: 'Time and comparison' },
  order: { zh: '排序与条数', en: 'Order and rows' },
} as const satisfies Record<string, Text>
export type Step = keyof typeof steps
export type Faults = Partial<Record<Step, Text>>

/** Places that a question is narrowed to; all of them where it names none. */
const placeMembers = ['area', 'region', 'province', 'city', 'county', 'shop'] as const
export const isPlace = (member: string): boolean => placeMembers.some(name => name === member)

export const metricId = (metric: Metric): string => (typeof metric === 'string' ? metric : metric.metric)
export const calcOf = (metric: Metric): string | undefined =>
  typeof metric === 'string' ? undefined : metric.calc
/** The key of a metric in an answer and in an order: `visits`, `visits.average`. */
export const keyOf = (metric: Metric): string => {
  const calc = calcOf(metric)
  return calc === undefined ? metricId(metric) : `${metricId(metric)}.${calc}`
}
/** Metrics of a question, each once. */
export const metricIds = ({ metrics }: Question): string[] => [...new Set(metrics.map(metricId))]

export const mostDimensions = 3
export const mostMetrics = 8

/** What a builder begins with: the visits of the last thirty days, day by day. */
export const emptyQuestion = (place: readonly Filter[]): Question => ({
  version: 1,
  metrics: ['visits'],
  dimensions: [],
  filters: [...place],
  period: { preset: 'last30Days' },
  granularity: 'day',
})

export const isSeries = ({ granularity = 'none' }: Question): boolean => granularity !== 'none'

/** Dimensions that every metric of a question can be split by. */
export function askableDimensions(question: Question, dictionary: Dictionary): string[] {
  const [first, ...others] = metricIds(question)
  const known = first === undefined ? [] : (dictionary.metric(first)?.dimensions ?? [])
  return known.filter(
    id =>
      id !== 'time' &&
      dictionary.dimension(id)?.allowed === true &&
      others.every(metric => dictionary.knows(metric, id)),
  )
}

/** Why a dimension cannot be chosen: the metrics that do not know it. */
export const strangersTo = (question: Question, dimension: string, dictionary: Dictionary): string[] =>
  metricIds(question).filter(metric => !dictionary.knows(metric, dimension))

/** Said by the question itself, or belonging to pages of models. */
const notOffered = new Set([
  'total',
  'growth',
  'difference',
  'sparkline',
  'sameMoment',
  'effect',
  'uplift',
  'expected',
  'forecast',
])
/** Calculations that stand beside a value; the others give a figure of their own. */
const beside = new Set(['share', 'topShare', 'cumulative', 'ratio', 'index', 'rank', 'progress'])

/** Calculations that every metric of a question offers. */
export function askableCalcs(question: Question, dictionary: Dictionary): string[] {
  const [first, ...others] = metricIds(question)
  const known = first === undefined ? [] : (dictionary.metric(first)?.calcs ?? [])
  return known.filter(
    calc => !notOffered.has(calc) && others.every(id => dictionary.metric(id)?.calcs.includes(calc)),
  )
}

export const calcsIn = ({ calc = [], metrics }: Question): string[] => [
  ...new Set([...calc.filter(name => beside.has(name)), ...metrics.flatMap(metric => calcOf(metric) ?? [])]),
]

/** The same question of other metrics and calculations; figures that are calculated stand after those they are made of. */
export function withMetrics(
  question: Question,
  ids: readonly string[],
  calcs: readonly string[] = calcsIn(question),
): Question {
  const own = calcs.filter(name => !beside.has(name))
  return tidy({
    ...question,
    metrics: ids.flatMap(metric => [metric, ...own.map(calc => ({ metric, calc }))]),
    calc: calcs.filter(name => beside.has(name)),
  })
}

/** An order by a figure that is not asked for any more is none. */
function tidy(question: Question): Question {
  const keys = new Set([...question.metrics.map(keyOf), ...(question.dimensions ?? []), 'time'])
  const { top, ...rest } = question
  const keepsTop = top !== undefined && (question.dimensions ?? []).includes(top.dimension)
  return {
    ...rest,
    ...(question.order ? { order: question.order.filter(({ by }) => keys.has(by)) } : {}),
    ...(keepsTop ? { top } : {}),
  }
}

/**
 * A question without what its metrics do not know, after another step was changed: later choices that still hold are kept,
 * `dropped` names the others.
 */
export function fitting(
  question: Question,
  dictionary: Dictionary,
): { question: Question; dropped: string[] } {
  const { source } = question
  const metrics = question.metrics.filter(metric => {
    const entry = dictionary.metric(metricId(metric))
    return entry?.allowed && (source === undefined || entry.sources.includes(String(source)))
  })
  const askable = new Set(askableDimensions({ ...question, metrics }, dictionary))
  const dimensions = (question.dimensions ?? []).filter(id => askable.has(id))
  const filters = (question.filters ?? []).filter(
    ({ member }) =>
      isPlace(member) || askable.has(member) || metrics.some(metric => keyOf(metric) === member),
  )
  const allowedCalcs = new Set(askableCalcs({ ...question, metrics }, dictionary))
  const calcs = calcsIn(question).filter(calc => allowedCalcs.has(calc))
  const gone = <T>(all: readonly T[], kept: readonly T[]) => all.filter(one => !kept.includes(one))
  return {
    question: withMetrics(
      { ...question, metrics, dimensions, filters },
      [...new Set(metrics.map(metricId))],
      calcs,
    ),
    dropped: [
      ...new Set([
        ...gone(question.metrics, metrics).map(metricId),
        ...gone(question.dimensions ?? [], dimensions),
        ...gone(question.filters ?? [], filters).map(({ member }) => member),
        ...gone(calcsIn(question), calcs),
      ]),
    ],
  }
}

const faults = {
  metrics: { zh: '请选择指标', en: 'Please select indicators' },
  dimensions: { zh: '请选择维度', en: 'Please select dimensions' },
  area: { zh: '请选择地域（必选）', en: 'Please Select Geography (required)' },
  filters: { zh: '请选择筛选条件', en: 'Please select a filter condition' },
  values: { zh: '请输入数值', en: 'Please enter a value' },
  time: { zh: '请选择日期', en: 'Please choose dates' },
} as const satisfies Record<string, Text>

/** What a question lacks before it can be asked, at the step where it lacks it. `isByGroup`: totals by groups were wanted. */
export function faultsOf(question: Question, isByGroup: boolean): Faults {
  const { metrics, dimensions = [], filters = [], period, compare } = question
  const own = filters.filter(({ member }) => !isPlace(member))
  const isEmptyPlace = filters.some(({ member, values }) => isPlace(member) && values.length === 0)
  const isOpenRange = 'from' in period && (period.from === '' || period.to === '' || period.from > period.to)
  const isOpenCompared =
    compare?.type === 'customRange' &&
    (!compare.range ||
      compare.range.from === '' ||
      compare.range.to === '' ||
      compare.range.from > compare.range.to)
  return {
    ...(isEmptyPlace ? { area: faults.area } : {}),
    ...(metrics.length === 0 ? { metrics: faults.metrics } : {}),
    ...(isByGroup && dimensions.length === 0 ? { dimensions: faults.dimensions } : {}),
    ...(own.some(({ member }) => member === '')
      ? { filters: faults.filters }
      : own.some(({ op, values }) => values.length < (op === 'between' ? 2 : 1))
        ? { filters: faults.values }
        : {}),
    ...(isOpenRange || isOpenCompared ? { time: faults.time } : {}),
  }
}
