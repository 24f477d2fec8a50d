import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { barCodeBits, drawBarCode, readBarCode } from './bar-code.ts'
import { decodeVideo } from './decoding.testing.ts'
import { fmp4Frame, fmp4Start } from './fmp4.ts'
import { openH264 } from './h264.ts'
import { newPicture, type Picture } from './yuv.ts'

const at = Date.parse('2026-11-20T10:24:36.456+08:00')

/** A picture that is hard to encode, so that the encoder must be coarse. */
function restless(width: number, height: number, step: number): Picture {
  const picture = newPicture(width, height)
  for (let k = 0; k < picture.pixels.length; k++) picture.pixels[k] = 60 + ((k * 7919 + step * 104_729) % 120)
  return picture
}

describe('the bar code', () => {
  it('gives back the time at every size a player may use', () => {
    for (const [width, height] of [
      [1280, 720],
      [640, 360],
      [960, 540],
      [480, 270],
      [320, 180],
    ] as const) {
      const picture = newPicture(width, height)
      drawBarCode(picture.pixels, width, height, at)
      const luma = picture.pixels.subarray(0, width * height)
      expect(readBarCode({ data: luma, width, height, channels: 1 })).toBe(at)
    }
  })

  it('is not found in a picture without one', () => {
    const picture = restless(640, 360, 1)
    expect(readBarCode({ data: picture.pixels, width: 640, height: 360, channels: 1 })).toBeUndefined()
  })

  it('is refused when any bit of it is wrong', () => {
    const bits = barCodeBits(at)
    for (let cell = 0; cell < bits.length; cell++) {
      const picture = newPicture(640, 360)
      drawBarCode(picture.pixels, 640, 360, at)
      const top = 344 + (cell < 28 ? 0 : 8)
      for (let y = top; y < top + 8; y++) {
        picture.pixels.fill(bits[cell] ? 20 : 230, y * 640 + (cell % 28) * 8, y * 640 + (cell % 28) * 8 + 8)
      }
      expect(readBarCode({ data: picture.pixels, width: 640, height: 360, channels: 1 })).toBeUndefined()
    }
  })

  it('survives H.264 at 500 kb/s and scaling to 480 pixels', async () => {
    const format = { width: 640, height: 360, fps: 12, bitrate: 500_000 }
    const encoder = await openH264(format)
    const times: number[] = []
    const bytes: Buffer[] = []
    for (let n = 0; n < 24; n++) {
      const picture = restless(640, 360, n)
      times.push(at + n * 83)
      drawBarCode(picture.pixels, 640, 360, at + n * 83)
      const frame = await encoder.encode(picture, n * 83, n === 0)
      const sets = encoder.parameterSets()
      if (n === 0 && sets) bytes.push(fmp4Start(format, sets))
      bytes.push(fmp4Frame(frame, n + 1))
    }
    await encoder.close()
    const pictures = await decodeVideo(Buffer.concat(bytes))
    expect(pictures.map(({ shows }) => shows)).toEqual(times)
    for (const { luma } of pictures) {
      const small = await sharp(luma, { raw: { width: 640, height: 360, channels: 1 } })
        .resize(480, 270)
        .raw()
        .toBuffer()
      const channels = small.length / (480 * 270)
      expect(times).toContain(readBarCode({ data: small, width: 480, height: 270, channels }))
    }
  })

  it('is read by a function that a browser can be given as text', () => {
    const picture = newPicture(640, 360)
    drawBarCode(picture.pixels, 640, 360, at)
    const alone: typeof readBarCode = new Function(`return ${readBarCode.toString()}`)()
    expect(alone({ data: picture.pixels, width: 640, height: 360, channels: 1 })).toBe(at)
  })
})
