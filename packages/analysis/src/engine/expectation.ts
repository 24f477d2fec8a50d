import { bucketStart, isDayGrain } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, daysOf, weekdayOf } from '../calendar/days.ts'
import type { DimensionName } from '../model/dimensions.ts'
import type { MetricName } from '../model/index.ts'
import { wetWeathers } from '../model/values.ts'
import { divided } from './evaluate.ts'
import type { Place } from './frames.ts'
import type { Asked } from './normalize.ts'
import type { ShapedRow } from './shape.ts'
import { foretold, type UsualDay, usualModel } from './usual-days.ts'

/** An activity's days, both inside, and the shops in which it is on. */
export type ActivitySpan = {
  readonly id: number
  readonly from: Day
  readonly to: Day
  readonly shops: readonly number[]
}
/** What a figure is made of: one sum, or the first divided by the second. */
export type Series = {
  readonly names: readonly MetricName[]
  readonly times: number
}

/** What the model says of a row. `low` and `high` hold the figure nineteen times out of twenty. */
export type Expectation = {
  readonly expected: number | null
  readonly expectedLow: number | null
  readonly expectedHigh: number | null
  readonly forecast: number | null
  readonly uplift: number | null
  readonly upliftLow: number | null
  readonly upliftHigh: number | null
  /** Uplift in per cent of what was expected. */
  readonly upliftRate: number | null
  readonly upliftRateLow: number | null
  readonly upliftRateHigh: number | null
  /** Of the days that uplift is of: what they had, what was expected of them, and how many they are. */
  readonly actual: number | null
  readonly base: number | null
  readonly days: number
}

/** Days that the model is fitted on: eight weeks, up to the period, the activity or today. */
const fittedDays = 56
/** Days of which less was received say nothing about what is usual, and nothing about what was more. */
const leastCoverage = 0.9
/** Where more of a city's shops have something on, its day is no ordinary one. */
const activeShare = 0.2
/** Of Student's distribution with seven degrees of freedom: eight weeks less one. */
const quantile = 2.365
const fewestErrors = 4

/** What is to be read: the days that are fitted on and asked about, and the shops. */
export type Range = { readonly days: readonly Day[]; readonly shops: readonly number[] }

const isAboutActivities = ({ dimensions, filters }: Asked): boolean =>
  dimensions.includes('activity') || filters.some(({ member }) => member === 'activity')

/** The activities that a question means, in the order of their beginning. */
function chosen(asked: Asked, activities: readonly ActivitySpan[]): ActivitySpan[] {
  const filters = asked.filters.filter(({ member }) => member === 'activity')
  const passes = ({ id }: ActivitySpan) =>
    filters.every(({ op, values }) => {
      const isNamed = values.some(value => String(value) === String(id))
      return op === 'notIn' || op === 'ne' ? !isNamed : isNamed
    })
  return activities
    .filter(one => one.from <= asked.span.to && one.to >= asked.span.from && passes(one))
    .sort((a, b) => a.from - b.from || a.id - b.id)
}

const fitBefore = (day: Day, { today }: Asked) => {
  const last = Math.min(day, today) - 1
  return { from: last - fittedDays + 1, to: last }
}

/** The days and shops that the model of a question has to read. */
export function seriesOf(asked: Asked, activities: readonly ActivitySpan[]): Range {
  const over = asked.days.filter(day => day < asked.today)
  if (!isAboutActivities(asked))
    return { days: inOrder([...daysOf(fitBefore(asked.span.from, asked)), ...over]), shops: asked.shops }
  const some = chosen(asked, activities)
  const shops = new Set(some.flatMap(one => one.shops))
  const days = some.flatMap(one => daysOf(fitBefore(one.from, asked)))
  return { days: inOrder([...days, ...over]), shops: asked.shops.filter(id => shops.has(id)) }
}
const inOrder = (days: readonly Day[]): Day[] => [...new Set(days)].sort((a, b) => a - b)

type Given = {
  readonly asked: Asked
  readonly calendar: Calendar
  readonly activities: readonly ActivitySpan[]
  readonly series: Range
  /** What is modelled each for itself. */
  readonly unit: DimensionName
  readonly parts: Series
  /** Of each part: its values by group, unit and day (and hour). */
  readonly answers: readonly (readonly ShapedRow[])[]
  readonly weather: readonly ShapedRow[]
}

/** One shop (or city) of a group, and the days that are asked of it. */
type Piece = {
  readonly group: string
  readonly unit: string
  readonly key: string
  readonly fit: Span
  readonly days: readonly Day[]
}
type Span = { readonly from: Day; readonly to: Day }
type Value = { readonly value: number; readonly isWhole: boolean }
/** A figure of a day, of each part. */
type Figures = readonly number[]

/** What the model says of each row of a question. */
export function expectations(given: Given) {
  const { asked, parts } = given
  const pieces = piecesOf(given)
  const groups = Map.groupBy(pieces, ({ group }) => group)
  const kept = new Map<string, ReturnType<typeof groupModel>>()
  const modelOf = (name: string, some: readonly Piece[]) => {
    const known = kept.get(name)
    if (known) return known
    const made = groupModel(some, given)
    kept.set(name, made)
    return made
  }
  const read = (model: ReturnType<typeof groupModel>, days: readonly Day[]) =>
    expectationOf(model, days, parts)
  return {
    at(place: Place): Expectation {
      const group = groupOf(place.members, asked, place.slot)
      const { grain } = asked
      const days = isDayGrain(grain)
        ? asked.days.filter(day => bucketStart(day, grain) === place.bucket)
        : grain === 'hour'
          ? [place.bucket]
          : asked.days
      return read(modelOf(group, groups.get(group) ?? []), days)
    },
    /** Of all groups together; of activities there is none, since a day may be of several. */
    whole: (): Expectation =>
      asked.dimensions.includes('activity') ? nothing : read(modelOf(' ', pieces), asked.days),
  }
}

const separator = '\u0001'
const groupOf = (members: Place['members'], { dimensions, grain }: Asked, slot: number): string =>
  [...dimensions.map(name => members[name] ?? ''), grain === 'hour' ? slot : ''].join(separator)

function piecesOf({ asked, activities, answers, unit }: Given): Piece[] {
  const groups = asked.dimensions.filter(name => name !== 'activity')
  const units = new Map<string, { members: Place['members']; unit: string; key: string; slot: number }>()
  for (const { place } of answers.flat()) {
    const key = unitKey(place, groups, unit, asked)
    if (!units.has(key))
      units.set(key, { members: place.members, unit: place.members[unit] ?? '', key, slot: place.slot })
  }
  if (!isAboutActivities(asked)) {
    const fit = fitBefore(asked.span.from, asked)
    return [...units.values()].map(({ members, slot, ...one }) => ({
      ...one,
      group: groupOf(members, asked, slot),
      fit,
      days: asked.days,
    }))
  }
  const inPeriod = new Set(asked.days)
  const isApart = asked.dimensions.includes('activity')
  const taken = new Set<string>()
  return chosen(asked, activities).flatMap(activity => {
    const shops = new Set(activity.shops.map(String))
    const fit = fitBefore(activity.from, asked)
    const all = daysOf(activity).filter(day => inPeriod.has(day))
    return [...units.values()].flatMap(({ members, slot, ...one }) => {
      // Cities stand for many shops: an activity of some of them cannot be told from the others.
      if (unit === 'shop' && !shops.has(one.unit)) return []
      // A day that belongs to two of the activities counts once, unless each is asked for.
      const days = isApart ? all : all.filter(day => !taken.has(`${one.key} ${day}`))
      for (const day of days) taken.add(`${one.key} ${day}`)
      const named = { ...members, activity: String(activity.id) }
      return days.length === 0 ? [] : [{ ...one, group: groupOf(named, asked, slot), fit, days }]
    })
  })
}

const unitKey = (
  { members, slot }: Place,
  groups: readonly DimensionName[],
  unit: DimensionName,
  { grain }: Asked,
): string =>
  [...new Set([...groups, unit])]
    .map(name => members[name] ?? '')
    .concat(grain === 'hour' ? String(slot) : '')
    .join(separator)

/** Looks up what units had, the weather they had it in, and whether something was on. */
function reader({ asked, answers, weather, unit, activities, series }: Given) {
  const groups = asked.dimensions.filter(name => name !== 'activity')
  const values = answers.map(rows => {
    const found = new Map<string, Map<Day, Value>>()
    for (const { place, cells } of rows) {
      const [cell] = Object.values(cells)
      if (cell?.current === null || cell?.current === undefined) continue
      const key = unitKey(place, groups, unit, asked)
      const days = found.get(key) ?? new Map<Day, Value>()
      found.set(key, days)
      days.set(place.bucket, { value: cell.current, isWhole: (cell.coverage ?? 1) >= leastCoverage })
    }
    return found
  })
  const wet = new Set(
    weather
      .filter(
        ({ place, cells }) =>
          wetWeathers.has(place.members.weather ?? '') &&
          Object.values(cells).some(({ current }) => current !== null),
      )
      .map(({ place }) => `${place.members[unit]} ${place.bucket}`),
  )
  const active = activeDays(activities, unit, series.shops)
  return {
    of: (part: number, key: string, day: Day): Value | undefined => values[part]?.get(key)?.get(day),
    isWet: (id: string, day: Day) => wet.has(`${id} ${day}`),
    isActive: (id: string, day: Day) => active.has(`${unit === 'shop' ? id : ''} ${day}`),
  }
}

/** Days that are no ordinary ones since something was on: of each shop, or of all where shops are not told apart. */
function activeDays(
  activities: readonly ActivitySpan[],
  unit: DimensionName,
  shops: readonly number[],
): ReadonlySet<string> {
  const asked = new Set(shops)
  if (unit === 'shop')
    return new Set(
      activities.flatMap(one =>
        one.shops.filter(id => asked.has(id)).flatMap(id => daysOf(one).map(day => `${id} ${day}`)),
      ),
    )
  const counts = new Map<Day, number>()
  for (const one of activities) {
    const size = one.shops.filter(id => asked.has(id)).length
    for (const day of daysOf(one)) counts.set(day, (counts.get(day) ?? 0) + size)
  }
  return new Set(
    [...counts].filter(([, size]) => size > shops.length * activeShare).map(([day]) => ` ${day}`),
  )
}

const readers = new WeakMap<Given, ReturnType<typeof reader>>()
function readerOf(given: Given) {
  const known = readers.get(given)
  if (known) return known
  const made = reader(given)
  readers.set(given, made)
  return made
}

/** Sums over the pieces of a group: what was expected, what it comes to, and both sides of what is over and was received. */
type DaySum = {
  expected: Figures
  forecast: Figures
  base: Figures
  actual: Figures
  isModelled: boolean
  isFair: boolean
}
type GroupModel = {
  readonly days: ReadonlyMap<Day, DaySum>
  /** Relative errors of the model over so many days, in the weeks it was fitted on. */
  errorsOver(count: number, parts: Series): number[]
}

function groupModel(pieces: readonly Piece[], given: Given): GroupModel {
  const { asked, calendar, parts } = given
  const read = readerOf(given)
  const days = new Map<Day, DaySum>()
  const past = new Map<number, { usual: number[]; value: number[] }>()
  for (const { unit, key, fit, days: wanted } of pieces) {
    const known = parts.names.map((_, part) => seenDays(part, unit, key, fit, given))
    const models = known.map(list => usualModel(list, fit.to))
    const isModelled = models.every(model => model !== undefined)
    for (const day of wanted) {
      const usual = models.map(model => model?.(kindOf(day, calendar), read.isWet(unit, day)) ?? null)
      const isKnown = isModelled && isFull(usual)
      const expected = usual.map(value => value ?? 0)
      const seen = parts.names.map((_, part) => read.of(part, key, day))
      const actual = seen.map(one => one?.value ?? 0)
      const isFair = isKnown && day < asked.today && seen.every(one => one?.isWhole)
      const isOver = day < asked.today && seen.every(one => one !== undefined)
      const sum = days.get(day) ?? empty(parts)
      days.set(day, {
        expected: added(sum.expected, isKnown ? expected : zeros(parts)),
        forecast: added(sum.forecast, isOver ? actual : isKnown ? expected : zeros(parts)),
        base: isFair ? added(sum.base, expected) : sum.base,
        actual: isFair ? added(sum.actual, actual) : sum.actual,
        isModelled: sum.isModelled || isKnown,
        isFair: sum.isFair || isFair,
      })
    }
    if (!isModelled) continue
    const told = known.map(list => new Map(foretold(list, fit.from).map(one => [one.day, one])))
    for (let day = fit.from; day <= fit.to; day++) {
      const ones = told.map(one => one.get(day))
      const usual = ones.map(one => one?.usual ?? null)
      if (!isFull(usual)) continue
      const sum = past.get(day - fit.from) ?? { usual: zeros(parts), value: zeros(parts) }
      past.set(day - fit.from, {
        usual: added(sum.usual, usual),
        value: added(
          sum.value,
          ones.map(one => one?.value ?? 0),
        ),
      })
    }
  }
  return { days, errorsOver: (count, series) => blockErrors(past, count, series) }
}

const zeros = ({ names }: Series): number[] => names.map(() => 0)
const empty = (parts: Series): DaySum => ({
  expected: zeros(parts),
  forecast: zeros(parts),
  base: zeros(parts),
  actual: zeros(parts),
  isModelled: false,
  isFair: false,
})
const added = (a: Figures, b: Figures): number[] => a.map((value, at) => value + (b[at] ?? 0))
const isFull = (values: readonly (number | null)[]): values is number[] =>
  values.every(value => value !== null)

function seenDays(part: number, unit: string, key: string, fit: Span, given: Given): UsualDay[] {
  const read = readerOf(given)
  return daysOf(fit).flatMap(day => {
    const seen = read.of(part, key, day)
    if (!seen?.isWhole || read.isActive(unit, day)) return []
    return [{ day, value: seen.value, kind: kindOf(day, given.calendar), isWet: read.isWet(unit, day) }]
  })
}

function kindOf(day: Day, calendar: Calendar): string {
  const { type } = calendar.of(day)
  return type === 'holiday' || type === 'makeup' ? type : String(weekdayOf(day))
}

/** How far off the model was over blocks of so many days (a week at most) of the weeks it was fitted on, as shares. */
function blockErrors(
  past: ReadonlyMap<number, { usual: Figures; value: Figures }>,
  count: number,
  series: Series,
): number[] {
  const weeks = [
    ...Map.groupBy(
      [...past].sort(([a], [b]) => a - b),
      ([offset]) => Math.floor(offset / 7),
    ).values(),
  ]
  const length = Math.min(7, Math.max(1, count))
  return weeks.flatMap(week => {
    const blocks =
      length >= 4
        ? week.length >= 4
          ? [week]
          : []
        : Array.from({ length: Math.floor(week.length / length) }, (_, at) =>
            week.slice(at * length, (at + 1) * length),
          )
    return blocks.flatMap(block => {
      const value = figureOf(
        block.reduce<Figures>((sum, [, one]) => added(sum, one.value), zeros(series)),
        series,
      )
      const usual = figureOf(
        block.reduce<Figures>((sum, [, one]) => added(sum, one.usual), zeros(series)),
        series,
      )
      return value === null || usual === null || usual === 0 ? [] : [value / usual - 1]
    })
  })
}

const figureOf = ([first = 0, second]: Figures, { times }: Series): number | null =>
  second === undefined ? first : divided(first, second, times)

const nothing: Expectation = {
  expected: null,
  expectedLow: null,
  expectedHigh: null,
  forecast: null,
  uplift: null,
  upliftLow: null,
  upliftHigh: null,
  upliftRate: null,
  upliftRateLow: null,
  upliftRateHigh: null,
  actual: null,
  base: null,
  days: 0,
}

function expectationOf(model: GroupModel, wanted: readonly Day[], parts: Series): Expectation {
  const known = wanted.flatMap(day => {
    const sum = model.days.get(day)
    return sum?.isModelled ? [sum] : []
  })
  if (known.length === 0) return nothing
  const sumOf = (list: readonly DaySum[], of: 'expected' | 'forecast' | 'base' | 'actual') =>
    figureOf(
      list.reduce<Figures>((sum, one) => added(sum, one[of]), zeros(parts)),
      parts,
    )
  const isWhole = known.length === wanted.length
  const expected = isWhole ? sumOf(known, 'expected') : null
  const forecast = isWhole ? sumOf(known, 'forecast') : null
  const fair = known.filter(({ isFair }) => isFair)
  const [actual, base] = fair.length === 0 ? [null, null] : [sumOf(fair, 'actual'), sumOf(fair, 'base')]
  const whole = marginOf(model.errorsOver(known.length, parts))
  const margin = marginOf(model.errorsOver(fair.length, parts))
  const uplift = actual === null || base === null ? null : actual - base
  const less = (times: number | null) => (base === null || times === null ? null : base * times)
  const low = less(margin === null ? null : 1 + margin)
  const high = less(margin === null ? null : Math.max(0, 1 - margin))
  const rate = (against: number | null) =>
    actual === null || against === null || against <= 0 ? null : (actual / against - 1) * 100
  return {
    expected,
    expectedLow: expected === null || whole === null ? null : expected * Math.max(0, 1 - whole),
    expectedHigh: expected === null || whole === null ? null : expected * (1 + whole),
    forecast,
    uplift,
    upliftLow: actual === null || low === null ? null : actual - low,
    upliftHigh: actual === null || high === null ? null : actual - high,
    upliftRate: rate(base),
    upliftRateLow: rate(low),
    upliftRateHigh: rate(high),
    actual,
    base,
    days: fair.length,
  }
}

/**
 * Half the width of the interval of 95 %, as a share: the root of the mean square of errors over blocks of that many days. The level
 * rests on two weeks, so that what is foretold is off by half as much again in the square.
 */
function marginOf(errors: readonly number[]): number | null {
  if (errors.length < fewestErrors) return null
  const square = errors.reduce((sum, error) => sum + error * error, 0) / errors.length
  return quantile * Math.sqrt(square * 1.5)
}
