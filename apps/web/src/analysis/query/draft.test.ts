import type { Question } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../lib/figures/use-question.ts'
import { answerOf, dictionaryWith } from '../../test/figures.ts'
import { fewLines, ranked, whyNot } from './charts.ts'
import {
  askableCalcs,
  askableDimensions,
  calcsIn,
  faultsOf,
  fitting,
  strangersTo,
  withMetrics,
} from './draft.ts'

const plain = dictionaryWith({ visits: true, sales: true, wages: false })
const split: Record<string, string[]> = {
  visits: ['shop', 'weather', 'time'],
  sales: ['shop', 'goods', 'time'],
}
const dictionary = dictionaryOf({
  ...plain,
  metrics: plain.metrics.map(metric => ({
    ...metric,
    dimensions: split[metric.id] ?? [],
    sources: [metric.id === 'visits' ? '1' : 'sales'],
    calcs: metric.id === 'visits' ? ['share', 'average', 'growth'] : ['share'],
  })),
  dimensions: ['shop', 'weather', 'goods'].map(id => ({
    id,
    label: { zh: id, en: id },
    authority: [],
    allowed: true,
  })),
})
const march: Question = {
  metrics: ['visits'],
  dimensions: ['shop'],
  filters: [],
  period: { from: '2026-03-01', to: '2026-03-31' },
  granularity: 'none',
}

describe('what can be asked', () => {
  it('is what every chosen indicator knows; the others are named', () => {
    expect(askableDimensions(march, dictionary)).toEqual(['shop', 'weather'])
    const both = { ...march, metrics: ['visits', 'sales'] }
    expect(askableDimensions(both, dictionary)).toEqual(['shop'])
    expect(strangersTo(both, 'weather', dictionary)).toEqual(['sales'])
    expect(askableCalcs(march, dictionary)).toEqual(['share', 'average'])
    expect(askableCalcs(both, dictionary)).toEqual(['share'])
  })

  it('keeps later choices that hold and lists those that do not', () => {
    const rich = withMetrics(
      {
        ...march,
        dimensions: ['shop', 'weather'],
        filters: [
          { member: 'area', op: 'in', values: ['3101'] },
          { member: 'weather', op: 'in', values: ['rain'] },
        ],
        order: [{ by: 'visits.average' }],
      },
      ['visits'],
      ['average', 'share'],
    )
    expect(rich.metrics).toEqual(['visits', { metric: 'visits', calc: 'average' }])
    expect(rich.calc).toEqual(['share'])
    const { question, dropped } = fitting(withMetrics(rich, ['visits', 'sales']), dictionary)
    expect(question.dimensions).toEqual(['shop'])
    expect(question.filters).toEqual([{ member: 'area', op: 'in', values: ['3101'] }])
    expect(calcsIn(question)).toEqual(['share'])
    expect(question.order).toEqual([])
    expect(dropped).toEqual(['weather', 'average'])
  })

  it('leaves out what the chosen source does not have, and what may not be seen', () => {
    const { question, dropped } = fitting(
      { ...march, metrics: ['visits', 'sales', 'wages'], source: 1 },
      dictionary,
    )
    expect(question.metrics).toEqual(['visits'])
    expect(dropped).toEqual(['sales', 'wages'])
  })
})

describe('what is missing', () => {
  it('is said at the step where it is missing, in the words of the specification', () => {
    expect(faultsOf(march, true)).toEqual({})
    const bare: Question = {
      ...march,
      metrics: [],
      dimensions: [],
      filters: [
        { member: 'area', op: 'in', values: [] },
        { member: 'visits', op: 'between', values: [3] },
      ],
    }
    expect(faultsOf(bare, true)).toEqual({
      area: { zh: '请选择地域（必选）', en: 'Please Select Geography (required)' },
      metrics: { zh: '请选择指标', en: 'Please select indicators' },
      dimensions: { zh: '请选择维度', en: 'Please select dimensions' },
      filters: { zh: '请输入数值', en: 'Please enter a value' },
    })
    expect(faultsOf({ ...march, filters: [{ member: '', op: 'in', values: [] }] }, true).filters?.en).toBe(
      'Please select a filter condition',
    )
    expect(faultsOf({ ...march, period: { from: '2026-03-09', to: '2026-03-01' } }, true).time).toBeDefined()
  })
})

describe('ways to draw an answer', () => {
  const rows = Array.from({ length: 8 }, (_, index) => ({
    time: '2026-03-01',
    shop: { id: String(index), name: `Shop ${index}` },
    visits: { current: index },
  }))
  const answer = answerOf(rows)

  it('are those that suit the question, the others say why', () => {
    expect(whyNot('rank', march, answer)).toBeUndefined()
    expect(whyNot('trend', march, answer)?.en).toBe('Needs time')
    expect(whyNot('heatmap', march, answer)?.en).toBe('Needs two dimensions')
    expect(whyNot('pie', march, answer)?.en).toBe('Groups of this indicator do not add up to a whole')
    const series = { ...march, granularity: 'day' as const }
    expect(whyNot('trend', series, answer)).toBeUndefined()
    expect(whyNot('rank', series, answer)?.en).toBe('Not together with time')
  })

  it('show no more lines than can be told apart, the largest, and say how many there are', () => {
    const { rows: shown, cut } = fewLines({ ...march, granularity: 'day' }, answer)
    expect(cut).toBe(8)
    expect(shown.map(row => row.visits)).toEqual([2, 3, 4, 5, 6, 7].map(current => ({ current })))
    expect(fewLines(march, answer)).toEqual({ rows })
  })

  it('rank by size where the question has no order of its own', () => {
    const first = (question: Question) => ranked(question, answer, 'visits')[0]?.visits
    expect(first(march)).toEqual({ current: 7 })
    expect(first({ ...march, order: [{ by: 'visits', direction: 'asc' }] })).toEqual({ current: 0 })
  })
})
