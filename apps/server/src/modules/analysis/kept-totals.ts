import {
  type Asked,
  dimensionOf,
  growth,
  metricOf,
  rounded,
  type Shaped,
  type ShapedRow,
} from '@aisle/analysis'
import type { AnalysisAnswer, AnalysisCell, FullQuestion } from '@aisle/contract'

type Cells = Readonly<Record<string, AnalysisCell>>
type Ask = (question: FullQuestion) => Promise<AnalysisAnswer>

/** More members than this are no longer named one by one. */
const mostNamed = 5000

/**
 * The totals of the rows that filters by figures left over. Members of one dimension are asked for anew as one, so that people count
 * once and rates are divided after both sides are summed; of other rows what adds up is added up, and the rest stays blank.
 */
export async function totalsOfKept(shaped: Shaped, asked: Asked, ask: Ask): Promise<Cells> {
  const { question, dimensions, grain, groupFilters, metrics } = asked
  const [dimension, ...others] = dimensions
  const ids = shaped.kept.map(({ place }) => place.members[dimension ?? ''] ?? '')
  if (ids.length === 0) return Object.fromEntries(metrics.map(({ key }) => [key, { current: null }]))
  const isOfMembers = others.length === 0 && grain === 'none' && ids.length <= mostNamed
  if (dimension === undefined || !isOfMembers || dimensionOf(dimension).computed)
    return Object.fromEntries(metrics.map(metric => [metric.key, sumOf(metric, shaped.kept, asked)]))
  const ofFigures = new Set(groupFilters.map(({ member }) => member))
  const { rows } = await ask({
    ...question,
    dimensions: [],
    filters: [
      ...question.filters.filter(({ member }) => !ofFigures.has(member)),
      { member: dimension, op: 'in', values: ids },
    ],
    calc: [],
    order: [],
    limit: undefined,
    offset: 0,
    top: undefined,
    totals: false,
  })
  const [row] = rows
  return Object.fromEntries(metrics.map(({ key }) => [key, cellIn(row?.[key]) ?? { current: null }]))
}

const cellIn = (value: AnalysisAnswer['rows'][number][string] | undefined): AnalysisCell | undefined =>
  typeof value === 'object' && value !== null && 'current' in value ? value : undefined

function sumOf(
  { key, name }: Asked['metrics'][number],
  rows: readonly ShapedRow[],
  { compare, dimensions, question, metrics }: Asked,
): AnalysisCell {
  const { additivity } = metricOf(name)
  const wanted = question.metrics[metrics.findIndex(metric => metric.key === key)]
  const isPlain = typeof wanted !== 'object' || wanted.calc === undefined
  // A day of two activities is in the rows of both.
  const addsUp =
    isPlain && (additivity === 'full' || additivity === 'nodes') && !dimensions.includes('activity')
  const sum = (side: 'current' | 'compared'): number | null => {
    const known = addsUp ? rows.flatMap(({ cells }) => cells[key]?.[side] ?? []) : []
    return known.length === 0
      ? null
      : rounded(
          known.reduce((total, value) => total + value, 0),
          4,
        )
  }
  const current = sum('current')
  if (!compare) return { current }
  const compared = sum('compared')
  const difference = current === null || compared === null ? null : rounded(current - compared, 4)
  return { current, compared, difference, growth: growth(current, compared) }
}
