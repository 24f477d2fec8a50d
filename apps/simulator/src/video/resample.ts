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

function scalePlane(source: Plane, window: PictureWindow, target: Plane): void {
  const across = taps(window.x, window.width, target.width, source.width)
  const down = taps(window.y, window.height, target.height, source.height)
  const firstRow = down.first[0] ?? 0
  const lastRow = Math.min(source.height - 1, (down.first[target.height - 1] ?? 0) + down.count - 1)
  const rows = new Uint16Array((lastRow - firstRow + 1) * target.width)
  const { first, weights, count } = across
  for (let y = firstRow; y <= lastRow; y++) {
    const from = source.offset + y * source.width
    const to = (y - firstRow) * target.width
    for (let x = 0; x < target.width; x++) {
      const start = from + (first[x] ?? 0)
      let sum = 128
      for (let k = 0, w = x * count; k < count; k++, w++) {
        sum += (source.pixels[start + k] ?? 0) * (weights[w] ?? 0)
      }
      // Sixteen bits between the passes: eight before the point, six behind it.
      rows[to + x] = sum >> 8
    }
  }
  const sums = new Int32Array(target.width)
  for (let y = 0; y < target.height; y++) {
    sums.fill(1 << 19)
    for (let k = 0; k < down.count; k++) {
      const weight = down.weights[y * down.count + k] ?? 0
      if (weight === 0) continue
      const from = ((down.first[y] ?? 0) + k - firstRow) * target.width
      for (let x = 0; x < target.width; x++) sums[x] = (sums[x] ?? 0) + (rows[from + x] ?? 0) * weight
    }
    const to = target.offset + y * target.width
    for (let x = 0; x < target.width; x++) target.pixels[to + x] = (sums[x] ?? 0) >> 20
  }
}

/** For every target pixel the first source pixel that counts and the weights, of 2^14, from there on. */
function taps(start: number, length: number, targetLength: number, sourceLength: number) {
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
