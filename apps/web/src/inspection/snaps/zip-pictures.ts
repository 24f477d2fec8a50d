import type { GalleryPicture } from '@aisle/contract'
import { saveBlob } from '../ai/save-jpg.ts'
import { type ZipEntry, zipOf } from '../ai/zip.ts'

/** The browser packs them itself: more would not fit into its memory. */
export const mostZipped = 500
const atOnce = 4

/** `静安寺店_01 正门入口_全景_20261121-101530.jpg` */
export function zipName({
  shopname,
  cameraNumber,
  cameraName,
  presetName,
  fileTime,
  mime,
  id,
}: GalleryPicture & { mime: string }) {
  const ending = { 'image/png': 'png', 'image/webp': 'webp' }[mime] ?? 'jpg'
  const time = fileTime.replace(/[-:]/g, '').replace(' ', '-')
  const parts = [shopname, `${cameraNumber} ${cameraName}`.trim(), presetName, time, id]
  return `${parts
    .filter(part => part !== '')
    .join('_')
    .replace(/[\\/:*?"<>|]/g, '_')}.${ending}`
}

/**
 * Saves pictures as one file, each with what was drawn on it where something was.
 * @throws Error where one cannot be fetched: nothing is saved then
 */
export async function zipPictures(pictures: readonly GalleryPicture[], fileName: string): Promise<void> {
  const waiting = [...pictures]
  const entries: ZipEntry[] = []
  const work = async () => {
    for (let picture = waiting.shift(); picture; picture = waiting.shift()) {
      const answer = await fetch(picture.isAnnotated ? annotatedUrl(picture.id) : picture.fileAddr)
      if (!answer.ok) throw new Error(`${picture.shopname} ${picture.fileTime}: ${answer.status}`)
      const blob = await answer.blob()
      entries.push({
        name: zipName({ ...picture, mime: blob.type }),
        data: new Uint8Array(await blob.arrayBuffer()),
        at: new Date(picture.takenAt),
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  saveBlob(fileName, zipOf(entries.sort((a, b) => a.name.localeCompare(b.name))))
}

export const annotatedUrl = (pictureId: string) => `/api/pictures/${pictureId}/annotated`
