import { describe, expect, it } from 'vitest'
import { addMonths, choiceIn, daysIn, isDay, rangeOf, withChoice } from './periods.ts'

const friday = '2026-11-20'

describe('ranges with a name', () => {
  it('end today, today included', () => {
    expect(rangeOf('last7', friday)).toEqual({ from: '2026-11-14', to: friday })
    expect(daysIn(rangeOf('last30', friday))).toBe(30)
    expect(rangeOf('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  })

  it('take weeks from Monday to Sunday', () => {
    expect(rangeOf('thisWeek', friday)).toEqual({ from: '2026-11-16', to: friday })
    expect(rangeOf('lastWeek', '2026-11-16')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(rangeOf('lastWeek', '2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  })

  it('take months, quarters and years of the calendar', () => {
    expect(rangeOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(rangeOf('lastMonth', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(rangeOf('thisQuarter', friday)).toEqual({ from: '2026-10-01', to: friday })
    expect(rangeOf('thisQuarter', '2026-03-31').from).toBe('2026-01-01')
    expect(rangeOf('thisYear', friday).from).toBe('2026-01-01')
    expect(rangeOf('last3Months', friday)).toEqual({ from: '2026-08-21', to: friday })
  })

  it('do not fall out of a shorter month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
  })
})

describe('a period in the address', () => {
  const search = (text: string) => new URLSearchParams(text)

  it('is a name or two days in their order; anything else is none', () => {
    expect(choiceIn(search('period=last7'))).toEqual({ shortcut: 'last7' })
    expect(choiceIn(search('from=2026-11-01&to=2026-11-02'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-02',
    })
    for (const text of ['', 'period=never', 'from=2026-11-02&to=2026-11-01', 'from=2026-02-30&to=2026-03-01'])
      expect(choiceIn(search(text))).toBeUndefined()
    expect(isDay('2026-13-01')).toBe(false)
  })

  it('replaces the one before and leaves the rest alone', () => {
    const days = { from: '2026-11-01', to: '2026-11-02' }
    expect(withChoice(search('shop=1&period=last7'), days).toString()).toBe(
      'shop=1&from=2026-11-01&to=2026-11-02',
    )
    expect(withChoice(search('from=a&to=b&shop=1'), { shortcut: 'today' }).toString()).toBe(
      'shop=1&period=today',
    )
  })
})
