import type { AnalysisCell, AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { sentencesOf, type Value } from './sentences.ts'

const changed = (current: number, compared: number, coverage = 1): AnalysisCell => ({
  current,
  compared,
  difference: current - compared,
  growth: Math.round((current / compared - 1) * 1000) / 10,
  coverage,
  comparedCoverage: 1,
})
const written = (value: Value): string =>
  value.kind === 'factor'
    ? value.factor
    : value.kind === 'metric'
      ? value.id
      : value.kind === 'word'
        ? value.word
        : String(Math.round(value.value * 10) / 10)
const told = (known: Parameters<typeof sentencesOf>[0]) =>
  sentencesOf(known).map(({ text, values }) =>
    text.en.replace(/\{(\w+)\}/g, (_, name: string) => (values[name] ? written(values[name]) : `{${name}}`)),
  )
const totals = (cells: Record<string, AnalysisCell>) => ({ rows: [cells] })

describe('the reading of the figures', () => {
  it('tells how visits and sales went, and calls a small change none', () => {
    const lines = told({ totals: totals({ visits: changed(900, 1000), sales: changed(1005, 1000) }) })
    expect(lines).toEqual(['visits: 900, down 10 from 1000.', 'sales: 1005, about as before (1000).'])
  })

  it('names what did most to the sales, and what worked against it', () => {
    const lines = told({
      totals: totals({ sales: changed(900, 1000) }),
      effects: [
        { factor: 'flow', effect: -150, from: 1, to: 1 },
        { factor: 'bagRate', effect: 60, from: 1, to: 1 },
        { factor: 'unitPrice', effect: -10, from: 1, to: 1 },
      ],
    })
    expect(lines[1]).toBe(
      'Of the change of sales by -100 CNY most is due to flow (-150 CNY), while bagRate took back 60.',
    )
  })

  it('names the rate that moved most and the shops behind the change, those with gaps left out', () => {
    const shop = (id: string, visits: AnalysisCell): AnalysisRow => ({ shop: { id, name: id }, visits })
    const lines = told({
      totals: totals({ storeRate: changed(18, 20), bagRate: changed(24, 20) }),
      byShop: {
        rows: [shop('a', changed(120, 100)), shop('b', changed(60, 100)), shop('c', changed(5, 100, 0.5))],
      },
    })
    expect(lines).toEqual([
      'bagRate moved most: 20 → 24, up 20.',
      'a gained most: 20 visits more (20).',
      'b lost most: 40 visits fewer (40).',
    ])
  })

  it('tells days, weather and gaps only where they are known', () => {
    const day = (name: string, current: number): AnalysisRow => ({
      time: name,
      visits: { current, coverage: 1 },
    })
    const weather = (shop: string, id: string, current: number): AnalysisRow => ({
      shop: { id: shop, name: shop },
      weather: { id, name: id },
      'visits.average': { current },
    })
    expect(
      told({
        totals: totals({ visits: changed(300, 300, 0.8) }),
        byDay: { rows: [day('11-01', 100), day('11-02', 150), day('11-03', 50)] },
        byWeather: {
          rows: [weather('a', 'rain', 80), weather('a', 'sunny', 100), weather('b', 'sunny', 900)],
        },
      }).slice(1),
    ).toEqual([
      'Most came on 11-02 (150), fewest on 11-03 (50).',
      'On days of rain or snow a shop had 20 fewer visits than on fine ones (shops with both: 1).',
      'Only 80 of the counts were received: some of the changes may be gaps. Check the counters first.',
    ])
    expect(told({})).toEqual([])
  })
})
