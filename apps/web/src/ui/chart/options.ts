import type { EChartsCoreOption } from 'echarts/core'
import { type ChartData, type ChartSeries, writtenIn } from './chart-data.ts'
import { type Palette, seriesColours } from './palette.ts'
import { peakMark, peakOf } from './peak.ts'

/** What an option needs beside its data. */
export type Look = { palette: Palette; format: (value: number) => string }

/** Shaded categories (weekends), words at a point (a holiday, a gap of a device), and how the highest point is called. */
export type Notes = {
  shaded?: readonly number[]
  notes?: readonly { index: number; text: string }[]
  peak?: ((category: string, value: string) => string) | undefined
}

const font = "Inter Variable, Inter, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Names come from people: nothing of them is taken for markup. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, sign => signs[sign] ?? sign)

function base({ palette }: Look): EChartsCoreOption {
  return {
    animation: false,
    textStyle: { fontFamily: font, fontSize: 12, color: palette.text },
    aria: { enabled: false },
  }
}

function tooltip(look: Look, more: object = {}) {
  const { palette } = look
  return {
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.axis,
    padding: [8, 12],
    textStyle: { color: palette.text, fontSize: 12, fontFamily: font },
    extraCssText: 'border-radius:6px;box-shadow:0 6px 18px rgba(16,24,40,.14)',
    ...more,
  }
}

/** The lines of a tooltip: colour, name, value with unit; a dash where nothing is known. */
function tip(title: string, rows: readonly { colour: string; name: string; value: string }[]): string {
  const lines = rows.map(
    row =>
      `<div style="display:flex;gap:12px;align-items:center;line-height:20px">` +
      `<span style="width:8px;height:8px;border-radius:2px;background:${row.colour}"></span>` +
      `<span>${escaped(row.name)}</span><b style="margin-left:auto">${escaped(row.value)}</b></div>`,
  )
  return `<div style="font-weight:600;margin-bottom:4px">${escaped(title)}</div>${lines.join('')}`
}

export function valueText(value: number | null | undefined, series: ChartSeries, look: Look): string {
  if (value === null || value === undefined) return '—'
  return `${writtenIn(series, value, look.format)}${series.unit ? ` ${series.unit}` : ''}`
}

function categoryAxis(data: ChartData, { palette }: Look, isInset: boolean) {
  return {
    type: 'category',
    data: [...data.categories],
    boundaryGap: isInset,
    axisLine: { lineStyle: { color: palette.axis } },
    axisTick: { show: false },
    // The last name ends where the chart does: in the middle of its place half of it would be cut off.
    axisLabel: {
      color: palette.hint,
      hideOverlap: true,
      // Figures of one width are wider than what they are measured by.
      textMargin: [0, isDays(data.categories) ? 7 : 4],
      fontSize: 12,
      alignMaxLabel: isInset ? 'center' : 'right',
      ...dayLabels(data.categories),
      ...monthsLabels(data.categories),
      ...hourLabels(data.categories),
    },
  }
}

const isDays = ([first = '']: readonly string[]) => /^\d\d-\d\d/.test(first)

/** Slots below an hour are named by their hours. */
export function hourLabels(categories: readonly string[]) {
  const isClock = categories.length > 26 && categories.every(name => /^\d\d:\d\d$/.test(name))
  const hours = new Set(categories.map(name => name.slice(0, 2))).size
  const step = hours > 8 ? 2 : 1
  return isClock
    ? {
        interval: (index: number) => {
          const name = categories[index] ?? ''
          return name.endsWith(':00') && Number(name.slice(0, 2)) % step === 0
        },
      }
    : {}
}

const manyDays = 60
const namedDays = 8
/** Of many days some are named, as far from each other. */
export function monthsLabels(categories: readonly string[]) {
  const isMany = categories.length > manyDays && categories.every(name => /^\d\d-\d\d$/.test(name))
  const step = Math.ceil(categories.length / namedDays)
  return isMany ? { interval: (index: number) => index % step === 0 } : {}
}

const severalDays = 3
/** Hours of several days are named by their day, where it begins. */
export function dayLabels(categories: readonly string[]) {
  const days = categories.map(name => /^(\d\d-\d\d) \d\d:\d\d$/.exec(name)?.[1])
  if (days.includes(undefined) || new Set(days).size < severalDays) return {}
  return {
    interval: (index: number) => days[index] !== days[index - 1],
    formatter: (name: string) => name.slice(0, 5),
    alignMaxLabel: 'center',
  }
}

function valueAxis({ palette, format }: Look) {
  return {
    type: 'value',
    splitNumber: 4,
    axisLabel: { color: palette.hint, fontSize: 12, formatter: (value: number) => round(format(value)) },
    splitLine: { lineStyle: { color: palette.line } },
  }
}
/** Counts have no halves: an axis up to two has three names. */
const whole = ({ series }: ChartData) =>
  series.every(({ values }) => values.every(value => value === null || Number.isInteger(value)))
    ? { minInterval: 1 }
    : {}
/** `40.0%` on an axis is 40%. */
const round = (text: string) => text.replace(/\.0%$/, '%')

/** On the right, for shares beside counts; its lines would be a second grid. */
function shareAxis({ palette }: Look) {
  return {
    type: 'value',
    position: 'right',
    min: 0,
    splitNumber: 4,
    axisLabel: { color: palette.hint, fontSize: 12, formatter: (value: number) => `${value}%` },
    splitLine: { show: false },
  }
}

const grid = {
  left: 4,
  right: 16,
  top: 16,
  bottom: 4,
  outerBoundsMode: 'same',
  outerBoundsContain: 'axisLabel',
}

function categoryTip(data: ChartData, colours: readonly string[], look: Look) {
  return (found: unknown) => {
    const first: unknown = Array.isArray(found) ? found[0] : found
    const index =
      typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : 0
    return tip(
      data.categories[index] ?? '',
      data.series.map((series, at) => ({
        colour: colours[at] ?? '',
        name: series.name,
        value: valueText(series.values[index], series, look),
      })),
    )
  }
}

/** Lines; the compared ones dashed, each with a symbol of its own, the first one softly filled. */
export function trendOption(
  data: ChartData,
  look: Look,
  { shaded = [], notes = [], peak }: Notes = {},
): EChartsCoreOption {
  const top = peak && peakOf(data)
  const colours = seriesColours(data.series, look.palette)
  const isLong = data.categories.length > 62
  return {
    ...base(look),
    grid: notes.length > 0 || top ? { ...grid, top: 28 } : grid,
    tooltip: tooltip(look, {
      trigger: 'axis',
      axisPointer: { lineStyle: { color: look.palette.axis } },
      formatter: categoryTip(data, colours, look),
    }),
    xAxis: {
      ...categoryAxis(data, look, data.categories.length === 1),
      // Shades are bars, and bars make room for the whole of the last category.
      ...(shaded.length > 0 ? { axisLabel: categoryAxis(data, look, true).axisLabel } : {}),
    },
    yAxis: [
      { ...valueAxis(look), ...whole(data) },
      { type: 'value', show: false, min: 0, max: 1 },
      ...(data.series.some(({ isShare }) => isShare) ? [shareAxis(look)] : []),
    ],
    series: [
      ...data.series.map((series, at) => ({
        type: 'line',
        name: series.name,
        data: [...series.values],
        connectNulls: false,
        symbol: symbols[at % symbols.length],
        symbolSize: 6,
        showSymbol: !isLong && (data.categories.length <= 31 || hasLonelyPoint(series)),
        color: colours[at],
        lineStyle: { width: 2, type: series.isCompared ? 'dashed' : 'solid', color: colours[at] },
        ...(series.isShare ? { yAxisIndex: 2 } : {}),
        ...(at === 0 && data.series.filter(one => !one.isCompared).length === 1
          ? { areaStyle: { opacity: 0.06 } }
          : {}),
        ...(at === 0 ? noteLines(data, look, notes) : {}),
        ...(at === 0 && top && peak
          ? {
              markPoint: peakMark(
                data,
                look.palette,
                top,
                peak(data.categories[top.index] ?? '', look.format(top.value)),
              ),
            }
          : {}),
      })),
      ...shading(data, look, shaded),
    ],
  }
}

/** A known value between two gaps has no line to stand on. */
function hasLonelyPoint({ values }: ChartSeries): boolean {
  return values.some(
    (value, index) =>
      value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null,
  )
}

/** Words at a category, on a dotted line. */
function noteLines(data: ChartData, { palette }: Look, notes: NonNullable<Notes['notes']>) {
  const lines = notes.flatMap(({ index, text }) => {
    const name = data.categories[index]
    return name === undefined ? [] : [{ xAxis: name, label: { formatter: text } }]
  })
  if (lines.length === 0) return {}
  return {
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: palette.hint, type: 'dotted' },
      label: { color: palette.hint, fontSize: 11, rotate: 0, position: 'end' },
      data: lines,
    },
  }
}

/** Columns behind the lines, one a shaded category: the axis knows no bands of its own. */
function shading(data: ChartData, { palette }: Look, shaded: readonly number[]) {
  if (shaded.length === 0) return []
  return [
    {
      type: 'bar',
      silent: true,
      yAxisIndex: 1,
      barWidth: '100%',
      z: 0,
      color: palette.line,
      data: data.categories.map((_, index) => (shaded.includes(index) ? 1 : null)),
    },
  ]
}

const hatch = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4 }

/** Bars from nought; the second series hatched, compared ones pale. */
export function barOption(
  data: ChartData,
  look: Look,
  { isStacked, isHorizontal, max }: { isStacked: boolean; isHorizontal: boolean; max?: number | undefined },
): EChartsCoreOption {
  const values = {
    ...valueAxis(look),
    ...whole(data),
    ...(max === undefined ? {} : { max, interval: max / 4 }),
  }
  const colours = seriesColours(data.series, look.palette)
  const categories = {
    ...categoryAxis(data, look, true),
    ...(isHorizontal
      ? {
          inverse: true,
          axisLine: { show: false },
          axisLabel: {
            color: look.palette.hint,
            fontSize: 12,
            lineHeight: 14,
            hideOverlap: true,
            interval: 0,
            formatter: wrapped,
          },
        }
      : {}),
  }
  return {
    ...base(look),
    grid,
    tooltip: tooltip(look, {
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: look.palette.shade, opacity: 0.6 } },
      formatter: categoryTip(data, colours, look),
    }),
    // Lying down there is room for fewer numbers than standing.
    xAxis: isHorizontal ? { ...values, splitNumber: 3 } : categories,
    yAxis: isHorizontal ? categories : values,
    series: data.series.map((series, at) => ({
      type: 'bar',
      name: series.name,
      data: [...series.values],
      ...(isStacked ? { stack: series.isCompared ? 'compared' : 'current' } : {}),
      barMaxWidth: isHorizontal ? 14 : 22,
      barCategoryGap: '40%',
      color: colours[at],
      itemStyle: {
        borderRadius: isStacked ? 0 : isHorizontal ? [0, 2, 2, 0] : [2, 2, 0, 0],
        ...(series.isCompared ? { opacity: 0.45 } : {}),
        ...(at === 1 && !series.isCompared ? { decal: { ...hatch, color: 'rgba(255,255,255,0.45)' } } : {}),
      },
    })),
  }
}

/** Shares of a whole as a ring, with name and share beside each slice. */
export function pieOption(data: ChartData, look: Look, other: string): EChartsCoreOption {
  const series = data.series[0]
  const values = series?.values ?? []
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const share = (value: number) => (total === 0 ? '0%' : `${((value * 100) / total).toFixed(1)}%`)
  const colourOf = (name: string, index: number) =>
    name === other ? look.palette.other : look.palette.series(index)
  const slices = data.categories.flatMap((name, index) => {
    const value = values[index]
    return value === null || value === undefined
      ? []
      : [{ name, value, index, itemStyle: { color: colourOf(name, index) } }]
  })
  return {
    ...base(look),
    tooltip: tooltip(look, {
      trigger: 'item',
      formatter: (found: unknown) => {
        const at =
          typeof found === 'object' && found !== null && 'dataIndex' in found ? Number(found.dataIndex) : -1
        const slice = slices[at]
        if (!slice || !series) return ''
        return tip(series.name, [
          {
            colour: slice.itemStyle.color,
            name: slice.name,
            value: `${valueText(slice.value, series, look)} · ${share(slice.value)}`,
          },
        ])
      },
    }),
    series: [
      {
        type: 'pie',
        // The labels stand beside it, also in a narrow card.
        radius: ['38%', '56%'],
        itemStyle: { borderColor: look.palette.surface, borderWidth: 2 },
        label: {
          color: look.palette.text,
          formatter: (slice: { name: string; value: number }) =>
            `${wrapped(slice.name)}\n${share(slice.value)}`,
          lineHeight: 16,
        },
        labelLine: { length: 14, length2: 6, lineStyle: { color: look.palette.axis } },
        data: slices,
      },
    ],
  }
}

/** Parts of a name on as few lines as hold them; what is too long by itself is broken. */
function packed(parts: readonly string[], length: number, between: string): string {
  const widthOf = (text: string) =>
    [...text].reduce((sum, one) => sum + (/[\p{Script=Han}]/u.test(one) ? 1 : 0.5), 0)
  const lines: string[] = []
  for (const part of parts) {
    const together = lines.length > 0 ? `${lines.at(-1)}${between}${part}` : undefined
    if (together !== undefined && widthOf(together) <= length) lines[lines.length - 1] = together
    else lines.push(part)
  }
  return lines
    .map(line => (widthOf(line) > length ? line.replace(/.{7}(?=.)/gu, part => `${part}\n`) : line))
    .join('\n')
}

/** Long names break after seven characters, Latin ones after fourteen; those of several parts between them. */
export function wrapped(name: string): string {
  const isWide = /\p{Script=Han}/u.test(name)
  const length = isWide ? 7 : 14
  if (name.length <= length) return name
  if (isWide) {
    const parts = name.split(' · ')
    return parts.length > 1 ? packed(parts, length, ' · ') : name.replace(/.{7}(?=.)/gu, part => `${part}\n`)
  }
  return name.split(' ').reduce((text, word) => {
    const line = text.slice(text.lastIndexOf('\n') + 1)
    return text === ''
      ? word
      : line.length + word.length + 1 > length
        ? `${text}\n${word}`
        : `${text} ${word}`
  }, '')
}

/** Values on spokes. */
export function radarOption(
  data: ChartData,
  look: Look,
  { max, rings = 4 }: { max?: number | undefined; rings?: number | undefined } = {},
): EChartsCoreOption {
  const colours = seriesColours(data.series, look.palette)
  const known = data.series.flatMap(series => series.values.filter(value => value !== null))
  const top = max ?? (Math.max(0, ...known) || 1)
  return {
    ...base(look),
    tooltip: tooltip(look, {
      trigger: 'item',
      formatter: (found: unknown) => {
        const at =
          typeof found === 'object' && found !== null && 'dataIndex' in found ? Number(found.dataIndex) : 0
        const series = data.series[at]
        if (!series) return ''
        return tip(
          series.name,
          data.categories.map((name, index) => ({
            colour: colours[at] ?? '',
            name,
            value: valueText(series.values[index], series, look),
          })),
        )
      },
    }),
    radar: {
      indicator: data.categories.map(name => ({ name: wrapped(name), max: top })),
      // Long names beside it need the room.
      radius: data.categories.some(name => name.length > 9) ? '50%' : '62%',
      axisName: { color: look.palette.text, fontSize: 12, lineHeight: 15 },
      splitNumber: rings,
      splitLine: { lineStyle: { color: look.palette.axis } },
      axisLine: { lineStyle: { color: look.palette.axis } },
      splitArea: { show: false },
    },
    series: [
      {
        type: 'radar',
        data: data.series.map((series, at) => ({
          name: series.name,
          // A spoke without a value is drawn at the centre; the table says that nothing is known.
          value: series.values.map(value => value ?? 0),
          symbol: symbols[at % symbols.length],
          symbolSize: 5,
          itemStyle: { color: colours[at] },
          lineStyle: { width: 2, type: series.isCompared ? 'dashed' : 'solid', color: colours[at] },
          areaStyle: { color: colours[at], opacity: series.isCompared ? 0 : 0.08 },
        })),
      },
    ],
  }
}
