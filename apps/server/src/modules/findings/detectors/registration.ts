import { complexSquare, transform } from './fourier.ts'
import { type Grey, gradient, sceneRows } from './grey.ts'

/** How far the scene of a picture moved against that of a reference, in pixels of the work size. */
export type Shift = { x: number; y: number /** Height of the peak over the noise around it. */; peak: number }

const side = 256
const candidates = 4

/**
 * The likeliest shifts by phase correlation of what has edges, the best first. Light changes edges little, which is why
 * those are correlated and not the pictures.
 */
export function likelyShifts(reference: Grey, picture: Grey): Shift[] {
  const a = windowed(reference)
  const b = windowed(picture)
  transform(a)
  transform(b)
  const cross = complexSquare(side)
  for (let at = 0; at < side * side; at++) {
    const [ar, ai, br, bi] = [a.real[at] ?? 0, a.imaginary[at] ?? 0, b.real[at] ?? 0, b.imaginary[at] ?? 0]
    const real = br * ar + bi * ai
    const imaginary = bi * ar - br * ai
    const length = Math.hypot(real, imaginary) + 1e-9
    cross.real[at] = real / length
    cross.imaginary[at] = imaginary / length
  }
  transform(cross, true)
  return peaks(cross.real)
}

/** The scene's edges in the corner of a square of zeros, faded out toward the rim. */
function windowed(grey: Grey) {
  const { width, height, data } = gradient(grey)
  const rows = sceneRows(height)
  const count = rows.to - rows.from
  const square = complexSquare(side)
  let mean = 0
  for (let at = rows.from * width; at < rows.to * width; at++) mean += data[at] ?? 0
  mean /= count * width
  for (let y = 0; y < count; y++)
    for (let x = 0; x < width; x++) {
      const fade = fading(x, width) * fading(y, count)
      square.real[y * side + x] = fade * (Math.min(40, data[(y + rows.from) * width + x] ?? 0) - mean)
    }
  return square
}

function fading(at: number, size: number): number {
  const rim = size / 8
  const inside = Math.min(at + 0.5, size - at - 0.5)
  return inside >= rim ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * inside) / rim)
}

function peaks(values: Float64Array): Shift[] {
  let squares = 0
  for (const value of values) squares += value * value
  const noise = Math.sqrt(squares / values.length)
  const found: { at: number; value: number }[] = []
  const isNear = (a: number, b: number) => {
    const apart = (p: number, q: number) => Math.min(Math.abs(p - q), side - Math.abs(p - q))
    return apart(a % side, b % side) <= 2 && apart(Math.floor(a / side), Math.floor(b / side)) <= 2
  }
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0
    if (found.length === candidates && value <= (found.at(-1)?.value ?? 0)) continue
    const near = found.findIndex(each => isNear(each.at, at))
    if (near >= 0) {
      const known = found[near]
      if (known && known.value < value) found.splice(near, 1, { at, value })
    } else found.push({ at, value })
    found.sort((a, b) => b.value - a.value)
    found.length = Math.min(found.length, candidates)
  }
  const signed = (place: number) => (place > side / 2 ? place - side : place)
  return found.map(({ at, value }) => ({
    x: signed(at % side),
    y: signed(Math.floor(at / side)),
    peak: value / noise,
  }))
}
