import type { Sprite, SpriteLevel } from './sprites.ts'
import type { Picture } from './yuv.ts'

/** How light falls on people: factor of luma, factor of chroma, and the chroma it adds per unit of luma and of alpha. */
export type PeopleLight = {
  luma: number
  chroma: number
  bluePerLuma: number
  redPerLuma: number
  blue: number
  red: number
}

export type SpritePlace = {
  /** Feet, in target pixels. */
  x: number
  y: number
  /** Target pixels per sheet pixel. */
  scale: number
  mirrored: boolean
  /** 0…1 */
  opacity: number
  /** Pixels whose mask is above this stand in front of the person. */
  hideAbove: number
}

/** Blends a person into the picture, behind what the mask (one byte per target pixel) says is nearer. */
export function drawSprite(
  target: Picture,
  mask: Uint8Array,
  sprite: Sprite,
  place: SpritePlace,
  light: PeopleLight,
): void {
  const level = Math.min(sprite.length - 2, Math.max(0, Math.floor(Math.log2(1 / place.scale) + 0.15)))
  const luma = sprite[level]
  const chroma = sprite[level + 1]
  if (!luma || !chroma) return
  const step = place.scale * 2 ** level
  drawLuma(target, mask, luma, place, step, light)
  drawChroma(target, mask, chroma, place, step, light)
}

type Reach = { x0: number; x1: number; u: number; stepU: number; row: number; fraction: number }

/** The target columns of one row that the sprite touches, and where in the sprite the first of them samples. */
function reachOf(
  level: SpriteLevel,
  y: number,
  footX: number,
  footY: number,
  step: number,
  mirrored: boolean,
  width: number,
): Reach | undefined {
  const v = (y + 0.5 - footY) / step + level.anchorY - 0.5
  const row = Math.floor(v)
  if (row < 0 || row >= level.height - 1) return undefined
  const from = Math.min(level.from[row] ?? 0, level.from[row + 1] ?? 0) - 1
  const to = Math.max(level.to[row] ?? 0, level.to[row + 1] ?? 0)
  if (to <= from) return undefined
  const sign = mirrored ? -1 : 1
  const edgeA = footX + sign * (from + 0.5 - level.anchorX) * step
  const edgeB = footX + sign * (to + 0.5 - level.anchorX) * step
  const x0 = Math.max(0, Math.ceil(Math.min(edgeA, edgeB) - 0.5))
  const x1 = Math.min(width - 1, Math.floor(Math.max(edgeA, edgeB) - 0.5))
  if (x1 < x0) return undefined
  const u = (sign * (x0 + 0.5 - footX)) / step + level.anchorX - 0.5
  return {
    x0,
    x1,
    // Sixteen bits behind the point.
    u: Math.round(u * 65536),
    stepU: Math.round((sign / step) * 65536),
    row,
    fraction: Math.floor((v - row) * 256),
  }
}

function drawLuma(
  target: Picture,
  mask: Uint8Array,
  level: SpriteLevel,
  place: SpritePlace,
  step: number,
  light: PeopleLight,
): void {
  const { pixels, width, height } = target
  const { luma, alpha, start } = level
  const top = Math.max(0, Math.floor(place.y - level.anchorY * step))
  const bottom = Math.min(height - 1, Math.ceil(place.y + (level.height - level.anchorY) * step))
  const gain = Math.round(light.luma * place.opacity * 256)
  const opacity = Math.round(place.opacity * 256)
  const hideAbove = place.hideAbove
  for (let y = top; y <= bottom; y++) {
    const reach = reachOf(level, y, place.x, place.y, step, place.mirrored, width)
    if (!reach) continue
    const lower = reach.fraction
    const upper = 256 - lower
    const rowA = start[reach.row] ?? 0
    const rowB = start[reach.row + 1] ?? 0
    let u = reach.u
    for (let x = reach.x0; x <= reach.x1; x++, u += reach.stepU) {
      const to = y * width + x
      if ((mask[to] ?? 0) > hideAbove) continue
      const right = (u >> 8) & 255
      const left = 256 - right
      const a = rowA + (u >> 16)
      const b = rowB + (u >> 16)
      const cover =
        (((alpha[a] ?? 0) * left + (alpha[a + 1] ?? 0) * right) * upper +
          ((alpha[b] ?? 0) * left + (alpha[b + 1] ?? 0) * right) * lower) >>
        16
      if (cover === 0) continue
      const bright =
        (((luma[a] ?? 0) * left + (luma[a + 1] ?? 0) * right) * upper +
          ((luma[b] ?? 0) * left + (luma[b + 1] ?? 0) * right) * lower) >>
        16
      const covered = (cover * opacity) >> 8
      const ground = pixels[to] ?? 0
      pixels[to] = ground + ((bright * gain) >> 8) - (((ground - 16) * covered * 257 + 32768) >> 16)
    }
  }
}

function drawChroma(
  target: Picture,
  mask: Uint8Array,
  level: SpriteLevel,
  place: SpritePlace,
  step: number,
  light: PeopleLight,
): void {
  const { pixels, width, height } = target
  const chromaWidth = width >> 1
  const blueAt = width * height
  const redAt = blueAt + chromaWidth * (height >> 1)
  const footX = place.x / 2
  const footY = place.y / 2
  const top = Math.max(0, Math.floor(footY - level.anchorY * step))
  const bottom = Math.min((height >> 1) - 1, Math.ceil(footY + (level.height - level.anchorY) * step))
  const { chroma, bluePerLuma, redPerLuma } = light
  for (let y = top; y <= bottom; y++) {
    const reach = reachOf(level, y, footX, footY, step, place.mirrored, chromaWidth)
    if (!reach) continue
    const lower = reach.fraction / 256
    const rowA = level.start[reach.row] ?? 0
    const rowB = level.start[reach.row + 1] ?? 0
    let u = reach.u
    for (let x = reach.x0; x <= reach.x1; x++, u += reach.stepU) {
      if ((mask[y * 2 * width + x * 2] ?? 0) > place.hideAbove) continue
      const right = ((u >> 8) & 255) / 256
      const a = rowA + (u >> 16)
      const b = rowB + (u >> 16)
      const weightB = (1 - right) * lower
      const weightA = 1 - right - weightB
      const weightD = right * lower
      const weightC = right - weightD
      const { alpha, luma, blue, red } = level
      const cover =
        (((alpha[a] ?? 0) * weightA +
          (alpha[a + 1] ?? 0) * weightC +
          (alpha[b] ?? 0) * weightB +
          (alpha[b + 1] ?? 0) * weightD) *
          place.opacity) /
        255
      if (cover === 0) continue
      const at = (plane: Uint8Array | Int8Array): number =>
        ((plane[a] ?? 0) * weightA +
          (plane[a + 1] ?? 0) * weightC +
          (plane[b] ?? 0) * weightB +
          (plane[b + 1] ?? 0) * weightD) *
        place.opacity
      const bright = at(luma)
      const to = y * chromaWidth + x
      const groundBlue = pixels[blueAt + to] ?? 128
      const groundRed = pixels[redAt + to] ?? 128
      pixels[blueAt + to] =
        groundBlue + (128 + light.blue - groundBlue) * cover + at(blue) * chroma + bright * bluePerLuma
      pixels[redAt + to] =
        groundRed + (128 + light.red - groundRed) * cover + at(red) * chroma + bright * redPerLuma
    }
  }
}
