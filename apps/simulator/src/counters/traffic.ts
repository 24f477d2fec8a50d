/** People through simulated counters: a function of time alone, so that whoever asks twice, or later, is told the same. */
const hourMs = 3_600_000
/** What happens in each hour of the day, against its busiest. */
const busy = [
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.35, 0.5, 0.7, 0.65, 0.6, 0.7, 0.8, 0.9, 1, 0.95, 0.7, 0.3, 0, 0,
]
/** Clocks of simulated shops. */
export const chinaOffsetMs = 8 * hourMs

export type Crossings = { entered: number; exited: number; passed: number }

/** Those of one hour and line; of an hour that is going on, those so far. */
export function hourOf(line: string, hour: number, until = Number.POSITIVE_INFINITY): Crossings {
  const share = Math.min(1, Math.max(0, (until - hour) / hourMs))
  const entered = Math.round(peopleOf(line, hour) * share)
  return { entered, exited: Math.round(entered * 0.97), passed: Math.round(entered * 2.4) }
}

/** Those of one interval that lies within an hour. */
export function intervalOf(line: string, from: number, to: number): Crossings {
  const hour = Math.floor(from / hourMs) * hourMs
  const [before, after] = [hourOf(line, hour, from), hourOf(line, hour, to)]
  return {
    entered: after.entered - before.entered,
    exited: after.exited - before.exited,
    passed: after.passed - before.passed,
  }
}

function peopleOf(line: string, hour: number): number {
  const clock = new Date(hour + chinaOffsetMs)
  const weekend = [0, 6].includes(clock.getUTCDay()) ? 1.5 : 1
  const chance = 0.8 + 0.4 * (hashOf(`${line} ${hour}`) / 2 ** 32)
  return Math.round(90 * (busy[clock.getUTCHours()] ?? 0) * weekend * chance)
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash
}
