import { useThemeName } from '../theme.tsx'
import { type ColourName, colours, type ThemeName } from '../tokens.ts'
import type { ChartSeries } from './chart-data.ts'

const own: readonly ColourName[] = [
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
  // Of seven age bands no two look alike.
  'chart-other',
]

/** Steps from little to much, of maps and heat charts. */
const sequential: Record<ThemeName, readonly string[]> = {
  light: ['#EAF0FD', '#BFD2F7', '#7FA6EE', '#3A6FDD', '#163F9C'],
  dark: ['#12263F', '#173559', '#1E4A80', '#2B68B5', '#4E90EC', '#8DBBFF'],
}
/** What is legible on each step. */
const onSequential: Record<ThemeName, readonly string[]> = {
  light: ['#17202E', '#17202E', '#17202E', '#FFFFFF', '#FFFFFF'],
  dark: ['#E8EDF3', '#E8EDF3', '#E8EDF3', '#FFFFFF', '#0B0F14', '#0B0F14'],
}

export type Palette = {
  name: ThemeName
  text: string
  hint: string
  line: string
  axis: string
  surface: string
  shade: string
  series(index: number): string
  other: string
  compared: string
  /** Colour of a share from 0 to 1, and of the text on it. */
  step(share: number): { fill: string; text: string }
}

/** The colours that charts draw with; the eighth series begins again with the first. */
export function paletteOf(name: ThemeName): Palette {
  const c = colours[name]
  const steps = sequential[name]
  return {
    name,
    text: c['text-2'],
    hint: c['text-3'],
    line: c.hairline,
    axis: c.border,
    surface: c.surface,
    shade: c.raised,
    series: index => c[own[index % own.length] ?? 'chart-1'],
    other: c['chart-other'],
    compared: c['chart-compare'],
    step(share) {
      const index = Math.min(steps.length - 1, Math.max(0, Math.floor(share * steps.length)))
      return { fill: steps[index] ?? c.raised, text: onSequential[name][index] ?? c['text-1'] }
    },
  }
}

export function usePalette(): Palette {
  return paletteOf(useThemeName())
}

/**
 * The colour of each series. A compared one has the hue of the current one at its place; where there is only one of
 * each, the compared one is grey.
 */
export function seriesColours(series: readonly ChartSeries[], palette: Palette): string[] {
  const current = series.filter(one => !one.isCompared)
  let currentAt = 0
  let comparedAt = 0
  return series.map(one => {
    if (one.isReference) return palette.compared
    if (one.isRest) return palette.other
    if (!one.isCompared) return palette.series(currentAt++)
    const colour = palette.series(comparedAt++)
    return current.length <= 1 ? palette.compared : colour
  })
}
