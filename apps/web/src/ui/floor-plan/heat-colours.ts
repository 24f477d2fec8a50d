import type { ThemeName } from '../tokens.ts'

type Rgb = readonly [number, number, number]
/** From little to much; light plans grow darker, dark ones lighter, so that much stands out on both. */
const warm: Record<ThemeName, readonly Rgb[]> = {
  light: [
    [255, 240, 196],
    [255, 205, 104],
    [245, 142, 42],
    [205, 66, 30],
    [122, 17, 44],
  ],
  dark: [
    [49, 25, 84],
    [114, 31, 110],
    [190, 55, 84],
    [240, 118, 44],
    [252, 214, 103],
  ],
}
/** Colder is blue, warmer red; nothing between is the ground. Told apart with any kind of colour vision. */
const colder: Record<ThemeName, readonly Rgb[]> = {
  light: [
    [214, 228, 250],
    [110, 160, 235],
    [18, 68, 160],
  ],
  dark: [
    [28, 50, 84],
    [62, 120, 214],
    [150, 196, 255],
  ],
}
const warmer: Record<ThemeName, readonly Rgb[]> = {
  light: [
    [253, 222, 208],
    [236, 126, 84],
    [158, 32, 20],
  ],
  dark: [
    [84, 40, 28],
    [214, 96, 52],
    [255, 180, 140],
  ],
}

function mixed(stops: readonly Rgb[], share: number): Rgb {
  const place = Math.max(0, Math.min(1, share)) * (stops.length - 1)
  const [from, to] = [stops[Math.floor(place)], stops[Math.ceil(place)]]
  if (!from || !to) return [0, 0, 0]
  const part = place - Math.floor(place)
  return [0, 1, 2].map(index =>
    Math.round((from[index] ?? 0) * (1 - part) + (to[index] ?? 0) * part),
  ) as unknown as Rgb
}

/** How values become colours. `high` is the value of the deepest colour; of differences on both sides of nought. */
export type HeatScale = { readonly high: number; readonly isDifference: boolean }

/**
 * A scale on which one very warm cell does not leave all others pale: the deepest colour stands for what 2 % of the cells with
 * anything exceed.
 */
export function scaleOf(values: readonly number[], isDifference = false): HeatScale {
  const sizes = values
    .map(Math.abs)
    .filter(value => value > 0)
    .sort((a, b) => a - b)
  const high = sizes[Math.floor((sizes.length - 1) * 0.98)] ?? 0
  return { high: high || 1, isDifference }
}

const shareOf = (value: number, { high }: HeatScale) => Math.min(1, Math.abs(value) / high) ** 0.7
/** The value of a share of the colours, for the legend. */
export const valueAt = (share: number, { high }: HeatScale) => high * share ** (1 / 0.7)

export function colourOf(value: number, scale: HeatScale, theme: ThemeName): Rgb {
  if (!scale.isDifference) return mixed(warm[theme], shareOf(value, scale))
  return mixed(value < 0 ? colder[theme] : warmer[theme], shareOf(value, scale))
}
export const cssColour = (value: number, scale: HeatScale, theme: ThemeName) =>
  `rgb(${colourOf(value, scale, theme).join(' ')})`

export type HeatGrid = {
  readonly cols: number
  readonly rows: number
  /** Row by row. */
  readonly cells: readonly number[]
}

/** The grid as a picture, a pixel a cell, clear where there is nothing. Undefined where nothing can be drawn on. */
export function heatPicture(
  { cols, rows, cells }: HeatGrid,
  scale: HeatScale,
  theme: ThemeName,
): string | undefined {
  if (cols === 0 || rows === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = cols
  canvas.height = rows
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const picture = context.createImageData(cols, rows)
  cells.forEach((value, index) => {
    const [red, green, blue] = colourOf(value, scale, theme)
    // Little fades into the ground instead of ending at an edge.
    const clear = value === 0 ? 0 : Math.min(1, 0.25 + shareOf(value, scale) * 2.4)
    picture.data.set([red, green, blue, Math.round(clear * 255)], index * 4)
  })
  context.putImageData(picture, 0, 0)
  return canvas.toDataURL()
}
