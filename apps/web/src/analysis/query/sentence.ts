import { comparisons, granularities, periodPresets, type Question, type Text } from '@aisle/contract'
import type { Dictionary } from '../../lib/figures/use-question.ts'
import { calcOf, type Metric, metricId } from './draft.ts'

type Translate = (text: Text, values?: Record<string, string | number>) => string

export function metricName(metric: Metric, dictionary: Dictionary, t: Translate): string {
  const id = metricId(metric)
  const calc = calcOf(metric)
  const name = t(dictionary.metric(id)?.label ?? { zh: id, en: id })
  return calc === undefined ? name : `${name} · ${t(dictionary.calc(calc)?.label ?? { zh: calc, en: calc })}`
}

export const dimensionName = (id: string, dictionary: Dictionary, t: Translate): string =>
  t(dictionary.dimension(id)?.label ?? { zh: id, en: id })

/** `2026-11-01 至 2026-11-20`, `近 30 天`. */
export const periodName = ({ period }: Pick<Question, 'period'>, t: Translate): string =>
  'preset' in period
    ? t(periodPresets[period.preset])
    : t({ zh: '{from} 至 {to}', en: '{from} to {to}' }, { from: period.from, to: period.to })

/** A question in words: what stands above its answer. `place` is what its places are called. */
export function sentenceOf(question: Question, place: string, dictionary: Dictionary, t: Translate): string {
  const { dimensions = [], granularity = 'none', compare, filters = [], limit } = question
  const and = t({ zh: '、', en: ', ' })
  const groups = [
    ...(granularity === 'none' ? [] : [t(granularities[granularity])]),
    ...dimensions.map(id => dimensionName(id, dictionary, t)),
  ]
  const narrowed = filters.filter(
    ({ member }) => dictionary.dimension(member) && member !== 'shop' && member !== 'area',
  )
  const parts = {
    place,
    period: periodName(question, t),
    metrics: question.metrics.map(metric => metricName(metric, dictionary, t)).join(and),
    groups: groups.join(t({ zh: '与', en: ' and ' })),
  }
  const base =
    groups.length > 0
      ? t(
          {
            zh: '{place}，{period}，按{groups}统计{metrics}',
            en: '{metrics} of {place}, {period}, by {groups}',
          },
          parts,
        )
      : t({ zh: '{place}，{period}，统计{metrics}', en: '{metrics} of {place}, {period}' }, parts)
  return [
    base,
    ...(narrowed.length > 0
      ? [
          t(
            { zh: '按{names}筛选', en: 'filtered by {names}' },
            {
              names: [...new Set(narrowed.map(({ member }) => dimensionName(member, dictionary, t)))].join(
                and,
              ),
            },
          ),
        ]
      : []),
    ...(compare
      ? [t({ zh: '与{other}对比', en: 'held against: {other}' }, { other: t(comparisons[compare.type]) })]
      : []),
    ...(limit ? [t({ zh: '前 {limit} 行', en: 'the first {limit} rows' }, { limit })] : []),
  ].join(t({ zh: '，', en: ', ' }))
}
