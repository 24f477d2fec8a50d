import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { chinese, useLanguage, useText } from '../../lib/i18n.ts'
import { messageOf } from '../../lib/problem.ts'
import { panelAttributes, stateOf } from '../../ui/panel.tsx'
import { playbackQueries } from './queries.ts'
import { dayOf, monthKey, monthOf, shiftMonth, weeksOf } from './shop-day.ts'
import { playbackText as words } from './text.ts'
import type { PlaybackModel } from './use-playback.ts'

const weekdays = { zh: ['一', '二', '三', '四', '五', '六', '日'], en: ['M', 'T', 'W', 'T', 'F', 'S', 'S'] }
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** The month with the days on which the main camera recorded; a click goes there at the same time of day. */
export function RecordingCalendar({ model, panelId }: { model: PlaybackModel; panelId?: string }) {
  const t = useText()
  const language = useLanguage()
  const { day, main, timeZone } = model
  // The month follows the day, until someone turns the page.
  const [turned, turn] = useState<{ day: string; by: number }>({ day, by: 0 })
  const month = shiftMonth(monthOf(day), turned.day === day ? turned.by : 0)
  const step = (by: number) => turn({ day, by: (turned.day === day ? turned.by : 0) + by })
  const today = dayOf(Date.now(), timeZone)
  const days = useQuery({
    ...playbackQueries.days(main?.id ?? '', monthKey(month)),
    enabled: main !== undefined,
  })
  const has = (each: string) => days.data?.includes(Number(each.slice(8))) ?? false
  const isLast = monthKey(month) >= today.slice(0, 7)
  return (
    <section
      className="calendar"
      aria-label={t(words.chooseDay)}
      {...(panelId === undefined ? {} : panelAttributes(panelId, stateOf(days)))}
    >
      <header>
        <h2>
          {language === chinese
            ? t(words.month, { year: String(month.year), month: String(month.month) })
            : `${monthNames[month.month - 1]} ${month.year}`}
        </h2>
        <Step label={t(words.previousMonth)} icon={<ChevronLeft size={16} />} onClick={() => step(-1)} />
        <Step
          label={t(words.nextMonth)}
          icon={<ChevronRight size={16} />}
          isOff={isLast}
          onClick={() => step(1)}
        />
      </header>
      <table>
        <thead>
          <tr>
            {(language === chinese ? weekdays.zh : weekdays.en).map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: weekdays do not move
              <th key={at} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map(week => (
            <tr key={week.find(Boolean)}>
              {week.map((each, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: weekdays do not move
                <td key={at}>
                  {each && (
                    <button
                      type="button"
                      aria-current={each === day ? 'date' : undefined}
                      data-recorded={has(each) || undefined}
                      disabled={each > today}
                      onClick={() => model.goDay(each)}
                    >
                      {Number(each.slice(8))}
                      <span className="visually-hidden">
                        {` ${each}, ${t(has(each) ? words.hasRecordings : words.hasNone)}`}
                      </span>
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <span className="calendar-key" data-recorded>
          {t(words.hasRecordings)}
        </span>
        <span className="calendar-key">{t(words.none)}</span>
        <span className="toolbar-gap" />
        <Step
          label={t(words.previousDay)}
          icon={<ChevronLeft size={16} />}
          onClick={() => model.stepDay(-1)}
        />
        <Step
          label={t(words.nextDay)}
          icon={<ChevronRight size={16} />}
          isOff={day >= today}
          onClick={() => model.stepDay(1)}
        />
      </footer>
      {days.isError && (
        <p className="calendar-error" role="alert">
          {messageOf(days.error)}{' '}
          <button type="button" className="link-button" onClick={() => void days.refetch()}>
            {t(words.retry)}
          </button>
        </p>
      )}
    </section>
  )
}

function Step({
  label,
  icon,
  isOff = false,
  onClick,
}: {
  label: string
  icon: React.ReactNode
  isOff?: boolean
  onClick: () => void
}) {
  return (
    <Button
      size="small"
      type="text"
      aria-label={label}
      title={label}
      icon={icon}
      disabled={isOff}
      onClick={onClick}
    />
  )
}
