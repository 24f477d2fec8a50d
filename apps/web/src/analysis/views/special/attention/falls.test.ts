import type { AnalysisCell, AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { causeOf, type Fall, fallsIn, gapsIn, silentShops, streaksIn, weathersIn } from './falls.ts'

const shop = (id: string) => ({ id, name: `店 ${id}` })
const none: AnalysisCell = { current: null }
const changed = (current: number, compared: number): AnalysisCell => ({
  current,
  compared,
  growth: Math.round((current / compared - 1) * 1000) / 10,
})
const row = (id: string, visits: AnalysisCell): AnalysisRow => ({ shop: shop(id), visits })
const fall: Fall = { shop: shop('1'), visits: changed(700, 1000), passers: none, storeRate: none }

describe('shops that need attention', () => {
  it('are those that lost a tenth of a fair number of visits, the deepest fall first', () => {
    const rows = [
      row('1', changed(880, 1000)),
      row('2', changed(600, 1000)),
      row('3', changed(950, 1000)),
      row('4', changed(10, 40)),
      row('5', { current: null, compared: 1000 }),
    ]
    expect(fallsIn({ rows }).map(found => found.shop.id)).toEqual(['2', '1'])
  })

  it('are those of which not everything was received', () => {
    const rows = [
      row('1', { current: 5, coverage: 0.9 }),
      row('2', { current: 5, coverage: 1 }),
      row('3', { current: null, coverage: 0.1 }),
      row('4', { current: 5 }),
    ]
    expect(silentShops({ rows }).map(({ id }) => id)).toEqual(['3', '1'])
  })
})

describe('times without data', () => {
  const hour = (door: string, at: number, coverage: number | null): AnalysisRow => ({
    shop: shop('1'),
    entrance: { id: door, name: door },
    time: `2026-11-20 ${String(at).padStart(2, '0')}:00`,
    visits: { current: coverage ? 9 : null, coverage },
  })

  it('are told in one span while hours follow each other, and only where something was due', () => {
    const rows = [
      hour('a', 8, null),
      hour('a', 9, 1),
      hour('a', 14, 0),
      hour('a', 15, 0),
      hour('a', 20, 0),
      hour('b', 9, 1),
    ]
    expect(gapsIn({ rows }).get('1')).toEqual([
      { entrance: { id: 'a', name: 'a' }, from: 14, to: 16, isAllDay: false },
      { entrance: { id: 'a', name: 'a' }, from: 20, to: 21, isAllDay: false },
    ])
  })

  it('are a whole day where nothing that was due came', () => {
    const gaps = gapsIn({ rows: [hour('a', 10, 0), hour('a', 11, 0), hour('a', 23, null)] })
    expect(gaps.get('1')).toMatchObject([{ from: 10, to: 12, isAllDay: true }])
  })
})

describe('the cause of a fall', () => {
  const gap = { entrance: shop('a'), from: 14, to: 17, isAllDay: false }
  const rain = { id: 'rain', name: '雨' }
  const sun = { id: 'sunny', name: '晴' }

  it('is looked for among the counters first', () => {
    const silent = { ...fall, visits: { ...fall.visits, coverage: 0.7 } }
    expect(causeOf(silent, [gap], { now: rain, before: sun })?.kind).toBe('gap')
  })

  it('is the weather only where the other day had better', () => {
    expect(causeOf(fall, [], { now: rain, before: sun })).toMatchObject({ kind: 'weather', now: rain })
    expect(causeOf(fall, [], { now: rain, before: { id: 'snow', name: '雪' } })).toBeUndefined()
    expect(causeOf(fall, [], { now: sun, before: rain })).toBeUndefined()
  })

  it('is the street where passers fell at least half as much, else the door where the store rate did', () => {
    expect(causeOf({ ...fall, passers: changed(800, 1000) }, [], undefined)).toEqual({
      kind: 'street',
      growth: -20,
    })
    const door = { ...fall, passers: changed(990, 1000), storeRate: changed(7, 10) }
    expect(causeOf(door, [], undefined)).toEqual({ kind: 'door', now: 7, before: 10 })
  })

  it('is not made up', () => {
    expect(
      causeOf({ ...fall, passers: changed(990, 1000), storeRate: changed(9.8, 10) }, [], {}),
    ).toBeUndefined()
  })

  it('knows the weather of both days from one answer', () => {
    const rows: AnalysisRow[] = [
      { shop: shop('1'), weather: rain, visits: { current: 5, compared: null } },
      { shop: shop('1'), weather: sun, visits: { current: null, compared: 9 } },
      { shop: shop('2'), weather: sun, visits: { current: 5, compared: 9 } },
    ]
    expect(weathersIn({ rows }).get('1')).toEqual({ now: rain, before: sun })
    expect(weathersIn({ rows }).get('2')).toEqual({ now: sun, before: sun })
  })
})

describe('a streak', () => {
  const days = (id: string, values: (number | null)[]): AnalysisRow[] =>
    values.map((value, index) => ({
      shop: shop(id),
      time: `2026-11-1${index}`,
      bagRate: { current: value },
    }))

  it('is a fall on each of the last four days or more', () => {
    const rows = [
      ...days('1', [20, 19, 18, 17, 16]),
      ...days('2', [20, 19, 18, 17, 17]),
      ...days('3', [15, 20, 19, 18, 17]),
      ...days('4', [20, null, 18, 17, 16]),
    ]
    expect(streaksIn({ rows }, 'bagRate')).toEqual([{ shop: shop('1'), days: 4, from: 20, to: 16 }])
  })
})
