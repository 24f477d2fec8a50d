import type { Text } from '@aisle/contract'

/** A day as statistics take it, `YYYY-MM-DD`. */
export type Day = string
export type Range = { from: Day; to: Day }

/** The ranges with a name; weeks begin on Monday. Those of a length end today, the day itself included. */
export const shortcuts = {
  today: { zh: '今日', en: 'Today' },
  yesterday: { zh: '昨日', en: 'Yesterday' },
  last7: { zh: '近 7 天', en: 'Last 7 days' },
  last30: { zh: '近 30 天', en: 'Last 30 days' },
  thisWeek: { zh: '本周', en: 'This week' },
  lastWeek: { zh: '上周', en: 'Last week' },
  thisMonth: { zh: '本月', en: 'This month' },
  lastMonth: { zh: '上月', en: 'Last month' },
  last3Months: { zh: '近三个月', en: 'Last 3 months' },
  thisQuarter: { zh: '本季', en: 'This quarter' },
  thisYear: { zh: '本年', en: 'This year' },
} as const satisfies Record<string, Text>
export type Shortcut = keyof typeof shortcuts
export const shortcutNames = Object.keys(shortcuts) as Shortcut[]

const two = (value: number) => String(value).padStart(2, '0')
/** The day of a date on the wall clock of the browser. */
export const dayOf = (date: Date): Day =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
/** The date at the start of a day, for formatters and calendars. */
export const dateOf = (day: Day): Date => new Date(`${day}T00:00:00`)

/** A real day; `2026-02-30` is none. */
export function isDay(text: string | null): text is Day {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(dateOf(text)) === text
}

export function addDays(day: Day, count: number): Day {
  const date = dateOf(day)
  date.setDate(date.getDate() + count)
  return dayOf(date)
}

/** The same day of another month, or its last day where the month is shorter. */
export function addMonths(day: Day, count: number): Day {
  const date = dateOf(day)
  const wanted = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + count + 1, 0)
  date.setDate(Math.min(wanted, date.getDate()))
  return dayOf(date)
}

/** How many days a range has, both ends included. */
export function daysIn({ from, to }: Range): number {
  return Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000) + 1
}

const monday = (day: Day) => addDays(day, -((dateOf(day).getDay() + 6) % 7))
const first = (day: Day) => `${day.slice(0, 7)}-01`

/** The days that a name stands for on `today`. */
export function rangeOf(shortcut: Shortcut, today: Day): Range {
  const ranges: Record<Shortcut, () => Range> = {
    today: () => ({ from: today, to: today }),
    yesterday: () => ({ from: addDays(today, -1), to: addDays(today, -1) }),
    last7: () => ({ from: addDays(today, -6), to: today }),
    last30: () => ({ from: addDays(today, -29), to: today }),
    thisWeek: () => ({ from: monday(today), to: today }),
    lastWeek: () => ({ from: addDays(monday(today), -7), to: addDays(monday(today), -1) }),
    thisMonth: () => ({ from: first(today), to: today }),
    lastMonth: () => ({ from: addMonths(first(today), -1), to: addDays(first(today), -1) }),
    last3Months: () => ({ from: addDays(addMonths(today, -3), 1), to: today }),
    thisQuarter: () => ({
      from: `${today.slice(0, 5)}${two(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1)}-01`,
      to: today,
    }),
    thisYear: () => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  }
  return ranges[shortcut]()
}

/** What the user chose: a name that moves with the days, or two fixed days. */
export type Choice = { shortcut: Shortcut } | Range

/** The choice that an address holds: `period=last7`, or `from=…&to=…`; undefined where it holds none. */
export function choiceIn(search: URLSearchParams): Choice | undefined {
  const named = shortcutNames.find(name => name === search.get('period'))
  if (named) return { shortcut: named }
  const from = search.get('from')
  const to = search.get('to')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined
}

/** The same search with the choice in it. */
export function withChoice(search: URLSearchParams, choice: Choice): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of ['period', 'from', 'to']) next.delete(name)
  if ('shortcut' in choice) next.set('period', choice.shortcut)
  else {
    next.set('from', choice.from)
    next.set('to', choice.to)
  }
  return next
}

export function isChoice(value: unknown): value is Choice {
  if (typeof value !== 'object' || value === null) return false
  if ('shortcut' in value) return shortcutNames.some(name => name === value.shortcut)
  return (
    'from' in value &&
    'to' in value &&
    typeof value.from === 'string' &&
    typeof value.to === 'string' &&
    isDay(value.from) &&
    isDay(value.to)
  )
}
