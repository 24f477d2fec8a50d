/** A local business day, counted from 1970-01-01: whole-day arithmetic without clocks or zones. */
export type Day = number

const dayMs = 86_400_000

export const dayOf = (text: string): Day => Math.round(Date.parse(`${text}T00:00:00Z`) / dayMs)

const texts = new Map<Day, string>()
/** `YYYY-MM-DD`. */
export function textOf(day: Day): string {
  const known = texts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * dayMs).toISOString().slice(0, 10)
  texts.set(day, text)
  return text
}

/** Monday is 1, Sunday 7. */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1
export const mondayOf = (day: Day): Day => day - weekdayOf(day) + 1

export type Parts = { year: number; month: number; date: number }
/** Year, month (1–12) and date of a day. */
export function partsOfDay(day: Day): Parts {
  const text = textOf(day)
  return { year: Number(text.slice(0, 4)), month: Number(text.slice(5, 7)), date: Number(text.slice(8, 10)) }
}

/** Month may run over its ends: month 0 is December of the year before. */
export const dayFrom = (year: number, month: number, date: number): Day =>
  Math.round(Date.UTC(year, month - 1, date) / dayMs)
export const daysInMonth = (year: number, month: number): number =>
  dayFrom(year, month + 1, 1) - dayFrom(year, month, 1)

/** The same date some months away; undefined where that month has no such date. */
export function sameDate(day: Day, months: number): Day | undefined {
  const { year, month, date } = partsOfDay(day)
  return date > daysInMonth(year, month + months) ? undefined : dayFrom(year, month + months, date)
}

/** First day of the month, quarter or year that lies some months away. */
export function monthStart(day: Day, months = 0): Day {
  const { year, month } = partsOfDay(day)
  return dayFrom(year, month + months, 1)
}

/** Both ends inside. */
export type Span = { readonly from: Day; readonly to: Day }
export const lengthOf = ({ from, to }: Span): number => to - from + 1
export const daysOf = ({ from, to }: Span): Day[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Days, in any order, as the fewest spans. */
export function spansOf(days: Iterable<Day>): Span[] {
  const spans: { from: Day; to: Day }[] = []
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last && last.to + 1 === day) last.to = day
    else spans.push({ from: day, to: day })
  }
  return spans
}
