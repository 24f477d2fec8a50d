import { Popover } from 'antd'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Calendar } from './calendar.tsx'
import { dateOf, dayOf } from './periods.ts'
import type { OneDay } from './use-period.ts'
import './date-picker.css'

/** One day with a step back and on; stands in the page's filter row. */
export function DayPicker({ day }: { day: OneDay }) {
  const t = useText()
  const { date } = useFormat()
  const [isOpen, open] = useState(false)
  const [today] = useState(() => dayOf(new Date()))
  return (
    <fieldset className="period" aria-label={t({ zh: '日期', en: 'Date' })}>
      <button
        type="button"
        className="period-option"
        aria-label={t({ zh: '前一天', en: 'Previous day' })}
        onClick={() => day.step(-1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </button>
      <Popover
        open={isOpen}
        onOpenChange={open}
        trigger="click"
        placement="bottom"
        arrow={false}
        destroyOnHidden
        content={
          <Calendar
            value={{ from: day.day, to: day.day }}
            last={today}
            isRange={false}
            months={1}
            onPick={({ from }) => {
              day.setDay(from)
              open(false)
            }}
          />
        }
      >
        <button type="button" className="period-option" aria-haspopup="dialog" aria-expanded={isOpen}>
          <CalendarDays size={14} aria-hidden />
          {date(dateOf(day.day))}
        </button>
      </Popover>
      <button
        type="button"
        className="period-option"
        aria-label={t({ zh: '后一天', en: 'Next day' })}
        disabled={day.isToday}
        onClick={() => day.step(1)}
      >
        <ChevronRight size={14} aria-hidden />
      </button>
    </fieldset>
  )
}
