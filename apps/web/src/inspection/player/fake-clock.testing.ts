import type { Clock } from './clock.ts'

/** A clock for tests that moves only when told, and runs what is due in order. */
export function fakeClock(start = 1_000_000) {
  let now = start
  let due: { time: number; run: () => void }[] = []
  /** Lets promises settle: answers of faked calls come between two moments. */
  const settle = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve()
  }
  const clock: Clock & { pass(ms: number): Promise<void>; pending(): number } = {
    now: () => now,
    at(time, run) {
      const entry = { time, run }
      due.push(entry)
      return () => {
        due = due.filter(other => other !== entry)
      }
    },
    async pass(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = due.filter(({ time }) => time <= end).sort((a, b) => a.time - b.time)[0]
        if (!next) break
        due = due.filter(other => other !== next)
        now = Math.max(now, next.time)
        next.run()
        await settle()
      }
      now = end
    },
    pending: () => due.length,
  }
  return clock
}
