import type { EChartsCoreOption } from 'echarts/core'
import { escaped, type Look, wrapped } from './options.ts'

/** A point of two values, and of a third that is its size. */
export type Point = {
  name: string
  x: number
  y: number
  size?: number
  /** Where it comes from: an arrow leads from there. */
  from?: { x: number; y: number }
  /** Place of its colour among those of series; left out: the first. */
  colour?: number
}
/** What points are parted at; left out: the medians of both values. */
export type Parting = { x: number; y: number }
export type PointLook = Look & { xName: string; yName: string; formatX: (value: number) => string }
/** Five numbers of a spread under a name. */
export type Box = { name: string; low: number; lower: number; median: number; upper: number; high: number }
/** Something that goes from one place to another. */
export type Link = { from: string; to: string; value: number }

const font = "Inter Variable, Inter, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"

const base = ({ palette }: Look): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: font, fontSize: 12, color: palette.text },
  aria: { enabled: false },
})

const tooltip = ({ palette }: Look, formatter: (found: unknown) => string) => ({
  confine: true,
  backgroundColor: palette.surface,
  borderColor: palette.axis,
  padding: [8, 12],
  textStyle: { color: palette.text, fontSize: 12, fontFamily: font },
  formatter,
})

const indexIn = (found: unknown): number =>
  typeof found === 'object' && found !== null && 'dataIndex' in found ? Number(found.dataIndex) : -1

const axis = ({ palette }: Look, name: string, format: (value: number) => string) => ({
  type: 'value',
  scale: true,
  name,
  nameLocation: 'middle',
  nameGap: 30,
  nameTextStyle: { color: palette.hint, fontSize: 12 },
  splitNumber: 4,
  axisLabel: {
    color: palette.hint,
    fontSize: 12,
    hideOverlap: true,
    formatter: (value: number) => format(value),
  },
  axisLine: { show: false, onZero: false },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: palette.line } },
})

/** The middle of values: half of them lie on either side. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** Least squares: the line that leaves the smallest squares between it and the points. Undefined where all stand above each other. */
function fitOf(points: readonly Pick<Point, 'x' | 'y'>[]): { slope: number; start: number } | undefined {
  const count = points.length
  if (count < 3) return undefined
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  if (spread === 0) return undefined
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  return { slope, start: meanY - slope * meanX }
}

/** Pearson's coefficient: 1 and −1 on a line, 0 without any. Undefined for fewer than three points or where one value never changes. */
export function correlationOf(points: readonly Pick<Point, 'x' | 'y'>[]): number | undefined {
  const fit = fitOf(points)
  const back = fitOf(points.map(({ x, y }) => ({ x: y, y: x })))
  // The slopes either way multiply to its square.
  return fit && back ? Math.sign(fit.slope) * Math.sqrt(Math.abs(fit.slope * back.slope)) : undefined
}

/** Points of two values: parted by the medians of both, or with the line that fits them. */
export function pointOption(
  points: readonly Point[],
  look: PointLook,
  { isParted, parting }: { isParted: boolean; parting?: Parting | undefined },
): EChartsCoreOption {
  const { palette, format, formatX, xName, yName } = look
  const largest = Math.max(0, ...points.map(({ size = 0 }) => size))
  const fit = isParted ? undefined : fitOf(points)
  const xs = points.map(({ x }) => x)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  /** Names of points far on the right stand on their left: there is no room behind them. */
  const isFarRight = (x: number) => right > left && (x - left) / (right - left) > 0.72
  return {
    ...base(look),
    grid: {
      left: 48,
      // Names stand to the right of their points.
      right: points.length <= 20 ? 72 : 24,
      top: 16,
      bottom: 40,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: tooltip(look, found => {
      const point = points[indexIn(found)]
      return point
        ? `<b>${escaped(point.name)}</b><br>${escaped(xName)} ${escaped(formatX(point.x))}<br>${escaped(yName)} ${escaped(format(point.y))}`
        : ''
    }),
    xAxis: axis(look, xName, formatX),
    yAxis: { ...axis(look, yName, format), nameGap: 44 },
    series: [
      {
        type: 'scatter',
        data: points.map(({ x, y, colour }) => ({
          value: [x, y],
          ...(isFarRight(x) ? { label: { position: 'left' } } : {}),
          ...(colour === undefined ? {} : { itemStyle: { color: palette.series(colour) } }),
        })),
        symbolSize: (_value: unknown, found: unknown) => {
          const size = points[indexIn(found)]?.size
          return size === undefined || largest === 0 ? 9 : 6 + 18 * Math.sqrt(size / largest)
        },
        color: palette.series(0),
        itemStyle: { opacity: 0.75 },
        // Names stand beside the points only where they can be told apart.
        label: {
          show: points.length <= 20,
          position: 'right',
          color: palette.text,
          opacity: 1,
          fontSize: 11,
          formatter: (found: unknown) => points[indexIn(found)]?.name ?? '',
        },
        labelLayout: { hideOverlap: true },
        ...(isParted && points.length > 1
          ? {
              markLine: {
                silent: true,
                symbol: 'none',
                label: { show: false },
                lineStyle: { color: palette.axis, type: 'dashed' },
                data: [
                  { xAxis: parting?.x ?? medianOf(xs) },
                  { yAxis: parting?.y ?? medianOf(points.map(({ y }) => y)) },
                  ...arrows(points, look),
                ],
              },
            }
          : {}),
      },
      ...(fit
        ? [
            {
              type: 'line',
              silent: true,
              showSymbol: false,
              color: palette.compared,
              lineStyle: { type: 'dashed', width: 1.5 },
              data: [
                [left, fit.start + fit.slope * left],
                [right, fit.start + fit.slope * right],
              ],
            },
          ]
        : []),
    ],
  }
}

/** From where the points were to where they are. */
function arrows(points: readonly Point[], { palette }: Look) {
  const lineStyle = { color: palette.compared, type: 'solid', width: 1, opacity: 0.7 }
  return points.flatMap(({ x, y, from }) =>
    from
      ? [
          [
            { coord: [from.x, from.y], symbol: 'none', lineStyle },
            { coord: [x, y], symbol: 'arrow', symbolSize: 6 },
          ],
        ]
      : [],
  )
}

/** Spreads side by side: the box holds the middle half, the line is the median. */
export function boxOption(boxes: readonly Box[], look: Look): EChartsCoreOption {
  const { palette, format } = look
  return {
    ...base(look),
    grid: {
      left: 4,
      right: 16,
      top: 16,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: tooltip(look, found => {
      const box = boxes[indexIn(found)]
      if (!box) return ''
      const five = [box.high, box.upper, box.median, box.lower, box.low].map(value => escaped(format(value)))
      return `<b>${escaped(box.name)}</b><br>${five.join('<br>')}`
    }),
    xAxis: {
      type: 'category',
      data: boxes.map(({ name }) => wrapped(name)),
      axisLine: { lineStyle: { color: palette.axis } },
      axisTick: { show: false },
      axisLabel: { color: palette.hint, hideOverlap: true, interval: 0, fontSize: 12, lineHeight: 14 },
    },
    yAxis: { ...axis(look, '', format), scale: false },
    series: [
      {
        type: 'boxplot',
        data: boxes.map(({ low, lower, median, upper, high }) => [low, lower, median, upper, high]),
        boxWidth: [6, 22],
        itemStyle: { color: palette.step(0.1).fill, borderColor: palette.series(0), borderWidth: 1.5 },
      },
    ],
  }
}

/** From the places on the left to the places on the right, as wide as there are many. */
export function sankeyOption(links: readonly Link[], look: Look): EChartsCoreOption {
  const { palette, format } = look
  // A place that is both left and right is two nodes: a drawing of moves must not run in circles.
  const left = (name: string) => `${name}\u200b`
  const names = [...new Set(links.map(({ from }) => left(from))), ...new Set(links.map(({ to }) => to))]
  const places = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  const colourOf = (name: string) => palette.series(places.indexOf(name.replace('\u200b', '')))
  return {
    ...base(look),
    tooltip: tooltip(look, found => {
      const data = typeof found === 'object' && found !== null && 'data' in found ? found.data : undefined
      if (
        typeof data !== 'object' ||
        data === null ||
        !('source' in data) ||
        !('target' in data) ||
        !('value' in data)
      )
        return ''
      return `${escaped(String(data.source).replace('\u200b', ''))} → ${escaped(String(data.target))}<br><b>${escaped(format(Number(data.value)))}</b>`
    }),
    series: [
      {
        type: 'sankey',
        left: 8,
        // Long names take two lines: they are not cut at the edge.
        right: 104,
        top: 8,
        bottom: 8,
        nodeGap: 10,
        nodeWidth: 12,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: {
          color: palette.text,
          fontSize: 12,
          lineHeight: 14,
          // Names on the left have the room of the drawing, those on the right what is left beside it.
          formatter: ({ name }: { name: string }) =>
            name.endsWith('\u200b') ? name.slice(0, -1) : wrapped(name),
        },
        lineStyle: { color: 'source', opacity: 0.28 },
        data: names.map(name => ({ name, itemStyle: { color: colourOf(name) } })),
        links: links.map(({ from, to, value }) => ({ source: left(from), target: to, value })),
      },
    ],
  }
}

/** A place with less than this share of a ring goes without its name. */
const leastNamed = 0.03

/** Places around a ring and what they have in common. */
export function chordOption(links: readonly Link[], look: Look): EChartsCoreOption {
  const { palette, format } = look
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  const sizeOf = (name: string) =>
    links.reduce((sum, { from, to, value }) => sum + (from === name || to === name ? value : 0), 0)
  const whole = links.reduce((sum, { value }) => sum + 2 * value, 0)
  return {
    ...base(look),
    tooltip: tooltip(look, found => {
      const data = typeof found === 'object' && found !== null && 'data' in found ? found.data : undefined
      if (
        typeof data !== 'object' ||
        data === null ||
        !('source' in data) ||
        !('target' in data) ||
        !('value' in data)
      )
        return ''
      return `${escaped(String(data.source))} – ${escaped(String(data.target))}<br><b>${escaped(format(Number(data.value)))}</b>`
    }),
    series: [
      {
        type: 'chord',
        radius: ['62%', '70%'],
        center: ['50%', '50%'],
        padAngle: 2,
        label: { show: true, color: palette.text, fontSize: 12 },
        lineStyle: { color: 'source', opacity: 0.3 },
        data: names.map((name, index) => ({
          name,
          itemStyle: { color: palette.series(index) },
          // Names of slivers side by side would lie over each other; the table and the tooltip have them.
          label: { show: sizeOf(name) >= whole * leastNamed },
        })),
        links: links.map(({ from, to, value }) => ({ source: from, target: to, value })),
      },
    ],
  }
}
