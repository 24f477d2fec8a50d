import { Readable } from 'node:stream'
import { streamCsvRows } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { unpackedBytes } from '../../platform/unpacked.ts'

const importFormats = ['csv', 'xlsx', 'ndjson', 'json'] as const
export type ImportFormat = (typeof importFormats)[number]

export type Cell = string | number | boolean | Date | null | undefined
/** A record of a table, by the titles of its columns, or a value as it stands in a file of JSON. */
export type FileRecord = {
  /** As an editor or a spreadsheet numbers it, from 1. */
  line: number
  cells?: ReadonlyMap<string, Cell>
  value?: unknown
  /** Bytes of the file that were read by then. */
  bytes: number
}

/** A file that is no table of the kind that its name says; the message is for its owner. */
export class UnreadableFile extends Error {}
/** A file that would take more memory than a server has for it. */
export class OversizedFile extends UnreadableFile {}

/** Signs of one record of a table, or of one line of JSON: more is a quote that is never closed, or no such file. */
const mostSigns = { record: 5_000_000, line: 20_000_000 }
/** Bytes of an unpacked workbook. */
const workbookMost = 400_000_000

/** By the ending of the name. */
export function formatOf(fileName: string): ImportFormat | undefined {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (ending === 'jsonl') return 'ndjson'
  if (ending === 'txt' || ending === 'tsv') return 'csv'
  return importFormats.find(format => format === ending)
}

/**
 * The records of a file, read as they are wanted: a file may be larger than the memory, except workbooks and JSON arrays.
 * Tables have their titles in the first row; a CSV may be UTF-8 or GB 18030, and parted by commas, semicolons or tabs.
 * @throws UnreadableFile
 */
export async function* recordsOf(file: Readable, format: ImportFormat): AsyncGenerator<FileRecord> {
  if (format === 'csv') yield* csvRecords(file)
  else if (format === 'xlsx') yield* xlsxRecords(file)
  else if (format === 'ndjson') yield* jsonLines(file)
  else yield* jsonArray(file)
}

async function* csvRecords(file: Readable): AsyncGenerator<FileRecord> {
  let titles: string[] | undefined
  let delimiter = ','
  let line = 1
  for await (const { text, bytes } of wholeLines(file)) {
    if (!titles) delimiter = delimiterOf(text.slice(0, text.search(/\r?\n|$/)))
    for (const cells of rowsIn(text, delimiter)) {
      const at = line
      line += 1 + cells.reduce<number>((sum, cell) => sum + breaks(cell), 0)
      if (cells.every(cell => cell === null || cell === undefined || cell === '')) continue
      if (titles) yield { line: at, cells: named(titles, cells), bytes }
      else titles = cells.map(cell => String(cell ?? '').trim())
    }
  }
  if (!titles) throw new UnreadableFile('empty')
}

function rowsIn(text: string, delimiter: string) {
  try {
    return streamCsvRows(text, { delimiter })
  } catch (error) {
    throw new UnreadableFile('not a table', { cause: error })
  }
}

/** Pieces of text that end at the end of a record: a line break within quotes is none. */
async function* wholeLines(file: Readable): AsyncGenerator<{ text: string; bytes: number }> {
  let decoder: TextDecoder | undefined
  let rest = ''
  let bytes = 0
  for await (const part of file) {
    const piece: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part))
    decoder ??= new TextDecoder(encodingOf(piece))
    bytes += piece.length
    rest += decoder.decode(piece, { stream: true })
    const end = endOfRecords(rest)
    if (rest.length - end > mostSigns.record) throw new UnreadableFile('a record without end')
    if (end === 0) continue
    yield { text: rest.slice(0, end), bytes }
    rest = rest.slice(end)
  }
  rest += decoder?.decode() ?? ''
  if (rest.trim() !== '') yield { text: rest, bytes }
}

/** Behind the last line break that stands outside quotes. */
function endOfRecords(text: string): number {
  let isQuoted = false
  let end = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote) isQuoted = !isQuoted
    else if (letter === newLine && !isQuoted) end = at + 1
  }
  return end
}
const [quote, newLine] = [34, 10]

/** UTF-8, unless the beginning is none: then what spreadsheets in China write. */
function encodingOf(beginning: Buffer): string {
  try {
    // The last letter may be cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true })
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

function delimiterOf(header: string): string {
  const counts = [',', ';', '\t'].map(mark => ({ mark, count: header.split(mark).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ','
}

async function* xlsxRecords(file: Readable): AsyncGenerator<FileRecord> {
  const data = await whole(file)
  let titles: string[] | undefined
  try {
    if (unpackedBytes(data) > workbookMost) throw new OversizedFile('more than can be unpacked')
    for await (const { index, values } of streamXlsxRows(data)) {
      if (values.every(cell => cell === null || cell === undefined || cell === '')) continue
      if (titles) yield { line: index + 1, cells: named(titles, values), bytes: data.length }
      else titles = values.map(cell => String(cell ?? '').trim())
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('not a workbook', { cause: error })
  }
  if (!titles) throw new UnreadableFile('empty')
}

async function* jsonLines(file: Readable): AsyncGenerator<FileRecord> {
  let line = 0
  let rest = ''
  let bytes = 0
  const decoder = new TextDecoder()
  const read = (text: string): FileRecord | undefined => {
    line += 1
    if (text.trim() === '') return undefined
    try {
      return { line, value: JSON.parse(text), bytes }
    } catch {
      return { line, value: undefined, bytes }
    }
  }
  for await (const part of file) {
    const piece: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(String(part))
    bytes += piece.length
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > mostSigns.line) throw new UnreadableFile('a line without end')
    for (const text of lines) {
      const record = read(text)
      if (record) yield record
    }
  }
  const last = read(rest)
  if (last) yield last
}

async function* jsonArray(file: Readable): AsyncGenerator<FileRecord> {
  const data = await whole(file)
  let values: unknown
  try {
    values = JSON.parse(data.toString('utf8'))
  } catch (error) {
    throw new UnreadableFile('not JSON', { cause: error })
  }
  if (!Array.isArray(values)) throw new UnreadableFile('not a list')
  for (const [index, value] of values.entries()) yield { line: index + 1, value, bytes: data.length }
}

async function whole(file: Readable): Promise<Buffer> {
  return Buffer.concat(await file.toArray())
}

const named = (titles: readonly string[], cells: readonly Cell[]) =>
  new Map(titles.map((title, index) => [title, cells[index]]))
const breaks = (cell: Cell): number => (typeof cell === 'string' ? cell.split('\n').length - 1 : 0)

/** A file in memory, to be read like one on disk. */
export const fileOf = (data: Buffer): Readable => Readable.from([data])
