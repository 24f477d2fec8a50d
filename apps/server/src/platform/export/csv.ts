import type { TablePart } from '@aisle/contract'
import { type About, header } from './sheet-words.ts'

/**
 * Tables as CSV: UTF-8 with BOM, CRLF, quoted where needed. A text that a spreadsheet would run as a formula gets a
 * quote mark in front. Several tables stand under each other between empty lines, what they are about first, each with its
 * title; one by itself begins with its header, as programs read it.
 */
export const csvOf = (about: About, tables: readonly TablePart[]): Buffer =>
  blocksOf(tables.length > 1 ? [aboutLines(about)] : [], tables, csvLine)

/**
 * Tables parted by tabs under the ending .xls, as the inherited console wrote them: what they are about first, then each with
 * its title. UTF-8 with BOM, so that spreadsheets read the letters as they are.
 */
export const tabbedOf = (about: About, tables: readonly TablePart[]): Buffer =>
  blocksOf([aboutLines(about)], tables, tabbedLine)

const aboutLines = ({ name, facts }: About): Value[][] => [[name], ...facts.map(fact => [...fact])]

/** Blocks of lines between empty ones: what stands first, then the tables. */
function blocksOf(
  first: readonly (readonly Value[])[][],
  tables: readonly TablePart[],
  line: (values: readonly Value[]) => string,
): Buffer {
  const blocks = [
    ...first,
    ...tables.map(table => [
      ...(tables.length > 1 ? [[table.title]] : []),
      table.columns.map(header),
      ...table.rows.map(row => table.columns.map((_, index) => row[index] ?? null)),
    ]),
  ]
  return Buffer.from(`\uFEFF${blocks.map(rows => rows.map(line).join('\r\n')).join('\r\n\r\n')}\r\n`, 'utf8')
}

/** Tabs and line ends inside a text become spaces: nothing here can be quoted. */
export const tabbedLine = (values: readonly Value[]): string =>
  values
    .map(value => (typeof value === 'string' ? safe(value.replace(/[\t\r\n]+/g, ' ')) : String(value ?? '')))
    .join('\t')

type Value = string | number | null
export const csvLine = (values: readonly Value[]): string => values.map(written).join(',')

/** Lines as bytes, some thousand at a time, as they come. */
export async function* csvStream(
  blocks: AsyncIterable<readonly (readonly Value[])[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF', 'utf8')
  for await (const lines of blocks)
    if (lines.length > 0) yield Buffer.from(`${lines.map(csvLine).join('\r\n')}\r\n`, 'utf8')
}

function written(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = safe(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A text that a spreadsheet would run gets a quote mark in front: also behind blanks, which some leave out, and with the wide signs
 * of Chinese keyboards, which some take for the narrow ones.
 */
const safe = (value: string): string =>
  /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(value) && !/^[+-]?[\d.,]+%?$/.test(value) ? `'${value}` : value
