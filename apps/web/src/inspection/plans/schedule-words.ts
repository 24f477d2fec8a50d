import type { PlanSchedule } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { weekdayNames, words } from './text.ts'

/** `08:00 · 12:00`, or how often between which times. */
export function timesText(t: Translate, { times, everyMinutes, from, to }: PlanSchedule): string {
  const often = everyMinutes === null ? '' : t(words.every, { minutes: everyMinutes, from, to })
  return [times.join(' · '), often].filter(part => part !== '').join(' · ')
}

/** On which days of the week; every day where on all of them. */
export function daysText(t: Translate, { weekdays }: PlanSchedule): string {
  if (weekdays.length === 7) return t(words.everyDay)
  const [first, last] = [weekdays[0], weekdays.at(-1)]
  // Days in a row are told by their ends.
  if (
    first !== undefined &&
    last !== undefined &&
    weekdays.length > 2 &&
    last - first + 1 === weekdays.length
  )
    return t(words.fromTo, { from: dayName(t, first), to: dayName(t, last) })
  return weekdays.map(day => dayName(t, day)).join(' ')
}

function dayName(t: Translate, day: number): string {
  const name = weekdayNames[day - 1]
  return name ? t(name) : ''
}
