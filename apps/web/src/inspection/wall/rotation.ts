/** The clock of a wall that turns its pages: it counts only while nothing holds it. Times in ms. */
export type Rotation = { readonly elapsedMs: number; readonly at: number }

const connectEarlyMs = 3_000

export const rotationFrom = (now: number): Rotation => ({ elapsedMs: 0, at: now })

/** Lets time pass; `turns` says, once, that the page is over. The count stays full until the next page is there. */
export function passed(
  { elapsedMs, at }: Rotation,
  now: number,
  { everyMs, isHeld }: { everyMs: number; isHeld: boolean },
): { rotation: Rotation; turns: boolean } {
  const elapsed = isHeld ? elapsedMs : Math.min(everyMs, elapsedMs + Math.max(0, now - at))
  return { rotation: { elapsedMs: elapsed, at: now }, turns: elapsed >= everyMs && elapsedMs < everyMs }
}

/** The next page connects a little before it is shown, so that it does not begin black. */
export function isNearTurn({ elapsedMs }: Rotation, everyMs: number): boolean {
  return everyMs - elapsedMs <= connectEarlyMs
}
