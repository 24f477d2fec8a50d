import { describe, expect, it } from 'vitest'
import { isOpenAt } from './open-hours.ts'

const at = (clock: string) => new Date(`2026-11-20T${clock}:00+08:00`)
const hours = (openTime: string, closeTime: string) => ({ openTime, closeTime, timeZone: 'Asia/Shanghai' })

describe('a shop', () => {
  it('is open from its opening until it closes, on its own clock', () => {
    expect(
      ['09:59', '10:00', '21:59', '22:00'].map(clock => isOpenAt(at(clock), hours('10:00', '22:00'))),
    ).toEqual([false, true, true, false])
  })

  it('that closes after midnight is open before and after it', () => {
    expect(
      ['01:59', '02:00', '17:59', '18:00'].map(clock => isOpenAt(at(clock), hours('18:00', '02:00'))),
    ).toEqual([true, false, false, true])
  })

  it('that opens when it closes never closes', () => {
    expect(isOpenAt(at('03:00'), hours('00:00', '00:00'))).toBe(true)
  })
})
