import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { useHolidayMarks } from './holiday-marks.ts'
import { MonthGrid } from './month-grid.tsx'
import { addMonths, type Day, type Range } from './periods.ts'
import './date-picker.css'

type Props = {
  /** The days chosen so far; both the same for one day. */
  value: Range
  /** The latest day that may be chosen. */
  last: Day
  /** One click chooses a day, or two clicks a range. */
  isRange: boolean
  /** How many months stand side by side. */
  months: 1 | 2
  onPick: (range: Range) => void
}

/** Months to choose days from, by pointer or arrow keys; holidays of the mainland are marked. */
export function Calendar({ value, last, isRange, months, onPick }: Props) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [begun, begin] = useState<Day>()
  const [cursor, setCursor] = useState(value.to)
  const [lastMonth, showMonth] = useState(value.to.slice(0, 7))
  const hasMoved = useRef(false)
  const shown = Array.from({ length: months }, (_, index) =>
    addMonths(`${lastMonth}-01`, index - months + 1).slice(0, 7),
  )
  const marks = useHolidayMarks(shown)

  // The day that the arrows moved to takes the focus once its month is drawn.
  useEffect(() => {
    if (hasMoved.current) box.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
  }, [cursor])

  function move(day: Day) {
    hasMoved.current = true
    const month = day.slice(0, 7)
    if (!shown.includes(month))
      showMonth(month < (shown[0] ?? month) ? addMonths(`${month}-01`, months - 1).slice(0, 7) : month)
    setCursor(day)
  }
  function pick(day: Day) {
    if (!isRange) return onPick({ from: day, to: day })
    if (begun === undefined) return begin(day)
    begin(undefined)
    onPick(begun <= day ? { from: begun, to: day } : { from: day, to: begun })
  }
  const turn = (count: number) => {
    const month = addMonths(`${lastMonth}-01`, count).slice(0, 7)
    showMonth(month)
    setCursor(`${month}-01`)
  }
  return (
    <div className="calendar" ref={box}>
      <button
        type="button"
        className="icon-button calendar-back"
        aria-label={t({ zh: '上个月', en: 'Previous month' })}
        onClick={() => turn(-1)}
      >
        <ChevronLeft size={16} aria-hidden />
      </button>
      {shown.map(month => (
        <MonthGrid
          key={month}
          month={month}
          from={begun ?? value.from}
          to={begun ?? value.to}
          cursor={cursor}
          last={last}
          marks={marks}
          onMove={move}
          onPick={pick}
        />
      ))}
      <button
        type="button"
        className="icon-button calendar-on"
        aria-label={t({ zh: '下个月', en: 'Next month' })}
        disabled={lastMonth >= last.slice(0, 7)}
        onClick={() => turn(1)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
      {isRange && (
        <p className="calendar-hint" role="status">
          {begun === undefined
            ? t({ zh: '点选开始日期', en: 'Choose the first day' })
            : t({ zh: '从 {day} 到哪一天？', en: 'From {day} to which day?' }, { day: begun })}
        </p>
      )}
    </div>
  )
}
