import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../lib/i18n.ts'
import { addDays, addMonths, dayOf } from '../../shell/date-picker/periods.ts'
import { CalendarChart } from '../../ui/chart/calendar-chart.tsx'
import { recordQueries } from './queries.ts'
import { RecordPanel } from './record-panel.tsx'
import { words } from './text.ts'
import type { Figures } from './use-figures.ts'

/** Patrols day by day, in whole months around the period; a day becomes the period of the page. */
export function PatrolCalendar({ figures }: { figures: Figures }) {
  const t = useText()
  const { from, to, setPeriod } = figures.period
  const today = dayOf(new Date())
  const begin = `${from.slice(0, 7)}-01`
  const monthEnd = addDays(addMonths(`${to.slice(0, 7)}-01`, 1), -1)
  const end = monthEnd < today || today < from ? monthEnd : today
  const query = useQuery({
    ...recordQueries.days({ ...figures.query, checkdate_beg: begin, checkdate_end: end }),
    enabled: figures.isKnown,
  })
  const days = useMemo(() => {
    const known = new Map(query.data?.map(day => [day.date, day.patrols]))
    const all: { date: string; value: number | null }[] = []
    for (let date = begin; date <= end; date = addDays(date, 1))
      all.push({ date, value: known.get(date) ?? 0 })
    return all
  }, [query.data, begin, end])
  return (
    <RecordPanel
      id="p5"
      className="span-4"
      title={t({ zh: '时间·巡店次数日历', en: 'Patrols by time: calendar' })}
      hint={t({ zh: '选择一天只看那天', en: 'Choose a day to see it alone' })}
      query={query}
      height={180}
    >
      {data => (
        <CalendarChart
          days={days}
          summary={t(
            { zh: '{n} 天共巡店 {sum} 次', en: '{sum} patrols on {n} days' },
            { n: data.length, sum: data.reduce((sum, day) => sum + day.patrols, 0) },
          )}
          categoryName={t(words.time)}
          onPick={index => {
            const day = days[index]?.date
            if (day) setPeriod({ from: day, to: day })
          }}
        />
      )}
    </RecordPanel>
  )
}
