import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { makeZip } from 'client-zip'
import type { PictureDisk } from '../../platform/pictures.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import type { GalleryRow, GalleryStore } from './gallery-store.ts'
import { annotated } from './overlay.ts'
import { watermarkText } from './watermark.ts'

type Deps = {
  disk: Pick<PictureDisk, 'read'>
  annotations: GalleryStore['annotations']
  language: 'zh' | 'en'
}

/**
 * These pictures as one ZIP, each with what was drawn on it last. It is made while it is read, one picture at a time in memory;
 * a picture whose file is lost is named in a list at its end.
 */
export function zipOf(rows: readonly GalleryRow[], deps: Deps): Readable {
  // The library's stream is the web's, which Node types apart from its own.
  return Readable.from(makeZip(entries(rows, deps)) as AsyncIterable<Uint8Array>, { objectMode: false })
}

async function* entries(rows: readonly GalleryRow[], { disk, annotations, language }: Deps) {
  const lost: string[] = []
  const names = new Map<string, number>()
  for (const row of rows) {
    const name = unlike(names, zipName(row, language))
    const stream = await disk.read(row.key)
    if (!stream) {
      lost.push(name)
      continue
    }
    try {
      const local = legacyTimeOf(row.takenAt, row.timeZone)
      // Times in a ZIP have no zone: the clock of the shop, whichever the server's is.
      const lastModified = new Date(local.replace(' ', 'T'))
      const input = row.isAnnotated ? await drawnOn(row, stream, annotations) : stream
      yield { name, lastModified, input }
    } finally {
      stream.destroy()
    }
  }
  if (lost.length > 0)
    yield {
      name: language === 'zh' ? '缺失的图片.txt' : 'missing pictures.txt',
      lastModified: new Date(),
      input: `${lost.join('\n')}\n`,
    }
}

async function drawnOn(row: GalleryRow, stream: Readable, annotations: GalleryStore['annotations']) {
  const [latest] = await annotations(row.id)
  return annotated(await buffer(stream), latest?.shapes ?? [], watermarkText(row))
}

/** `静安寺店_01 正门入口_全景_20261121-101530.jpg` */
function zipName(row: GalleryRow, language: 'zh' | 'en'): string {
  const spoken = (zh: string, en: string | null) => (language === 'en' && en ? en : zh)
  const camera = `${row.cameraNumber ?? ''} ${spoken(row.cameraName ?? '', row.cameraNameEn)}`.trim()
  const time = legacyTimeOf(row.takenAt, row.timeZone).replace(/[-:]/g, '').replace(' ', '-')
  const ending = row.isAnnotated ? 'jpg' : ({ 'image/png': 'png', 'image/webp': 'webp' }[row.mime] ?? 'jpg')
  const parts = [spoken(row.shopName, row.shopNameEn), camera, row.presetName ?? '', time]
  return `${parts
    .filter(part => part !== '')
    .join('_')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.${ending}`
}

/** The name, with a number where it was given before. */
function unlike(names: Map<string, number>, name: string): string {
  const count = (names.get(name) ?? 0) + 1
  names.set(name, count)
  return count === 1 ? name : name.replace(/(\.[a-z]+)$/, `_${count}$1`)
}
