/** A picture in levels of grey, row by row. */
export type Grey = {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Float32Array
}

/** Every picture is compared at these sizes, whatever it was taken with. */
export const fineSize = { width: 640, height: 360 } as const
export const workSize = { width: 160, height: 90 } as const

/** Rows at the top and the bottom where cameras burn in clock and name, as shares of the height: never compared. */
const overlayShare = { top: 0.08, bottom: 0.09 } as const

export type Rows = { readonly from: number; readonly to: number }

/** The rows between the burned-in ones. */
export function sceneRows(height: number): Rows {
  return { from: Math.ceil(height * overlayShare.top), to: Math.floor(height * (1 - overlayShare.bottom)) }
}

/** The mean of each field of `factor` × `factor` pixels; both sizes are multiples of it. */
export function shrunk({ width, height, data }: Grey, factor: number): Grey {
  const columns = Math.floor(width / factor)
  const rows = Math.floor(height / factor)
  const out = new Float32Array(columns * rows)
  const size = factor * factor
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      let sum = 0
      for (let v = 0; v < factor; v++) {
        const row = (y * factor + v) * width + x * factor
        for (let u = 0; u < factor; u++) sum += data[row + u] ?? 0
      }
      out[y * columns + x] = sum / size
    }
  return { width: columns, height: rows, data: out }
}

/** Length of the gradient at each pixel, by central differences; 0 at the rim. */
export function gradient({ width, height, data }: Grey): Grey {
  const out = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0)
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0)
      out[at] = Math.hypot(across, down) / 2
    }
  return { width, height, data: out }
}

function clamp(value: number, least = 0, most = 1): number {
  return Math.min(most, Math.max(least, value))
}

/** 0 at `from`, 1 at `to`, straight between them; `to` may be the smaller one. */
export function ramp(value: number, from: number, to: number): number {
  return clamp((value - from) / (to - from))
}

/** The middle value; of an even number the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}
