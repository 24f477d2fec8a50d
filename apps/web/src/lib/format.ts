import type { Language } from '@aisle/contract'
import { useMemo } from 'react'
import { chinese, useLanguage } from './i18n.ts'

const digits = {
  0: new Intl.NumberFormat('en'),
  1: new Intl.NumberFormat('zh-CN'),
}

/** All digits, grouped: `12,486`. */
export function fullNumber(value: number, language: Language): string {
  return digits[language].format(value)
}

/** For figures and axes: `18.62 万`, `1.42 亿`; `186.2K`, `4.83M`. Below 10 000 (English: 1 000 000 in K) all digits. */
export function shortNumber(value: number, language: Language): string {
  const size = Math.abs(value)
  if (size < 10_000) return digits[language].format(value)
  const steps =
    language === chinese
      ? [
          { from: 100_000_000, unit: ' 亿', places: 2 },
          { from: 10_000, unit: ' 万', places: 2 },
        ]
      : [
          { from: 1_000_000_000, unit: 'B', places: 2 },
          { from: 1_000_000, unit: 'M', places: 2 },
          { from: 1_000, unit: 'K', places: 1 },
        ]
  const step = steps.find(({ from }) => size >= from)
  if (!step) return digits[language].format(value)
  return `${Number((value / step.from).toFixed(step.places))}${step.unit}`
}

/** One decimal: `8.3%`. */
export function percent(value: number): string {
  const text = value.toFixed(1)
  return text === '-0.0' ? '0.0%' : `${text}%`
}

const two = (value: number) => String(value).padStart(2, '0')
const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']
const shortWeekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day or moment as its parts on the wall clock of a zone (the browser's where none is given). */
function partsIn(date: Date, timeZone?: string) {
  if (timeZone === undefined)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      weekday: date.getDay(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    }
  const found = new Map(
    zoned(timeZone)
      .formatToParts(date)
      .map(part => [part.type, part.value]),
  )
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(found.get(type) ?? 0)
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    weekday: shortWeekdays.indexOf(found.get('weekday') ?? ''),
    hour: number('hour') % 24,
    minute: number('minute'),
    second: number('second'),
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()
function zoned(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/** `2026-11-20 周五`, `Fri 20 Nov 2026`. */
export function fullDate(date: Date, language: Language, timeZone?: string): string {
  const { year, month, day, weekday } = partsIn(date, timeZone)
  return language === chinese
    ? `${year}-${two(month)}-${two(day)} ${weekdays[weekday] ?? ''}`
    : `${shortWeekdays[weekday] ?? ''} ${day} ${months[month - 1] ?? ''} ${year}`
}

/** Without year and weekday: `11-20`, `20 Nov`. */
function shortDate(date: Date, language: Language, timeZone?: string): string {
  const { month, day } = partsIn(date, timeZone)
  return language === chinese ? `${two(month)}-${two(day)}` : `${day} ${months[month - 1] ?? ''}`
}

/** `10-21 至 11-19`, `21 Oct – 19 Nov`. */
export function dateRange(from: Date, to: Date, language: Language, timeZone?: string): string {
  const joint = language === chinese ? ' 至 ' : ' – '
  return `${shortDate(from, language, timeZone)}${joint}${shortDate(to, language, timeZone)}`
}

/** `2026-11-20`, as forms and questions write a day: today where no moment is given. */
export function dayText(timeZone?: string, at: Date = new Date()): string {
  const { year, month, day } = partsIn(at, timeZone)
  return `${year}-${two(month)}-${two(day)}`
}

/** `2026-11-20 10:24:36`, as files have it. */
export const wholeMoment = (at: Date): string => `${dayText(undefined, at)} ${clockTime(at)}`

/** `10:24:36`, on the 24 h clock. */
export function clockTime(date: Date, timeZone?: string): string {
  const { hour, minute, second } = partsIn(date, timeZone)
  return `${two(hour)}:${two(minute)}:${two(second)}`
}

/** `10:24`. */
export function hourMinute(date: Date, timeZone?: string): string {
  return clockTime(date, timeZone).slice(0, 5)
}

/** A moment near enough to be told shortly: today `10:24`, this year `11-20 10:24`, before `2025-11-20`. */
export function moment(date: Date, language: Language, now: Date = new Date(), timeZone?: string): string {
  const then = partsIn(date, timeZone)
  const today = partsIn(now, timeZone)
  if (then.year !== today.year)
    return language === chinese
      ? `${then.year}-${two(then.month)}-${two(then.day)}`
      : `${then.day} ${months[then.month - 1] ?? ''} ${then.year}`
  const time = hourMinute(date, timeZone)
  if (then.month === today.month && then.day === today.day) return time
  return `${shortDate(date, language, timeZone)} ${time}`
}

/** `3 分 12 秒`, `2 小时 13 分`; `3 min 12 s`, `2 h 13 min`: the two largest units. */
export function duration(ms: number, language: Language): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const units = [
    { size: 86_400, zh: '天', en: 'd' },
    { size: 3600, zh: '小时', en: 'h' },
    { size: 60, zh: '分', en: 'min' },
    { size: 1, zh: '秒', en: 's' },
  ]
  const first = units.findIndex(unit => seconds >= unit.size)
  if (first === -1) return language === chinese ? '0 秒' : '0 s'
  let left = seconds
  const parts: string[] = []
  for (const unit of units.slice(first, first + 2)) {
    const count = Math.floor(left / unit.size)
    left -= count * unit.size
    if (count > 0) parts.push(`${count} ${language === chinese ? unit.zh : unit.en}`)
  }
  return parts.join(' ')
}

/** `9'42"`, as tables show the length of a check. */
export function minutesSeconds(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return `${Math.floor(seconds / 60)}'${two(seconds % 60)}"`
}

/**
 * A time of an inherited call (`YYYY-MM-DD HH:mm:ss` on the shop's clock), shown as it stands there. One that ends in
 * `000+0000` is in UTC and shown 8 hours later, as Beijing's clocks have it (analytics specification, section 5).
 */
export function legacyMoment(text: string, language: Language, now: Date = new Date()): string {
  if (text.endsWith('000+0000')) {
    const at = new Date(text.replace('+0000', 'Z'))
    if (!Number.isNaN(at.getTime())) return moment(at, language, now, 'Asia/Shanghai')
  }
  const date = new Date(text.replace(' ', 'T'))
  return Number.isNaN(date.getTime()) ? text : moment(date, language, now)
}

/** The formatters that depend on the language, bound to the one of the console. */
export function useFormat() {
  const language = useLanguage()
  return useMemo(
    () => ({
      number: (value: number) => fullNumber(value, language),
      short: (value: number) => shortNumber(value, language),
      percent,
      date: (date: Date, timeZone?: string) => fullDate(date, language, timeZone),
      /** A day as answers tell it, `2026-11-20`, without year and weekday: `11-20`, `20 Nov`. */
      shortDay: (day: string) => {
        const date = new Date(`${day}T00:00:00`)
        return Number.isNaN(date.getTime()) ? day : shortDate(date, language)
      },
      dateRange: (from: Date, to: Date, timeZone?: string) => dateRange(from, to, language, timeZone),
      moment: (date: Date, timeZone?: string) => moment(date, language, new Date(), timeZone),
      legacyMoment: (text: string) => legacyMoment(text, language),
      clock: clockTime,
      hourMinute,
      duration: (ms: number) => duration(ms, language),
      minutesSeconds,
    }),
    [language],
  )
}
