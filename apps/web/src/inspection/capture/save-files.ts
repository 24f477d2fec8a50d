import type { Picture } from '@aisle/contract'
import { fileName } from './picture-viewer.tsx'

const betweenMs = 250

/** Saves pictures one after the other: browsers drop downloads that come all at once. */
export async function saveFiles(pictures: readonly Picture[]): Promise<void> {
  for (const picture of pictures) {
    const link = document.createElement('a')
    link.href = picture.fileAddr
    link.download = fileName(picture)
    link.click()
    await new Promise(resolve => setTimeout(resolve, betweenMs))
  }
}
