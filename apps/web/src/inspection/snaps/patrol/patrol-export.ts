import type { ExportPart, WholeBatch } from '@aisle/contract'
import { exportLimits } from '@aisle/contract'
import type { Translate } from '../../../lib/i18n.ts'
import { annotatedUrl } from '../zip-pictures.ts'
import { takenOf } from './review.ts'
import { words } from './text.ts'

/** A round as a report: every result, and the pictures that show problems before the others, as many as a file holds. */
export async function patrolParts(batch: WholeBatch, t: Translate): Promise<ExportPart[]> {
  const text = (title: string) => ({ title, kind: 'text' as const })
  const name = (zh: string, en: string) => t({ zh, en: en === '' ? zh : en })
  const place = (shot: WholeBatch['shots'][number]) =>
    [
      name(shot.shopname, shot.shopnameEn),
      `${shot.cameraNumber} ${name(shot.cameraName, shot.cameraNameEn)}`.trim(),
      shot.presetName,
    ] as const
  const pictured = takenOf(batch.shots)
    .sort((a, b) => Number(b.picture.mark === 'problem') - Number(a.picture.mark === 'problem'))
    .slice(0, exportLimits.parts - 1)
  const pictures: ExportPart[] = []
  let bytes = 0
  for (const shot of pictured) {
    const { picture } = shot
    const picked = await dataUrl(picture.isAnnotated ? annotatedUrl(picture.id) : picture.fileAddr)
    bytes += picked.length
    // Room is left for the table.
    if (bytes > exportLimits.bytes * 0.8) break
    pictures.push({ title: [...place(shot), picture.fileTime].filter(Boolean).join(' · '), picture: picked })
  }
  return [
    {
      title: t(words.list),
      columns: [
        text(t(words.shop)),
        text(t(words.camera)),
        text(t(words.preset)),
        { title: t(words.time), kind: 'time' },
        text(t(words.judgement)),
        { title: t(words.problems), kind: 'number' },
        text(t(words.reason)),
      ],
      rows: batch.shots.map(shot => [
        ...place(shot),
        shot.picture?.fileTime ?? '',
        shot.picture?.mark ? t(words[shot.picture.mark]) : '',
        shot.problemCount,
        shot.message ? t(shot.message) : '',
      ]),
    },
    ...pictures,
  ]
}

/** A JPEG as a data URL, whatever the picture was kept as. */
async function dataUrl(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(String(answer.status))
  const image = await createImageBitmap(await answer.blob())
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  image.close()
  return canvas.toDataURL('image/jpeg', 0.85)
}
