export type Sky = {
  readonly weather: string
  readonly temperature: string
  readonly cities: readonly string[]
  readonly visits: number
}
type Line = { city: string; weather: string; temperature: string; visits: number }

/** Cities under one weather and temperature together, those with the most visits first; cities in the same order. */
export function skies(lines: readonly Line[]): Sky[] {
  const known = lines.filter(({ weather }) => weather !== '')
  return [...Map.groupBy(known, ({ weather, temperature }) => `${weather}\u0001${temperature}`).values()]
    .map(own => {
      const largest = own.toSorted((a, b) => b.visits - a.visits)
      return {
        weather: largest[0]?.weather ?? '',
        temperature: largest[0]?.temperature ?? '',
        cities: [...new Set(largest.map(({ city }) => city))],
        visits: own.reduce((sum, { visits }) => sum + visits, 0),
      }
    })
    .toSorted((a, b) => b.visits - a.visits)
}
