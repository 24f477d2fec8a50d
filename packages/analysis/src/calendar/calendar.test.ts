import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bucketLabel, bucketSpan, bucketStart, weekLabel } from './buckets.ts'
import { statutoryCalendar, withOwnDays } from './calendar.ts'
import { dayFrom, dayOf, daysOf, sameDate, spansOf, textOf, weekdayOf } from './days.ts'
import { anchorOf, breaksOf, calendarYears, type HolidayName, holidays } from './holidays.ts'

const calendar = statutoryCalendar()
const everyDay = daysOf({ from: dayOf('2018-01-01'), to: dayOf('2026-12-31') })
const published = resolve(import.meta.dirname, '../../../../../shared/data/calendar')
if (!existsSync(published))
  console.warn('The published calendars are not here: the calendar is not held against them.')

describe('days', () => {
  it('go from text to number and back for every day of nine years', () => {
    for (const day of everyDay) {
      expect(dayOf(textOf(day))).toBe(day)
      expect(weekdayOf(day)).toBe(new Date(`${textOf(day)}T00:00:00Z`).getUTCDay() || 7)
    }
  })

  it('have the same date a month or a year away, unless that month is too short', () => {
    expect(sameDate(dayOf('2024-03-31'), -1)).toBeUndefined()
    expect(sameDate(dayOf('2024-03-29'), -1)).toBe(dayOf('2024-02-29'))
    expect(sameDate(dayOf('2024-02-29'), -12)).toBeUndefined()
    expect(sameDate(dayOf('2024-01-15'), -1)).toBe(dayOf('2023-12-15'))
  })

  it('are put together as the fewest spans', () => {
    expect(spansOf([5, 3, 4, 9, 4])).toEqual([
      { from: 3, to: 5 },
      { from: 9, to: 9 },
    ])
  })
})

describe('buckets', () => {
  it('hold every day once and begin where they say', () => {
    for (const grain of ['day', 'week', 'month', 'quarter', 'year'] as const)
      for (const day of everyDay) {
        const { from, to } = bucketSpan(bucketStart(day, grain), grain)
        expect(day >= from && day <= to && bucketStart(from, grain) === from).toBe(true)
        expect(bucketStart(to + 1, grain)).toBe(to + 1)
      }
  })

  it('are labelled as the calls say', () => {
    const day = dayOf('2026-10-01')
    const labels = (['day', 'week', 'month', 'quarter', 'year'] as const).map(grain =>
      bucketLabel(bucketStart(day, grain), grain),
    )
    expect(labels).toEqual(['2026-10-01', '2026-W40', '2026-10', '2026-Q4', '2026'])
    expect(weekLabel(dayOf('2027-01-03'))).toBe('2026-W53')
    expect(weekLabel(dayOf('2024-12-30'))).toBe('2025-W01')
  })
})

describe('the statutory calendar', () => {
  it.skipIf(!existsSync(published))('says of every day what the published notices say', () => {
    for (const file of readdirSync(published).filter(name => /^holiday-cn-\d+\.json$/.test(name))) {
      const { days } = JSON.parse(readFileSync(`${published}/${file}`, 'utf8')) as {
        days: { name: string; date: string; isOffDay: boolean }[]
      }
      for (const { name, date, isOffDay } of days) {
        const facts = calendar.of(dayOf(date))
        if (isOffDay) {
          const names = facts.holidays.map(one => holidays[one.name].zh)
          expect([facts.type, ...names.sort()], date).toEqual(['holiday', ...name.split('、').sort()])
        } else expect(facts.type, date).toBe(weekdayOf(dayOf(date)) > 5 ? 'makeup' : 'workday')
      }
    }
  })

  it('takes the weekend days that adjoin a holiday into its break, and none that is worked', () => {
    const break2018 = calendar.breakOf('midAutumn', 2018).map(textOf)
    expect(break2018).toEqual(['2018-09-22', '2018-09-23', '2018-09-24'])
    for (const day of everyDay)
      if (calendar.of(day).type === 'makeup') expect(calendar.of(day).holidays).toEqual([])
  })

  it('counts the days of the Spring Festival from the first day of the lunar year', () => {
    const offsets = (year: number) =>
      calendar
        .breakOf('springFestival', year)
        .map(day => calendar.of(day).holidays[0]!.offset)
        .filter((_, index, all) => index === 0 || index === all.length - 1)
    expect([offsets(2024), offsets(2025), offsets(2026)]).toEqual([
      [0, 7],
      [-1, 6],
      [-2, 6],
    ])
  })

  it('names the anchors that the lunar calendar gives', () => {
    const lunar = new Intl.DateTimeFormat('en-u-ca-chinese', {
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    })
    const of = (name: HolidayName, year: number) =>
      lunar.format(new Date(`${textOf(anchorOf(name, year)!)}T12:00:00Z`))
    for (const year of calendarYears) {
      expect(of('springFestival', year)).toMatch(/^1\/1\b/)
      expect(of('dragonBoat', year)).toMatch(/^5\/5\b/)
      expect(of('midAutumn', year)).toMatch(/^8\/15\b/)
    }
  })

  it('gives a day of two festivals to both, named by National Day from 1 October on', () => {
    const of = (date: string) => calendar.of(dayOf(date)).holidays.map(({ name }) => name)
    expect(of('2025-10-06')).toEqual(['nationalDay', 'midAutumn'])
    expect(of('2023-09-29')).toEqual(['midAutumn', 'nationalDay'])
    expect(of('2023-10-01')).toEqual(['nationalDay', 'midAutumn'])
  })

  it('begins a holiday in the year before where the notice does', () => {
    expect(calendar.of(dayOf('2018-12-31')).holidays).toMatchObject([
      { name: 'newYear', year: 2019, offset: -1 },
    ])
    expect(calendar.of(dayOf('2022-12-31')).type).toBe('holiday')
  })

  it('knows what was announced before a notice was revised', () => {
    const length = (asOf?: string) => breaksOf(2019, asOf).find(one => one.names[0] === 'labourDay')!
    expect(textOf(length('2019-03-01').to)).toBe('2019-05-01')
    expect(textOf(length('2019-03-22').to)).toBe('2019-05-04')
    expect(textOf(breaksOf(2020, '2020-01-10').find(one => one.names[0] === 'springFestival')!.to)).toBe(
      '2020-01-30',
    )
    expect(statutoryCalendar('2020-01-10').of(dayOf('2020-02-01')).type).toBe('makeup')
    expect(calendar.of(dayOf('2020-02-01')).type).toBe('holiday')
  })

  it('says that a year without a notice is not known', () => {
    expect(calendar.knows(2026)).toBe(true)
    expect(calendar.knows(2027)).toBe(false)
    expect(calendar.of(dayFrom(2027, 10, 1)).holidays).toEqual([])
  })
})

describe('days of one’s own', () => {
  const own = withOwnDays(statutoryCalendar(), [
    { day: dayOf('2026-03-11'), isOff: true },
    { day: dayOf('2026-03-12'), isOff: true },
    { day: dayOf('2026-03-14'), isOff: false },
    { day: dayOf('2026-10-05'), isOff: false },
    { day: dayOf('2026-10-01'), isOff: true },
  ])

  it('count before the statutory ones', () => {
    expect(own.of(dayOf('2026-03-11'))).toEqual({ type: 'holiday', holidays: [], index: 1 })
    expect(own.of(dayOf('2026-03-12')).index).toBe(2)
    expect(own.of(dayOf('2026-03-14')).type).toBe('makeup')
    expect(own.of(dayOf('2026-10-05')).type).toBe('workday')
    expect(own.of(dayOf('2026-03-13'))).toEqual(statutoryCalendar().of(dayOf('2026-03-13')))
  })

  it('leave a statutory holiday its name', () => {
    expect(own.of(dayOf('2026-10-01')).holidays[0]?.name).toBe('nationalDay')
  })
})
