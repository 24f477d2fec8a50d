import type { ExportColumn, TablePart } from '@aisle/contract'
import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'
import { type About, header, words } from './sheet-words.ts'

/**
 * How the cells of a column are shown; undefined leaves it to the spreadsheet. A format with optional decimals would leave a
 * point behind whole numbers.
 */
function formatOf({ kind, decimals }: ExportColumn): string | undefined {
  if (kind === 'percent') return '0.0'
  if (kind === 'money') return '#,##0.00'
  if (kind !== 'number' || decimals === undefined) return undefined
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`
}

/** As many decimals as any value of a column has, two at most. */
function decimalsIn(table: TablePart, at: number): number {
  let most = 0
  for (const row of table.rows) {
    const value = row[at]
    if (typeof value !== 'number' || Number.isInteger(value)) continue
    most = Math.max(most, Math.round(value * 10) / 10 === value ? 1 : 2)
    if (most === 2) break
  }
  return most
}

const bold = { font: { bold: true } }

/**
 * A workbook: first what it is about (scope, dates, filters, who and when), then a sheet a table with raw numbers, units
 * in the header and the header kept in sight.
 */
export async function xlsxOf(about: About, tables: readonly TablePart[]): Promise<Buffer> {
  const names = sheetNames([words.about[about.language], ...tables.map(table => table.title)])
  const data = await writeXlsx({
    sheets: [
      {
        name: names[0] ?? 'About',
        columns: [{ width: 16 }, { width: 60 }],
        rows: [[about.name], [], ...about.facts.map(([label, value]) => [label, value])],
        cells: new Map([['0,0', { style: { font: { bold: true, size: 14 } } }]]),
      },
      ...tables.map((table, index) => ({
        name: names[index + 1] ?? `Sheet${index + 1}`,
        columns: table.columns.map((column, at) => {
          const format = formatOf({ ...column, decimals: column.decimals ?? decimalsIn(table, at) })
          return { width: widthOf(table, at), ...(format ? { numFmt: format } : {}) }
        }),
        rows: [
          table.columns.map(header),
          ...table.rows.map(row => table.columns.map((_, at) => row[at] ?? null)),
        ],
        cells: new Map(table.columns.map((_, at) => [`0,${at}`, { style: bold }])),
        freezePane: { rows: 1, columns: 1 },
      })),
    ],
  })
  return Buffer.from(data)
}

type Lines = readonly (readonly (string | number | null)[])[]

/** A workbook of several tables that are there already; above each stands its head. */
export async function xlsxSheets(
  sheets: readonly { name: string; head: Lines; columns: readonly ExportColumn[]; rows: Lines }[],
): Promise<Buffer> {
  const data = await writeXlsx({
    sheets: sheets.map(({ name, head, columns, rows }) => ({
      name,
      columns: columns.map(shownAs),
      rows: [...head.map(line => [...line]), columns.map(header), ...rows.map(line => [...line])],
      cells: new Map([
        ['0,0', { style: bold }],
        ...columns.map((_, at) => [`${head.length},${at}`, { style: bold }] as const),
      ]),
      freezePane: { rows: head.length + 1, columns: 1 },
    })),
  })
  return Buffer.from(data)
}

const mostRows = 1_048_576

/**
 * A workbook of one table, written while its rows come: what is held is a block of them. `head` stands above the table and
 * again on every further sheet, where one is full.
 */
export function xlsxStream(
  name: string,
  columns: readonly ExportColumn[],
  head: readonly (readonly (string | number | null)[])[],
  blocks: AsyncIterable<readonly (readonly (string | number | null)[])[]>,
): ReadableStream<Uint8Array> {
  const top = [...head, columns.map(header)]
  async function* rows() {
    let row = 0
    for await (const block of blocks)
      for (const values of block) {
        if (row % mostRows === 0)
          for (const line of top) {
            row++
            yield [...line]
          }
        row++
        yield [...values]
      }
    if (row === 0) for (const line of top) yield [...line]
  }
  return writeXlsxStream(rows(), {
    name: sheetNames([name])[0] ?? 'Sheet1',
    columns: columns.map(shownAs),
    freezePane: { rows: top.length },
    maxRowsPerSheet: mostRows,
    repeatHeaders: false,
    zip64: true,
  })
}

/** A column whose rows are not there yet. */
function shownAs(column: ExportColumn) {
  const format = formatOf(column)
  return {
    width: Math.min(60, Math.max(12, places(header(column)) + 2)),
    ...(format ? { numFmt: format } : {}),
  }
}

/** Chinese takes two places. */
const places = (text: string) =>
  [...text].reduce((sum, sign) => sum + (/\p{Script=Han}/u.test(sign) ? 2 : 1), 0)

function widthOf(table: TablePart, at: number): number {
  const column = table.columns[at]
  const longest = Math.max(
    column ? places(header(column)) : 0,
    ...table.rows.slice(0, 200).map(row => places(String(row[at] ?? ''))),
  )
  return Math.min(60, Math.max(8, longest + 2))
}

/** Names that a workbook accepts: 31 signs, none of `[]:*?/\`, each once whatever its case. */
export function sheetNames(wanted: readonly string[]): string[] {
  const used = new Set<string>()
  return wanted.map((name, index) => {
    const clean =
      name
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim()
        .slice(0, 28) || `Sheet${index + 1}`
    let unique = clean
    for (let count = 2; used.has(unique.toLowerCase()); count++) unique = `${clean.slice(0, 26)} ${count}`
    used.add(unique.toLowerCase())
    return unique
  })
}
