import { buffer } from 'node:stream/consumers'
import { AppError, type CheckItem } from '@aisle/contract'
import sharp from 'sharp'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { PictureContent } from './intake.ts'
import type { CheckItemService } from './items.ts'
import { text } from './text.ts'

const widthPx = 1280
const mostPixels = 50_000_000

type Deps = {
  items: CheckItemService
  pictures: PictureContent
  disk: PictureDisk
  now: () => Date
}

/**
 * How items should look. A standard picture belongs to the chain, not to a shop: one of the gallery is copied, so that it
 * is seen by everybody who scores. Each is kept under its time, and versions of an item go on showing theirs.
 */
export function standardPictures({ items, pictures, disk, now }: Deps) {
  /** Writes the file of a standard picture; answers the time under which it lies. @throws AppError unsupportedMedia */
  async function store(itemId: string, data: Uint8Array): Promise<Date> {
    const small = await sharp(data, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: widthPx, withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer()
      .catch(cause => {
        throw new AppError('unsupportedMedia', text.notAPicture, {}, { cause })
      })
    const at = now()
    await disk.put(keyOf(itemId, at.getTime()), small, 'image/webp')
    return at
  }

  async function keep(caller: Caller, itemId: string, data: Uint8Array): Promise<CheckItem> {
    await items.admitStandard(itemId)
    return items.showStandard(caller, itemId, await store(itemId, data))
  }

  return {
    store,
    keep,

    /** Copies a picture of the gallery that the caller sees. @throws AppError notFound */
    async copy(caller: Caller, itemId: string, pictureId: string): Promise<CheckItem> {
      const { stream } = await pictures.content(caller.scope, pictureId)
      return keep(caller, itemId, await buffer(stream))
    },

    remove: (caller: Caller, itemId: string) => items.showStandard(caller, itemId, null),

    /** WebP. @throws AppError notFound */
    async content(itemId: string, at: number) {
      const file = await disk.read(keyOf(itemId, at))
      if (!file) throw new AppError('notFound', text.noStandard)
      return file
    },
  }
}
export type StandardPictures = ReturnType<typeof standardPictures>

const keyOf = (itemId: string, at: number) => `standards/${itemId}-${at}.webp`

/** Where a standard picture is fetched from; the address needs the session. */
export function standardPictureUrl(itemId: string, at: Date): string {
  return `/api/pictures/standard/${itemId}/${at.getTime()}`
}
