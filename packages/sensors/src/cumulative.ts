import type { Count, Reading } from './sensor.ts'

/** Windows of running counters: five minutes, from full five minutes of the hour on. */
export const windowMs = 300_000
/** What moved over a longer gap is not spread over it: nobody knows when. */
const spreadMostMs = 24 * 3_600_000

const figures = ['in', 'out', 'pass', 'child'] as const
type Told = Partial<Record<(typeof figures)[number], number>>
type Figures = Told & { in: number; out: number }

/** What is remembered of a running counter between two readings: where it stood, and what its last window holds so far. */
export type Seen = Told & {
  readonly at: number
  readonly window?: { readonly from: number } & Figures
}

/** `spread`: it moved over several windows, whose shares are by length; `doubtful`: over more than a day. */
export type Step =
  | { readonly kind: 'first'; readonly seen: Seen }
  | {
      readonly kind: 'counted'
      readonly seen: Seen
      readonly counts: readonly Count[]
      readonly wasReset: boolean
      readonly quality: 'measured' | 'spread' | 'doubtful'
    }
  | { readonly kind: 'old' }

/**
 * The windows between two readings of a running counter, each with all that it holds by now: written again they replace what they
 * were, so that a reading may be lost, repeated, or follow at any distance.
 *
 * - The first word on a figure counts nothing: what it shows happened at an unknown time. Sensors that report a counter when it
 *   moves tell of one direction first and of the other later.
 * - A counter that stands lower than before began anew (midnight, power, a full register): what it shows now was counted since, and
 *   what it does not tell began at nought, too.
 * - A reading that is older than the last one, or of the same moment, says nothing new.
 * - A figure that was not told stands where it stood.
 */
export function step(before: Seen | undefined, reading: Reading): Step {
  if (!before) return { kind: 'first', seen: { at: reading.at, ...told(name => reading[name]) } }
  if (reading.at <= before.at) return { kind: 'old' }
  const isLower = (name: 'in' | 'out') => (reading[name] ?? Infinity) < (before[name] ?? 0)
  const wasReset = isLower('in') || isLower('out')
  const shown = { at: reading.at, ...told(name => reading[name] ?? (wasReset ? 0 : before[name])) }
  const moved = told(name => {
    const [now, last] = [reading[name], before[name]]
    if (now === undefined || (last === undefined && !wasReset)) return undefined
    return wasReset ? now : Math.max(0, now - (last ?? 0))
  })
  const isDoubtful = reading.at - before.at > spreadMostMs
  const windows = isDoubtful ? [windowOf(reading.at - 1)] : windowsBetween(before.at, reading.at)
  const shares = sharesOf(windows, isDoubtful ? (windows[0] ?? 0) : before.at, reading.at)
  const counts = windows.map((from, index): Count => {
    const had = before.window?.from === from ? before.window : undefined
    const held = figuresOf(name => {
      const own = moved[name] === undefined ? undefined : portion(moved[name], shares, index)
      return own === undefined && had?.[name] === undefined ? undefined : (own ?? 0) + (had?.[name] ?? 0)
    })
    return { device: reading.device, line: reading.line, from, to: from + windowMs, ...held, isLate: false }
  })
  const last = counts.at(-1)
  const { from = 0 } = last ?? {}
  return {
    kind: 'counted',
    seen: { ...shown, window: { from, ...figuresOf(name => last?.[name]) } },
    wasReset,
    counts,
    quality: isDoubtful ? 'doubtful' : reading.at - before.at > windowMs * 2 ? 'spread' : 'measured',
  }
}

const windowOf = (at: number) => Math.floor(at / windowMs) * windowMs

/** Begins of the windows that the time between two moments touches. */
function windowsBetween(from: number, to: number): number[] {
  const begins: number[] = []
  for (let at = windowOf(from); at < to; at += windowMs) begins.push(at)
  return begins
}

/** Shares of the time up to the end of each window, rising to 1. */
function sharesOf(windows: readonly number[], from: number, to: number): number[] {
  return windows.map((begin, index) =>
    index === windows.length - 1 ? 1 : (Math.min(begin + windowMs, to) - from) / (to - from),
  )
}

/** The whole part of a window of what moved: parts add up to all of it. */
function portion(moved: number, shares: readonly number[], index: number): number {
  const upTo = (share: number | undefined) => Math.round(moved * (share ?? 0))
  return upTo(shares[index]) - (index === 0 ? 0 : upTo(shares[index - 1]))
}

function figuresOf(of: (name: (typeof figures)[number]) => number | undefined): Figures {
  return { in: 0, out: 0, ...told(of) }
}

/** The figures that there is a word on. */
function told(of: (name: (typeof figures)[number]) => number | undefined): Told {
  return Object.fromEntries(
    figures.flatMap(name => {
      const value = of(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
