import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { anywhere, renderInConsole } from '../../test/in-console.tsx'
import { registryOf } from '../../test/registry.tsx'
import { oneOf, useAddressFilter, wholeNumber } from '../filters.ts'
import { Calendar } from './calendar.tsx'
import { DayPicker } from './day-picker.tsx'
import type { Shortcut } from './periods.ts'
import { rememberedPeriod, useDay, usePeriod } from './use-period.ts'

const now = new Date(2026, 10, 20, 9)

function Probe({ shortcuts }: { shortcuts?: readonly Shortcut[] }) {
  const period = usePeriod({ ...(shortcuts ? { shortcuts } : {}), now })
  return (
    <>
      <output>{`${period.shortcut ?? 'own'} ${period.from} ${period.to}`}</output>
      <button type="button" onClick={() => period.setPeriod({ shortcut: 'thisMonth' })}>
        month
      </button>
    </>
  )
}
const open = (element: React.ReactNode, address: string) =>
  renderInConsole(anywhere(element), registryOf([]), address)
const shown = () => screen.getByRole('status').textContent

beforeEach(() => {
  setLanguage(english)
  rememberedPeriod.set(undefined)
})

describe('the period of a page', () => {
  it('is the last seven days until something was chosen', () => {
    open(<Probe />, '/x')
    expect(shown()).toBe('last7 2026-11-14 2026-11-20')
  })

  it('is the one of the address', () => {
    open(<Probe />, '/x?from=2026-10-01&to=2026-10-08')
    expect(shown()).toBe('own 2026-10-01 2026-10-08')
  })

  it('goes into the address when chosen, leaves the page number behind, and holds on the next page', () => {
    const { here } = open(<Probe />, '/x?page=3&q=a')
    fireEvent.click(screen.getByText('month'))
    expect(here()).toBe('/x?q=a&period=thisMonth')
    expect(rememberedPeriod.get()).toEqual({ shortcut: 'thisMonth' })
  })

  it('falls back to the page’s own where the page does not offer the one chosen before', () => {
    rememberedPeriod.set({ shortcut: 'thisMonth' })
    open(<Probe shortcuts={['today', 'last7']} />, '/x')
    expect(shown()).toBe('last7 2026-11-14 2026-11-20')
  })
})

function OneDayProbe() {
  const day = useDay(now)
  return <DayPicker day={day} />
}

describe('one day', () => {
  it('steps back and never past today', () => {
    const { here } = open(<OneDayProbe />, '/x')
    expect(screen.getByRole('button', { name: 'Next day' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
    expect(here()).toBe('/x?day=2026-11-19')
    expect(screen.getByText('Thu 19 Nov 2026')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
    expect(here()).toBe('/x')
  })
})

describe('the calendar', () => {
  it('takes two clicks for a range, in either order', () => {
    const picked: unknown[] = []
    open(
      <Calendar
        value={{ from: '2026-11-14', to: '2026-11-20' }}
        last="2026-11-20"
        isRange
        months={2}
        onPick={range => picked.push(range)}
      />,
      '/x',
    )
    fireEvent.click(screen.getByRole('button', { name: '2026-11-10' }))
    expect(picked).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '2026-10-28' }))
    expect(picked).toEqual([{ from: '2026-10-28', to: '2026-11-10' }])
    expect(screen.queryByRole('button', { name: '2026-12-01' })).toBeNull()
  })

  it('moves by arrow keys across months, and not past the last day', async () => {
    open(
      <Calendar
        value={{ from: '2026-11-02', to: '2026-11-02' }}
        last="2026-11-20"
        isRange={false}
        months={1}
        onPick={() => {}}
      />,
      '/x',
    )
    const day = screen.getByRole('button', { name: '2026-11-02' })
    act(() => day.focus())
    fireEvent.keyDown(day, { key: 'ArrowUp' })
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-10-26')
    fireEvent.keyDown(document.activeElement ?? day, { key: 'PageDown' })
    expect(document.activeElement?.getAttribute('data-day')).toBe('2026-11-20')
  })
})

const statuses = ['all', 'open', 'closed'] as const
function FilterProbe() {
  const [status, setStatus] = useAddressFilter('status', oneOf(statuses, 'all'), ['page'])
  const [page, setPage] = useAddressFilter('page', wholeNumber(1))
  return (
    <>
      <output>{`${status} ${page}`}</output>
      <button type="button" onClick={() => setStatus('open')}>
        open
      </button>
      <button type="button" onClick={() => setStatus('all')}>
        all
      </button>
      <button type="button" onClick={() => setPage(4)}>
        four
      </button>
    </>
  )
}

describe('a filter in the address', () => {
  it('takes what can be used and its default otherwise', () => {
    open(<FilterProbe />, '/x?status=never&page=-2')
    expect(shown()).toBe('all 1')
  })

  it('leaves no trace at its default and clears the page that another list had', () => {
    const { here } = open(<FilterProbe />, '/x?shop=7')
    fireEvent.click(screen.getByText('four'))
    expect(here()).toBe('/x?shop=7&page=4')
    fireEvent.click(screen.getByText('open'))
    expect(here()).toBe('/x?shop=7&status=open')
    fireEvent.click(screen.getByText('all'))
    expect(here()).toBe('/x?shop=7')
  })
})
