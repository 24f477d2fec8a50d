import { describe, expect, it } from 'vitest'
import { type ChartData, groupedSeries, groupedSlices, hasValues } from './chart-data.ts'
import { correlationOf } from './more-options.ts'
import {
  barOption,
  dayLabels,
  escaped,
  hourLabels,
  monthsLabels,
  pieOption,
  radarOption,
  trendOption,
  wrapped,
} from './options.ts'
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

  it('name the highest point of a single line, with words that lean inwards at its ends', () => {
    const data: ChartData = {
      categories: ['10', '11', '12', '13', '14', '15'],
      series: [{ name: 'Visits', values: [9, 4, null, 3, 1, 2] }],
    }
    const peak = (category: string, value: string) => `Peak ${category} ${value}`
    const [line] = seriesOf(trendOption(data, look, { peak }))
    expect(line).toMatchObject({
      markPoint: { data: [{ coord: [0, 9] }], label: { formatter: 'Peak 10 9.0', align: 'left' } },
    })
    const two = { ...data, series: [...data.series, { name: 'Exits', values: [1, 2, 3, 4, 5, 6] }] }
    expect(seriesOf(trendOption(two, look, { peak }))[0]).not.toHaveProperty('markPoint')
  })

  it('draw a share among counts on an axis of its own', () => {
    const data: ChartData = {
      categories: ['a', 'b'],
      series: [
        { name: 'Counted', values: [100, 200] },
        { name: 'Captured', values: [80, 90], isShare: true },
      ],
    }
    const option = trendOption(data, look)
    expect(seriesOf(option)[1]).toMatchObject({ yAxisIndex: 2 })
    expect(option.yAxis).toHaveLength(3)
    expect(trendOption(week, look).yAxis).toHaveLength(2)
  })

  it('never move', () => {
    for (const option of [
      trendOption(week, look),
      barOption(week, look, { isStacked: false, isHorizontal: false }),
      pieOption(week, look, 'Other'),
      radarOption(week, look, { max: 5 }),
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
    expect(wrapped('上海静安寺旗舰')).toBe('上海静安寺旗舰')
    expect(wrapped('上海静安寺旗舰店')).toBe('上海静安寺旗舰\n店')
    expect(wrapped('Cleanliness of the till')).toBe('Cleanliness of\nthe till')
  })
})

it('names on the axis of lying bars break after seven characters', () => {
  const option = barOption(
    { categories: ['上海静安寺旗舰店二层'], series: [{ name: 's', values: [1] }] },
    look,
    { isStacked: true, isHorizontal: true },
  )
  expect(option).toMatchObject({ yAxis: { axisLabel: { formatter: wrapped } } })
  expect(wrapped('上海静安寺旗舰店二层')).toBe('上海静安寺旗舰\n店二层')
})

it('what others are read against is grey beside any number of series', () => {
  const series = [
    { name: 'A', values: [] },
    { name: 'B', values: [] },
    { name: '100', values: [], isCompared: true, isReference: true },
  ]
  expect(seriesColours(series, palette)).toEqual([palette.series(0), palette.series(1), palette.compared])
})

it('points on a line have a coefficient of one either way, and none where a value never changes', () => {
  const line = [1, 2, 3, 4].map(x => ({ x, y: 10 - 2 * x }))
  expect(correlationOf(line)).toBeCloseTo(-1)
  expect(
    correlationOf([
      { x: 1, y: 1 },
      { x: 2, y: 3 },
      { x: 3, y: 2 },
    ]),
  ).toBeCloseTo(0.5)
  expect(
    correlationOf([
      { x: 1, y: 5 },
      { x: 2, y: 5 },
      { x: 3, y: 5 },
    ]),
  ).toBeUndefined()
})

it('hours of several days are named by their day where it begins', () => {
  const hours = ['11-19 21:00', '11-20 10:00', '11-20 11:00', '11-21 10:00']
  const { interval, formatter } = dayLabels(hours)
  expect(hours.filter((_, index) => interval?.(index)).map(name => formatter?.(name))).toEqual([
    '11-19',
    '11-20',
    '11-21',
  ])
  expect(dayLabels(['11-20 10:00', '11-20 11:00'])).toEqual({})
  expect(dayLabels(['11-19', '11-20', '11-21'])).toEqual({})
})

it('of many days eight are named, all as far from each other', () => {
  const days = Array.from({ length: 326 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(5, 10),
  )
  const { interval } = monthsLabels(days)
  const named = days.flatMap((_, index) => (interval?.(index) ? [index] : []))
  expect(named).toEqual([0, 41, 82, 123, 164, 205, 246, 287])
  expect(monthsLabels(days.slice(0, 30))).toEqual({})
})

it('slots below an hour are named by every other hour of a long day', () => {
  const slots = Array.from({ length: 48 }, (_, index) => {
    const minutes = 600 + index * 15
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
  })
  const { interval } = hourLabels(slots)
  expect(slots.filter((_, index) => interval?.(index))).toEqual([
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
    '20:00',
  ])
  expect(hourLabels(['10:00', '11:00'])).toEqual({})
})
