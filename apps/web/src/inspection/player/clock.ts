/** Time, handed in so that tests need not wait. */
export type Clock = {
  now(): number
  /** Runs once at the given time (epoch ms); answers how to call it off. */
  at(time: number, run: () => void): () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  at(time, run) {
    const timer = setTimeout(run, Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  },
}
