import type { Granularity } from '@aisle/contract'
import { bucketStart, isClockGrain, isDayGrain, minutesOf } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type Day, textOf, weekdayOf } from '../calendar/days.ts'
import { dimensionOf } from '../model/dimensions.ts'
import type { Asked } from './normalize.ts'
import { daysFor, type Piece, type PieceContext, type Shape } from './sides.ts'
import type { Binder } from './statement.ts'

/** The first five-minute slot of the bucket that a row falls into, as an expression. */
export function slotSql(grain: Granularity, hasSlot: boolean): string {
  if (!isClockGrain(grain) || grain === 'hour' || !hasSlot) return 'toUInt16(hour) * 12'
  const size = minutesOf[grain] / 5
  return size === 1 ? 'slot' : `intDiv(slot, ${size}) * ${size}`
}

const truncated = {
  day: (sql: string) => sql,
  week: (sql: string) => `toMonday(${sql})`,
  month: (sql: string) => `toStartOfMonth(${sql})`,
  quarter: (sql: string) => `toStartOfQuarter(${sql})`,
  year: (sql: string) => `toStartOfYear(${sql})`,
} as const

/** The bucket as a day number; on the compared side that of the current day it is held against. */
export function bucketSql({ asked, shape, bound }: PieceContext, { days }: Piece): string {
  const grain = isDayGrain(asked.grain) ? asked.grain : 'day'
  const start = truncated[grain]
  if (shape.side !== 'compared' || !asked.compare) return `toUInt16(${start('biz_date')})`
  const { pairs, extra } = asked.compare.map
  const counterpart = (day: Day) => pairs.get(day) ?? extra.get(day) ?? 0
  const [first = 0] = days
  const shift = counterpart(first) - first
  if (days.every(day => counterpart(day) - day === shift))
    return `toUInt16(${start(`biz_date + ${bound.bind('Int32', shift)}`)})`
  const from = bound.bind('Array(UInt16)', days)
  const to = bound.bind(
    'Array(UInt16)',
    days.map(day => bucketStart(counterpart(day), grain)),
  )
  return `transform(toUInt16(biz_date), ${from}, ${to}, toUInt16(0))`
}

/**
 * Binds the lists of days that an expression about the calendar names, and puts its hours on the clock. Parts of the day are those of
 * the question where it has its own.
 */
export function withDays(expression: string, { asked, calendar, shape, bound }: PieceContext): string {
  if (asked.intervals && expression === dimensionOf('interval').by[0])
    return intervalSql(asked.intervals, bound)
  const sql = onTheClock(expression, asked)
  if (!sql.includes('Days:')) return sql
  const days = daysFor(asked, { ...shape, side: shape.side === 'current' ? 'whole' : shape.side })
  const list = <T>(pairs: readonly (readonly [Day, T])[], type: string): [string, string] => [
    bound.bind('Array(Date)', pairs.length > 0 ? pairs.map(([day]) => textOf(day)) : ['1970-01-01']),
    bound.bind(
      `Array(${type})`,
      pairs.length > 0 ? pairs.map(([, value]) => value) : [type === 'String' ? '' : 0],
    ),
  ]
  const replaced = (text: string, [keys, values]: [string, string], keyName: RegExp, valueName: RegExp) =>
    text.replace(keyName, keys).replace(valueName, values)
  if (sql.includes('{typedDays:')) {
    const typed = days.flatMap(day => {
      const { type } = calendar.of(day)
      return type === (weekdayOf(day) > 5 ? 'weekend' : 'workday') ? [] : [[day, type] as const]
    })
    return replaced(sql, list(typed, 'String'), /\{typedDays:[^}]*\}/, /\{typesOfDays:[^}]*\}/)
  }
  if (sql.includes('{holidayDays:')) {
    const named = days.flatMap(day => {
      const [first] = calendar.of(day).holidays
      return first ? [[day, first.name] as const] : []
    })
    return replaced(sql, list(named, 'String'), /\{holidayDays:[^}]*\}/, /\{namesOfDays:[^}]*\}/)
  }
  const indexed = days.map(day => [day, dayIndex(day, asked, calendar, shape)] as const)
  return replaced(sql, list(indexed, 'Int32'), /\{indexedDays:[^}]*\}/, /\{indexOfDays:[^}]*\}/)
}

/** Both are kept from the cut of the day on, as the slots of intervals are. Slots are read where hours do not tell them apart. */
function intervalSql(intervals: NonNullable<Asked['intervals']>, { bind }: Binder): string {
  const isHourly = intervals.every(({ slots }) => slots.every(range => range.every(slot => slot % 12 === 0)))
  const [column, size] = isHourly ? ['hour', 12] : ['slot', 1]
  const parts = intervals.map(({ id, slots }) => {
    const within = slots.map(([from, to]) => `(${column} >= ${from / size} AND ${column} < ${to / size})`)
    return `${within.join(' OR ')}, ${bind('String', id)}`
  })
  return `multiIf(${parts.join(', ')}, 'others')`
}

/** Hours are kept from the cut of the day on; those that a question names are the clock's. */
function onTheClock(sql: string, { dayCut }: Asked): string {
  const ahead = Math.floor(dayCut / 12)
  return ahead === 0 ? sql : sql.replaceAll(/\bhour\b/g, `((hour + ${ahead}) % 24)`)
}

/** Day of the break where the question is about holidays or years, else of the period; a compared day has its counterpart's. */
function dayIndex(day: Day, asked: Asked, calendar: Calendar, { side }: Shape): number {
  const aboutHolidays =
    asked.dimensions.some(name => name === 'holiday' || name === 'year') ||
    asked.question.filters.some(({ member }) => member === 'holiday')
  if (aboutHolidays && calendar.of(day).index > 0) return calendar.of(day).index
  const current = side === 'compared' ? (asked.compare?.map.pairs.get(day) ?? day) : day
  return current - asked.span.from + 1
}
