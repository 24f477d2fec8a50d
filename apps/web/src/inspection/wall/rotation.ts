/** The clock of a wall that turns its pages: it counts only while nothing holds it. Times in ms. */
export type Rotation = { readonly elapsedMs: number; readonly at: number }

export const connectEarlyMs = 3_000

export const rotationFrom = (now: number): Rotation => ({ elapsedMs: 0, at: now })

/** Lets time pass; `turns` says that the page is over, and the count begins anew. */
export function passed(
  { elapsedMs, at }: Rotation,
  now: number,
  { everyMs, isHeld }: { everyMs: number; isHeld: boolean },
): { rotation: Rotation; turns: boolean } {
  const elapsed = isHeld ? elapsedMs : elapsedMs + Math.max(0, now - at)
  if (elapsed >= everyMs) return { rotation: { elapsedMs: 0, at: now }, turns: true }
  return { rotation: { elapsedMs: elapsed, at: now }, turns: false }
}

/** The next page connects a little before it is shown, so that it does not begin black. */
export function isNearTurn({ elapsedMs }: Rotation, everyMs: number): boolean {
  return everyMs - elapsedMs <= connectEarlyMs
}
