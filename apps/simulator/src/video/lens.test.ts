import { describe, expect, it } from 'vitest'
import { type LensFaults, throughLens } from './lens.ts'
import { newPicture } from './yuv.ts'

const well: LensFaults = { black: false, covered: false, blurred: false }

/** Squares of two greys, 16 pixels wide. */
function board() {
  const picture = newPicture(320, 180)
  picture.pixels.fill(128)
  for (let at = 0; at < 320 * 180; at++)
    picture.pixels[at] = (Math.floor((at % 320) / 16) + Math.floor(at / 320 / 16)) % 2 ? 200 : 40
  return picture
}

function contrastOf(faults: Partial<LensFaults>): { mean: number; contrast: number; steepest: number } {
  const picture = board()
  throughLens(picture, { ...well, ...faults })
  const luma = [...picture.pixels.subarray(0, 320 * 180)]
  const mean = luma.reduce((sum, level) => sum + level, 0) / luma.length
  const variance = luma.reduce((sum, level) => sum + (level - mean) ** 2, 0) / luma.length
  const steps = luma
    .slice(1)
    .map((level, at) => ((at + 1) % 320 === 0 ? 0 : Math.abs(level - (luma[at] ?? 0))))
  return { mean, contrast: Math.sqrt(variance), steepest: steps.reduce((a, b) => Math.max(a, b), 0) }
}

describe('a lens', () => {
  it('that is well leaves the picture as it is', () => {
    const picture = board()
    throughLens(picture, well)
    expect(picture).toEqual(board())
  })

  it('that shows nothing is black', () => {
    expect(contrastOf({ black: true })).toEqual({ mean: 16, contrast: 0, steepest: 0 })
  })

  it('that is covered has hardly any structure, and is not black', () => {
    const { mean, contrast } = contrastOf({ covered: true })
    expect(mean).toBeGreaterThan(35)
    expect(contrast).toBeLessThan(10)
  })

  it('that is out of focus keeps light and dark at large and loses what is sharp', () => {
    const [sharp, blurred] = [contrastOf({}), contrastOf({ blurred: true })]
    expect(Math.abs(blurred.mean - sharp.mean)).toBeLessThan(3)
    expect(blurred.contrast).toBeGreaterThan(sharp.contrast * 0.5)
    expect(blurred.steepest).toBeLessThan(sharp.steepest * 0.35)
  })
})
