import type { DayType } from '@aisle/contract'
import { type Day, partsOfDay, weekdayOf } from './days.ts'
import { anchorOf, breaksOf, calendarYears, type HolidayName } from './holidays.ts'

/** What a day is in the statutory calendar. */
export type DayFacts = {
  readonly type: DayType
  /** Every holiday whose break the day belongs to; the first one names it. */
  readonly holidays: readonly { readonly name: HolidayName; readonly year: number; readonly offset: number }[]
  /** 1 for the first day of the break, with the weekend days that adjoin it. */
  readonly index: number
}

export type Calendar = {
  of(day: Day): DayFacts
  /** The days of the break of a holiday, adjoining weekends with it; empty where no notice is known. */
  breakOf(name: HolidayName, year: number): readonly Day[]
  /** The day that a holiday's days are counted from. */
  anchor(name: HolidayName, year: number): Day | undefined
  /** Whether the notice that decides the days of a year is known. */
  knows(year: number): boolean
}

/** The statutory calendar, as it came to be, or as announced by a day. */
export function statutoryCalendar(asOf?: string): Calendar {
  const years = calendarYears.filter(year => asOf === undefined || `${year - 1}-12-09` <= asOf)
  const breaks = years.flatMap(year => breaksOf(year, asOf))
  const worked = new Set(breaks.flatMap(one => one.worked).filter(day => weekdayOf(day) > 5))
  const off = new Set(breaks.flatMap(({ from, to }) => range(from, to)))
  const isFree = (day: Day) => off.has(day) || (weekdayOf(day) > 5 && !worked.has(day))
  const facts = new Map<Day, DayFacts>()
  const spans = new Map<string, Day[]>()
  for (const { names, year, from, to } of breaks) {
    let [first, last] = [from, to]
    while (isFree(first - 1) && !off.has(first - 1)) first--
    while (isFree(last + 1) && !off.has(last + 1)) last++
    const days = range(first, last)
    for (const name of names) spans.set(`${name} ${year}`, days)
    for (const day of days)
      facts.set(day, { type: 'holiday', holidays: named(day, names, year), index: day - first + 1 })
  }
  return {
    of: day => facts.get(day) ?? ordinary(day, worked.has(day)),
    breakOf: (name, year) => spans.get(`${name} ${year}`) ?? [],
    anchor: anchorOf,
    knows: year => years.includes(year),
  }
}

/** A day of a break that two festivals share is named by the nearer one that has begun: National Day from 1 October on. */
function named(day: Day, names: readonly HolidayName[], year: number): DayFacts['holidays'] {
  const isNational = partsOfDay(day).month === 10
  return [...names]
    .sort((a, b) => Number(b === 'nationalDay') - Number(a === 'nationalDay'))
    .sort((a, b) => (isNational ? 0 : Number(a === 'nationalDay') - Number(b === 'nationalDay')))
    .flatMap(name => {
      const anchor = anchorOf(name, year)
      return anchor === undefined ? [] : [{ name, year, offset: day - anchor }]
    })
}

function ordinary(day: Day, isWorked: boolean): DayFacts {
  const type = isWorked ? 'makeup' : weekdayOf(day) > 5 ? 'weekend' : 'workday'
  return { type, holidays: [], index: 0 }
}

const range = (from: Day, to: Day): Day[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** A day of one's own: off, or worked. */
export type OwnDay = { readonly day: Day; readonly isOff: boolean }

/** A calendar with days of one's own, which count before it. They have no name of a statutory holiday. */
export function withOwnDays(calendar: Calendar, own: readonly OwnDay[]): Calendar {
  if (own.length === 0) return calendar
  const days = new Map(own.map(({ day, isOff }) => [day, isOff]))
  const isOwnOff = (day: Day) => days.get(day) === true && calendar.of(day).type !== 'holiday'
  const indexOf = (day: Day): number => (isOwnOff(day - 1) ? indexOf(day - 1) + 1 : 1)
  return {
    ...calendar,
    of(day) {
      const isOff = days.get(day)
      if (isOff === undefined) return calendar.of(day)
      if (!isOff) return { type: weekdayOf(day) > 5 ? 'makeup' : 'workday', holidays: [], index: 0 }
      return isOwnOff(day) ? { type: 'holiday', holidays: [], index: indexOf(day) } : calendar.of(day)
    },
  }
}
