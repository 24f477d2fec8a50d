import { Popover } from 'antd'
import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { PageDates, useFrame } from '../chrome.tsx'
import { useIsPaneOver } from '../use-width.ts'
import { Calendar } from './calendar.tsx'
import { dateOf, dayOf, type Range, type Shortcut, shortcuts } from './periods.ts'
import type { Period } from './use-period.ts'
import './date-picker.css'

/** These stand in the header; the others in the popover of 自定义. */
const quick: readonly Shortcut[] = ['yesterday', 'today', 'last7', 'last30']

/** `2026-10-21 至 2026-11-19`, one day alone. */
export function usePeriodText(): (range: Range) => string {
  const t = useText()
  const { date } = useFormat()
  return range =>
    range.from === range.to
      ? date(dateOf(range.from))
      : t({ zh: '{from} 至 {to}', en: '{from} – {to}' }, { from: range.from, to: range.to })
}

/** Chooses the period of a page: in the header on a desk, in the page itself on a phone. */
export function PeriodPicker({ period }: { period: Period }) {
  const { width } = useFrame()
  const isTight = useIsPaneOver()
  if (width === 'phone') return <PhonePicker period={period} />
  return (
    <PageDates>
      {isTight ? <MoreButton period={period} hasQuick /> : <PeriodButtons period={period} />}
    </PageDates>
  )
}

/** The short choices side by side, and a button for the others: in the header, or on a page without one. */
export function PeriodButtons({ period }: { period: Period }) {
  const t = useText()
  const names = quick.filter(name => period.shortcuts.includes(name))
  return (
    <fieldset className="period" aria-label={t({ zh: '日期', en: 'Dates' })}>
      {names.map(name => (
        <button
          key={name}
          type="button"
          className="period-option"
          aria-pressed={period.shortcut === name}
          onClick={() => period.setPeriod({ shortcut: name })}
        >
          {t(shortcuts[name])}
        </button>
      ))}
      <MoreButton period={period} hasQuick={false} />
    </fieldset>
  )
}

/** Opens the other names and the calendar; shows the period where none of the buttons beside it does. */
function MoreButton({ period, hasQuick }: { period: Period; hasQuick: boolean }) {
  const t = useText()
  const text = usePeriodText()
  const [isOpen, open] = useState(false)
  const isOwn = hasQuick || period.shortcut === undefined || !quick.includes(period.shortcut)
  const label = isOwn
    ? period.shortcut
      ? t(shortcuts[period.shortcut])
      : text(period)
    : t({ zh: '自定义', en: 'Custom' })
  return (
    <Popover
      open={isOpen}
      onOpenChange={open}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<Choices period={period} months={2} hasQuick={hasQuick} onDone={() => open(false)} />}
    >
      <button
        type="button"
        className={hasQuick ? 'period-button' : 'period-option'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-pressed={isOwn && !hasQuick ? true : undefined}
        aria-label={`${t({ zh: '日期', en: 'Dates' })}: ${label}`}
      >
        <CalendarDays size={14} aria-hidden />
        {label}
        {hasQuick && <ChevronDown size={14} aria-hidden />}
      </button>
    </Popover>
  )
}

function PhonePicker({ period }: { period: Period }) {
  const t = useText()
  const text = usePeriodText()
  const [isOpen, open] = useState(false)
  const title = t({ zh: '日期', en: 'Dates' })
  const name = period.shortcut ? `${t(shortcuts[period.shortcut])} · ` : ''
  return (
    <>
      <button type="button" className="period-button" aria-haspopup="dialog" onClick={() => open(true)}>
        <CalendarDays size={16} aria-hidden />
        {name}
        {text(period)}
        <ChevronDown size={16} aria-hidden />
      </button>
      {isOpen && (
        <Sheet title={title} onClose={() => open(false)}>
          <Choices period={period} months={1} hasQuick onDone={() => open(false)} />
        </Sheet>
      )}
    </>
  )
}

type ChoicesProps = { period: Period; months: 1 | 2; hasQuick: boolean; onDone: () => void }

function Choices({ period, months, hasQuick, onDone }: ChoicesProps) {
  const t = useText()
  const [today] = useState(() => dayOf(new Date()))
  return (
    <section
      className="period-choices"
      data-months={months}
      aria-label={t({ zh: '选择日期', en: 'Choose dates' })}
    >
      <ul>
        {period.shortcuts
          .filter(name => hasQuick || !quick.includes(name))
          .map(name => (
            <li key={name}>
              <button
                type="button"
                aria-pressed={period.shortcut === name}
                onClick={() => {
                  period.setPeriod({ shortcut: name })
                  onDone()
                }}
              >
                {t(shortcuts[name])}
              </button>
            </li>
          ))}
      </ul>
      <Calendar
        value={period}
        last={today}
        isRange
        months={months}
        onPick={range => {
          period.setPeriod(range)
          onDone()
        }}
      />
    </section>
  )
}
