import { useMemo } from 'react'
import { useFormat } from '../../lib/format.ts'
import { languageTag, useLanguage } from '../../lib/i18n.ts'
import type { ChartProps } from './chart-data.ts'
import { ChartFrame } from './chart-frame.tsx'
import { ChartTable } from './chart-table.tsx'
import { usePalette } from './palette.ts'

export type DayValue = {
  date: string
  value: number | null
  /** Beside the day: its weather. */
  note?: string
}
type Props = Omit<ChartProps, 'height'> & {
  days: readonly DayValue[]
  /** What is as pale as it gets; left out: nought. */
  low?: number
  /** The day that the page is about. */
  picked?: string
}

/** Days as a calendar, Monday first: one large month, or small months side by side. `onPick` gets the day's index. */
export function CalendarChart({ days, summary, format, onPick, categoryName, low: lowest, picked }: Props) {
  const { short, date: dateText } = useFormat()
  const language = useLanguage()
  const palette = usePalette()
  const write = format ?? short
  const known = days.flatMap(day => (day.value === null ? [] : [day.value]))
  const low = lowest ?? Math.min(0, ...known)
  const high = Math.max(...known)
  const months = useMemo(() => {
    const found = new Map<string, (DayValue & { index: number })[]>()
    for (const [index, day] of days.entries()) {
      const month = day.date.slice(0, 7)
      found.set(month, [...(found.get(month) ?? []), { ...day, index }])
    }
    return [...found]
  }, [days])
  const monthName = new Intl.DateTimeFormat(languageTag(language), { year: 'numeric', month: 'short' })
  const text = ({ date, value, note }: DayValue) =>
    `${dateText(new Date(`${date}T00:00:00`))}: ${value === null ? '—' : write(value)}${note ? ` · ${note}` : ''}`
  const data = {
    categories: days.map(day => day.date),
    series: [{ name: summary, values: days.map(day => day.value) }],
  }
  return (
    <ChartFrame
      summary={summary}
      height={120}
      isEmpty={known.length === 0}
      count={days.length}
      describe={index => (days[index] ? text(days[index]) : '')}
      onPick={onPick && (index => onPick(index, 0))}
      table={<ChartTable data={data} format={write} categoryName={categoryName} />}
    >
      {cursor => (
        <div className="days" data-months={months.length}>
          {months.map(([month, own]) => (
            <div key={month} className="days-month">
              <h3>{monthName.format(new Date(`${month}-01T00:00:00`))}</h3>
              {own.map((day, at) => {
                const shade =
                  day.value === null
                    ? undefined
                    : palette.step(high <= low ? 0.5 : (day.value - low) / (high - low))
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the frame's arrow keys and Enter reach every day
                  // biome-ignore lint/a11y/noStaticElementInteractions: see above
                  <span
                    key={day.date}
                    className="day-cell"
                    title={text(day)}
                    data-at={cursor === day.index || undefined}
                    data-picked={day.date === picked || undefined}
                    style={{
                      ...(at === 0 ? { gridColumnStart: weekdayOf(day.date) } : {}),
                      ...(shade ? { background: shade.fill, color: shade.text } : {}),
                      ...(onPick ? { cursor: 'pointer' } : {}),
                    }}
                    onClick={onPick && (() => onPick(day.index, 0))}
                  >
                    {Number(day.date.slice(8))}
                    {months.length === 1 && day.note && <small>{day.note}</small>}
                  </span>
                )
              })}
            </div>
          ))}
        </div>
      )}
    </ChartFrame>
  )
}

/** 1 on Monday, 7 on Sunday. */
const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00`).getDay() + 6) % 7) + 1
