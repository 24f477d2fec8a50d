/** What a picture must do to show the time of the clock, in seconds of its stream. */
export type Follow = {
  wanted: number
  current: number
  /** What is loaded around the wanted second. */
  loaded: { start: number; end: number } | undefined
  /** How fast the element plays when it is on time. */
  rate: number
  isRunning: boolean
  /** Any second of the stream can be gone to, loaded or not. */
  isSeekable: boolean
}
export type FollowStep = { isThere: boolean; play: boolean; rate: number; jumpTo?: number }

/** Off by less, and a picture is on time. */
const onTimeS = 0.04
const edgeS = 0.04

/**
 * A little off: plays up to a quarter faster or slower. Far off: jumps, where the second is loaded or may be gone to.
 * Not loaded: waits.
 */
export function follow({ wanted, current, loaded, rate, isRunning, isSeekable }: Follow): FollowStep {
  const off = current - wanted
  const far = isRunning ? Math.max(0.35, 0.2 * rate) : 0.02
  const isLoaded = loaded !== undefined && wanted >= loaded.start - 0.1 && wanted <= loaded.end - edgeS
  if (!isLoaded) {
    const mayJump = isSeekable && Math.abs(off) > far
    return { isThere: false, play: false, rate, ...(mayJump ? { jumpTo: wanted } : {}) }
  }
  if (Math.abs(off) > far)
    return { isThere: true, play: isRunning, rate, jumpTo: Math.max(wanted, loaded.start + 0.001) }
  const correction = Math.abs(off) < onTimeS ? 1 : Math.min(1.25, Math.max(0.75, 1 - off / rate))
  return { isThere: true, play: isRunning, rate: rate * correction }
}
