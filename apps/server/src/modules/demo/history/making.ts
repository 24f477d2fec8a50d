import type { Moment, Span } from './moments.ts'

/**
 * Made rows are always the same, and give way to whatever is told of the same observation later: below every time of receipt, but
 * above estimates, which they replace as any counter's windows do.
 */
export const rowVersion = 1_000_000_000_000

/** What is to be made. */
export type Making = {
  seed: number
  span: Span
  /** From this day on counts stand as they came, before it as they were kept. */
  fineFrom: string
  /** From this day on what is kept for a time stands in rows; before it only in what is kept for ever. */
  rowsFrom: string
  /** What takes much room is made from these days on. */
  probesFrom: string
  heatFrom: string
  tracksFrom: string
  /** Pictures of faces are kept for a while only. */
  picturesFrom: string
  beatsFrom: string
  /** From here on devices tell of themselves every five minutes. */
  beatsOftenFrom: Moment
}
