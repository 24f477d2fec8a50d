import {
  type Asked,
  dimensionOf,
  type MetricName,
  metricOf,
  rounded,
  type Shaped,
  written,
} from '@aisle/analysis'
import type { AnalysisAnswer, AnalysisCell, FullQuestion } from '@aisle/contract'

type Row = AnalysisAnswer['rows'][number]
type Ask = (question: FullQuestion) => Promise<AnalysisAnswer>

/**
 * The rows of an answer: where the question asks for the first few of a dimension these alone, and all others as one row that is
 * asked for anew, so that people count once.
 */
export async function firstOf(shaped: Shaped, asked: Asked, ask: Ask): Promise<Row[]> {
  const { question } = asked
  const { top } = question
  const all = shaped.rows.map(row => written(row, asked, (_, id) => id))
  const dimension = top && asked.dimensions.find(name => name === top.dimension)
  if (!top || !dimension) return all
  const weights = await weightsOf(top.by ?? asked.metrics[0]?.key ?? '', dimension, shaped, asked, ask)
  const first = [...weights]
    .sort(([, a], [, b]) => b - a)
    .slice(0, top.count)
    .map(([id]) => id)
  const isFirst = new Set(first)
  const rows = all.filter((_, at) => isFirst.has(shaped.rows[at]?.place.members[dimension] ?? ''))
  if (!top.others || weights.size <= top.count) return rows
  const { unknown } = dimensionOf(dimension)
  const left = [...first, ...(unknown === undefined ? [] : [unknown])]
  const others = await ask({
    ...question,
    dimensions: question.dimensions.filter(name => name !== dimension),
    filters: [...question.filters, { member: dimension, op: 'notIn', values: left }],
    order: question.order.filter(({ by }) => by !== dimension),
    top: undefined,
    totals: false,
  })
  return [
    ...rows,
    ...others.rows.map(row => ({
      ...amongAll(row, shaped.totals, asked),
      [dimension]: { id: 'others', name: 'others' },
    })),
  ]
}

/**
 * What the first are chosen by: the sum of a group's rows, or, where rows do not add up (people, rates), its figure of the whole
 * period.
 */
async function weightsOf(
  key: string,
  dimension: string,
  { rows }: Shaped,
  { metrics, grain, dimensions, question }: Asked,
  ask: Ask,
): Promise<Map<string, number>> {
  const metric = metrics.find(one => one.key === key)
  const isWhole = grain === 'none' && dimensions.length === 1
  const weights = new Map<string, number>()
  if (!metric || isWhole || (metric.calc === undefined && addsUp(metric.name))) {
    for (const { place, cells } of rows) {
      const id = place.members[dimension] ?? ''
      weights.set(id, (weights.get(id) ?? 0) + (cells[key]?.current ?? 0))
    }
    return weights
  }
  const { compare: _, ...plain } = question
  const answer = await ask({
    ...plain,
    dimensions: [dimension],
    granularity: 'none',
    calc: [],
    order: [],
    limit: undefined,
    offset: 0,
    top: undefined,
    totals: false,
  })
  for (const row of answer.rows) {
    const member = row[dimension]
    if (typeof member === 'object' && member !== null && 'id' in member)
      weights.set(String(member.id), cellOf(row, key)?.current ?? 0)
  }
  return weights
}

const addsUp = (name: MetricName): boolean => ['full', 'nodes'].includes(metricOf(name).additivity)

function cellOf(row: Row, key: string): AnalysisCell | undefined {
  const cell = row[key]
  return typeof cell === 'object' && cell !== null && 'current' in cell ? cell : undefined
}

/** What a calculation says of all other groups as one: their share is of the whole, and they have no rank among single ones. */
function amongAll(row: Row, totals: Shaped['totals'], { metrics }: Asked): Row {
  const cells = metrics.flatMap(({ key }) => {
    const cell = cellOf(row, key)
    if (!cell) return []
    const kept = { ...cell, rank: undefined, index: undefined, cumulative: undefined, topShare: undefined }
    const whole = totals?.[key]?.current ?? 0
    const share = cell.current === null || whole === 0 ? null : rounded((cell.current / whole) * 100, 4)
    return [[key, 'share' in cell ? { ...kept, share } : kept] as const]
  })
  return { ...row, ...Object.fromEntries(cells) }
}
