import { bucketStart, isDayGrain } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, daysOf, weekdayOf } from '../calendar/days.ts'
import type { CalcName } from '../model/calcs.ts'
import { metricOf } from '../model/index.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { plan } from './plan.ts'
import { type Amendment, innerQuestion } from './reduce.ts'
import { refuse } from './refuse.ts'
import { rounded, type ShapedRow } from './shape.ts'

const modelled = ['expected', 'uplift', 'forecast'] as const satisfies readonly CalcName[]
type Modelled = (typeof modelled)[number]
const isModelled = (calc: CalcName): calc is Modelled => modelled.some(name => name === calc)

/** Days that the model is fitted on: eight weeks, up to the period or to today. */
const fittedDays = 56

/**
 * What a day should have had by what it is: the middle value of the same weekdays of the eight weeks before, days of holidays
 * left out; a holiday by other holidays of these weeks, or by their weekends; a make-up day by working days.
 */
export function modelsFor(asked: Asked, calendar: Calendar): Amendment[] {
  return asked.metrics.flatMap(metric => {
    const calcs = [...new Set([...asked.calcs, ...(metric.calc ? [metric.calc] : [])])].filter(isModelled)
    if (calcs.length === 0) return []
    refuseUnfit(metric, asked)
    const before = Math.min(asked.span.from, asked.today) - 1
    const fitted = { from: before - fittedDays + 1, to: before }
    const { compare: _, ...alone } = innerQuestion(metric, asked, 'day')
    const history: Asked = { ...alone, span: fitted, days: daysOf(fitted) }
    const current: Asked = alone
    return [
      {
        inner: [history, current].map(inner => ({ asked: inner, plan: plan(inner) })),
        apply: (rows, [past = [], days = []]) => put(rows, past, days, metric, calcs, asked, calendar),
      },
    ]
  })
}

function refuseUnfit({ name }: AskedMetric, { grain }: Asked): void {
  const { additivity, label } = metricOf(name)
  if (additivity !== 'full' && additivity !== 'nodes')
    refuse('calc', {
      zh: `「${label.zh}」不可相加,没有应有值与预测`,
      en: `${label.en} does not add up: there is no expected value or forecast of it`,
    })
  if (grain !== 'none' && !isDayGrain(grain))
    refuse('granularity', {
      zh: '应有值与预测最细到天',
      en: 'Expected values and forecasts are by days or longer',
    })
}

function put(
  rows: readonly ShapedRow[],
  past: readonly ShapedRow[],
  days: readonly ShapedRow[],
  { key }: AskedMetric,
  calcs: readonly Modelled[],
  asked: Asked,
  calendar: Calendar,
): void {
  const byMembers = (list: readonly ShapedRow[]) =>
    Map.groupBy(list, ({ place }) => asked.dimensions.map(name => place.members[name]).join('\u0001'))
  const valueAt = (list: readonly ShapedRow[]) =>
    new Map(list.map(({ place, cells }) => [place.bucket, cells[key]?.current ?? null]))
  const models = new Map(
    [...byMembers(past)].map(([group, list]) => [group, modelOf(valueAt(list), calendar)]),
  )
  const actual = new Map([...byMembers(days)].map(([group, list]) => [group, valueAt(list)]))
  const daysOfBucket = Map.groupBy(asked.days, day =>
    isDayGrain(asked.grain) ? bucketStart(day, asked.grain) : 0,
  )
  for (const row of rows) {
    const group = asked.dimensions.map(name => row.place.members[name]).join('\u0001')
    const model = models.get(group)
    const bucket = daysOfBucket.get(isDayGrain(asked.grain) ? row.place.bucket : 0) ?? []
    const expected = model && added(bucket.map(model))
    const sofar = actual.get(group)
    const forecast =
      model && added(bucket.map(day => (day < asked.today ? (sofar?.get(day) ?? null) : model(day))))
    const cell = row.cells[key]
    if (!cell) continue
    const current = cell.current
    const values: Record<Modelled, number | null> = {
      expected: expected ?? null,
      uplift: expected === undefined || expected === null || current === null ? null : current - expected,
      forecast: forecast ?? null,
    }
    const rounding = calcs.map(calc => [calc, values[calc] === null ? null : rounded(values[calc] ?? 0, 4)])
    row.cells[key] = { ...cell, ...Object.fromEntries(rounding) }
  }
}

const added = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.some(value => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** The model of one group: what a day should have. Null where nothing like it was seen. */
function modelOf(seen: ReadonlyMap<Day, number | null>, calendar: Calendar): (day: Day) => number | null {
  const kinds = Map.groupBy(
    [...seen].filter(([, value]) => value !== null),
    ([day]) => kindOf(day, calendar),
  )
  const middleOf = (...names: string[]) => {
    const sorted = names
      .flatMap(name => (kinds.get(name) ?? []).map(([, value]) => value ?? 0))
      .sort((a, b) => a - b)
    const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
    return low === undefined || high === undefined ? null : (low + high) / 2
  }
  return day => {
    const kind = kindOf(day, calendar)
    if (kind === 'holiday') return middleOf('holiday') ?? middleOf('6', '7')
    if (kind === 'makeup') return middleOf('makeup') ?? middleOf('1', '2', '3', '4', '5')
    return middleOf(kind)
  }
}

function kindOf(day: Day, calendar: Calendar): string {
  const { type } = calendar.of(day)
  return type === 'holiday' || type === 'makeup' ? type : String(weekdayOf(day))
}
