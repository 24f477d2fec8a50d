export type Sky = {
  readonly weather: string
  /** Degrees, both inside; undefined where nobody measured. */
  readonly degrees: readonly [low: number, high: number] | undefined
  readonly cities: readonly string[]
  readonly visits: number
}
/** `degrees`: where the band of the day's temperature begins. */
type Line = { city: string; weather: string; degrees: number | undefined; visits: number }

const band = 5

/** Cities under one weather together, the weather with the most visits first; cities in the same order. */
export function skies(lines: readonly Line[]): Sky[] {
  const known = lines.filter(({ weather }) => weather !== '')
  return [...Map.groupBy(known, ({ weather }) => weather)]
    .map(([weather, own]) => {
      const begins = own.flatMap(({ degrees }) => degrees ?? [])
      return {
        weather,
        degrees: begins.length > 0 ? ([Math.min(...begins), Math.max(...begins) + band] as const) : undefined,
        cities: [...new Set(own.toSorted((a, b) => b.visits - a.visits).map(({ city }) => city))],
        visits: own.reduce((sum, { visits }) => sum + visits, 0),
      }
    })
    .toSorted((a, b) => b.visits - a.visits)
}
