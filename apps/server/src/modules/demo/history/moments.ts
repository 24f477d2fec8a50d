/** A five-minute slot of a day in Beijing time, which all shops of the demo keep. */
export type Moment = { date: string; slot: number }
/** What ended after `from` and not after `to`. */
export type Span = { from: Moment; to: Moment }

const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000
const slotMs = 300_000

/** The slot that is going on: all before it are over. */
export function momentOf(at: Date): Moment {
  const local = at.getTime() + beijingMs
  return {
    date: new Date(local).toISOString().slice(0, 10),
    slot: Math.floor((local % dayMs) / slotMs),
  }
}

/** Slots since 1970, for order. */
export const numberOf = ({ date, slot }: Moment): number => (Date.parse(date) / dayMs) * 288 + slot

export const later = (a: Moment, b: Moment): Moment => (numberOf(a) > numberOf(b) ? a : b)

/** Condition that what begins in `slot` of `biz_date` and lasts `width` slots ended within the span. */
export function ended({ from, to }: Span, slot: string, width = '1', date = 'biz_date'): string {
  const end = `(toUInt32(toDate(${date})) * 288 + ${slot} + ${width})`
  return `(${end} > ${numberOf(from)} AND ${end} <= ${numberOf(to)})`
}

/** The days a span touches: what ends at midnight belongs to the day before. */
export function daysOf({ from, to }: Span): string[] {
  const last = to.slot === 0 ? Date.parse(to.date) - dayMs : Date.parse(to.date)
  const days: string[] = []
  for (let at = Date.parse(from.date); at <= last; at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
