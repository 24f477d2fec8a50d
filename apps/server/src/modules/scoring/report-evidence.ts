import type { EvaluationDetail } from '@aisle/contract'
import type { Content } from 'pdfmake/interfaces.js'
import type { Report } from './report-layout.ts'
import {
  boxed,
  colours,
  contentWidth,
  type Language,
  named,
  type Say,
  section,
  shown,
} from './report-style.ts'
import { phrases, severityWords, words } from './report-text.ts'

/** What was deducted, the most first, each with its remark and pictures. */
export function deductions({ evaluation, language, places, pictures }: Report, say: Say): Content {
  const lost = evaluation.evaluationDetails
    .filter(detail => detail.result === 'deduct')
    .toSorted((a, b) => b.lostScore - a.lostScore)
  if (lost.length === 0)
    return {
      stack: [section(words.deductions, say), { text: say(words.noDeductions), color: colours.label }],
    }
  const cards = lost.map(detail => deductionCard(detail, language, places, pictures, say))
  return {
    stack: [
      // The heading never stands alone at the foot of a page.
      {
        stack: [
          section(words.deductions, say, say(phrases.lost(lost.length, shown(evaluation.lostScore)))),
          cards[0] ?? [],
        ],
        unbreakable: true,
      },
      ...cards.slice(1),
    ],
  }
}

function deductionCard(
  detail: EvaluationDetail,
  language: Language,
  places: Report['places'],
  pictures: Report['pictures'],
  say: Say,
): Content {
  const shots = shotsOf(detail, pictures)
  const context = [
    named(language, detail.pitemName, detail.pitemNameEn),
    detail.severity === null ? '' : say(severityWords[detail.severity]),
    places.get(detail.id) ?? '',
    detail.publishTime.slice(5, 16),
    detail.problem === 'none' ? '' : say(words.problem),
  ].filter(part => part !== '')
  const rows: Content[] = [
    {
      columns: [
        { text: named(language, detail.itemName, detail.itemNameEn), bold: true, fontSize: 10, width: '*' },
        {
          text: `−${shown(detail.lostScore)}`,
          bold: true,
          fontSize: 12,
          color: colours.negative,
          width: 'auto',
        },
      ],
    },
    { text: context.join(' · '), color: colours.hint, fontSize: 8, margin: [0, 1, 0, 0] },
  ]
  if (detail.remark !== '') rows.push({ text: detail.remark, margin: [0, 4, 0, 0] })
  rows.push(...picturesInRows(shots))
  return {
    table: {
      widths: [2, '*'],
      body: [
        [
          { text: '', fillColor: colours.negative },
          { stack: rows, margin: [8, 5, 6, 6] },
        ],
      ],
    },
    layout: {
      ...boxed,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 0,
      paddingBottom: () => 0,
    },
    margin: [0, 0, 0, 7],
    unbreakable: shots.length <= 2 * picturesInRow,
  }
}
/** Pictures of what was not deducted: they are evidence too. */
export function otherPictures({ evaluation, language, pictures }: Report, say: Say): Content {
  const shots = evaluation.evaluationDetails
    .filter(detail => detail.result !== 'deduct')
    .flatMap(detail =>
      shotsOf(detail, pictures).map(({ image, caption }) => ({
        image,
        caption: `${named(language, detail.itemName, detail.itemNameEn)} · ${caption}`,
      })),
    )
  if (shots.length === 0) return []
  const [first, ...rest] = picturesInRows(shots)
  return {
    stack: [{ stack: [section(words.others, say), first ?? []], unbreakable: true }, ...rest],
  }
}

type Shot = { image: string; caption: string }

function shotsOf(detail: EvaluationDetail, pictures: Report['pictures']): Shot[] {
  return detail.pictures.flatMap(({ id, fileTime, cameraName }) => {
    const image = pictures.get(id)
    const caption = [cameraName, fileTime.slice(5, 16)].filter(part => part !== '').join(' · ')
    return image === undefined ? [] : [{ image, caption }]
  })
}

const picturesInRow = 3
const pictureGap = 8
const pictureWidth = (contentWidth - 18 - 2 * pictureGap) / picturesInRow

function picturesInRows(shots: readonly Shot[]): Content[] {
  const rows: Content[] = []
  for (let from = 0; from < shots.length; from += picturesInRow)
    rows.push({
      columns: shots.slice(from, from + picturesInRow).map(({ image, caption }) => ({
        width: pictureWidth,
        stack: [
          { image, width: pictureWidth },
          { text: caption, fontSize: 7, color: colours.hint, margin: [0, 2, 0, 0] },
        ],
      })),
      columnGap: pictureGap,
      margin: [0, 6, 0, 0],
      unbreakable: true,
    })
  return rows
}
