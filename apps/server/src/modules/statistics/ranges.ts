import type { KindOfDay } from '@aisle/contract'

/** Days on the shops' clocks, both inside; a side that is not given is open. Of them all, or those of one kind. */
export type Days = { first: string | undefined; last: string | undefined; kind?: KindOfDay | undefined }

const dayMs = 24 * 3_600_000
const earliest = Date.parse('0001-01-01')

/** As many days right before; none before an open range. */
export function rangeBefore({ first, last }: Days): { first: string; last: string } | undefined {
  if (first === undefined || last === undefined) return undefined
  const begin = Date.parse(first)
  const length = Date.parse(last) - begin + dayMs
  const dayOf = (at: number) => new Date(Math.max(at, earliest)).toISOString().slice(0, 10)
  return { first: dayOf(begin - length), last: dayOf(begin - dayMs) }
}

/** The same days of the year before; the 29th of February becomes the 28th. None of an open range. */
export function yearBefore({ first, last }: Days): { first: string; last: string } | undefined {
  if (first === undefined || last === undefined) return undefined
  const shifted = (day: string) => {
    const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0')
    return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`
  }
  return { first: shifted(first), last: shifted(last) }
}
