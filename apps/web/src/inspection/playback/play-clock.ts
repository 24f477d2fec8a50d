/**
 * The one time that all pictures of the page show. `at` is the time of the recordings (epoch ms) when the wall clock
 * stood at `since`. It stands still while paused, and while it is held for a picture that is still coming.
 */
export type PlayClock = { at: number; since: number; rate: number; isPlaying: boolean; isHeld: boolean }

export const clockFrom = (at: number, now: number): PlayClock => ({
  at,
  since: now,
  rate: 1,
  isPlaying: true,
  isHeld: true,
})

export const isRunning = ({ isPlaying, isHeld }: PlayClock) => isPlaying && !isHeld

export function timeOf(clock: PlayClock, now: number): number {
  return isRunning(clock) ? clock.at + (now - clock.since) * clock.rate : clock.at
}

/** The same time, told anew from now on with something changed. */
export function changed(
  clock: PlayClock,
  change: Partial<Pick<PlayClock, 'at' | 'rate' | 'isPlaying' | 'isHeld'>>,
  now: number,
): PlayClock {
  return { ...clock, at: timeOf(clock, now), since: now, ...change }
}
