import { describe, expect, it } from 'vitest'
import { shopTime } from './shop-time.ts'

describe('time on the shop’s clock', () => {
  it('is written as the inherited calls want it, in the zone of the shop', () => {
    const date = new Date('2026-11-20T16:05:09Z')
    expect(shopTime(date, 'Asia/Shanghai')).toBe('2026-11-21 00:05:09')
    expect(shopTime(date, 'UTC')).toBe('2026-11-20 16:05:09')
  })
})
