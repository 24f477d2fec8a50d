import { AppError } from '@aisle/contract'
import sharp from 'sharp'
import type { PictureDisk } from '../../platform/pictures.ts'
import { text } from './text.ts'

const widthPx = 320
const maxPixels = 8_000_000

/** Small pictures that stand for a camera or a preset until the first frame comes. One each; a new one replaces it. */
export function thumbnailKeeper(disk: PictureDisk) {
  const keyOf = { camera: (id: string) => `posters/${id}.webp`, preset: (id: string) => `presets/${id}.webp` }
  return {
    /** @throws unsupportedMedia when the bytes are no picture */
    async keep(kind: keyof typeof keyOf, id: string, data: Uint8Array): Promise<void> {
      const small = await sharp(data, { limitInputPixels: maxPixels, failOn: 'error' })
        .resize({ width: widthPx, withoutEnlargement: true })
        .webp({ quality: 70 })
        .toBuffer()
        .catch(cause => {
          throw new AppError('unsupportedMedia', text.notAPicture, {}, { cause })
        })
      await disk.put(keyOf[kind](id), small, 'image/webp')
    },
    key: (kind: keyof typeof keyOf, id: string) => keyOf[kind](id),
  }
}
export type ThumbnailKeeper = ReturnType<typeof thumbnailKeeper>
