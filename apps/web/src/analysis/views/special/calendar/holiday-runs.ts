import { addDays } from '../../../../shell/date-picker/periods.ts'

/** Days that follow each other. */
export type Run = { from: string; to: string }

/** The longest run of days in each year, the latest year first. */
export function runsByYear(days: readonly string[]): Run[] {
  const runs: Run[] = []
  for (const day of days.toSorted()) {
    const last = runs.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else runs.push({ from: day, to: day })
  }
  const longest = new Map<string, Run>()
  for (const run of runs) {
    // A break over the turn of the year belongs to the year that it leads into.
    const year = run.to.slice(0, 4)
    const known = longest.get(year)
    if (!known || lengthOf(run) > lengthOf(known)) longest.set(year, run)
  }
  return [...longest.values()].toSorted((a, b) => b.from.localeCompare(a.from))
}

const dayMs = 86_400_000
/** Days of a run, both ends inside. */
export const lengthOf = ({ from, to }: Run): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** Whole days from the first of a run to a day: 0 on the first, negative before it. */
export const placeIn = ({ from }: Run, day: string): number => (Date.parse(day) - Date.parse(from)) / dayMs
