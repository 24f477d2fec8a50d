import type { Picture } from '@aisle/contract'
import { type ArchiveEntry, archiveOf } from '../../lib/archive.ts'
import { saveBlob } from '../ai/save-jpg.ts'
import { fileName } from './picture-viewer.tsx'

export type SavedPicture = { name: string; url: string; at: Date }

/** One picture as it is, several as one ZIP. @throws Error where one cannot be fetched: nothing is saved then */
export async function savePictures(pictures: readonly SavedPicture[], zipName: string): Promise<void> {
  const files = await Promise.all(pictures.map(fetched))
  const [only, ...more] = files
  if (only && more.length === 0) saveBlob(only.name, new Blob([only.data]))
  else if (only) saveBlob(zipName, await archiveOf(distinct(files)))
}

export const savedPicture = (picture: Picture): SavedPicture => ({
  name: fileName(picture),
  url: picture.fileAddr,
  at: new Date(picture.takenAt),
})

async function fetched({ name, url, at }: SavedPicture) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return { name, data: new Uint8Array(await answer.arrayBuffer()), at }
}

/** Files of one name are numbered: a ZIP would keep the last of them only. */
export function distinct<Entry extends Pick<ArchiveEntry, 'name'>>(entries: readonly Entry[]): Entry[] {
  const seen = new Map<string, number>()
  return entries.map(entry => {
    const count = (seen.get(entry.name) ?? 0) + 1
    seen.set(entry.name, count)
    return count === 1 ? entry : { ...entry, name: entry.name.replace(/(\.\w+)?$/, ` (${count})$1`) }
  })
}
