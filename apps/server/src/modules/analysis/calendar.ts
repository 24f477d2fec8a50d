import { type Calendar, dayOf, statutoryCalendar, withOwnDays } from '@aisle/analysis'
import { eq } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { holidayCalendar } from '../../platform/schema/index.ts'

const keptMs = 3000

/** The statutory calendar with the chain's own days; remembered for a moment, since a page asks many questions at once. */
export function calendarReader(db: Database, now: () => Date): () => Promise<Calendar> {
  const statutory = statutoryCalendar()
  return forAMoment(now, async () => {
    const rows = await db.select().from(holidayCalendar).where(eq(holidayCalendar.origin, 'own'))
    return withOwnDays(
      statutory,
      rows.map(({ date, isOff }) => ({ day: dayOf(date), isOff })),
    )
  })
}

/** What is read, remembered for a moment; a failure is not. */
export function forAMoment<T>(now: () => Date, read: () => Promise<T>): () => Promise<T> {
  let kept: { at: number; value: Promise<T> } | undefined
  return () => {
    const at = now().getTime()
    if (kept && Math.abs(at - kept.at) < keptMs) return kept.value
    const value = read()
    kept = { at, value }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}
