import {
  AppError,
  exportJobLimits,
  type FullQuestion,
  type JobFormat,
  type MoneyScale,
  type SheetLayout,
  type Text,
} from '@aisle/contract'
import { csvLine, tabbedLine } from '../../platform/export/csv.ts'
import { header } from '../../platform/export/sheet-words.ts'
import { sheetNames, xlsxSheets, xlsxStream } from '../../platform/export/xlsx.ts'
import type { Caller } from '../../platform/http/request.ts'
import { type AnalysisService, type AnswerLines, answerLines } from '../analysis/service.ts'

type Value = string | number | null
type Language = keyof Text
export type Sheet = {
  title: string
  questions: readonly FullQuestion[]
  layout?: SheetLayout | undefined
}
type Wanted = { sheets: readonly Sheet[]; format: JobFormat; money: MoneyScale; leastGroup: number }
type Maker = { caller: Caller; language: Language; now: Date }

export const mimes: Record<JobFormat | 'zip', string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  xls: 'application/vnd.ms-excel',
  zip: 'application/zip',
}

const tooLong = {
  zh: `一个多表工作簿最多 ${exportJobLimits.workbookRows} 行，请改用 CSV 或缩小范围`,
  en: `A workbook of several sheets has at most ${exportJobLimits.workbookRows} rows. Take CSV, or narrow it.`,
}

/** How far a file is. */
export type Progress = { rows: number; share: number }

/**
 * A file of several sheets, written while the answers are read. `told` hears of every block; what it throws ends the file.
 * @throws AppError as the questions do, before or between two blocks
 */
export async function jobFile(
  analysis: AnalysisService,
  { sheets, format, money, leastGroup }: Wanted,
  maker: Maker,
  told: (progress: Progress) => Promise<void>,
): Promise<AsyncIterable<Uint8Array>> {
  let done = 0
  let before = 0
  /** The lines of one sheet: its questions one after the other under one head. */
  async function open({ title, questions, layout }: Sheet) {
    const [first, ...others] = questions
    if (!first) throw new Error('a sheet asks nothing')
    const linesOf = (question: FullQuestion) =>
      answerLines(analysis, { question, name: title, layout, money }, maker, leastGroup)
    const begun = await linesOf(first)
    async function* rows() {
      yield* watched(begun, 0)
      for (const [index, question] of others.entries()) {
        const lines = await linesOf(question)
        yield [[], ...lines.head.slice(1, 2)]
        yield* watched(lines, index + 1)
      }
      done += 1
    }
    async function* watched(lines: AnswerLines, at: number) {
      for await (const block of lines.rows) {
        const share = (done + (at + lines.share()) / questions.length) / sheets.length
        await told({ rows: before + lines.count(), share: Math.min(1, share) })
        yield block
      }
      before += lines.count()
    }
    return { title, head: begun.head, columns: begun.columns, rows: rows() }
  }

  const [only, ...more] = sheets
  if (!only) throw new Error('a file without a sheet')
  if (format === 'xlsx' && more.length === 0) {
    const { title, columns, head, rows } = await open(only)
    return xlsxStream(title, columns, head, rows)
  }
  if (format === 'xlsx') return once(await workbook())
  // The first is opened before the first byte: what is refused is no file.
  const begun = await open(only)
  return text(format, begun, more, open)

  /** Several sheets are put together at once, so that they are bounded; one by itself is not. */
  async function workbook(): Promise<Buffer> {
    const names = sheetNames(sheets.map(({ title }) => title))
    const made = []
    let count = 0
    for (const [index, sheet] of sheets.entries()) {
      const { head, columns, rows } = await open(sheet)
      const lines: Value[][] = []
      for await (const block of rows) {
        count += block.length
        if (count > exportJobLimits.workbookRows) throw new AppError('ruleBroken', tooLong)
        for (const line of block) lines.push([...line])
      }
      made.push({ name: names[index] ?? `Sheet${index + 1}`, head, columns, rows: lines })
    }
    return xlsxSheets(made)
  }
}

type Opened = {
  title: string
  head: AnswerLines['head']
  columns: AnswerLines['columns']
  rows: AsyncIterable<readonly (readonly Value[])[]>
}

async function* text(
  format: JobFormat,
  first: Opened,
  more: readonly Sheet[],
  open: (sheet: Sheet) => Promise<Opened>,
): AsyncGenerator<Buffer> {
  const line = format === 'csv' ? csvLine : tabbedLine
  const written = (rows: readonly (readonly Value[])[]) =>
    Buffer.from(rows.map(row => `${line([...row])}\r\n`).join(''), 'utf8')
  yield Buffer.from('\uFEFF', 'utf8')
  for (const [index, sheet] of [undefined, ...more].entries()) {
    const { head, columns, rows } = sheet ? await open(sheet) : first
    yield written([...(index > 0 ? [[]] : []), ...head, columns.map(header)])
    for await (const block of rows) yield written(block)
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}
