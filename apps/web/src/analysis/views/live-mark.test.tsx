import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateMs } from '../../lib/figures/delay.ts'
import { english, setLanguage } from '../../lib/i18n.ts'
import { streamIsUp } from '../../lib/stream/console-stream.ts'
import { LiveMark } from './live-mark.tsx'

const at = (clock: string, day = '2026-11-20') => new Date(`${day}T${clock}:00+08:00`)
const noon = at('12:00')
const before = (ms: number) => new Date(noon.getTime() - ms).toISOString()
const hours = {
  isOpen: true,
  since: at('10:00').toISOString(),
  until: at('22:00').toISOString(),
  timeZone: 'Asia/Shanghai',
}
const mark = () => document.querySelector<HTMLElement>('.live-mark')

beforeEach(() => {
  setLanguage(english)
  vi.useFakeTimers({ now: noon, toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

it('says whether changes are told, or how often is asked while they are not', () => {
  streamIsUp.set(true)
  render(<LiveMark fresh={{ freshAt: before(65_000), hours }} />)
  expect(screen.getByText('Live')).toBeTruthy()
  expect(screen.getByText('Data 1 min old')).toBeTruthy()
  expect(mark()?.dataset.late).toBeUndefined()
  cleanup()
  streamIsUp.set(false)
  render(<LiveMark fresh={{ freshAt: null, hours }} />)
  expect(screen.getByText('Refreshed every 15 s')).toBeTruthy()
  expect(mark()?.textContent).not.toContain('old')
})

it('marks figures that are late', () => {
  render(<LiveMark fresh={{ freshAt: before(lateMs + 120_000), hours }} />)
  expect(screen.getByText('Data 17 min old')).toBeTruthy()
  expect(mark()?.dataset.late).toBe('true')
})

it('says at night since when shops are closed and when they open, and calls nothing late', () => {
  vi.setSystemTime(at('02:18', '2026-11-21'))
  const night = {
    ...hours,
    isOpen: false,
    since: hours.until,
    until: at('10:00', '2026-11-21').toISOString(),
  }
  render(<LiveMark fresh={{ freshAt: at('21:55').toISOString(), hours: night }} />)
  expect(screen.getByText('Closed since 22:00, opens at 10:00')).toBeTruthy()
  expect(mark()?.dataset.late).toBeUndefined()
  expect(mark()?.dataset.closed).toBe('true')
})

it('waits for the first figures of a day that has just begun', () => {
  vi.setSystemTime(at('10:04'))
  render(<LiveMark fresh={{ freshAt: at('21:55', '2026-11-19').toISOString(), hours }} />)
  expect(screen.getByText('Open since 10:00, no data yet')).toBeTruthy()
  expect(mark()?.dataset.late).toBeUndefined()
})
