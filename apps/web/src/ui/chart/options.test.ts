import { describe, expect, it } from 'vitest'
import { type ChartData, groupedSeries, groupedSlices, hasValues } from './chart-data.ts'
import { barOption, escaped, pieOption, radarOption, trendOption, wrapped } from './options.ts'
import { paletteOf, seriesColours } from './palette.ts'

const palette = paletteOf('light')
const look = { palette, format: (value: number) => value.toFixed(1) }
const week: ChartData = {
  categories: ['11-14', '11-15', '11-16'],
  series: [
    { name: 'Now', values: [1, null, 3], unit: 'points' },
    { name: 'Before', values: [2, 2, 2], isCompared: true },
  ],
}
const seriesOf = (option: object): Record<string, unknown>[] =>
  'series' in option && Array.isArray(option.series) ? option.series : []

describe('lines', () => {
  it('leave a gap where nothing is known instead of drawing nought', () => {
    const [now] = seriesOf(trendOption(week, look))
    expect(now).toMatchObject({ data: [1, null, 3], connectNulls: false })
  })

  it('are dashed for the compared period, which is grey beside a single series', () => {
    const [now, before] = seriesOf(trendOption(week, look))
    expect(now).toMatchObject({ color: palette.series(0), lineStyle: { type: 'solid' } })
    expect(before).toMatchObject({ color: palette.compared, lineStyle: { type: 'dashed' } })
  })

  it('stand before the shade of weekends, and carry notes at their category', () => {
    const option = trendOption(week, look, { shaded: [0, 9], notes: [{ index: 2, text: 'No data' }] })
    const [now, , shade] = seriesOf(option)
    expect(shade).toMatchObject({ type: 'bar', silent: true, data: [1, null, null] })
    expect(now).toMatchObject({ markLine: { data: [{ xAxis: '11-16', label: { formatter: 'No data' } }] } })
  })

  it('never move', () => {
    for (const option of [
      trendOption(week, look),
      barOption(week, look, { isStacked: false, isHorizontal: false }),
      pieOption(week, look, 'Other'),
      radarOption(week, look, 5),
    ])
      expect(option).toMatchObject({ animation: false })
  })
})

describe('the colours of series', () => {
  it('pair a compared series with the hue of its current one', () => {
    const series = [
      { name: 'A', values: [] },
      { name: 'B', values: [] },
      { name: 'A before', values: [], isCompared: true },
      { name: 'B before', values: [], isCompared: true },
    ]
    const [a, b, beforeA, beforeB] = seriesColours(series, palette)
    expect([beforeA, beforeB]).toEqual([a, b])
    expect(a).not.toBe(b)
  })
})

describe('many series and slices', () => {
  const data: ChartData = {
    categories: ['d1', 'd2'],
    series: Array.from({ length: 8 }, (_, index) => ({ name: `s${index}`, values: [index, null] })),
  }

  it('keep the five largest and add up the rest, an unknown sum staying unknown', () => {
    const grouped = groupedSeries(data, 'Other')
    expect(grouped.series.map(series => series.name)).toEqual(['s3', 's4', 's5', 's6', 's7', 'Other'])
    expect(grouped.series.at(-1)?.values).toEqual([0 + 1 + 2, null])
    expect(groupedSeries(week, 'Other')).toBe(week)
  })

  it('group the smallest slices', () => {
    const slices: ChartData = {
      categories: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
      series: [{ name: 'share', values: [1, 7, 2, 6, 3, 5, 4] }],
    }
    const grouped = groupedSlices(slices, 'Other')
    expect(grouped.categories).toEqual(['b', 'd', 'f', 'g', 'e', 'Other'])
    expect(grouped.series[0]?.values).toEqual([7, 6, 5, 4, 3, 3])
  })

  it('say whether there is anything to draw', () => {
    expect(hasValues({ categories: ['a'], series: [{ name: 's', values: [null] }] })).toBe(false)
    expect(hasValues({ categories: ['a'], series: [{ name: 's', values: [0] }] })).toBe(true)
  })
})

describe('words in charts', () => {
  it('are never taken for markup in a tooltip', () => {
    expect(escaped('<img src=x onerror="a">&')).toBe('&lt;img src=x onerror=&quot;a&quot;&gt;&amp;')
    const { tooltip } = trendOption(
      { categories: ['<b>'], series: [{ name: '<i>', values: [1] }] },
      look,
    ) as { tooltip: { formatter(found: unknown): string } }
    const written = tooltip.formatter([{ dataIndex: 0 }])
    expect(written).toContain('&lt;b&gt;')
    expect(written).not.toContain('<i>')
  })

  it('break after seven Chinese characters or fourteen Latin ones', () => {
    expect(wrapped('收银台整洁与安全规范')).toBe('收银台整洁与安\n全规范')
    expect(wrapped('陈列整齐度')).toBe('陈列整齐度')
    expect(wrapped('Cleanliness of the till')).toBe('Cleanliness of\nthe till')
  })
})
