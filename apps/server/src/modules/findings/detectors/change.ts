import { type Grey, sceneRows } from './grey.ts'

/** Where two pictures of one place differ, once the difference of their light is taken out. */
export type Change = {
  readonly width: number
  readonly height: number
  /** 1 where they differ. */
  readonly mask: Uint8Array
  /** Share of the scene that differs. */
  readonly share: number
  readonly areas: readonly Area[]
}
/** A connected part of the change: its bounds in pixels of the work size and its share of the picture. */
export type Area = { x: number; y: number; width: number; height: number; share: number }

const trims = 3

/** `contrast`: levels of grey by which a pixel must differ; noise raises it. */
export function changeBetween(before: Grey, after: Grey, contrast: number): Change {
  const { width, height } = after
  const rows = sceneRows(height)
  const { gain, offset } = lightBetween(before, after)
  const difference = new Float32Array(width * height)
  const sizes: number[] = []
  for (let at = rows.from * width; at < rows.to * width; at++) {
    const value = Math.abs((after.data[at] ?? 0) - gain * (before.data[at] ?? 0) - offset)
    difference[at] = value
    if (at % 7 === 0) sizes.push(value)
  }
  sizes.sort((a, b) => a - b)
  const noise = 1.48 * (sizes[sizes.length >> 1] ?? 0)
  const limit = Math.max(contrast, 4 * noise)
  const raw = difference.map(value => (value > limit ? 1 : 0))
  const mask = majority(raw, width, height)
  let count = 0
  for (const each of mask) count += each
  return {
    width,
    height,
    mask,
    share: count / ((rows.to - rows.from) * width),
    areas: connected(mask, width, height),
  }
}

/** The straight line that leads from the levels of one picture to those of the other, by least squares without what differs most. */
function lightBetween(before: Grey, after: Grey): { gain: number; offset: number } {
  const { width, height } = after
  const rows = sceneRows(height)
  let points: [number, number][] = []
  for (let y = rows.from; y < rows.to; y += 2)
    for (let x = 0; x < width; x += 2) {
      const at = y * width + x
      points.push([before.data[at] ?? 0, after.data[at] ?? 0])
    }
  let line = { gain: 1, offset: 0 }
  for (let trim = 0; trim < trims; trim++) {
    line = lineThrough(points)
    const off = ([p, q]: [number, number]) => Math.abs(q - line.gain * p - line.offset)
    points = points.toSorted((a, b) => off(a) - off(b)).slice(0, Math.ceil(points.length * 0.75))
  }
  return line
}

function lineThrough(points: readonly [number, number][]): { gain: number; offset: number } {
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0]
  for (const [x, y] of points) {
    sumX += x
    sumY += y
    sumXX += x * x
    sumXY += x * y
  }
  const count = Math.max(1, points.length)
  const variance = sumXX - (sumX * sumX) / count
  if (variance < count) return { gain: 1, offset: (sumY - sumX) / count }
  const gain = Math.min(4, Math.max(0.25, (sumXY - (sumX * sumY) / count) / variance))
  return { gain, offset: (sumY - gain * sumX) / count }
}

/** 1 where most of the 3 × 3 around are: single pixels go, small holes close. */
function majority(raw: Float32Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      let count = 0
      for (let v = -1; v <= 1; v++) for (let u = -1; u <= 1; u++) count += raw[(y + v) * width + x + u] ?? 0
      if (count >= 5) out[y * width + x] = 1
    }
  return out
}

const gap = 3

/** Parts of the mask that touch each other or nearly do, the largest first. */
function connected(mask: Uint8Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(mask.length)
  const areas: Area[] = []
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start] || seen[start]) continue
    const waiting = [start]
    seen[start] = 1
    let [left, right, top, bottom, count] = [width, 0, height, 0, 0]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % width
      const y = Math.floor(at / width)
      count += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let v = Math.max(0, y - gap); v <= Math.min(height - 1, y + gap); v++)
        for (let u = Math.max(0, x - gap); u <= Math.min(width - 1, x + gap); u++) {
          const next = v * width + u
          if (!mask[next] || seen[next]) continue
          seen[next] = 1
          waiting.push(next)
        }
    }
    areas.push({
      x: left,
      y: top,
      width: right - left + 1,
      height: bottom - top + 1,
      share: count / (width * height),
    })
  }
  return areas.sort((a, b) => b.share - a.share)
}
