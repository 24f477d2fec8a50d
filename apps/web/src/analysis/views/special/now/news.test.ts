import type { AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { busiestShops, highHours, latestFirst, records, silentDoors } from './news.ts'

const at = (hour: number) => `2026-11-21 ${String(hour).padStart(2, '0')}:00`
const shop = (id: string) => ({ id, name: id })
const hours = (values: (number | null)[], first = 9): AnalysisRow[] =>
  values.map((current, index) => ({ time: at(first + index), visits: { current } }))

describe('news of the day', () => {
  it('tells of an hour that is over and beats all before it', () => {
    const news = highHours({ rows: hours([10, 30, 20, null, 40, 90]) }, { hour: 14 })
    expect(news).toEqual([
      { kind: 'high', at: '11:00', hour: 10, visits: 30 },
      { kind: 'high', at: '14:00', hour: 13, visits: 40 },
    ])
  })

  it('names the busiest shop of each hour that is over', () => {
    const rows: AnalysisRow[] = [
      { shop: shop('a'), time: at(9), visits: { current: 5 } },
      { shop: shop('b'), time: at(9), visits: { current: 8 } },
      { shop: shop('a'), time: at(10), visits: { current: null } },
      { shop: shop('a'), time: at(11), visits: { current: 50 } },
    ]
    expect(busiestShops({ rows }, { hour: 11 })).toEqual([
      { kind: 'busiest', at: '10:00', hour: 9, shop: shop('b'), visits: 8 },
    ])
  })

  it('calls a record only what beats days that are known', () => {
    const today = { rows: ['a', 'b', 'c'].map(id => ({ shop: shop(id), visits: { current: 100 } })) }
    const before = {
      rows: [
        { shop: shop('a'), 'visits.peak': { current: 90 } },
        { shop: shop('b'), 'visits.peak': { current: 100 } },
        { shop: shop('c'), 'visits.peak': { current: null } },
      ],
    }
    expect(records(today, before, '15:00')).toEqual([
      { kind: 'record', at: '15:00', shop: shop('a'), visits: 100, before: 90 },
    ])
  })

  it('tells of doors of which nothing came while something was due', () => {
    const row = (id: string, coverage: number | null): AnalysisRow => ({
      shop: shop('a'),
      entrance: shop(id),
      visits: { current: null, coverage },
    })
    const news = silentDoors({ rows: [row('x', 0), row('y', null), row('z', 1)] }, '15:00')
    expect(news.map(one => one.kind === 'silent' && one.entrance.id)).toEqual(['x'])
  })

  it('stands with the latest first, and of one time with what needs somebody', () => {
    const order = latestFirst([
      { kind: 'busiest', at: '15:00', hour: 14, shop: shop('a'), visits: 1 },
      { kind: 'silent', at: '15:00', shop: shop('a'), entrance: shop('x') },
      { kind: 'high', at: '16:00', hour: 15, visits: 1 },
    ])
    expect(order.map(({ kind }) => kind)).toEqual(['high', 'silent', 'busiest'])
  })
})
