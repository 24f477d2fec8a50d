import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { galleryQueries } from './queries.ts'
import { words } from './text.ts'
import { annotatedUrl } from './zip-pictures.ts'

/** The picture as it is shown, with its facts and the problems that were raised about it. */
export async function detailParts(pictureId: string, t: Translate): Promise<ExportPart[]> {
  const [{ picture }, problems] = await Promise.all([
    queryClient.fetchQuery(galleryQueries.detail(pictureId)),
    queryClient.fetchQuery(galleryQueries.problems(pictureId)),
  ])
  const answer = await fetch(picture.isAnnotated ? annotatedUrl(pictureId) : picture.fileAddr)
  if (!answer.ok) throw new Error(String(answer.status))
  const text = (title: string) => ({ title, kind: 'text' as const })
  return [
    { title: t(words.detail), picture: await dataUrl(await answer.blob()) },
    {
      title: t(words.detail),
      columns: [text(t({ zh: '项目', en: 'Fact' })), text(t({ zh: '内容', en: 'Value' }))],
      rows: [
        [t(words.shop), t({ zh: picture.shopname, en: picture.shopnameEn })],
        [
          t(words.camera),
          `${picture.cameraNumber} ${t({ zh: picture.cameraName, en: picture.cameraNameEn })}`,
        ],
        [t(words.preset), picture.presetName],
        [t(words.takenAt), picture.fileTime],
        [t(words.takenBy), picture.userName],
      ],
    },
    {
      title: t(words.linked),
      columns: [text(t(words.item)), { title: t(words.takenAt), kind: 'time' }],
      rows: problems.records.map(problem => [
        t({ zh: problem.itemName, en: problem.itemNameEn || problem.itemName }),
        problem.raisedAt.slice(0, 19).replace('T', ' '),
      ]),
    },
  ]
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((settle, refuse) => {
    const reader = new FileReader()
    reader.onload = () => settle(String(reader.result))
    reader.onerror = () => refuse(new Error('not readable'))
    reader.readAsDataURL(blob)
  })
}
