import type { Text } from '@aisle/contract'
import { type Day, dayOf } from './days.ts'

/** The seven statutory holidays of mainland China. */
export const holidays = {
  newYear: { zh: '元旦', en: "New Year's Day" },
  springFestival: { zh: '春节', en: 'Spring Festival' },
  qingming: { zh: '清明节', en: 'Qingming' },
  labourDay: { zh: '劳动节', en: 'Labour Day' },
  dragonBoat: { zh: '端午节', en: 'Dragon Boat Festival' },
  midAutumn: { zh: '中秋节', en: 'Mid-Autumn Festival' },
  nationalDay: { zh: '国庆节', en: 'National Day' },
} as const satisfies Record<string, Text>
export type HolidayName = keyof typeof holidays
export const isHoliday = (name: string): name is HolidayName => Object.hasOwn(holidays, name)

/**
 * State Council notices by year: days off from – to, and the weekend days worked instead. Two names share one break where the
 * festivals meet. Restated from holiday-cn (github.com/NateScarlet/holiday-cn, commit d4e53bf, MIT).
 */
const notices: Readonly<
  Record<number, readonly (readonly [names: string, from: string, to: string, worked?: string])[]>
> = {
  2018: [
    ['newYear', '2018-01-01', '2018-01-01'],
    ['springFestival', '2018-02-15', '2018-02-21', '2018-02-11 2018-02-24'],
    ['qingming', '2018-04-05', '2018-04-07', '2018-04-08'],
    ['labourDay', '2018-04-29', '2018-05-01', '2018-04-28'],
    ['dragonBoat', '2018-06-18', '2018-06-18'],
    ['midAutumn', '2018-09-24', '2018-09-24'],
    ['nationalDay', '2018-10-01', '2018-10-07', '2018-09-29 2018-09-30'],
  ],
  2019: [
    ['newYear', '2018-12-30', '2019-01-01', '2018-12-29'],
    ['springFestival', '2019-02-04', '2019-02-10', '2019-02-02 2019-02-03'],
    ['qingming', '2019-04-05', '2019-04-05'],
    ['labourDay', '2019-05-01', '2019-05-04', '2019-04-28 2019-05-05'],
    ['dragonBoat', '2019-06-07', '2019-06-07'],
    ['midAutumn', '2019-09-13', '2019-09-13'],
    ['nationalDay', '2019-10-01', '2019-10-07', '2019-09-29 2019-10-12'],
  ],
  2020: [
    ['newYear', '2020-01-01', '2020-01-01'],
    ['springFestival', '2020-01-24', '2020-02-02', '2020-01-19 2020-02-03'],
    ['qingming', '2020-04-04', '2020-04-06'],
    ['labourDay', '2020-05-01', '2020-05-05', '2020-04-26 2020-05-09'],
    ['dragonBoat', '2020-06-25', '2020-06-27', '2020-06-28'],
    ['nationalDay+midAutumn', '2020-10-01', '2020-10-08', '2020-09-27 2020-10-10'],
  ],
  2021: [
    ['newYear', '2021-01-01', '2021-01-03'],
    ['springFestival', '2021-02-11', '2021-02-17', '2021-02-07 2021-02-20'],
    ['qingming', '2021-04-03', '2021-04-05'],
    ['labourDay', '2021-05-01', '2021-05-05', '2021-04-25 2021-05-08'],
    ['dragonBoat', '2021-06-12', '2021-06-14'],
    ['midAutumn', '2021-09-19', '2021-09-21', '2021-09-18'],
    ['nationalDay', '2021-10-01', '2021-10-07', '2021-09-26 2021-10-09'],
  ],
  2022: [
    ['newYear', '2022-01-01', '2022-01-03'],
    ['springFestival', '2022-01-31', '2022-02-06', '2022-01-29 2022-01-30'],
    ['qingming', '2022-04-03', '2022-04-05', '2022-04-02'],
    ['labourDay', '2022-04-30', '2022-05-04', '2022-04-24 2022-05-07'],
    ['dragonBoat', '2022-06-03', '2022-06-05'],
    ['midAutumn', '2022-09-10', '2022-09-12'],
    ['nationalDay', '2022-10-01', '2022-10-07', '2022-10-08 2022-10-09'],
  ],
  2023: [
    ['newYear', '2022-12-31', '2023-01-02'],
    ['springFestival', '2023-01-21', '2023-01-27', '2023-01-28 2023-01-29'],
    ['qingming', '2023-04-05', '2023-04-05'],
    ['labourDay', '2023-04-29', '2023-05-03', '2023-04-23 2023-05-06'],
    ['dragonBoat', '2023-06-22', '2023-06-24', '2023-06-25'],
    ['midAutumn+nationalDay', '2023-09-29', '2023-10-06', '2023-10-07 2023-10-08'],
  ],
  2024: [
    ['newYear', '2024-01-01', '2024-01-01'],
    ['springFestival', '2024-02-10', '2024-02-17', '2024-02-04 2024-02-18'],
    ['qingming', '2024-04-04', '2024-04-06', '2024-04-07'],
    ['labourDay', '2024-05-01', '2024-05-05', '2024-04-28 2024-05-11'],
    ['dragonBoat', '2024-06-10', '2024-06-10'],
    ['midAutumn', '2024-09-15', '2024-09-17', '2024-09-14'],
    ['nationalDay', '2024-10-01', '2024-10-07', '2024-09-29 2024-10-12'],
  ],
  2025: [
    ['newYear', '2025-01-01', '2025-01-01'],
    ['springFestival', '2025-01-28', '2025-02-04', '2025-01-26 2025-02-08'],
    ['qingming', '2025-04-04', '2025-04-06'],
    ['labourDay', '2025-05-01', '2025-05-05', '2025-04-27'],
    ['dragonBoat', '2025-05-31', '2025-06-02'],
    ['nationalDay+midAutumn', '2025-10-01', '2025-10-08', '2025-09-28 2025-10-11'],
  ],
  2026: [
    ['newYear', '2026-01-01', '2026-01-03', '2026-01-04'],
    ['springFestival', '2026-02-15', '2026-02-23', '2026-02-14 2026-02-28'],
    ['qingming', '2026-04-04', '2026-04-06'],
    ['labourDay', '2026-05-01', '2026-05-05', '2026-05-09'],
    ['dragonBoat', '2026-06-19', '2026-06-21'],
    ['nationalDay', '2026-10-01', '2026-10-07', '2026-09-20 2026-10-10'],
    ['midAutumn', '2026-09-25', '2026-09-27'],
  ],
}

/**
 * What a notice said before it was revised in the middle of its year: 2019 made Labour Day longer, 2020 the Spring Festival.
 * Figures are judged by the calendar in force in the end; what was announced by some day is asked for with `asOf`.
 */
const revised: readonly {
  year: number
  name: HolidayName
  until: string
  was: readonly [from: string, to: string, worked: string]
}[] = [
  { year: 2019, name: 'labourDay', until: '2019-03-22', was: ['2019-05-01', '2019-05-01', ''] },
  {
    year: 2020,
    name: 'springFestival',
    until: '2020-01-27',
    was: ['2020-01-24', '2020-01-30', '2020-01-19 2020-02-01'],
  },
]

/** The day itself of the holidays that follow the moon or the sun: 1/1, 5/5 and 8/15 of the lunar year, and Qingming. */
const movingDays: Readonly<Record<string, string>> = {
  springFestival:
    '2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17',
  qingming:
    '2017-04-04 2018-04-05 2019-04-05 2020-04-04 2021-04-04 2022-04-05 2023-04-05 2024-04-04 2025-04-04 2026-04-05',
  dragonBoat:
    '2017-05-30 2018-06-18 2019-06-07 2020-06-25 2021-06-14 2022-06-03 2023-06-22 2024-06-10 2025-05-31 2026-06-19',
  midAutumn:
    '2017-10-04 2018-09-24 2019-09-13 2020-10-01 2021-09-21 2022-09-10 2023-09-29 2024-09-17 2025-10-06 2026-09-25',
}
const fixedDays: Readonly<Record<string, string>> = {
  newYear: '01-01',
  labourDay: '05-01',
  nationalDay: '10-01',
}

/** Years for which a notice is known. Next year's comes in November. */
export const calendarYears: readonly number[] = Object.keys(notices).map(Number)
/** Changes whenever the table does: part of what an answer was worked out from. */
export const calendarVersion = '2026-1'
/** Where the table comes from, as people are told. */
export const calendarSource =
  'Notices of the General Office of the State Council on public holidays, 2018–2026, as collected by NateScarlet/holiday-cn (MIT), commit d4e53bf'

export type Break = {
  readonly names: readonly HolidayName[]
  readonly year: number
  readonly from: Day
  readonly to: Day
  /** Weekend days worked instead. */
  readonly worked: readonly Day[]
}

/** The breaks of a year as announced by a day, or as they came to be. Empty where no notice was out. */
export function breaksOf(year: number, asOf?: string): Break[] {
  const earlier =
    asOf === undefined ? [] : revised.filter(change => change.year === year && asOf < change.until)
  return (notices[year] ?? []).map(([names, from, to, worked = '']) => {
    const holidayNames = names.split('+').filter(isHoliday)
    const before = earlier.find(({ name }) => holidayNames.includes(name))
    const [first, last, work] = before ? before.was : [from, to, worked]
    return {
      names: holidayNames,
      year,
      from: dayOf(first),
      to: dayOf(last),
      worked: work === '' ? [] : work.split(' ').map(dayOf),
    }
  })
}

/** The day that gives a holiday of a year its name, from which its days are counted; undefined where it is not known. */
export function anchorOf(name: HolidayName, year: number): Day | undefined {
  const fixed = fixedDays[name]
  if (fixed) return dayOf(`${year}-${fixed}`)
  const moving = movingDays[name]?.split(' ').find(text => text.startsWith(String(year)))
  return moving === undefined ? undefined : dayOf(moving)
}
