import type { Comparison, Granularity } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { statutoryCalendar } from './calendar.ts'
import { type CompareInput, type DateMap, dateMap } from './compare.ts'
import { dayOf, daysInMonth, daysOf, partsOfDay, textOf, weekdayOf } from './days.ts'

const calendar = statutoryCalendar()
const later = dayOf('2027-12-31')

function input(
  type: Comparison,
  from: string,
  to = from,
  more: Partial<CompareInput> & { grain?: Granularity } = {},
): CompareInput {
  return {
    span: { from: dayOf(from), to: dayOf(to) },
    grain: 'day',
    compare: { type, align: 'date', toDate: 'clip', comparableOnly: false },
    today: later,
    calendar,
    ...more,
  }
}
function mapOf(asked: CompareInput): DateMap {
  const map = dateMap(asked)
  if ('refused' in map) throw new Error(map.refused.en)
  return map
}
/** `current < compared` of every pair. */
const pairsOf = (asked: CompareInput) =>
  [...mapOf(asked).pairs].map(([other, day]) => `${textOf(day)} < ${textOf(other)}`)
const unmatchedOf = (asked: CompareInput) =>
  mapOf(asked).unmatched.map(({ day, reason }) => `${textOf(day)} ${reason}`)

describe('a comparison with', () => {
  it('yesterday is one with the n days just before n days', () => {
    expect(pairsOf(input('yesterday', '2024-03-01'))).toEqual(['2024-03-01 < 2024-02-29'])
    expect(pairsOf(input('yesterday', '2026-10-05', '2026-10-07'))).toEqual([
      '2026-10-05 < 2026-10-02',
      '2026-10-06 < 2026-10-03',
      '2026-10-07 < 2026-10-04',
    ])
  })

  it('last week says when the range overlaps itself, and is refused for months', () => {
    expect(mapOf(input('lastWeekSameDay', '2026-10-01', '2026-10-10')).warnings).toHaveLength(1)
    expect(mapOf(input('lastWeekSameDay', '2026-10-05', '2026-10-11')).warnings).toEqual([])
    expect(dateMap(input('lastWeekSameDay', '2026-01-01', '2026-03-31', { grain: 'month' }))).toHaveProperty(
      'refused',
    )
  })

  it('last month leaves out the dates that the month before does not have', () => {
    const march = input('lastMonthSameDay', '2026-03-27', '2026-03-31')
    expect(pairsOf(march)).toEqual(['2026-03-27 < 2026-02-27', '2026-03-28 < 2026-02-28'])
    expect(unmatchedOf(march)).toEqual([
      '2026-03-29 noSuchDate',
      '2026-03-30 noSuchDate',
      '2026-03-31 noSuchDate',
    ])
    expect(mapOf(march).matched.size).toBe(2)
  })

  it('last month holds whole months against whole months, and a running one by its days', () => {
    const months = mapOf(input('lastMonthSameDay', '2026-02-01', '2026-03-10', { grain: 'month' }))
    expect(months.pairs.size + months.extra.size).toBe(31 + 10)
    expect([...months.extra].map(([other, day]) => `${textOf(day)} < ${textOf(other)}`)).toEqual([
      '2026-02-01 < 2026-01-29',
      '2026-02-01 < 2026-01-30',
      '2026-02-01 < 2026-01-31',
    ])
    const running = mapOf(
      input('lastMonthSameDay', '2026-03-01', '2026-03-31', { grain: 'month', today: dayOf('2026-03-10') }),
    )
    expect([running.pairs.size, running.extra.size, running.unmatched.length]).toEqual([10, 0, 21])
  })

  it('last month holds weeks against whole weeks', () => {
    const weeks = mapOf(input('lastMonthSameDay', '2026-03-02', '2026-03-15', { grain: 'week' }))
    for (const [other, day] of weeks.pairs) expect(day - other).toBe(28)
  })

  it('last year leaves 29 February out, unless weekdays are asked for', () => {
    const leap = input('lastYearSameDay', '2024-02-28', '2024-03-01')
    expect(pairsOf(leap)).toEqual(['2024-02-28 < 2023-02-28', '2024-03-01 < 2023-03-01'])
    expect(unmatchedOf(leap)).toEqual(['2024-02-29 noSuchDate'])
    const weekdays = { ...leap, compare: { ...leap.compare, align: 'weekday' as const } }
    expect(pairsOf(weekdays)).toContain('2024-02-29 < 2023-03-02')
    const february = mapOf(input('lastYearSameDay', '2024-02-01', '2024-02-29', { grain: 'month' }))
    expect([february.pairs.size + february.extra.size, february.matched.size, february.unmatched]).toEqual([
      28,
      29,
      [],
    ])
  })

  it('the previous period is the month before for a whole month, the days before otherwise', () => {
    const march = mapOf(input('previousPeriod', '2026-03-01', '2026-03-31'))
    expect([march.pairs.size + march.extra.size, march.matched.size, march.warnings.length]).toEqual([
      28, 31, 1,
    ])
    const may = mapOf(input('previousPeriod', '2026-02-01', '2026-02-28'))
    expect([may.pairs.size, may.extra.size]).toEqual([28, 3])
    expect(pairsOf(input('previousPeriod', '2026-03-10', '2026-03-11'))).toEqual([
      '2026-03-10 < 2026-03-08',
      '2026-03-11 < 2026-03-09',
    ])
    const quarter = mapOf(input('previousPeriod', '2026-04-01', '2026-06-30'))
    expect([...quarter.pairs.keys(), ...quarter.extra.keys()].map(textOf).sort().at(0)).toBe('2026-01-01')
    expect(quarter.pairs.size + quarter.extra.size).toBe(90)
  })

  it('a chosen range goes day by day, and over all of both in total', () => {
    const asked = input('customRange', '2026-10-01', '2026-10-03')
    const chosen = {
      ...asked,
      compare: { ...asked.compare, range: { from: '2025-12-30', to: '2026-01-03' } },
    }
    expect(pairsOf(chosen)).toEqual([
      '2026-10-01 < 2025-12-30',
      '2026-10-02 < 2025-12-31',
      '2026-10-03 < 2026-01-01',
    ])
    expect([...mapOf(chosen).extra.keys()].map(textOf)).toEqual(['2026-01-02', '2026-01-03'])
  })

  it('anything leaves days to come out', () => {
    const asked = input('lastYearSameDay', '2026-10-01', '2026-10-31', { today: dayOf('2026-10-10') })
    expect(mapOf(asked).pairs.size).toBe(10)
    expect(unmatchedOf(asked)[0]).toBe('2026-10-11 future')
  })
})

describe('the same holiday last year', () => {
  it('follows the festival, not the order of days off', () => {
    expect(pairsOf(input('lastYearSameHoliday', '2025-01-28', '2025-01-30'))).toEqual([
      '2025-01-28 < 2024-02-09',
      '2025-01-29 < 2024-02-10',
      '2025-01-30 < 2024-02-11',
    ])
    const [warning] = mapOf(input('lastYearSameHoliday', '2025-01-28')).warnings
    expect(warning?.en).toContain('2025-01-28')
  })

  it('finds a holiday that begins in the year before', () => {
    expect(pairsOf(input('lastYearSameHoliday', '2022-12-31', '2023-01-02'))).toEqual([
      '2022-12-31 < 2021-12-31',
      '2023-01-01 < 2022-01-01',
      '2023-01-02 < 2022-01-02',
    ])
  })

  it('counts a shared break by National Day, or by the festival that was picked', () => {
    expect(pairsOf(input('lastYearSameHoliday', '2025-10-06'))).toEqual(['2025-10-06 < 2024-10-06'])
    expect(
      pairsOf(input('lastYearSameHoliday', '2025-10-06', '2025-10-06', { holiday: 'midAutumn' })),
    ).toEqual(['2025-10-06 < 2024-09-17'])
    expect(pairsOf(input('lastYearSameHoliday', '2023-09-29', '2023-10-01'))).toEqual([
      '2023-09-29 < 2022-09-10',
      '2023-09-30 < 2022-09-11',
      '2023-10-01 < 2022-10-01',
    ])
  })

  it('is refused where there is no holiday, and has no counterpart where the calendar is not known', () => {
    expect(dateMap(input('lastYearSameHoliday', '2026-03-09', '2026-03-13'))).toHaveProperty('refused')
    expect(unmatchedOf(input('lastYearSameHoliday', '2018-10-01'))).toEqual(['2018-10-01 noCalendar'])
  })

  it('holds other days of the range against the same weekday outside holidays', () => {
    const map = mapOf(input('lastYearSameHoliday', '2025-09-22', '2025-10-12'))
    for (const [other, day] of map.pairs) {
      if (calendar.of(day).holidays.length > 0) continue
      expect(weekdayOf(other)).toBe(weekdayOf(day))
      expect(calendar.of(other).holidays, textOf(day)).toEqual([])
    }
  })
})

describe('over every day of 2018–2026', () => {
  const days = daysOf({ from: dayOf('2018-01-01'), to: dayOf('2026-12-31') })

  it('one day is held against the day its comparison names, or nothing', () => {
    for (const day of days) {
      const text = textOf(day)
      const { year, month, date } = partsOfDay(day)
      const [before] = [...mapOf(input('lastMonthSameDay', text)).pairs.keys()]
      const earlier = new Date(Date.UTC(year, month - 2, 1))
      const exists = date <= daysInMonth(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1)
      expect(before === undefined).toBe(!exists)
      if (before !== undefined) expect(textOf(before).slice(8)).toBe(text.slice(8))
      const [lastYear] = [...mapOf(input('lastYearSameDay', text)).pairs.keys()]
      if (text.endsWith('02-29')) expect(lastYear).toBeUndefined()
      else expect(textOf(lastYear!)).toBe(`${year - 1}${text.slice(4)}`)
      expect([...mapOf(input('lastWeekSameDay', text)).pairs.keys()]).toEqual([day - 7])
      expect([...mapOf(input('yesterday', text)).pairs.keys()]).toEqual([day - 1])
    }
  })

  it('a holiday of 2019 on has the same distance from its own day in both years', () => {
    for (const day of days) {
      const facts = calendar.of(day).holidays[0]
      const map = facts ? mapOf(input('lastYearSameHoliday', textOf(day))) : undefined
      if (!facts || !map || facts.year < 2019) continue
      const [other] = [...map.pairs.keys()]
      expect(other! - calendar.anchor(facts.name, facts.year - 1)!).toBe(facts.offset)
    }
  })

  it('no day is used twice in any month, quarter or year', () => {
    for (let year = 2018; year <= 2026; year++)
      for (const [from, to] of [
        [`${year}-01-01`, `${year}-12-31`],
        [`${year}-09-01`, `${year}-10-31`],
        [`${year}-01-10`, `${year}-03-05`],
      ] as const)
        for (const type of [
          'yesterday',
          'previousPeriod',
          'lastWeekSameDay',
          'lastMonthSameDay',
          'lastYearSameDay',
          'lastYearSameHoliday',
        ] as const) {
          const { pairs, extra, matched, unmatched } = mapOf(input(type, from, to))
          expect(new Set(pairs.values()).size).toBe(pairs.size)
          for (const day of extra.keys()) expect(pairs.has(day)).toBe(false)
          const accounted = new Set([...pairs.values(), ...unmatched.map(({ day }) => day)])
          expect(accounted.size).toBe(dayOf(to) - dayOf(from) + 1)
          for (const day of pairs.values()) expect(matched.has(day)).toBe(true)
        }
  })
})
