import sharp from 'sharp'
import { type Frame, frameOf } from './detectors/detect.ts'
import { fineSize } from './detectors/grey.ts'

const mostPixels = 50_000_000

/**
 * Decodes a stored picture to the one size that the detectors compare at. Bounded: at most 50 million pixels, and a
 * second at work.
 * @throws Error for what is no sound picture
 */
export async function decode(data: Buffer): Promise<Frame> {
  const bytes = await sharp(data, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .timeout({ seconds: 5 })
    .resize({ ...fineSize, fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer()
  return frameOf({ ...fineSize, data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) })
}
