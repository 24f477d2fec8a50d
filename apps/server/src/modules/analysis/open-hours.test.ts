import { describe, expect, it } from 'vitest'
import { openHours } from './open-hours.ts'

const shop = (openTime: string, closeTime: string, timeZone = 'Asia/Shanghai') => ({
  openTime,
  closeTime,
  timeZone,
})
const at = (clock: string) => new Date(`2026-11-22T${clock}:00+08:00`)
const told = (shops: Parameters<typeof openHours>[0], clock: string) => {
  const { isOpen, since, until } = openHours(shops, at(clock))
  const local = (moment: string) =>
    new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(5, 16).replace('T', ' ')
  return [isOpen, local(since), local(until)]
}

describe('the hours of the shops of a question', () => {
  it('tell at night since when all are closed and when the first opens', () => {
    const shops = [shop('10:00', '22:00'), shop('09:30', '21:30')]
    expect(told(shops, '02:18')).toEqual([false, '11-21 22:00', '11-22 09:30'])
    expect(told(shops, '23:00')).toEqual([false, '11-22 22:00', '11-23 09:30'])
  })

  it('tell by day since when one is open and when the last closes', () => {
    const shops = [shop('10:00', '22:00'), shop('09:30', '21:30')]
    expect(told(shops, '09:30')).toEqual([true, '11-22 09:30', '11-22 22:00'])
    expect(told(shops, '21:59')).toEqual([true, '11-22 09:30', '11-22 22:00'])
    expect(told(shops, '22:00')[0]).toBe(false)
  })

  it('of one that is open past midnight go on past it', () => {
    expect(told([shop('18:00', '02:00')], '01:00')).toEqual([true, '11-21 18:00', '11-22 02:00'])
    expect(told([shop('18:00', '02:00')], '02:00')).toEqual([false, '11-22 02:00', '11-22 18:00'])
  })

  it('of one that never closes have no end within a day', () => {
    const { isOpen, since, until } = openHours([shop('00:00', '00:00')], at('03:00'))
    expect(isOpen).toBe(true)
    expect(Date.parse(since)).toBeLessThan(at('03:00').getTime() - 86_400_000)
    expect(Date.parse(until)).toBeGreaterThan(at('03:00').getTime() + 86_400_000)
  })

  it('are those of each shop’s own clock', () => {
    const far = shop('10:00', '22:00', 'America/New_York')
    expect(told([far], '02:18')).toEqual([true, '11-21 23:00', '11-22 11:00'])
    expect(told([far, shop('10:00', '22:00')], '02:18')).toEqual([
      true,
      expect.any(String),
      expect.any(String),
    ])
  })
})
