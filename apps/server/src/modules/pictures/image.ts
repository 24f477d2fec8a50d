import { AppError } from '@aisle/contract'
import sharp from 'sharp'
import { maxFileBytes } from '../../platform/http/multipart.ts'
import { text } from './text.ts'

const thumbnailWidth = 320
const mostPixels = 50_000_000

/** What a picture may be: told by its first bytes, never by its name or what the sender says of it. */
const kinds = {
  jpeg: {
    mime: 'image/jpeg',
    ending: 'jpg',
    begins: (data: Buffer) => hasBytes(data, 0, [0xff, 0xd8, 0xff]),
  },
  png: {
    mime: 'image/png',
    ending: 'png',
    begins: (data: Buffer) => hasBytes(data, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  },
  webp: {
    mime: 'image/webp',
    ending: 'webp',
    begins: (data: Buffer) =>
      hasBytes(data, 0, [...Buffer.from('RIFF')]) && hasBytes(data, 8, [...Buffer.from('WEBP')]),
  },
} as const

export const endings = Object.values(kinds).map(({ ending }) => ending)

export type CheckedImage = {
  mime: string
  ending: string
  /** As seen, after the turn that the picture's own data asks for. */
  width: number
  height: number
  /** WebP, at most 320 pixels wide. */
  thumbnail: Buffer
}

/**
 * Decodes a picture whole, so that what is kept can be shown. The picture itself stays as it was sent.
 * @throws AppError unsupportedMedia for anything but a sound JPEG, PNG or WebP; tooLarge beyond 10 MB or 50 million pixels
 */
export async function checkImage(data: Buffer): Promise<CheckedImage> {
  if (data.length > maxFileBytes) throw new AppError('tooLarge', text.tooLarge)
  const kind = Object.entries(kinds).find(([, { begins }]) => begins(data))
  if (!kind) throw new AppError('unsupportedMedia', text.notPicture)
  const [format, { mime, ending }] = kind
  try {
    // Only the head is read here: a bomb is known by the size that it states.
    const head = await sharp(data, { limitInputPixels: false }).metadata()
    if (head.format !== format) throw new Error(`${format} by its first bytes, ${head.format} by the rest`)
    if (head.width * head.height > mostPixels) throw new AppError('tooLarge', text.tooManyPixels)
    const thumbnail = await sharp(data, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: thumbnailWidth, withoutEnlargement: true })
      // Beyond 2 the encoder works twice as long for a file that is a twentieth smaller.
      .webp({ quality: 75, effort: 2 })
      .toBuffer()
    return { mime, ending, width: head.autoOrient.width, height: head.autoOrient.height, thumbnail }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('unsupportedMedia', text.notPicture, {}, { cause })
  }
}

function hasBytes(data: Buffer, at: number, bytes: number[]): boolean {
  return bytes.every((byte, index) => data[at + index] === byte)
}
