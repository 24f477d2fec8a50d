import { dimensionOf, isDimension, isMetric, metricOf } from '@aisle/analysis'
import {
  type AnalysisRow,
  comparisons,
  type ExportColumn,
  type FileAnswer,
  type FullQuestion,
  granularities,
  type MoneyScale,
  type SheetLayout,
  type Text,
} from '@aisle/contract'
import { csvStream } from '../../platform/export/csv.ts'
import { fileStem } from '../../platform/export/file-name.ts'
import { header } from '../../platform/export/sheet-words.ts'
import { xlsxStream } from '../../platform/export/xlsx.ts'
import type { Caller } from '../../platform/http/request.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { columnsOf, type FileColumn, laidOut, numberIn } from './file-columns.ts'
import type { AnalysisService, AnswerStream } from './service.ts'
import { exportWords as words } from './text.ts'

type Language = keyof Text
type Wanted = {
  question: FullQuestion
  format: 'csv' | 'xlsx'
  name: string
  layout?: SheetLayout | undefined
  /** What amounts are written in; yuan where nothing is said. */
  money?: MoneyScale
}
type Maker = { caller: Caller; language: Language; now: Date }
type Value = string | number | null

const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The whole answer of a question as lines of a table: what stands above it, its columns, its rows as they are read. */
export type AnswerLines = {
  readonly head: readonly (readonly Value[])[]
  readonly columns: readonly ExportColumn[]
  readonly rows: AsyncIterable<readonly (readonly Value[])[]>
  readonly range: string
  /** Rows of figures so far. */
  count(): number
  /** How much was read, 0–1. */
  share(): number
}

/**
 * @param leastGroup figures of fewer people than this are left empty, and how many rows that are is said; the total is then left
 * out, too, since what is missing could be worked out from it
 */
export async function answerLines(
  analysis: AnalysisService,
  { question, name, layout, money }: Omit<Wanted, 'format'>,
  maker: Maker,
  leastGroup = 0,
): Promise<AnswerLines> {
  const { language } = maker
  // A file is the whole answer: totals come with it wherever there are rows to total.
  const isPlain = layout?.isPlain ?? false
  const answer = await analysis.stream({ ...question, totals: !isPlain }, maker.caller, language)
  const columns = laidOut(columnsOf(answer, question, language, money), layout, language)
  const state = { count: 0 }
  return {
    head: isPlain ? [] : await headOf(analysis, { question, name }, answer, maker),
    columns,
    rows: linesOf(answer, columns, language, state, { leastGroup, isPlain }),
    range: answer.about.range,
    count: () => state.count,
    share: answer.share,
  }
}

/**
 * The whole answer of a question as a file that is made while it is sent: title and filters, the rows, totals, how many rows
 * there are and what is to be known of them. @throws AppError as a question does
 */
export async function answerFile(
  analysis: AnalysisService,
  wanted: Wanted,
  maker: Maker,
): Promise<FileAnswer> {
  const { format, name } = wanted
  const { head, columns, rows, range } = await answerLines(analysis, wanted, maker)
  const days = range.split('~').map(day => day.replaceAll('-', ''))
  return {
    fileName: `${fileStem(name)}_${[...new Set(days)].join('-')}.${format}`,
    mime: mimes[format],
    data: format === 'csv' ? csvStream(withHead(head, columns, rows)) : xlsxStream(name, columns, head, rows),
  }
}

async function* withHead(
  head: readonly (readonly Value[])[],
  columns: readonly ExportColumn[],
  rows: AsyncIterable<readonly (readonly Value[])[]>,
) {
  yield [...head, columns.map(header)]
  yield* rows
}

async function* linesOf(
  { blocks, end }: AnswerStream,
  columns: readonly FileColumn[],
  language: Language,
  state: { count: number },
  { leastGroup, isPlain }: { leastGroup: number; isPlain: boolean },
): AsyncGenerator<Value[][]> {
  let few = 0
  for await (const rows of blocks) {
    state.count += rows.length
    if (rows.length > 0)
      yield rows.map(row => {
        const isFew = leastGroup > 0 && isOfFew(row, leastGroup)
        if (isFew) few += 1
        return columns.map(column => (isFew && column.kind !== 'text' ? null : column.valueOf(row)))
      })
  }
  const count = state.count
  const { totals, warnings } = await end()
  if (isPlain) return
  const shown = few > 0 ? undefined : totals
  const total = columns.map((column, index) =>
    index === 0 && column.kind === 'text' ? words.total[language] : shown ? column.valueOf(shown) : null,
  )
  yield [
    ...(shown ? [total] : []),
    [],
    [words.rows[language], count],
    ...warnings.map(one => [words.warning[language], one]),
    ...(few > 0 ? [[words.warning[language], words.few(few, leastGroup)[language]]] : []),
  ]
}

/** Whether a row is of fewer people than may be told, now or in the days it is held against. */
const isOfFew = ({ visitors }: AnalysisRow, leastGroup: number): boolean =>
  ['current', 'compared'].some(side => {
    const people = numberIn(visitors, side)
    return people !== null && people > 0 && people < leastGroup
  })

async function headOf(
  analysis: AnalysisService,
  { question, name }: Pick<Wanted, 'question' | 'name'>,
  { about }: AnswerStream,
  { caller, language, now }: Maker,
): Promise<Value[][]> {
  const filters = await Promise.all(
    question.filters.map(async ({ member, op, values }): Promise<Value[]> => {
      const named = isMetric(member)
        ? values.map(String)
        : await analysis.namesOf(member, values.map(String), caller, language)
      return [
        memberLabel(member, language),
        `${words.operators[op][language]} ${listed(named, language)}`.trim(),
      ]
    }),
  )
  const { compare, timeWindow, dayTypes: types, granularity } = question
  return [
    [name],
    [words.period[language], about.range.replace('~', ' – ')],
    ...(compare
      ? [
          [
            words.compare[language],
            `${comparisons[compare.type][language]} ${(about.comparedRange ?? '').replace('~', ' – ')}`,
          ],
        ]
      : []),
    [words.granularity[language], granularities[granularity][language]],
    [words.shops[language], about.shops],
    ...filters,
    ...(timeWindow ? [[words.window[language], `${timeWindow.from} – ${timeWindow.to}`]] : []),
    ...(types
      ? [[words.dayTypes[language], (await analysis.namesOf('dayType', types, caller, language)).join(', ')]]
      : []),
    ...(about.freshAt ? [[words.fresh[language], about.freshAt]] : []),
    [words.author[language], caller.realName],
    [words.time[language], legacyTimeOf(now, 'Asia/Shanghai').slice(0, 16)],
    [],
  ]
}

/** A cell holds 32,767 signs: of many names the first, and how many there are. */
const mostNamed = 100
const listed = (names: readonly string[], language: Language): string =>
  names.length <= mostNamed
    ? names.join(', ')
    : `${names.slice(0, mostNamed).join(', ')} ${words.andMore(names.length)[language]}`

function memberLabel(member: string, language: Language): string {
  if (isDimension(member)) return dimensionOf(member).label[language]
  return isMetric(member) ? metricOf(member).label[language] : words.area[language]
}
