/** How many people of a band a group (a shop, a period) has. */
export type Count = { group: string; band: string; people: number }
type End = { group: string; share: number }
export type BandSpread = { band: string; points: number; high: End; low: End }

/** Shares of fewer people than this say nothing. */
const leastPeople = 30

/**
 * Age bands by how far the groups lie apart in them: points between the group with the largest share of its people in the band and
 * the one with the smallest. Fewer than two groups differ in nothing.
 */
export function bandSpreads(counts: readonly Count[]): BandSpread[] {
  const sums = new Map<string, number>()
  for (const { group, people } of counts) sums.set(group, (sums.get(group) ?? 0) + people)
  const groups = [...sums].filter(([, sum]) => sum >= leastPeople)
  if (groups.length < 2) return []
  const bands = [...new Set(counts.map(({ band }) => band))]
  return bands
    .flatMap(band => {
      const ends = groups
        .map(([group, sum]) => {
          const own = counts.find(count => count.group === group && count.band === band)
          return { group, share: ((own?.people ?? 0) * 100) / sum }
        })
        .toSorted((a, b) => b.share - a.share)
      const [high, low] = [ends[0], ends.at(-1)]
      return high && low ? [{ band, points: high.share - low.share, high, low }] : []
    })
    .toSorted((a, b) => b.points - a.points)
}
