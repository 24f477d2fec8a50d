import { type Day, dateMap, dayOf, daysOf, statutoryCalendar, textOf } from '@aisle/analysis'
import { AppError, type HeatQuestion } from '@aisle/contract'
import { legacyTimeOf } from '../../platform/time.ts'
import { text } from './text.ts'

type When = Pick<HeatQuestion, 'period' | 'timeWindow' | 'compare'>

/** The days and hours of a question, and those it is compared with. */
export type Hours = {
  readonly days: readonly string[]
  readonly comparedDays: readonly string[] | undefined
  /** A compared day that ends with the hour, since today has not gone on longer. */
  readonly cut: { readonly date: string; readonly beforeHour: number } | undefined
  /** Hours of the day that count. */
  readonly hours: readonly number[]
}

const mostDays = 400

/**
 * @param timeZone in which the shops keep their days
 * @throws AppError invalidInput where nothing corresponds, or too much is asked
 */
export function hoursOf({ period, timeWindow, compare }: When, at: Date, timeZone: string): Hours {
  const span = { from: dayOf(period.from), to: dayOf(period.to) }
  if (span.to - span.from >= mostDays) throw new AppError('ruleBroken', text.tooManyDays)
  const local = legacyTimeOf(at, timeZone)
  const today = dayOf(local.slice(0, 10))
  const hours = hoursIn(timeWindow)
  const written = (days: Iterable<Day>) => [...days].map(textOf)
  if (!compare) return { days: written(daysOf(span)), comparedDays: undefined, cut: undefined, hours }
  const { type, range } = compare
  const map = dateMap({
    span,
    grain: 'none',
    compare: { type, ...(range ? { range } : {}), align: 'date', toDate: 'clip', comparableOnly: false },
    today,
    calendar: statutoryCalendar(),
  })
  if ('refused' in map) throw new AppError('ruleBroken', map.refused)
  const standsForToday = [...map.pairs].find(([, day]) => day === today)?.[0]
  return {
    // Days that nothing can be held against are left out on both sides.
    days: written(daysOf(span).filter(day => map.matched.has(day))),
    comparedDays: written([...map.pairs.keys(), ...map.extra.keys()]),
    cut:
      standsForToday === undefined
        ? undefined
        : { date: textOf(standsForToday), beforeHour: Number(local.slice(11, 13)) },
    hours,
  }
}

/** Whole hours that begin inside the window; past midnight where it ends before it begins. */
export function hoursIn(window: When['timeWindow']): number[] {
  const every = Array.from({ length: 24 }, (_, hour) => hour)
  if (!window) return every
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
  const [from, to] = [minutes(window.from), minutes(window.to)]
  return every.filter(hour =>
    from < to ? hour * 60 >= from && hour * 60 < to : hour * 60 >= from || hour * 60 < to,
  )
}
