import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chinese, english, setLanguage } from '../lib/i18n.ts'
import { KpiStrip } from './kpi.tsx'

beforeEach(() => setLanguage(english))

describe('figures in a row', () => {
  it('group by ten thousand in Chinese, with the unit behind', () => {
    setLanguage(chinese)
    render(<KpiStrip items={[{ key: 'visits', label: '客流人次', value: 186_200, unit: '人次' }]} />)
    expect(screen.getByText('18.62').textContent).toBe('18.62万人次')
  })

  it('tell an unknown value from nought, and show no unit behind it', () => {
    render(
      <KpiStrip
        items={[
          { key: 'a', label: 'Score', value: null, unit: 'points' },
          { key: 'b', label: 'Problems', value: 0, unit: 'open' },
        ]}
      />,
    )
    expect(screen.getByTitle('No data').textContent).toBe('—')
    expect(screen.getByText('0').textContent).toBe('0open')
  })

  it('show no growth while nothing is compared, and a dash where there is no base', () => {
    const { rerender } = render(<KpiStrip items={[{ key: 'a', label: 'Score', value: 92.4 }]} />)
    expect(screen.queryByTitle('No comparable data')).toBeNull()
    rerender(<KpiStrip items={[{ key: 'a', label: 'Score', value: 92.4, growth: null, compared: null }]} />)
    expect(screen.getByTitle('No comparable data')).toBeDefined()
  })

  it('lead to the records behind them, or choose what the chart shows', () => {
    const pick = vi.fn()
    render(
      <MemoryRouter>
        <KpiStrip items={[{ key: 'a', label: 'Problems', value: 3, href: '/problems?status=open' }]} />
        <KpiStrip items={[{ key: 'b', label: 'Visits', value: 3 }]} onPick={pick} picked="b" />
      </MemoryRouter>,
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/problems?status=open')
    fireEvent.click(screen.getByRole('button', { pressed: true }))
    expect(pick).toHaveBeenCalledWith('b')
  })
})
