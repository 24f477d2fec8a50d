/** Minutes of HH:MM; 24:00 and later go on counting. */
export const clockMinutes = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Two hours more on either side of a warning, within its day. */
export function windowAround(from: string, to: string, more = 120): { from: string; to: string } {
  return {
    from: clockOf(Math.max(0, clockMinutes(from) - more)),
    to: clockOf(Math.min(1440, clockMinutes(to) + more)),
  }
}

const dayMs = 86_400_000
const plus = (date: string, days: number) =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/**
 * Days before and after a change with equal weekdays: whole weeks, as many as lie between the change and yesterday, four at
 * most. The day of the change itself begins the time after. Undefined while less than a week is over.
 */
export function beforeAndAfter(
  changedOn: string,
  today: string,
): { weeks: number; before: { from: string; to: string }; after: { from: string; to: string } } | undefined {
  const over = Math.round((Date.parse(today) - Date.parse(changedOn)) / dayMs)
  const weeks = Math.min(4, Math.floor(over / 7))
  if (weeks < 1) return undefined
  return {
    weeks,
    before: { from: plus(changedOn, -7 * weeks), to: plus(changedOn, -1) },
    after: { from: changedOn, to: plus(changedOn, 7 * weeks - 1) },
  }
}

/** The months that days lie in, `YYYY-MM`. */
export function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const months: string[] = []
  let [year = 0, month = 1] = from.slice(0, 7).split('-').map(Number)
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > to.slice(0, 7) || months.length > 36) return months
    months.push(name)
    month++
    if (month > 12) [year, month] = [year + 1, 1]
  }
}
