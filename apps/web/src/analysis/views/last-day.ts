import { useMemo } from 'react'
import { opensLater } from '../../lib/figures/closed-words.ts'
import type { Freshness } from '../../lib/figures/delay.ts'
import { addDays } from '../../shell/date-picker/periods.ts'
import type { Asking } from './ask.ts'
import { useClock } from './live-mark.tsx'
import type { Asked } from './use-asking.ts'

/** The whole day before, for a page of today that no shop has opened on yet: there is nothing of today to look at. */
export function lastWholeDay(
  asking: Asking,
  fresh: Freshness | undefined,
  now: number,
): Asking['period'] | undefined {
  if (!fresh || opensLater(fresh.hours, asking.period, now) === undefined) return undefined
  const day = addDays(asking.period.from, -1)
  return { from: day, to: day }
}

/** What is shown before the first shop opens: the day before in place of today, until then. */
export function useLastDay(asked: Asked, fresh: Freshness | undefined): { asked: Asked; isLastDay: boolean } {
  const { asking } = asked
  const day = lastWholeDay(asking, fresh, useClock(30_000))?.from
  const before = useMemo(
    () => (day === undefined ? undefined : { ...asking, period: { from: day, to: day } }),
    [asking, day],
  )
  return before ? { asked: { ...asked, asking: before }, isLastDay: true } : { asked, isLastDay: false }
}
