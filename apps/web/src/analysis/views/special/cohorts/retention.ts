/** How many of those who came first in a week were there so many weeks later; week 0 is the first one. */
export type CohortCount = { cohort: string; week: number; people: number }
export type Cohort = {
  cohort: string
  size: number
  /** Shares of week 1 on; null where the week lies ahead. */
  shares: (number | null)[]
}

/**
 * Who came back, of those who came for the first time in a week. Only weeks that lie within the days asked about are told: of those
 * who came first before them the size is not known, and what is yet to come is not nought.
 * @param last the week that goes on at the end of the days, as the cohorts are written (its Monday)
 */
export function retentionOf(counts: readonly CohortCount[], from: string, last: string): Cohort[] {
  const known = counts.filter(({ cohort }) => cohort >= from)
  const cohorts = [...new Set(known.map(({ cohort }) => cohort))].sort()
  const at = new Map(known.map(({ cohort, week, people }) => [`${cohort} ${week}`, people]))
  return cohorts.flatMap(cohort => {
    const size = at.get(`${cohort} 0`) ?? 0
    const weeks = Math.round((Date.parse(last) - Date.parse(cohort)) / (7 * 86_400_000))
    return size === 0
      ? []
      : [
          {
            cohort,
            size,
            shares: Array.from(
              { length: Math.max(0, weeks) },
              (_, index) => ((at.get(`${cohort} ${index + 1}`) ?? 0) * 100) / size,
            ),
          },
        ]
  })
}
