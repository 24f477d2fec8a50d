import type { ExportPart } from '@aisle/contract'
import type { Translate } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { screenshotTypes } from '../queries.ts'
import { type GalleryQuery, galleryQueries } from './queries.ts'
import { words } from './text.ts'

/** The pictures under the filters, as far as they fit a sheet, and how many of each shop there are. */
export async function galleryParts(filter: GalleryQuery, t: Translate): Promise<ExportPart[]> {
  const [list, counts] = await Promise.all([
    queryClient.fetchQuery(galleryQueries.list({ ...filter, pageNumber: 1, pageSize: 9999 })),
    queryClient.fetchQuery(galleryQueries.counts({ ...filter, top: 500 })),
  ])
  const name = (zh: string, en: string) => t({ zh, en: en === '' ? zh : en })
  const text = (title: string) => ({ title, kind: 'text' as const })
  return [
    {
      title: t(words.wall),
      columns: [
        { title: t(words.takenAt), kind: 'time' },
        text(t(words.shop)),
        text(t(words.camera)),
        text(t(words.preset)),
        text(t(words.kind)),
        text(t(words.takenBy)),
        text(t(words.mark)),
      ],
      rows: list.records.map(picture => [
        picture.fileTime,
        name(picture.shopname, picture.shopnameEn),
        `${picture.cameraNumber} ${name(picture.cameraName, picture.cameraNameEn)}`.trim(),
        picture.presetName,
        t(picture.screenshotType === screenshotTypes.plan ? words.plan : words.hand),
        picture.userName,
        t(picture.mark ? words[picture.mark] : words.none),
      ]),
    },
    {
      title: t(words.ranking),
      columns: [text(t(words.shop)), { title: t({ zh: '截图数', en: 'Snapshots' }), kind: 'number' }],
      rows: counts.byShop.map(row => [name(row.shopname, row.shopnameEn), row.count]),
    },
  ]
}
