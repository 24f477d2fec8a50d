import type { Count, Reading } from './sensor.ts'

/** What is remembered of a running counter between two readings. */
export type Seen = {
  readonly at: number
  readonly in: number
  readonly out: number
  readonly pass?: number
  readonly child?: number
}

/** A gap longer than this is one window of unknown inner shape: it is kept, and told apart by its length. */
export type Step =
  | { readonly kind: 'first'; readonly seen: Seen }
  | { readonly kind: 'counted'; readonly seen: Seen; readonly count: Count; readonly wasReset: boolean }
  | { readonly kind: 'old' }

/**
 * The window between two readings of a running counter.
 *
 * - The first reading counts nothing: what it shows happened at an unknown time.
 * - A counter that stands lower than before began anew (midnight, power, a full register): what it shows now was counted since.
 * - A reading that is older than the last one, or of the same moment, says nothing new.
 * - A direction that was not told stands where it stood.
 */
export function step(before: Seen | undefined, reading: Reading): Step {
  const seen: Seen = {
    at: reading.at,
    in: reading.in ?? before?.in ?? 0,
    out: reading.out ?? before?.out ?? 0,
    ...(reading.pass === undefined ? {} : { pass: reading.pass }),
    ...(reading.child === undefined ? {} : { child: reading.child }),
  }
  if (!before) return { kind: 'first', seen }
  if (reading.at <= before.at) return { kind: 'old' }
  const wasReset = seen.in < before.in || seen.out < before.out
  const more = (now: number, last: number | undefined) => (wasReset ? now : Math.max(0, now - (last ?? 0)))
  return {
    kind: 'counted',
    seen,
    wasReset,
    count: {
      device: reading.device,
      line: reading.line,
      from: before.at,
      to: reading.at,
      in: more(seen.in, before.in),
      out: more(seen.out, before.out),
      ...(seen.pass === undefined ? {} : { pass: more(seen.pass, before.pass) }),
      ...(seen.child === undefined ? {} : { child: more(seen.child, before.child) }),
      isLate: false,
    },
  }
}
