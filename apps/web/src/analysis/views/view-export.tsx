import {
  type ExportFormat,
  type ExportPart,
  exportLimits,
  type Question,
  type TablePart,
} from '@aisle/contract'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { archiveOf } from '../../lib/archive.ts'
import { useFigure } from '../../lib/figures/figure.ts'
import { useMoneyScale } from '../../lib/figures/money.ts'
import { analysisQueries } from '../../lib/figures/use-question.ts'
import { useText } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { type DrawnFiles, ExportMenu } from '../../ui/export/export-menu.tsx'
import { useTakePicture } from '../../ui/picture/picture-studio.tsx'
import { toast } from '../../ui/toast.tsx'
import { questionName, tableOf } from './answer-table.ts'
import { type Asking, questionOf } from './ask.ts'
import { specialOf } from './kinds/names.ts'
import { fileStem, type PageFacts } from './panel-tools.ts'
import { PictureSheet } from './picture-sheet.tsx'
import type { View, ViewPanel } from './view.ts'
import { wholeAnswer } from './whole-answer.ts'

type Props = {
  view: View
  panels: readonly ViewPanel[]
  widths: readonly number[]
  asking: Asking
  /** Where a panel has days or a comparison of its own. */
  askingOf?: (panel: ViewPanel) => Asking
  facts: PageFacts
  /** What a piece of its own is asking now. */
  questionsOf(panel: ViewPanel): readonly Question[]
  /** Lists of a piece of its own, which are no figures. */
  listsOf?: (panel: ViewPanel) => Promise<TablePart[]>
  /** A panel once more, for its picture. */
  drawn(panel: ViewPanel, width: number): ReactNode
}

/** More rows than this are not waited for. */
const longRows = 10_000
const paperWidth = 1000
const pageWidth = 1360
/** Panels that are tables on the page, too. */
const asTables: ReadonlySet<ViewPanel['kind']> = new Set(['table', 'pivot'])
/** Rows of a table that a PDF shows, as far as all of them fit; how many are left out is said. */
const rowsOnPaper = 60

/** The export of a page: every panel as tables with the numbers on show, and on paper as a picture, too; filters stated. */
export function ViewExport({
  view,
  panels,
  widths,
  asking,
  askingOf = () => asking,
  facts,
  questionsOf,
  listsOf = async () => [],
  drawn,
}: Props) {
  const t = useText()
  const { headingUnit } = useFigure()
  const money = useMoneyScale()
  const take = useTakePicture()
  const { dictionary, name } = facts

  const asksOf = (panel: ViewPanel): readonly Question[] =>
    specialOf(view, panel.id) ? questionsOf(panel) : [questionOf(panel, askingOf(panel), dictionary.knows)]

  async function figuresOf(panel: ViewPanel): Promise<TablePart[]> {
    const asks = asksOf(panel)
    const title = t(panel.title)
    const answers = await Promise.all(asks.map(wholeAnswer))
    return answers.flatMap((answer, index) => {
      const question = asks[index]
      if (!question || answer.columns.length === 0) return []
      const own = asks.length > 1 ? `${title} ${questionName(question, dictionary, t)}` : title
      return [tableOf(own.slice(0, 200), question, answer, dictionary, { t, headingUnit })]
    })
  }
  async function pictureOf(panel: ViewPanel): Promise<Blob | undefined> {
    return take?.(drawn(panel, 12), {
      theme: 'light',
      width: paperWidth,
      type: 'image/jpeg',
      scale: 1.5,
      isBare: true,
    })
  }

  async function parts(format: ExportFormat): Promise<ExportPart[]> {
    const [lists, figures] = await Promise.all([
      Promise.all(panels.map(listsOf)),
      Promise.all(panels.map(figuresOf)),
    ])
    if (format !== 'pdf') return panels.flatMap((_, at) => [...(lists[at] ?? []), ...(figures[at] ?? [])])
    const count = [...lists, ...figures].flat().length
    const most = Math.min(rowsOnPaper, Math.floor(exportLimits.pdfRows / Math.max(1, count)))
    const pages: ExportPart[] = []
    for (const [at, panel] of panels.entries()) {
      const own = lists[at] ?? []
      // What is a table anyway is set as one, with all its rows; a picture of it would show the first of them.
      const isTable = own.length > 0 || asTables.has(panel.kind)
      const picture = isTable ? undefined : await pictureOf(panel)
      if (picture) pages.push({ title: '', picture: await dataUrl(picture) })
      // A piece of its own is read as it is drawn: the figures behind it are for spreadsheets; key figures are all in their picture.
      const isRead =
        picture !== undefined && (specialOf(view, panel.id) !== undefined || panel.kind === 'kpi')
      const tables = isRead
        ? []
        : specialOf(view, panel.id) && isTable
          ? own
          : [...own, ...(figures[at] ?? [])]
      pages.push(...tables.map(table => shortened(table, most)))
    }
    return pages
  }
  /** What is left out is said where it is left out. */
  const shortened = (table: TablePart, most: number): TablePart =>
    table.rows.length <= most
      ? table
      : {
          ...table,
          rows: table.rows.slice(0, most),
          title: t(
            {
              zh: '{title}（共 {all} 行，此处前 {most} 行；全部见 Excel）',
              en: '{title} (the first {most} of {all} rows; Excel has them all)',
            },
            { title: table.title.slice(0, 120), all: table.rows.length, most },
          ),
        }

  /** What is long is made by a job: every row of every panel, in the list of exports when it is done. */
  async function inBackground(format: ExportFormat): Promise<boolean> {
    if (format === 'pdf') return false
    const asks = panels.flatMap(panel => asksOf(panel).map(question => ({ panel, question })))
    const answers = await Promise.all(
      asks.map(({ question }) =>
        queryClient.fetchQuery({ ...analysisQueries.question(question), staleTime: 30_000 }),
      ),
    )
    if (answers.reduce((sum, { meta }) => sum + meta.rowCount, 0) <= longRows) return false
    await api.exportJobs.submit({
      body: {
        kind: 'page',
        name: fileStem(name, facts).slice(0, 100),
        format,
        money,
        sheets: asks.map(({ panel, question: { limit, top, ...question } }, index) => ({
          title: `${index + 1} ${t(panel.title)}`.slice(0, 100),
          question,
        })),
      },
    })
    toast.success({
      zh: '数据较多，已转到后台生成，完成后在「报表 › 综合导出」下载',
      en: 'There is much of it: it is being made, to be fetched under Reports › Overall export',
    })
    return true
  }

  const pageOf = () => (
    <PictureSheet panels={panels} isPage>
      <div className="page-grid">{panels.map((panel, index) => drawn(panel, widths[index] ?? 12))}</div>
    </PictureSheet>
  )
  const files: DrawnFiles = !take
    ? {}
    : {
        ...(view.exports.includes('jpg')
          ? {
              jpg: async () => ({
                fileName: `${fileStem(name, facts)}.jpg`,
                data: await take(pageOf(), { theme: 'light', width: pageWidth, type: 'image/jpeg' }),
              }),
            }
          : {}),
        ...(view.exports.includes('zip')
          ? {
              zip: async () => ({
                fileName: `${fileStem(name, facts)}.zip`,
                data: await archiveOf(await shownPictures()),
              }),
            }
          : {}),
      }

  /** Each panel as a picture, and the pictures that the panels show. */
  async function shownPictures() {
    const at = new Date()
    const entries: Parameters<typeof archiveOf>[0][number][] = []
    for (const panel of panels) {
      if (!take) continue
      const sheet = <PictureSheet panels={[panel]}>{drawn(panel, 12)}</PictureSheet>
      const blob = await take(sheet, { theme: 'light', width: paperWidth, type: 'image/png' })
      entries.push({ name: `${fileStem(t(panel.title), facts)}.png`, data: await bytesOf(blob), at })
      const shown = document.querySelectorAll<HTMLImageElement>(
        `.view-page [data-panel="${CSS.escape(panel.id)}"] img[src]`,
      )
      for (const [index, image] of [...shown].entries()) {
        const answer = await fetch(image.currentSrc || image.src)
        if (!answer.ok) throw new Error(`${answer.status} ${image.alt}`)
        const data = await answer.blob()
        const ending = data.type.split('/')[1]?.replace('jpeg', 'jpg') ?? 'jpg'
        const label = `${String(index + 1).padStart(3, '0')} ${image.alt}`
          .replace(/[\\/:*?"<>|\s]+/g, ' ')
          .trim()
        entries.push({ name: `${t(panel.title)}/${label}.${ending}`, data: await bytesOf(data), at })
      }
    }
    return entries
  }

  const formats = (['xlsx', 'csv', 'xls', 'pdf'] as const).filter(format => view.exports.includes(format))
  if (formats.length === 0 && Object.keys(files).length === 0) return null
  return (
    <ExportMenu
      name={name}
      scope={facts.scope}
      period={facts.period}
      filters={facts.filters}
      formats={formats}
      drawn={files}
      parts={parts}
      inBackground={inBackground}
    />
  )
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
