import type { AnalysisAnswer, ExportColumn, Question, TablePart, Text } from '@aisle/contract'
import { cellOf, type FigureKind, figureColumns, memberOf } from '../../lib/figures/figure.ts'
import type { Dictionary } from '../../lib/figures/use-question.ts'

type Words = {
  t(text: Text, values?: Record<string, string | number>): string
  /** The unit of a column, and how many of the figure's own unit one of it is. */
  headingUnit(kind: FigureKind): { text: string; size: number }
}

/** Said by the value itself or by columns that are there anyway. */
const silent = new Set(['growth', 'difference', 'sparkline', 'effect', 'total', 'sameMoment'])
const ofShares = new Set(['share', 'topShare', 'progress'])
/** Numbers without the unit of what they are of, by their decimals. */
const plainPlaces: Readonly<Record<string, number>> = { rank: 0, index: 1 }

const label = {
  compared: { zh: '{label} 对比', en: '{label}, compared' },
  growth: { zh: '{label} 增幅', en: '{label}, growth' },
  low: { zh: '{label} 下限(95%)', en: '{label}, low (95%)' },
  high: { zh: '{label} 上限(95%)', en: '{label}, high (95%)' },
  base: { zh: '{label} 预期', en: '{label}, expected' },
  rate: { zh: '{label} 增幅(对预期)', en: '{label}, over expected' },
  calc: { zh: '{label} {calc}', en: '{label}, {calc}' },
}

/**
 * An answer as a table of raw numbers: its groups, each figure with what it is held against and what was calculated beside it.
 * Nothing unknown becomes nought.
 */
export function tableOf(
  title: string,
  question: Question,
  answer: AnalysisAnswer,
  dictionary: Pick<Dictionary, 'calc'>,
  { t, headingUnit }: Words,
): TablePart {
  const isCompared = question.compare !== undefined
  const keys = answer.columns.filter(({ kind }) => kind !== 'metric')
  const figures = figureColumns(answer).map(column => {
    const own = kindOf(column.unit)
    const { text, size } = headingUnit(column)
    const sign = own === 'percent' ? '' : text
    const figure = (name: string, kind: ExportColumn['kind'], field: string, decimals = column.decimals) => ({
      column: {
        title: name,
        kind,
        ...(sign === '' || kind !== own ? {} : { unit: sign }),
        ...(kind === 'number' && decimals !== undefined ? { decimals } : {}),
      },
      field,
      id: column.id,
      size: kind === own ? size : 1,
    })
    const asked = new Set([...(question.calc ?? []), ...(column.calc === undefined ? [] : [column.calc])])
    return [
      figure(column.label, own, 'current'),
      ...(column.calc === 'uplift'
        ? [
            figure(t(label.base, { label: column.label }), own, 'base'),
            figure(t(label.rate, { label: column.label }), 'percent', 'rate'),
          ]
        : []),
      ...(asked.has('effect') || column.calc === 'uplift'
        ? (['low', 'high'] as const).map(field =>
            figure(t(label[field], { label: column.label }), own, field),
          )
        : []),
      ...(isCompared
        ? [
            figure(t(label.compared, { label: column.label }), own, 'compared'),
            figure(t(label.growth, { label: column.label }), 'percent', 'growth'),
          ]
        : []),
      ...[...asked]
        .filter(name => !silent.has(name) && answer.rows.some(row => numberIn(row, column.id, name) !== null))
        .map(name =>
          figure(
            t(label.calc, {
              label: column.label,
              calc: t(dictionary.calc(name)?.label ?? { zh: name, en: name }),
            }),
            ofShares.has(name) ? 'percent' : name in plainPlaces ? 'number' : own,
            name,
            plainPlaces[name],
          ),
        ),
    ]
  })
  const columns = figures.flat()
  const total = answer.totals
  return {
    title,
    columns: [
      ...keys.map(({ label: name }) => ({ title: name, kind: 'text' as const })),
      ...columns.map(({ column }) => column),
    ],
    rows: [
      ...answer.rows.map(row => [
        ...keys.map(({ id }) => memberOf(row, id).name),
        ...columns.map(({ id, field, size }) => inUnits(numberIn(row, id, field), size)),
      ]),
      ...(total && keys.length > 0
        ? [
            [
              ...keys.map((_, index) => (index === 0 ? t({ zh: '合计', en: 'Total' }) : '')),
              ...columns.map(({ id, field, size }) => inUnits(numberIn(total, id, field), size)),
            ],
          ]
        : []),
    ],
  }
}

const kindOf = (unit: string | undefined): ExportColumn['kind'] =>
  unit === 'percent' ? 'percent' : unit === 'money' || unit === 'moneyPerM2' ? 'money' : 'number'

const inUnits = (value: number | null, size: number): number | null =>
  value === null || size === 1 ? value : Math.round((value / size) * 1e6) / 1e6

function numberIn(row: AnalysisAnswer['rows'][number], id: string, field: string): number | null {
  const value: unknown = Object.entries(cellOf(row, id)).find(([name]) => name === field)?.[1]
  return typeof value === 'number' ? value : null
}

/** What a question is about, in a few words: `客流人次 · 门店`. */
export function questionName(question: Question, dictionary: Dictionary, t: Words['t']): string {
  const metrics = question.metrics.map(metric => {
    const id = typeof metric === 'string' ? metric : metric.metric
    return t(dictionary.metric(id)?.label ?? { zh: id, en: id })
  })
  const groups = (question.dimensions ?? []).map(id =>
    t(dictionary.dimension(id)?.label ?? { zh: id, en: id }),
  )
  const shown = [...new Set(metrics)]
  return [
    shown.slice(0, 3).join(t({ zh: '、', en: ', ' })) + (shown.length > 3 ? '…' : ''),
    ...groups,
    ...(question.granularity && question.granularity !== 'none' ? [t({ zh: '时间', en: 'Time' })] : []),
  ].join(' · ')
}
