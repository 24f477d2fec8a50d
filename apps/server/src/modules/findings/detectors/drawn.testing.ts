import { algorithms, initialThresholds } from '@aisle/contract'
import { type Case, detect, type Frame, frameOf, settingsBy, type Verdict } from './detect.ts'
import { fineSize } from './grey.ts'

const { width, height } = fineSize
/** Something drawn on a picture: a rectangle in pixels with its level of grey. */
export type Thing = { x: number; y: number; width: number; height: number; level: number }

/** Numbers that look random and are the same at every run. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A shop as rectangles: shelves, goods, posters, on a wall that is lighter at the top; wider than the picture, so that a camera can turn. */
function shelves(seed: number): Thing[] {
  const random = numbers(seed)
  return Array.from({ length: 220 }, () => ({
    x: Math.round(random() * width * 2 - width / 2),
    y: Math.round(random() * height * 2 - height / 2),
    width: Math.round(12 + random() * 70),
    height: Math.round(8 + random() * 50),
    level: Math.round(30 + random() * 200),
  }))
}

export type Drawing = {
  seed?: number
  /** Where the camera looks, in pixels from where it should. */
  turnedBy?: { x: number; y: number }
  /** In front of the shelves. */
  things?: readonly Thing[]
  light?: number
  noise?: number
  /** Radius of a box blur. */
  blur?: number
  /** Written into the bottom strip, as a clock is. */
  clock?: number
}

export function drawing({
  seed = 1,
  turnedBy = { x: 0, y: 0 },
  things = [],
  light = 1,
  noise = 0,
  blur = 0,
  clock,
}: Drawing = {}): Frame {
  let levels: Float32Array = Float32Array.from(
    { length: width * height },
    (_, at) => 170 - (60 * Math.floor(at / width)) / height,
  )
  const put = (thing: Thing, moved: { x: number; y: number }) => {
    for (let y = Math.max(0, thing.y - moved.y); y < Math.min(height, thing.y - moved.y + thing.height); y++)
      for (let x = Math.max(0, thing.x - moved.x); x < Math.min(width, thing.x - moved.x + thing.width); x++)
        levels[y * width + x] = thing.level
  }
  for (const shelf of shelves(seed)) put(shelf, turnedBy)
  for (const thing of things) put(thing, { x: 0, y: 0 })
  if (blur > 0) levels = blurred(levels, blur)
  const random = numbers(seed * 7919 + Math.round(noise * 1000) + Math.round(light * 100))
  const data = Uint8Array.from(levels, level =>
    Math.max(0, Math.min(255, level * light + (random() - 0.5) * 2 * noise)),
  )
  if (clock !== undefined)
    for (let x = 8; x < width - 8; x++)
      for (let y = height - 20; y < height - 8; y++)
        data[y * width + x] = (Math.imul((x >> 3) + 31 * clock, 2_654_435_761) >>> 24) & 1 ? 235 : 20
  return frameOf({ ...fineSize, data })
}

/** A picture of one level all over, a little lighter to the right, with noise. */
export function evenPicture(level: number, { slope = 12, noise = 2, seed = 3 } = {}): Frame {
  const random = numbers(seed)
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.max(0, Math.min(255, level + (slope * (at % width)) / width + (random() - 0.5) * 2 * noise)),
  )
  return frameOf({ ...fineSize, data })
}

function blurred(levels: Float32Array, radius: number): Float32Array {
  const pass = (from: Float32Array, step: number, lines: number, length: number, across: number) => {
    const out = new Float32Array(from.length)
    for (let line = 0; line < lines; line++)
      for (let at = 0; at < length; at++) {
        let sum = 0
        for (let k = -radius; k <= radius; k++)
          sum += from[line * across + Math.max(0, Math.min(length - 1, at + k)) * step] ?? 0
        out[line * across + at * step] = sum / (2 * radius + 1)
      }
    return out
  }
  return pass(pass(levels, 1, height, width, width), width, width, height, 1)
}

export const usualSettings = settingsBy(name => ({
  enabled: true,
  hours: algorithms[name].hours,
  thresholds: initialThresholds(name),
}))

/** What the detectors say of a picture of the drawn shop, of which they know a reference and how it usually is. */
export function verdictsOn(frame: Frame, more: Partial<Case> = {}): Verdict[] {
  const reference = drawing({ noise: 2 })
  const { looks } = detect({ ...blank, frame: reference })
  const history = Array.from({ length: 6 }, () => ({ sharpness: looks.sharpness, change: 2 }))
  return detect({ ...blank, frame, reference, history, ...more }).verdicts
}
export const blank = {
  isOpen: true,
  isSteady: true,
  history: [],
  zones: [],
  settings: usualSettings,
} satisfies Partial<Case>
export const namesOf = (verdicts: readonly Verdict[]) => verdicts.map(({ algorithm }) => algorithm)
