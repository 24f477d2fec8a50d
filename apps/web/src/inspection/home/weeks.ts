const dayMs = 86_400_000
const textOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The Monday of a day's week, `YYYY-MM-DD`. */
export function mondayOf(date: string): string {
  const at = Date.parse(date)
  return textOf(at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs)
}

/** `begin` is the day that names it: of a week its Monday, also where the days asked for begin later. */
export type NamedSpan = { first: string; last: string; begin: string }

/** The days between two, both inside, one by one; or their weeks where there are more than `most`. */
export function spansOf(from: string, to: string, most: number): NamedSpan[] {
  const isLong = (Date.parse(to) - Date.parse(from)) / dayMs + 1 > most
  const step = (isLong ? 7 : 1) * dayMs
  const spans: NamedSpan[] = []
  for (let at = Date.parse(isLong ? mondayOf(from) : from); at <= Date.parse(to); at += step) {
    const first = textOf(Math.max(at, Date.parse(from)))
    spans.push({
      first,
      last: textOf(Math.min(at + step - dayMs, Date.parse(to))),
      begin: textOf(at),
    })
  }
  return spans
}
