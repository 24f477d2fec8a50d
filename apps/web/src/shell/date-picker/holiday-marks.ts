import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useName } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { addDays, addMonths, type Day } from './periods.ts'

export type HolidayMark = { name: string; isOff: boolean }

/** Public holidays and make-up workdays of the months (`YYYY-MM`) on show. A calendar without them is still one. */
export function useHolidayMarks(months: readonly string[]): ReadonlyMap<Day, HolidayMark> {
  const name = useName()
  const { phase } = useSession()
  const from = `${months[0] ?? ''}-01`
  const to = addDays(addMonths(`${months.at(-1) ?? ''}-01`, 1), -1)
  const { data } = useQuery({
    queryKey: ['holidays', from, to],
    queryFn: ({ signal }) => api.business.holidays({ query: { from, to }, signal }),
    staleTime: 3_600_000,
    enabled: phase === 'signedIn' && months.length > 0,
  })
  return useMemo(
    () =>
      new Map(data?.days.map(day => [day.date, { name: name(day.nameZh, day.nameEn), isOff: day.isOff }])),
    [data, name],
  )
}
