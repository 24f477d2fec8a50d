import type { ChartData } from './chart-data.ts'
import type { Palette } from './palette.ts'

type Peak = { index: number; value: number }

/** From so many points on the highest is worth a word. */
const leastForPeak = 5

/** The highest point of the only line; several lines have none that could be told from the others. */
export function peakOf({ series }: ChartData): Peak | undefined {
  const [only, ...others] = series.filter(({ isCompared, isShare }) => !isCompared && !isShare)
  const known = only?.values.filter(value => value !== null) ?? []
  if (!only || others.length > 0 || known.length < leastForPeak) return undefined
  const value = Math.max(...known)
  return value > 0 ? { index: only.values.indexOf(value), value } : undefined
}

/** Its dot and words, which lean inwards at either end. */
export function peakMark(data: ChartData, palette: Palette, { index, value }: Peak, text: string) {
  const place = index / Math.max(1, data.categories.length - 1)
  return {
    silent: true,
    symbol: 'circle',
    symbolSize: 8,
    itemStyle: { color: palette.series(0), borderColor: palette.surface, borderWidth: 2 },
    label: {
      position: 'top',
      align: place < 0.3 ? 'left' : place > 0.7 ? 'right' : 'center',
      distance: 6,
      color: palette.text,
      fontSize: 12,
      fontWeight: 600,
      formatter: text,
    },
    data: [{ coord: [index, value] }],
  }
}
