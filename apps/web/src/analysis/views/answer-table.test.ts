import type { AnalysisAnswer, Question } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../lib/figures/use-question.ts'
import { dictionaryWith, metaOf } from '../../test/figures.ts'
import { tabbedText } from '../../ui/export/copy-table.ts'
import { questionName, tableOf } from './answer-table.ts'
import { fromAddress, inAddress } from './question-address.ts'

const words = {
  t: (text: { en: string }, values: Record<string, string | number> = {}) =>
    text.en.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  headingUnit: ({ unit }: { unit?: string | undefined }) => ({
    text: unit === 'money' ? 'CNY' : '',
    size: 1,
  }),
}
const dictionary = dictionaryOf({
  ...dictionaryWith({ visits: true, sales: true }),
  dimensions: [{ id: 'shop', label: { zh: '门店', en: 'Shop' }, authority: [], allowed: true }],
  calcs: [{ id: 'share', label: { zh: '占比', en: 'share' } }],
})
const question: Question = {
  metrics: ['visits', 'sales'],
  dimensions: ['shop'],
  period: { from: '2026-11-14', to: '2026-11-20' },
}
const answer: AnalysisAnswer = {
  columns: [
    { id: 'shop', kind: 'dimension', label: 'Shop' },
    { id: 'visits', kind: 'metric', label: 'Visits', unit: 'visits' },
    { id: 'sales', kind: 'metric', label: 'Sales', unit: 'money' },
  ],
  rows: [
    {
      shop: { id: '1', name: 'Jing’an' },
      visits: { current: 12, compared: 8, growth: 50, share: 60 },
      sales: { current: 0, compared: null, growth: null },
    },
    { shop: { id: '2', name: 'Xidan' }, visits: { current: 8, share: 40 }, sales: { current: null } },
  ],
  totals: { visits: { current: 20 }, sales: { current: 0 } },
  meta: { ...metaOf(2), shops: 2 },
}

describe('an answer as a table', () => {
  it('holds raw figures; unknown stays empty and nought stays nought', () => {
    const table = tableOf('Shops', question, answer, dictionary, words)
    expect(table.columns).toEqual([
      { title: 'Shop', kind: 'text' },
      { title: 'Visits', kind: 'number' },
      { title: 'Sales', kind: 'money', unit: 'CNY' },
    ])
    expect(table.rows).toEqual([
      ['Jing’an', 12, 0],
      ['Xidan', 8, null],
      ['Total', 20, 0],
    ])
  })

  it('holds what was compared and calculated only where that was asked for', () => {
    const asked: Question = { ...question, compare: { type: 'lastYearSameDay' }, calc: ['share', 'growth'] }
    const { columns, rows } = tableOf('Shops', asked, answer, dictionary, words)
    expect(columns.map(({ title, kind }) => `${title} ${kind}`)).toEqual([
      'Shop text',
      'Visits number',
      'Visits, compared number',
      'Visits, growth percent',
      'Visits, share percent',
      'Sales money',
      'Sales, compared money',
      'Sales, growth percent',
    ])
    expect(rows[0]).toEqual(['Jing’an', 12, 8, 50, 60, 0, null, null])
  })

  it('holds amounts in ten thousands where they are shown so', () => {
    const headingUnit = ({ unit }: { unit?: string | undefined }) =>
      unit === 'money' ? { text: 'CNY 10k', size: 10_000 } : { text: '', size: 1 }
    const rich = { ...answer, rows: [{ ...answer.rows[0], sales: { current: 48_312.5, growth: 12 } }] }
    const asked: Question = { ...question, compare: { type: 'lastYearSameDay' } }
    const { columns, rows } = tableOf('Shops', asked, rich as AnalysisAnswer, dictionary, {
      ...words,
      headingUnit,
    })
    expect(columns[4]).toEqual({ title: 'Sales', kind: 'money', unit: 'CNY 10k' })
    expect(rows[0]?.slice(4)).toEqual([4.83125, null, 12])
  })

  it('is copied as lines that spreadsheets take apart', () => {
    const table = tableOf('Shops', question, answer, dictionary, words)
    expect(tabbedText([table])).toBe('Shop\tVisits\tSales (CNY)\nJing’an\t12\t0\nXidan\t8\t\nTotal\t20\t0')
  })
})

describe('a question', () => {
  it('has a name of its metrics and groups', () => {
    expect(questionName(question, dictionary, words.t)).toBe('visits, sales · Shop')
  })

  it('stands in an address with its version, without the rows that a panel takes, and comes back as it was', () => {
    const search = new URLSearchParams(inAddress({ ...question, limit: 5000 }))
    expect(fromAddress(search)).toEqual({ version: 1, ...question })
    expect(fromAddress(new URLSearchParams('q={"metrics":[]}'))).toBeUndefined()
    expect(fromAddress(new URLSearchParams('q=nonsense'))).toBeUndefined()
  })
})
