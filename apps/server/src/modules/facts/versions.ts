/**
 * Which of two rows of one key holds, as the `ver` of the measure store: what was imputed, below what was measured, below what
 * the sender numbered itself, below what a person wrote by hand. Within each the later, or higher, one. All are whole in a double.
 */
const numbered = 2 ** 42
const byHand = 2 ** 50

export const versions = {
  /** Seconds: far below any word of a sensor, so that the truth replaces it whenever it arrives. */
  imputed: (at: Date): number => Math.floor(at.getTime() / 1000),
  received: (at: Date): number => at.getTime(),
  /** By the sender's own number, up to 2^40. */
  numbered: (seq: number): number => numbered + seq,
  manual: (at: Date): number => byHand + at.getTime(),
}

/** The version of a posted row. */
export const postedVersion = (seq: number | undefined, received: Date): number =>
  seq === undefined ? versions.received(received) : versions.numbered(seq)
