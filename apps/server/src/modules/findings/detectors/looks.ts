import { type Grey, gradient, type Rows, sceneRows } from './grey.ts'

/** What one picture looks like by itself. Levels run from 0 to 255. */
export type Looks = {
  brightness: number
  /** 95 % of the pixels are no brighter. */
  brightest: number
  contrast: number
  /** Variance of the Laplacian over that of the picture: falls steeply when the focus goes, little when light does. */
  sharpness: number
  /** Share of pixels, at a quarter of the fine size, that stand on an edge. */
  texture: number
}

const edge = 6
/** Keeps the sharpness of an almost even picture finite. */
const evenContrast = 60

/** How bright, sharp and varied a picture is, without its rows of burnt-in texts. */
export function looksOf(fine: Grey, work: Grey): Looks {
  const rows = sceneRows(fine.height)
  const { mean, variance } = spread(fine, rows)
  return {
    brightness: mean,
    brightest: quantile(fine, rows, 0.95),
    contrast: Math.sqrt(variance),
    sharpness: laplacianVariance(fine, rows) / (variance + evenContrast),
    texture: textureOf(work),
  }
}

/** Mean and variance of the greys within a part of a picture. */
export function spread(
  { width, data }: Grey,
  rows: Rows,
  columns: Rows = { from: 0, to: width },
): { mean: number; variance: number } {
  let sum = 0
  let squares = 0
  for (let y = rows.from; y < rows.to; y++)
    for (let x = columns.from; x < columns.to; x++) {
      const value = data[y * width + x] ?? 0
      sum += value
      squares += value * value
    }
  const count = Math.max(1, (rows.to - rows.from) * (columns.to - columns.from))
  const mean = sum / count
  return { mean, variance: Math.max(0, squares / count - mean * mean) }
}

function quantile({ width, data }: Grey, rows: Rows, share: number): number {
  const counts = new Uint32Array(256)
  for (let at = rows.from * width; at < rows.to * width; at++) {
    const level = Math.round(data[at] ?? 0)
    counts[level] = (counts[level] ?? 0) + 1
  }
  let left = (rows.to - rows.from) * width * share
  for (let level = 0; level < 256; level++) {
    left -= counts[level] ?? 0
    if (left <= 0) return level
  }
  return 255
}

/** Of pictures smoothed by 3 × 3 before, so that noise does not pass for sharpness. */
function laplacianVariance({ width, data }: Grey, rows: Rows): number {
  const smooth = (at: number) =>
    ((data[at] ?? 0) * 4 +
      ((data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0)) * 2 +
      (data[at - width - 1] ?? 0) +
      (data[at - width + 1] ?? 0) +
      (data[at + width - 1] ?? 0) +
      (data[at + width + 1] ?? 0)) /
    16
  const height = rows.to - rows.from
  const smoothed = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width - 1; x++) smoothed[y * width + x] = smooth((y + rows.from) * width + x)
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x
      const value =
        (smoothed[at - 1] ?? 0) +
        (smoothed[at + 1] ?? 0) +
        (smoothed[at - width] ?? 0) +
        (smoothed[at + width] ?? 0) -
        4 * (smoothed[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  const mean = sum / count
  return squares / count - mean * mean
}

function textureOf(work: Grey): number {
  const rows = sceneRows(work.height)
  const { width, data } = gradient(work)
  let edges = 0
  for (let at = rows.from * width; at < rows.to * width; at++) if ((data[at] ?? 0) > edge) edges += 1
  return edges / ((rows.to - rows.from) * width)
}
