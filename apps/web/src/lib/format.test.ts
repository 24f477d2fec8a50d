import { describe, expect, it } from 'vitest'
import {
  dateRange,
  duration,
  fullDate,
  fullNumber,
  legacyMoment,
  minutesSeconds,
  moment,
  shortNumber,
} from './format.ts'
import { chinese, english } from './i18n.ts'

describe('numbers', () => {
  it('group at 万 and 亿 in Chinese from ten thousand on', () => {
    expect(shortNumber(9_999, chinese)).toBe('9,999')
    expect(shortNumber(186_200, chinese)).toBe('18.62 万')
    expect(shortNumber(142_000_000, chinese)).toBe('1.42 亿')
    expect(shortNumber(-30_000, chinese)).toBe('-3 万')
  })

  it('group at K and M in English', () => {
    expect(shortNumber(186_200, english)).toBe('186.2K')
    expect(shortNumber(4_830_000, english)).toBe('4.83M')
    expect(fullNumber(12_486, english)).toBe('12,486')
  })
})

describe('dates', () => {
  const friday = new Date('2026-11-20T10:24:36+08:00')

  it('are written as each language writes them, in the zone asked for', () => {
    expect(fullDate(friday, chinese, 'Asia/Shanghai')).toBe('2026-11-20 周五')
    expect(fullDate(friday, english, 'Asia/Shanghai')).toBe('Fri 20 Nov 2026')
    expect(fullDate(friday, english, 'America/Los_Angeles')).toBe('Thu 19 Nov 2026')
  })

  it('of a range leave the year out', () => {
    const from = new Date('2026-10-21T12:00:00+08:00')
    expect(dateRange(from, friday, chinese, 'Asia/Shanghai')).toBe('10-21 至 11-20')
    expect(dateRange(from, friday, english, 'Asia/Shanghai')).toBe('21 Oct – 20 Nov')
  })

  it('near enough are told shortly', () => {
    const now = new Date('2026-11-20T23:00:00+08:00')
    expect(moment(friday, chinese, now, 'Asia/Shanghai')).toBe('10:24')
    expect(moment(new Date('2026-11-19T15:20:00+08:00'), english, now, 'Asia/Shanghai')).toBe('19 Nov 15:20')
    expect(moment(new Date('2025-11-19T15:20:00+08:00'), chinese, now, 'Asia/Shanghai')).toBe('2025-11-19')
  })

  it('of inherited calls stay on the shop’s clock, and what is no date stays as it came', () => {
    expect(legacyMoment('2026-11-19 15:20:11', chinese, new Date(2026, 10, 20))).toBe('11-19 15:20')
    expect(legacyMoment('soon', chinese)).toBe('soon')
  })
})

describe('a time of an inherited call that ends in 000+0000', () => {
  it('is shown eight hours later', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    expect(legacyMoment('2026-11-18T20:15:00.000+0000', chinese, now)).toBe('11-19 04:15')
    expect(legacyMoment('never000+0000', chinese, now)).toBe('never000+0000')
  })
})

describe('durations', () => {
  it('name their two largest units', () => {
    expect(duration(192_000, chinese)).toBe('3 分 12 秒')
    expect(duration(192_000, english)).toBe('3 min 12 s')
    expect(duration(7_980_000, chinese)).toBe('2 小时 13 分')
    expect(duration(0, english)).toBe('0 s')
  })

  it('of checks are minutes and seconds', () => {
    expect(minutesSeconds(582_000)).toBe(`9'42"`)
    expect(minutesSeconds(5_000)).toBe(`0'05"`)
  })
})
