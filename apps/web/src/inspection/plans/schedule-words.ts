import type { PlanSchedule } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { weekdayNames, words } from './text.ts'

/** `08:00 12:00`, or how often between which times. */
export function timesText(t: Translate, { times, everyMinutes, from, to }: PlanSchedule): string {
  const often = everyMinutes === null ? '' : t(words.every, { minutes: everyMinutes, from, to })
  return [times.join(' '), often].filter(part => part !== '').join(' · ')
}

/** On which days of the week; every day where on all of them. */
export function daysText(t: Translate, { weekdays }: PlanSchedule): string {
  if (weekdays.length === 7) return t(words.everyDay)
  return weekdays
    .flatMap(day => weekdayNames[day - 1] ?? [])
    .map(name => t(name))
    .join(' ')
}
