import { expect, it } from 'vitest'
import { closedAt, lastReports, latestOf, minutesSince, stateAfter, sumOfLast } from './reports.ts'

const row = (clock: string, entries: number | null, device = 'a') => ({
  time: `2026-11-21 ${clock}`,
  device: { id: device, name: device },
  entries: { current: entries },
})

it('takes the latest slot of which something came, nought among it', () => {
  const last = lastReports(
    [row('10:00', 4), row('10:05', 0), row('10:10', null), row('09:55', 3, 'b')],
    'device',
    'entries',
  )
  expect([...last]).toEqual([
    ['a', '2026-11-21 10:05'],
    ['b', '2026-11-21 09:55'],
  ])
  expect(latestOf(last)).toBe('2026-11-21 10:05')
  expect(minutesSince('2026-11-21 10:05', '10:31')).toBe(26)
})

it('sums over the latest slots that came, not over those that are still to come', () => {
  const rows = [row('10:00', 4), row('10:05', 1), row('10:10', 2), row('10:15', 3), row('10:20', null)]
  expect(sumOfLast(rows, 'entries', 3)).toBe(6)
  expect(sumOfLast([row('10:20', null)], 'entries', 3)).toBeNull()
})

it('calls closed what owes nothing while others still tell, not what owes and is silent', () => {
  const at = (device: string, current: number | null, coverage: number | null) => ({
    ...row('21:45', current, device),
    entries: { current, coverage },
  })
  const rows = [at('a', 3, 1), at('b', null, null), at('c', null, 0), row('21:30', null, 'd')]
  expect([...closedAt(rows, 'device', 'entries', '2026-11-21 21:45')]).toEqual(['b'])
})

it('calls a source late after twenty minutes and silent after an hour, or where it told nothing', () => {
  expect([5, 21, 61, undefined].map(stateAfter)).toEqual(['fresh', 'late', 'silent', 'silent'])
})
