import type { AnalysisAnswer, AnalysisRow, Question, Text } from '@aisle/contract'
import { cellOf, memberOf } from '../../lib/figures/figure.ts'
import type { Asking } from '../views/ask.ts'
import type { DrawnKind } from '../views/kinds/names.ts'
import type { ViewPanel } from '../views/view.ts'
import { isSeries, metricIds } from './draft.ts'

export const chartNames = {
  kpi: { zh: '指标卡', en: 'Figures' },
  trend: { zh: '折线', en: 'Lines' },
  stacked: { zh: '柱形', en: 'Columns' },
  rank: { zh: '排行', en: 'Ranking' },
  pie: { zh: '饼图', en: 'Pie' },
  heatmap: { zh: '热力', en: 'Heat' },
  pivot: { zh: '透视', en: 'Pivot' },
} as const satisfies Partial<Record<DrawnKind, Text>>
export type ChartName = keyof typeof chartNames
export const chartOrder = Object.keys(chartNames) as ChartName[]

const why = {
  time: { zh: '需要按时间', en: 'Needs time' },
  noTime: { zh: '不能同时按时间', en: 'Not together with time' },
  one: { zh: '需要恰好一个维度', en: 'Needs exactly one dimension' },
  two: { zh: '需要两个维度', en: 'Needs two dimensions' },
  none: { zh: '不能有维度', en: 'Takes no dimension' },
  atMostOne: { zh: '最多一个维度', en: 'Takes one dimension at most' },
  axis: { zh: '需要时间或维度', en: 'Needs time or a dimension' },
  wholes: { zh: '此指标各组相加没有意义', en: 'Groups of this indicator do not add up to a whole' },
} as const satisfies Record<string, Text>

/** Why a question cannot be drawn in a way; undefined where it can. */
export function whyNot(chart: ChartName, question: Question, answer: AnalysisAnswer): Text | undefined {
  const groups = (question.dimensions ?? []).length
  const hasTime = isSeries(question)
  const axes = groups + (hasTime ? 1 : 0)
  switch (chart) {
    case 'kpi':
      return axes === 0 ? undefined : hasTime ? why.noTime : why.none
    case 'trend':
      return !hasTime ? why.time : groups > 1 ? why.atMostOne : undefined
    case 'stacked':
      return axes === 0 ? why.axis : axes > 2 ? why.atMostOne : undefined
    case 'rank':
      return hasTime ? why.noTime : groups === 1 ? undefined : why.one
    case 'pie':
      if (hasTime) return why.noTime
      if (groups !== 1) return why.one
      return answer.columns.find(({ kind }) => kind === 'metric')?.additivity === 'full'
        ? undefined
        : why.wholes
    case 'heatmap':
    case 'pivot':
      return axes === 2 ? undefined : why.two
  }
}

/** The first way that suits a question: lines over time, a ranking of groups, figures by themselves. */
export const usualChart = (question: Question, answer: AnalysisAnswer): ChartName | undefined =>
  (['kpi', 'trend', 'rank', 'heatmap', 'stacked', 'pivot'] as const).find(
    chart => whyNot(chart, question, answer) === undefined,
  )

/** A question as the panel that draws its answer. */
export function panelOf(question: Question, kind: ChartName, title: string): ViewPanel {
  const hasTime = isSeries(question)
  return {
    id: 'chart',
    kind,
    title: { zh: title, en: title },
    metrics: metricIds(question),
    by: [...(hasTime ? ['time'] : []), ...(question.dimensions ?? [])],
    ...(hasTime && question.granularity ? { granularity: [question.granularity] } : {}),
    ...(question.compare ? { compare: [question.compare.type] } : {}),
    ...(question.calc
      ? { calc: question.calc.filter(name => name === 'share' || name === 'cumulative') }
      : {}),
  }
}

/** What a question is asked about, as panels know it. */
export function askingOf(question: Question, answer: AnalysisAnswer): Asking {
  const [from = '', to = from] = answer.meta.range.split('~')
  return {
    scope: { kind: 'all' },
    shops: [],
    period: 'from' in question.period ? question.period : { from, to },
    ...(question.compare
      ? {
          compare: {
            type: question.compare.type,
            ...(question.compare.range ? { range: question.compare.range } : {}),
          },
        }
      : {}),
    ...(question.granularity ? { granularity: question.granularity } : {}),
    dayTypes: [],
    members: {},
    topN: mostRanked,
  }
}

export const mostLines = 6
/** Groups that a ranking shows. */
export const mostRanked = 50

/** A ranking stands in order of size, whatever order its question has not. */
export function ranked(question: Question, answer: AnalysisAnswer, key: string): AnalysisRow[] {
  if ((question.order ?? []).length > 0) return answer.rows
  const sizeOf = (row: AnalysisRow) => cellOf(row, key).current ?? Number.NEGATIVE_INFINITY
  return answer.rows.toSorted((a, b) => sizeOf(b) - sizeOf(a))
}

/** The rows of the groups with the most, where there are more than lines can be told apart; `cut` is how many there are. */
export function fewLines(question: Question, answer: AnalysisAnswer): { rows: AnalysisRow[]; cut?: number } {
  const [group, ...others] = question.dimensions ?? []
  const key = answer.columns.find(({ kind }) => kind === 'metric')?.id
  if (!isSeries(question) || group === undefined || others.length > 0 || key === undefined)
    return { rows: answer.rows }
  const sums = new Map<string, number>()
  for (const row of answer.rows) {
    const { id } = memberOf(row, group)
    sums.set(id, (sums.get(id) ?? 0) + (cellOf(row, key).current ?? 0))
  }
  if (sums.size <= mostLines) return { rows: answer.rows }
  const kept = new Set(
    [...sums]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, mostLines)
      .map(([id]) => id),
  )
  return { rows: answer.rows.filter(row => kept.has(memberOf(row, group).id)), cut: sums.size }
}
