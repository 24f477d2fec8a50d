import type { FullQuestion, Granularity, Text } from '@aisle/contract'
import { bucketSpan, bucketStart, type DayGrain, isDayGrain, monthsOf } from './buckets.ts'
import type { Calendar } from './calendar.ts'
import {
  type Day,
  dayOf,
  daysInMonth,
  daysOf,
  lengthOf,
  monthStart,
  partsOfDay,
  type Span,
  sameDate,
  textOf,
} from './days.ts'
import type { HolidayName } from './holidays.ts'

/** Why a day has nothing that it could be held against. */
export const reasons = {
  noSuchDate: { zh: '对比月没有这一天', en: 'the other month has no such date' },
  future: { zh: '尚未到来', en: 'not here yet' },
  noCalendar: { zh: '没有去年的节假日安排', en: 'the holidays of that year are not known' },
  noCounterpart: { zh: '去年没有对应的日子', en: 'no day of last year corresponds' },
  outOfRange: { zh: '对比时段没有那么长', en: 'the other range is shorter' },
} as const satisfies Record<string, Text>
export type Reason = keyof typeof reasons

/** Which day is held against which. */
export type DateMap = {
  /** Compared day → the current day in whose bucket it counts. No two compared days share a current day. */
  readonly pairs: ReadonlyMap<Day, Day>
  /** Compared days that count in months and totals but stand beside no single day; → a current day of their bucket. */
  readonly extra: ReadonlyMap<Day, Day>
  /** Current days whose values take part in totals held against something. */
  readonly matched: ReadonlySet<Day>
  readonly unmatched: readonly { readonly day: Day; readonly reason: Reason }[]
  readonly warnings: readonly Text[]
}

/** A question that no map can be made for: says why. */
export type Refused = { readonly refused: Text }

export type CompareInput = {
  readonly span: Span
  readonly grain: Granularity
  readonly compare: NonNullable<FullQuestion['compare']>
  readonly today: Day
  readonly calendar: Calendar
  /** The holiday whose days are meant where a day belongs to two. */
  readonly holiday?: HolidayName | undefined
}

type Shift = (day: Day) => Day | Reason

/** Holds each day of a range against another one, by whole local days. */
export function dateMap(input: CompareInput): DateMap | Refused {
  const { span, grain, compare } = input
  const dayGrain = isDayGrain(grain) ? grain : undefined
  switch (compare.type) {
    case 'yesterday':
      return paired(input, day => day - lengthOf(span))
    case 'previousPeriod':
      return previousPeriod(input)
    case 'lastWeekSameDay':
      if (dayGrain && monthsOf(dayGrain)) return refuse('上周同期', 'Last week', dayGrain)
      return paired(
        input,
        day => day - 7,
        lengthOf(span) > 7
          ? [
              {
                zh: '所选范围超过 7 天,与对比期有重叠',
                en: 'The range is longer than a week and overlaps what it is held against',
              },
            ]
          : [],
      )
    case 'lastMonthSameDay':
      if (dayGrain === 'quarter' || dayGrain === 'year') return refuse('上月同期', 'Last month', dayGrain)
      return byMonths(input, dayGrain, 1, 28)
    case 'lastYearSameDay':
      if (compare.align === 'weekday') return paired(input, day => day - 364)
      return byMonths(input, dayGrain, 12, 364)
    case 'lastYearSameHoliday':
      return sameHoliday(input)
    case 'customRange':
      return customRange(input)
  }
}

const refuse = (zh: string, en: string, grain: DayGrain): Refused => ({
  refused: {
    zh: `「${zh}」短于所选粒度(${grain}),无法对比`,
    en: `${en} is shorter than a bucket (${grain}) and cannot be compared with it`,
  },
})

/** Every day by one rule. */
function paired({ span, today }: CompareInput, shift: Shift, warnings: readonly Text[] = []): DateMap {
  const pairs = new Map<Day, Day>()
  const matched = new Set<Day>()
  const unmatched: { day: Day; reason: Reason }[] = []
  for (const day of daysOf(span)) {
    const other = day > today ? 'future' : shift(day)
    if (typeof other === 'string') unmatched.push({ day, reason: other })
    else if (pairs.has(other)) unmatched.push({ day, reason: 'noCounterpart' })
    else {
      pairs.set(other, day)
      matched.add(day)
    }
  }
  return { pairs, extra: new Map(), matched, unmatched, warnings }
}

/**
 * By date in another month or year. Weeks are held against whole weeks, and whole months, quarters and years against whole ones,
 * however long; a bucket that is cut off or still running by its days.
 */
function byMonths(
  input: CompareInput,
  grain: DayGrain | undefined,
  months: number,
  weekShift: number,
): DateMap {
  if (grain === 'week') return paired(input, day => day - weekShift)
  const byDate = paired(input, day => sameDate(day, -months) ?? 'noSuchDate')
  const size = grain === undefined ? undefined : monthsOf(grain)
  if (grain === undefined || size === undefined) return byDate
  return wholeBuckets(
    input,
    byDate,
    start => bucketSpan(start, grain),
    start => bucketStart(start, grain),
    months,
  )
}

/** Replaces the pairs of whole buckets by all days on both sides. */
function wholeBuckets(
  { span, today }: CompareInput,
  byDate: DateMap,
  spanOf: (start: Day) => Span,
  startOf: (day: Day) => Day,
  months: number,
): DateMap {
  const extra = new Map(byDate.extra)
  const matched = new Set(byDate.matched)
  const whole = new Set<Day>()
  for (let start = startOf(span.from); start <= span.to; start = spanOf(start).to + 1) {
    const bucket = spanOf(start)
    if (bucket.from < span.from || bucket.to > Math.min(span.to, today - 1)) continue
    whole.add(start)
    for (const day of daysOf(bucket)) matched.add(day)
    const other = { from: monthStart(bucket.from, -months), to: monthStart(bucket.to + 1, -months) - 1 }
    for (const day of daysOf(other)) if (!byDate.pairs.has(day)) extra.set(day, bucket.from)
  }
  return {
    ...byDate,
    extra,
    matched,
    unmatched: byDate.unmatched.filter(({ day }) => !whole.has(startOf(day))),
  }
}

/** As many days just before; for whole calendar months as many whole months. */
function previousPeriod(input: CompareInput): DateMap {
  const { span, today } = input
  const months = wholeMonths(span)
  if (months === undefined || span.to >= today) return paired(input, day => day - lengthOf(span))
  const byDate = paired(input, day => sameDate(day, -months) ?? 'noSuchDate')
  const { extra, matched } = wholeBuckets(
    input,
    byDate,
    start => ({ from: start, to: monthStart(start, 1) - 1 }),
    day => monthStart(day),
    months,
  )
  const other = monthStart(span.from) - monthStart(span.from, -months)
  const warnings =
    other === lengthOf(span)
      ? []
      : [
          {
            zh: `本期 ${lengthOf(span)} 天,上期 ${other} 天,合计按整月对比`,
            en: `${lengthOf(span)} days against ${other}: totals compare whole months`,
          },
        ]
  return { ...byDate, extra, matched, warnings }
}

/** How many whole months a range is; undefined where it is not made of whole ones. */
function wholeMonths({ from, to }: Span): number | undefined {
  const [first, last] = [partsOfDay(from), partsOfDay(to)]
  if (first.date !== 1 || last.date !== daysInMonth(last.year, last.month)) return undefined
  return (last.year - first.year) * 12 + last.month - first.month + 1
}

/** Two ranges chosen freely: first day beside first day, totals over all of both. */
function customRange(input: CompareInput): DateMap | Refused {
  const other = input.compare.range
  if (!other) return { refused: { zh: '请选择对比时段', en: 'Choose a range to compare with' } }
  const range = { from: dayOf(other.from), to: dayOf(other.to) }
  const { span, today } = input
  const shift: Shift = day => {
    const counterpart = range.from + (day - span.from)
    return counterpart > range.to ? 'outOfRange' : counterpart
  }
  const map = paired(input, shift)
  if (lengthOf(range) === lengthOf(span)) return map
  const extra = new Map(
    span.to > today
      ? []
      : daysOf(range).flatMap(day => (map.pairs.has(day) ? [] : [[day, span.to] as const])),
  )
  const warnings = [
    {
      zh: `两个时段长度不同:${lengthOf(span)} 天与 ${lengthOf(range)} 天`,
      en: `The ranges differ in length: ${lengthOf(span)} and ${lengthOf(range)} days`,
    },
  ]
  return { ...map, extra, matched: new Set(daysOf(span).filter(day => day <= today)), warnings }
}

/**
 * A holiday's day against the one as far from the holiday's own day last year. Days of the range outside every holiday are held
 * against the same weekday 52 weeks before, or the nearest one that is outside too.
 */
function sameHoliday(input: CompareInput): DateMap | Refused {
  const { span, calendar, holiday } = input
  const days = daysOf(span)
  if (!days.some(day => calendar.of(day).holidays.length > 0))
    return {
      refused: {
        zh: '所选时段内没有法定节假日,无法与去年同节对比',
        en: 'The range holds no statutory holiday to hold against last year',
      },
    }
  const changed: Day[] = []
  const taken = new Set<Day>()
  const targets = new Map<Day, Day | Reason>()
  for (const day of days) {
    const facts = calendar.of(day).holidays
    const chosen = facts.find(({ name }) => name === holiday) ?? facts[0]
    if (!chosen) continue
    const target = lastYears(chosen, calendar)
    targets.set(day, target)
    if (typeof target === 'string') continue
    taken.add(target)
    if (calendar.of(target).type !== 'holiday') changed.push(day)
  }
  for (const day of days) {
    if (targets.has(day)) continue
    const target = [364, 357, 371]
      .map(weeks => day - weeks)
      .find(other => !taken.has(other) && calendar.of(other).holidays.length === 0)
    targets.set(day, target ?? 'noCounterpart')
    if (target !== undefined) taken.add(target)
  }
  return paired(
    input,
    day => targets.get(day) ?? 'noCounterpart',
    changed.length > 0 ? [typeChanged(changed)] : [],
  )
}

function lastYears(
  { name, year, offset }: { name: HolidayName; year: number; offset: number },
  calendar: Calendar,
): Day | Reason {
  const anchor = calendar.knows(year - 1) ? calendar.anchor(name, year - 1) : undefined
  return anchor === undefined ? 'noCalendar' : anchor + offset
}

const typeChanged = (days: readonly Day[]): Text => ({
  zh: `${days.map(textOf).join('、')} 对应的去年日子不放假`,
  en: `${days.map(textOf).join(', ')}: the corresponding day of last year was no holiday`,
})
