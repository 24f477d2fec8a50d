import type { ExportColumn, ExportPart, TablePart } from '@aisle/contract'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { pdfOf } from '../pdf.ts'
import { type About, header, words } from './sheet-words.ts'

const ink = { text: '#17202E', hint: '#667284', line: '#E3E7ED', head: '#F4F6F9' }

/** Tables and pictures on A4, lying where a table is wide; every page says what it is, of when, by whom, and its number. */
export function pdfTables(about: About, parts: readonly ExportPart[]): Promise<Buffer> {
  const pieces = parts.flatMap((part): ExportPart[] => ('columns' in part ? sideBySide(part) : [part]))
  const isWide = pieces.some(part => 'columns' in part && part.columns.length > 7)
  const width = isWide ? 841.89 - 72 : 595.28 - 72
  const page: TDocumentDefinitions = {
    pageSize: 'A4',
    pageOrientation: isWide ? 'landscape' : 'portrait',
    pageMargins: [36, 48, 36, 40],
    info: { title: about.name, creator: 'Aisle' },
    // A title stands on the page on which its table or picture begins.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === titleLevel &&
      nodes.getFollowingNodesOnPage().every(({ text, image }) => text === undefined && image === undefined),
    defaultStyle: { fontSize: 8, color: ink.text, lineHeight: 1.15 },
    header: {
      margin: [36, 20, 36, 0],
      columns: [
        { text: about.name, bold: true, fontSize: 9 },
        {
          text: about.facts
            .slice(0, 2)
            .map(([, value]) => value)
            .join(' · '),
          color: ink.hint,
          alignment: 'right',
        },
      ],
    },
    footer: (current, all) => ({
      margin: [36, 10, 36, 0],
      columns: [
        {
          text: about.facts
            .slice(-2)
            .map(([, value]) => value)
            .join(' · '),
          color: ink.hint,
        },
        {
          text: words.page[about.language].replace('{page}', String(current)).replace('{all}', String(all)),
          color: ink.hint,
          alignment: 'right',
        },
      ],
    }),
    content: [
      { text: about.name, fontSize: 16, bold: true, margin: [0, 0, 0, 6] },
      {
        text: about.facts.map(([label, value]) => `${label}: ${value}`).join('    '),
        color: ink.hint,
        margin: [0, 0, 0, 10],
      },
      ...pieces.map(
        (part): Content =>
          'columns' in part
            ? { stack: [...title(part.title), table(part, about)], margin: [0, 0, 0, 12] }
            : {
                stack: [...title(part.title), { image: part.picture, fit: [width, 360] }],
                margin: [0, 0, 0, 12],
                unbreakable: true,
              },
      ),
    ],
  }
  return pdfOf(page)
}

const mostColumns = 12

/** A table that is wider than a page as several, each with what its rows are called. */
export function sideBySide(part: TablePart): TablePart[] {
  const { columns, rows, title: name } = part
  if (columns.length <= mostColumns) return [part]
  const first = columns.findIndex(({ kind }) => kind !== 'text')
  const keys = Math.min(3, Math.max(1, first))
  const each = mostColumns - keys
  const count = Math.ceil((columns.length - keys) / each)
  return Array.from({ length: count }, (_, at) => {
    const from = keys + at * each
    const of = <T>(list: readonly T[]): T[] => [...list.slice(0, keys), ...list.slice(from, from + each)]
    return { title: `${name} ${at + 1}/${count}`.trim(), columns: of(columns), rows: rows.map(of) }
  })
}

const titleLevel = 1

/** None where the picture says it itself. */
const title = (text: string): Content[] =>
  text === '' ? [] : [{ text, fontSize: 11, bold: true, margin: [0, 4, 0, 4], headlineLevel: titleLevel }]

const isNumber = ({ kind }: ExportColumn) => kind === 'number' || kind === 'percent' || kind === 'money'

function table(part: TablePart, about: About): Content {
  if (part.rows.length === 0) return { text: words.none[about.language], color: ink.hint }
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: part.columns.map(column => (isNumber(column) ? 'auto' : '*')),
      body: [
        part.columns.map(column => ({
          text: header(column),
          color: ink.hint,
          fillColor: ink.head,
          alignment: isNumber(column) ? ('right' as const) : ('left' as const),
        })),
        ...part.rows.map(row =>
          part.columns.map((column, at) => ({
            text: shown(row[at] ?? null, column),
            alignment: isNumber(column) ? ('right' as const) : ('left' as const),
          })),
        ),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => ink.line,
      paddingTop: () => 3,
      paddingBottom: () => 3,
    },
  }
}

const digits = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function shown(value: string | number | null, { kind }: ExportColumn): string {
  if (value === null) return '—'
  if (typeof value === 'string') return value
  if (kind === 'percent') return value.toFixed(1)
  return kind === 'money' ? money.format(value) : digits.format(value)
}
