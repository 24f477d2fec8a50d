import { AppError } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { fromLegacyTime, legacyTimeOf } from './time.ts'

const cases: [what: string, local: string, timeZone: string, utc: string][] = [
  ['a plain day in China', '2026-10-01 09:30:00', 'Asia/Shanghai', '2026-10-01T01:30:00.000Z'],
  [
    'midnight, which is hour 00 and not 24',
    '2026-10-01 00:00:00',
    'Asia/Shanghai',
    '2026-09-30T16:00:00.000Z',
  ],
  ['a zone of half hours', '2026-01-01 00:00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
  ['summer time', '2026-07-01 12:00:00', 'Europe/Paris', '2026-07-01T10:00:00.000Z'],
  ['winter time', '2026-12-01 12:00:00', 'Europe/Paris', '2026-12-01T11:00:00.000Z'],
  ['just before the clock goes forward', '2026-03-29 01:59:59', 'Europe/Paris', '2026-03-29T00:59:59.000Z'],
  ['just after the clock went back', '2026-10-25 03:00:00', 'Europe/Paris', '2026-10-25T02:00:00.000Z'],
  ['far from Greenwich', '2026-06-01 00:00:00', 'Pacific/Kiritimati', '2026-05-31T10:00:00.000Z'],
]

describe('times of the inherited calls', () => {
  it.each(cases)('reads and writes %s', (_, local, timeZone, utc) => {
    expect(fromLegacyTime(local, timeZone, 'beg').toISOString()).toBe(utc)
    expect(legacyTimeOf(new Date(utc), timeZone)).toBe(local)
  })

  it('takes an hour that comes twice as its first pass', () => {
    expect(fromLegacyTime('2026-10-25 02:30:00', 'Europe/Paris', 'beg').toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })

  it('moves a time that the clock skips on by what was skipped', () => {
    const at = fromLegacyTime('2026-03-29 02:30:00', 'Europe/Paris', 'beg')
    expect(legacyTimeOf(at, 'Europe/Paris')).toBe('2026-03-29 03:30:00')
  })

  it.each(['2026-02-30 10:00:00', '2026-13-01 10:00:00', '2026-01-01 24:00:00', '0000-01-01 00:00:00'])(
    'refuses %s by the name of its field',
    time => {
      const read = () => fromLegacyTime(time, 'Asia/Shanghai', 'beg')
      expect(read).toThrow(AppError)
      expect(read).toThrow(
        expect.objectContaining({ details: { errors: [expect.objectContaining({ path: 'beg' })] } }),
      )
    },
  )
})
