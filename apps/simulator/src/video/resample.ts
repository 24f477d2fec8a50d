import type { PictureWindow } from './steering.ts'
import type { Picture } from './yuv.ts'

/**
 * Draws a window of a picture into another of any size: every target pixel is the mean of the area it covers, or
 * interpolated where it is smaller than a source pixel. Windows may start between pixels, so slow moves look smooth.
 */
export function resample(source: Picture, window: PictureWindow, target: Picture): void {
  const sourceSize = source.width * source.height
  const targetSize = target.width * target.height
  scalePlane({ pixels: source.pixels, offset: 0, width: source.width, height: source.height }, window, {
    pixels: target.pixels,
    offset: 0,
    width: target.width,
    height: target.height,
  })
  const half = { x: window.x / 2, y: window.y / 2, width: window.width / 2, height: window.height / 2 }
  for (const plane of [0, 1]) {
    scalePlane(
      {
        pixels: source.pixels,
        offset: sourceSize + (plane * sourceSize) / 4,
        width: source.width >> 1,
        height: source.height >> 1,
      },
      half,
      {
        pixels: target.pixels,
        offset: targetSize + (plane * targetSize) / 4,
        width: target.width >> 1,
        height: target.height >> 1,
      },
    )
  }
}

type Plane = { pixels: Uint8ClampedArray; offset: number; width: number; height: number }
type Taps = { first: Int32Array; weights: Int32Array; count: number }

/** Between the passes; grows to the largest picture. Nothing is drawn by two at once: there is no waiting in between. */
let rows = new Uint16Array(0)

function scalePlane(source: Plane, window: PictureWindow, target: Plane): void {
  const across = taps(window.x, window.width, target.width, source.width)
  const down = taps(window.y, window.height, target.height, source.height)
  const firstRow = down.first[0] ?? 0
  const count = Math.min(
    source.height - firstRow,
    (down.first[target.height - 1] ?? 0) + down.count - firstRow,
  )
  if (rows.length < count * target.width) rows = new Uint16Array(count * target.width)
  const from = source.offset + firstRow * source.width
  if (across.count === 2) narrowRows(source, from, count, across, target.width)
  else wideRows(source, from, count, across, target.width)
  if (down.count === 2) joinTwo(target, down, firstRow)
  else joinMany(target, down, firstRow)
}

/** Sixteen bits between the passes: eight before the point, six behind it. */
function wideRows(
  source: Plane,
  from: number,
  count: number,
  { first, weights, count: reach }: Taps,
  width: number,
): void {
  for (let y = 0; y < count; y++) {
    const row = from + y * source.width
    const to = y * width
    for (let x = 0; x < width; x++) {
      const start = row + (first[x] ?? 0)
      let sum = 128
      for (let k = 0, w = x * reach; k < reach; k++, w++) {
        sum += (source.pixels[start + k] ?? 0) * (weights[w] ?? 0)
      }
      rows[to + x] = sum >> 8
    }
  }
}

/** The same for two pixels, as every enlargement needs: worth its own loop, a moving camera does it all the time. */
function narrowRows(
  source: Plane,
  from: number,
  count: number,
  { first, weights }: Taps,
  width: number,
): void {
  const { pixels } = source
  for (let y = 0; y < count; y++) {
    const row = from + y * source.width
    const to = y * width
    for (let x = 0; x < width; x++) {
      const start = row + (first[x] ?? 0)
      const left = pixels[start] ?? 0
      const right = pixels[start + 1] ?? 0
      rows[to + x] = (left * (weights[2 * x] ?? 0) + right * (weights[2 * x + 1] ?? 0) + 128) >> 8
    }
  }
}

function joinMany(target: Plane, down: Taps, firstRow: number): void {
  const { width } = target
  const sums = new Int32Array(width)
  for (let y = 0; y < target.height; y++) {
    sums.fill(1 << 19)
    for (let k = 0; k < down.count; k++) {
      const weight = down.weights[y * down.count + k] ?? 0
      if (weight === 0) continue
      const from = ((down.first[y] ?? 0) + k - firstRow) * width
      for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (rows[from + x] ?? 0) * weight
    }
    const to = target.offset + y * width
    for (let x = 0; x < width; x++) target.pixels[to + x] = (sums[x] ?? 0) >> 20
  }
}

function joinTwo(target: Plane, { first, weights }: Taps, firstRow: number): void {
  const { pixels, width } = target
  for (let y = 0; y < target.height; y++) {
    const upper = weights[2 * y] ?? 0
    const lower = weights[2 * y + 1] ?? 0
    const from = ((first[y] ?? 0) - firstRow) * width
    const to = target.offset + y * width
    for (let x = 0; x < width; x++) {
      pixels[to + x] =
        ((rows[from + x] ?? 0) * upper + (rows[from + width + x] ?? 0) * lower + (1 << 19)) >> 20
    }
  }
}

/** For every target pixel the first source pixel that counts and the weights, of 2^14, from there on. */
function taps(start: number, length: number, targetLength: number, sourceLength: number): Taps {
  const ratio = length / targetLength
  const reach = Math.max(1, ratio)
  const count = Math.min(sourceLength, Math.ceil(reach) + 1)
  const first = new Int32Array(targetLength)
  const weights = new Int32Array(targetLength * count)
  const shares = new Float64Array(count)
  for (let i = 0; i < targetLength; i++) {
    const centre = start + (i + 0.5) * ratio
    const low = centre - reach / 2
    const at = Math.min(sourceLength - count, Math.max(0, Math.floor(low)))
    first[i] = at
    let total = 0
    for (let k = 0; k < count; k++) {
      const share = Math.max(0, Math.min(low + reach, at + k + 1) - Math.max(low, at + k))
      shares[k] = share
      total += share
    }
    let left = 1 << 14
    let heaviest = 0
    for (let k = 0; k < count; k++) {
      const weight = Math.round(((shares[k] ?? 0) / (total || 1)) * (1 << 14))
      weights[i * count + k] = weight
      left -= weight
      if ((shares[k] ?? 0) > (shares[heaviest] ?? 0)) heaviest = k
    }
    weights[i * count + heaviest] = (weights[i * count + heaviest] ?? 0) + left
  }
  return { first, weights, count }
}
