import { describe, expect, it } from 'vitest'
import { bandSpreads } from './band-spreads.ts'

const counts = (group: string, ...people: number[]) =>
  people.map((count, index) => ({ group, band: `b${index}`, people: count }))

describe('the bands in which groups differ most', () => {
  it('stand first, with the groups at both ends and their shares', () => {
    const [first, ...others] = bandSpreads([...counts('mall', 50, 30, 20), ...counts('outlet', 100, 60, 240)])
    expect(first).toEqual({
      band: 'b2',
      points: 40,
      high: { group: 'outlet', share: 60 },
      low: { group: 'mall', share: 20 },
    })
    expect(others.map(({ band, points }) => [band, points])).toEqual([
      ['b0', 25],
      ['b1', 15],
    ])
  })

  it('know a band that one group lacks', () => {
    const spreads = bandSpreads([...counts('mall', 60, 40), ...counts('outlet', 100)])
    expect(spreads.find(({ band }) => band === 'b1')?.low).toEqual({ group: 'outlet', share: 0 })
  })

  it('leave out groups of a handful of people, and are none where one group is left', () => {
    expect(bandSpreads([...counts('mall', 60, 40), ...counts('kiosk', 3, 1)])).toEqual([])
  })
})
