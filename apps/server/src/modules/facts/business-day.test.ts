import { describe, expect, it } from 'vitest'
import { businessTime } from './business-day.ts'

const at = (iso: string, zone = 'Asia/Shanghai', cut = '00:00') => businessTime(new Date(iso), zone, cut)

describe('the business day of a moment', () => {
  it('is that of the shop’s clock', () => {
    expect(at('2026-03-01T16:04:59Z')).toEqual({ date: '2026-03-02', slot: 0 })
    expect(at('2026-03-01T15:59:59Z')).toEqual({ date: '2026-03-01', slot: 287 })
    expect(at('2026-03-01T15:59:59Z', 'Europe/Dublin')).toEqual({ date: '2026-03-01', slot: 191 })
  })

  it('begins at its cut: what comes before belongs to the day before', () => {
    expect(at('2026-03-01T18:10:00Z', 'Asia/Shanghai', '06:00')).toEqual({ date: '2026-03-01', slot: 242 })
    expect(at('2026-03-01T22:00:00Z', 'Asia/Shanghai', '06:00')).toEqual({ date: '2026-03-02', slot: 0 })
    expect(at('2026-02-28T18:10:00Z', 'Asia/Shanghai', '06:00').date).toBe('2026-02-28')
  })

  it('has 288 slots when the clocks change too', () => {
    expect(at('2026-03-29T00:30:00Z', 'Europe/Dublin')).toEqual({ date: '2026-03-29', slot: 6 })
    expect(at('2026-03-29T01:30:00Z', 'Europe/Dublin')).toEqual({ date: '2026-03-29', slot: 30 })
    expect(at('2026-10-25T00:30:00Z', 'Europe/Dublin')).toEqual(at('2026-10-25T01:30:00Z', 'Europe/Dublin'))
  })
})
