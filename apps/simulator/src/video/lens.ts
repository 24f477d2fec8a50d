import type { Faults } from '../world.ts'
import type { Picture } from './yuv.ts'

/** What lies between the scene and the picture of a faulty camera. The burned-in clock is drawn over it later. */
export type LensFaults = Pick<Faults, 'black' | 'covered' | 'blurred'>

const [darkest, neutral] = [16, 128]

/** Changes a picture into what a camera with these faults makes of it. */
export function throughLens(picture: Picture, { black, covered, blurred }: LensFaults): void {
  if (black) blacken(picture)
  else if (covered) cover(picture)
  else if (blurred) blur(picture)
}

function blacken({ width, height, pixels }: Picture): void {
  pixels.fill(darkest, 0, width * height)
  pixels.fill(neutral, width * height)
}

/** A dark cloth close before the lens: hardly any structure, a little light from one side, the sensor's noise. */
function cover({ width, height, pixels }: Picture): void {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 44 + (18 * x) / width + (10 * y) / height
      pixels[y * width + x] = light + ((x * 7919 + y * 104_729 + ((x * y) % 31)) % 5) - 2
    }
  pixels.fill(neutral - 2, width * height, (width * height * 5) / 4)
  pixels.fill(neutral + 3, (width * height * 5) / 4)
}

const blurPasses = 2

/** Out of focus by about a hundredth of the width. */
function blur({ width, height, pixels }: Picture): void {
  const size = width * height
  const radius = Math.max(2, Math.round(width / 160))
  blurPlane(pixels.subarray(0, size), width, height, radius)
  const [chromaWidth, chromaHeight] = [width >> 1, height >> 1]
  const quarter = chromaWidth * chromaHeight
  for (const from of [size, size + quarter])
    blurPlane(pixels.subarray(from, from + quarter), chromaWidth, chromaHeight, Math.max(1, radius >> 1))
}

function blurPlane(plane: Uint8ClampedArray, width: number, height: number, radius: number): void {
  for (let pass = 0; pass < blurPasses; pass++) {
    for (let y = 0; y < height; y++) blurLine(plane, y * width, 1, width, radius)
    for (let x = 0; x < width; x++) blurLine(plane, x, width, height, radius)
  }
}

/** The mean of the neighbours along one line, by a sum that moves along; the rim repeats its last value. */
function blurLine(
  plane: Uint8ClampedArray,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  const line = new Uint8Array(count)
  for (let at = 0; at < count; at++) line[at] = plane[start + at * step] ?? 0
  const valueAt = (at: number) => line[Math.min(count - 1, Math.max(0, at))] ?? 0
  let sum = 0
  for (let at = -radius; at <= radius; at++) sum += valueAt(at)
  for (let at = 0; at < count; at++) {
    plane[start + at * step] = sum / (2 * radius + 1)
    sum += valueAt(at + radius + 1) - valueAt(at - radius)
  }
}
