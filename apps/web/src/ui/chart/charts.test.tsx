import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { english, setLanguage } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { CalendarChart } from './calendar-chart.tsx'
import { TrendChart } from './charts.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { HeatChart } from './heat-chart.tsx'
import { OutlineMap } from './outline-map.tsx'
import { RankList } from './rank-list.tsx'
import { SpanChart } from './span-chart.tsx'
import { TileMap } from './tile-map.tsx'

const draw = (chart: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{chart}</MemoryRouter>
    </QueryClientProvider>,
  )
const cells = () =>
  screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent).join(' | '))

beforeEach(() => setLanguage(english))

const data = {
  categories: ['Mon', 'Tue'],
  series: [
    { name: 'Score', values: [92.5, null], unit: 'points' },
    { name: 'Before', values: [90, 91], isCompared: true },
  ],
}

describe('a chart', () => {
  it('says in one sentence what it shows, and shows the same data as a table', () => {
    draw(<TrendChart data={data} summary="Score of the week" categoryName="Day" />)
    expect(screen.getByRole('img', { name: 'Score of the week' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    expect(cells()).toEqual(['Day | Score (points) | Before', 'Mon | 92.5 | 90', 'Tue | — | 91'])
  })

  it('is read point by point with the arrow keys, and Enter chooses', () => {
    const pick = vi.fn()
    draw(<TrendChart data={data} summary="Score" onPick={pick} />)
    const picture = screen.getByRole('img')
    fireEvent.keyDown(picture, { key: 'ArrowRight' })
    expect(screen.getByText('Mon, Score 92.5 points, Before 90')).toBeDefined()
    fireEvent.keyDown(picture, { key: 'ArrowRight' })
    expect(screen.getByText('Tue, Score —, Before 91')).toBeDefined()
    fireEvent.keyDown(picture, { key: 'Enter' })
    expect(pick).toHaveBeenCalledWith(1, 0)
  })

  it('switches series by its legend, and brings all back when the last would go', () => {
    draw(<TrendChart data={data} summary="Score" />)
    const legend = within(screen.getByRole('list'))
    fireEvent.click(legend.getByRole('button', { name: 'Before' }))
    expect(legend.getByRole('button', { name: 'Before' }).getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(legend.getByRole('button', { name: 'Score' }))
    for (const name of ['Before', 'Score'])
      expect(legend.getByRole('button', { name }).getAttribute('aria-pressed')).toBe('true')
  })

  it('says so where nothing is known', () => {
    draw(
      <TrendChart data={{ categories: ['Mon'], series: [{ name: 'Score', values: [null] }] }} summary="x" />,
    )
    expect(screen.getByText('There is no data for this')).toBeDefined()
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the other pictures', () => {
  it('a matrix tells unknown from little', () => {
    const pick = vi.fn()
    draw(
      <HeatChart
        rows={['Mon', 'Tue']}
        columns={['9', '10']}
        values={[
          [0, 5],
          [null, 2],
        ]}
        summary="Hours"
        onPick={pick}
      />,
    )
    expect(screen.getByTitle('Tue 9: —').dataset.unknown).toBe('true')
    expect(screen.getByTitle('Mon 9: 0').dataset.unknown).toBeUndefined()
    fireEvent.click(screen.getByTitle('Mon 10: 5'))
    expect(pick).toHaveBeenCalledWith(1, 0)
  })

  it('a funnel gives each stage as a share of the one before', () => {
    draw(
      <FunnelChart
        data={{ categories: ['Passed', 'Entered', 'Paid'], series: [{ name: 'n', values: [800, 200, 50] }] }}
        summary="Funnel"
      />,
    )
    expect(screen.getAllByText(/25.0% of the step before/)).toHaveLength(2)
  })

  it('a ranking leads to what is behind a row and draws the share of the largest', () => {
    const { container } = draw(
      <RankList
        rows={[
          { key: 'a', label: 'Display', value: -8, href: '/items/a' },
          { key: 'b', label: 'Till', value: null },
          { key: 'c', label: 'Clothes', value: -2 },
        ]}
      />,
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/items/a')
    expect([...container.querySelectorAll('i')].map(bar => bar.style.width)).toEqual(['100%', '0%', '25%'])
    expect(screen.getByText('—')).toBeDefined()
  })

  it('spans are cut at the ends of the lane', () => {
    draw(
      <SpanChart
        rows={[{ key: 'a', label: 'Door', spans: [{ from: -100, to: 50, kind: 'offline' }] }]}
        kinds={{ offline: { label: 'Offline', colour: 'error' } }}
        from={0}
        to={100}
        summary="States"
      />,
    )
    expect(screen.getByTitle(/^Offline/).style.left).toBe('0%')
    expect(screen.getByTitle(/^Offline/).style.width).toContain('50%')
  })

  it('a calendar begins its month on the right weekday', () => {
    draw(
      <CalendarChart
        days={[
          { date: '2026-11-01', value: 3 },
          { date: '2026-11-02', value: null },
        ]}
        summary="Days"
      />,
    )
    // 1 November 2026 is a Sunday.
    expect(screen.getByTitle(/Sun 1 Nov 2026: 3/).style.gridColumnStart).toBe('7')
    expect(screen.getByTitle(/Mon 2 Nov 2026: —/)).toBeDefined()
  })

  it('the tile map finds provinces by id or by the whole name, and only those can be chosen', () => {
    const pick = vi.fn()
    draw(
      <TileMap
        values={[
          { provinceId: '31', value: 80 },
          { name: '广西壮族自治区', value: null },
        ]}
        summary="Coverage"
        onPick={pick}
      />,
    )
    fireEvent.click(screen.getByTitle('SH: 80'))
    fireEvent.click(screen.getByTitle('BJ: —'))
    expect(pick.mock.calls).toEqual([[{ provinceId: '31', value: 80 }]])
    expect(screen.getByTitle('GX: —')).toBeDefined()
  })
})

describe('a map of outlines', () => {
  const square = (id: string, name: string, west: number) => ({
    id,
    name,
    rings: [
      [
        [west, 30],
        [west + 1, 30],
        [west + 1, 31],
        [west, 31],
      ] as const,
    ],
  })
  const outlines = [square('32', '江苏', 119), square('33', '浙江', 120)]

  it('is chosen by a click on an outline or by keys, and is a table too', () => {
    const pick = vi.fn()
    draw(
      <OutlineMap
        outlines={outlines}
        values={[{ id: '32', name: 'Jiangsu', value: 12 }]}
        summary="Visits"
        valueName="Visits"
        categoryName="Province"
        onPick={pick}
      />,
    )
    fireEvent.click(screen.getByText('Jiangsu: 12', { selector: 'title' }))
    fireEvent.click(screen.getByText('浙江', { selector: 'title' }))
    expect(pick.mock.calls).toEqual([['32']])
    fireEvent.keyDown(screen.getByRole('img'), { key: 'ArrowRight' })
    fireEvent.keyDown(screen.getByRole('img'), { key: 'Enter' })
    expect(pick).toHaveBeenCalledTimes(2)
    fireEvent.click(screen.getByRole('button', { name: 'Table' }))
    expect(cells()).toEqual(['Province | Visits', 'Jiangsu | 12'])
  })

  it('has shops as dots where they lie, those who lie together under one name', () => {
    const at = (id: string, longitude: number, value: number) => ({
      id,
      name: `Shop ${id}`,
      longitude,
      latitude: 30.5,
      value,
    })
    draw(
      <OutlineMap
        outlines={outlines}
        places={[at('1', 119.5, 3), at('2', 120.5, 9), at('3', 120.5, 4)]}
        summary="Occupancy"
        valueName="People"
      />,
    )
    expect(['1', '2', '3'].map(id => screen.getByTitle(new RegExp(`Shop ${id}:`)).textContent)).toEqual([
      'Shop 1',
      'Shop 2',
      '',
    ])
  })
})
