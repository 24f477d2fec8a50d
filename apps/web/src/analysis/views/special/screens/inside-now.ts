/** How full a shop is: of the people allowed inside at once. */
export type Fullness = 'free' | 'near' | 'full'

/** From eight in ten on it is said; at the number it is full. Undefined without a number or a count. */
export function fullnessOf(inside: number | null, capacity: number | null): Fullness | undefined {
  if (inside === null || capacity === null || capacity <= 0) return undefined
  const share = inside / capacity
  return share >= 1 ? 'full' : share >= 0.8 ? 'near' : 'free'
}

/** Who came less who went, never below nought; unknown where either is. */
export const insideOf = (entries: number | null, exits: number | null): number | null =>
  entries === null || exits === null ? null : Math.max(0, entries - exits)

/** People inside after each window of a day. Windows that are not there yet stay unknown. */
export function insideSeries(
  entries: readonly (number | null)[],
  exits: readonly (number | null)[],
): (number | null)[] {
  let came = 0
  return entries.map((value, index) => {
    const left = exits[index] ?? null
    if (value === null && left === null) return null
    came += (value ?? 0) - (left ?? 0)
    return Math.max(0, came)
  })
}
