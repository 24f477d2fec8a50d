import { dayText, hourMinute } from '../format.ts'
import { type Translate, useText } from '../i18n.ts'
import { type Hours, type OpenNow, openAt } from './delay.ts'

/** `22:00 已打烊，10:00 开门`, on the clock of the shops. */
export function closedText(
  { since, until }: Pick<OpenNow, 'since' | 'until'>,
  timeZone: string,
  t: Translate,
): string {
  const values = { since: hourMinute(since, timeZone), until: until ? hourMinute(until, timeZone) : '' }
  return until
    ? t({ zh: '{since} 已打烊，{until} 开门', en: 'Closed since {since}, opens at {until}' }, values)
    : t({ zh: '{since} 已打烊', en: 'Closed since {since}' }, values)
}

/** When the first shop opens on a day that is today and has not begun: its figures are not missing, there are none yet. */
export function opensLater(
  hours: Hours,
  { from, to }: { from: string; to: string },
  now: number,
): Date | undefined {
  const { isOpen, until } = openAt(hours, now)
  const today = dayText(hours.timeZone, new Date(now))
  if (isOpen || until === undefined || from !== today || to !== today) return undefined
  return dayText(hours.timeZone, until) === today ? until : undefined
}

/** `今日尚未营业，10:00 开门`, where that is why a period is empty. */
export function useNotOpenYet(): (
  hours: Hours | undefined,
  period: { from: string; to: string } | undefined,
) => string | undefined {
  const t = useText()
  return (hours, period) => {
    const opens = hours && period && opensLater(hours, period, Date.now())
    return (
      opens &&
      t(
        { zh: '今日尚未营业，{opens} 开门', en: 'Not open yet today. Opens at {opens}' },
        { opens: hourMinute(opens, hours.timeZone) },
      )
    )
  }
}
