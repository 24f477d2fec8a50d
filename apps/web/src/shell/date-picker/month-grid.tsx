import type { Text } from '@aisle/contract'
import type { KeyboardEvent } from 'react'
import { languageTag, useLanguage, useText } from '../../lib/i18n.ts'
import { addDays, addMonths, type Day, dateOf } from './periods.ts'

const weekdays: readonly Text[] = [
  { zh: '一', en: 'Mo' },
  { zh: '二', en: 'Tu' },
  { zh: '三', en: 'We' },
  { zh: '四', en: 'Th' },
  { zh: '五', en: 'Fr' },
  { zh: '六', en: 'Sa' },
  { zh: '日', en: 'Su' },
]

/** The days of a month, with the days of the weeks around left out as undefined. */
function daysOfMonth(month: string): (Day | undefined)[] {
  const first = `${month}-01`
  const before = (dateOf(first).getDay() + 6) % 7
  const count = Number(addDays(addMonths(first, 1), -1).slice(8))
  return [
    ...Array.from({ length: before }, () => undefined),
    ...Array.from({ length: count }, (_, index) => addDays(first, index)),
  ]
}

type Props = {
  /** `YYYY-MM`. */
  month: string
  from: Day | undefined
  to: Day | undefined
  /** The day that the arrow keys stand on. */
  cursor: Day
  last: Day
  marks: ReadonlyMap<Day, { name: string; isOff: boolean }>
  onMove: (day: Day) => void
  onPick: (day: Day) => void
}

const steps: Record<string, (day: Day) => Day> = {
  ArrowLeft: day => addDays(day, -1),
  ArrowRight: day => addDays(day, 1),
  ArrowUp: day => addDays(day, -7),
  ArrowDown: day => addDays(day, 7),
  PageUp: day => addMonths(day, -1),
  PageDown: day => addMonths(day, 1),
}

/** One month as a grid of buttons: the range tinted, public holidays and make-up workdays marked. */
export function MonthGrid({ month, from, to, cursor, last, marks, onMove, onPick }: Props) {
  const t = useText()
  const language = useLanguage()
  function onKey(event: KeyboardEvent, day: Day) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(day)
    onMove(next > last ? last : next)
  }
  return (
    <table className="month-grid">
      <caption>
        {new Intl.DateTimeFormat(languageTag(language), { year: 'numeric', month: 'long' }).format(
          dateOf(`${month}-01`),
        )}
      </caption>
      <thead>
        <tr>
          {weekdays.map(day => (
            <th key={day.en} scope="col">
              {t(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks(daysOfMonth(month)).map(week => (
          <tr key={week.find(day => day !== undefined)}>
            {week.map((day, index) =>
              day === undefined ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty place of the grid
                <td key={index} />
              ) : (
                <td
                  key={day}
                  data-in={(from !== undefined && to !== undefined && day >= from && day <= to) || undefined}
                >
                  <button
                    type="button"
                    data-day={day}
                    className="month-day"
                    disabled={day > last}
                    tabIndex={day === cursor ? 0 : -1}
                    aria-pressed={day === from || day === to}
                    aria-label={[day, marks.get(day)?.name].filter(Boolean).join(' ')}
                    title={marks.get(day)?.name}
                    data-mark={marks.has(day) ? (marks.get(day)?.isOff ? 'off' : 'work') : undefined}
                    onKeyDown={event => onKey(event, day)}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function weeks(days: readonly (Day | undefined)[]): (Day | undefined)[][] {
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, index) =>
    days.slice(index * 7, index * 7 + 7),
  )
}
