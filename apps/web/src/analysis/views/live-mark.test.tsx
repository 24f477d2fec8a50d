import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { lateMs } from '../../lib/figures/delay.ts'
import { english, setLanguage } from '../../lib/i18n.ts'
import { streamIsUp } from '../../lib/stream/console-stream.ts'
import { LiveMark } from './live-mark.tsx'

const before = (ms: number) => new Date(Date.now() - ms).toISOString()
const mark = () => document.querySelector<HTMLElement>('.live-mark')

beforeEach(() => setLanguage(english))

it('says whether changes are told, or how often is asked while they are not', () => {
  streamIsUp.set(true)
  render(<LiveMark freshAt={before(65_000)} />)
  expect(screen.getByText('Live')).toBeTruthy()
  expect(screen.getByText('Data 1 min old')).toBeTruthy()
  expect(mark()?.dataset.late).toBeUndefined()
  cleanup()
  streamIsUp.set(false)
  render(<LiveMark freshAt={null} />)
  expect(screen.getByText('Refreshed every 15 s')).toBeTruthy()
  expect(mark()?.textContent).not.toContain('old')
})

it('marks figures that are late', () => {
  render(<LiveMark freshAt={before(lateMs + 120_000)} />)
  expect(screen.getByText('Data 17 min old')).toBeTruthy()
  expect(mark()?.dataset.late).toBe('true')
})
