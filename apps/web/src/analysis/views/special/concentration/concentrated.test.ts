import { describe, expect, it } from 'vitest'
import { courseOfTop, growthOf, peakOf, topOf, topShare } from './concentrated.ts'

const door = (id: string, entries: number | null, compared?: number) => ({
  entrance: { id, name: id },
  entries: { current: entries, ...(compared === undefined ? {} : { compared }) },
})

describe('how concentrated traffic is', () => {
  it('takes a fifth of the places for the top, one at least', () => {
    expect([1, 4, 5, 6, 64].map(topOf)).toEqual([1, 1, 1, 2, 13])
  })

  it('is the share of the largest of all, now and before', () => {
    const rows = [door('a', 60, 30), door('b', 30, 10), door('c', 10, 10), door('d', null)]
    expect(topShare(rows, 'entries')).toBe(60)
    expect(topShare(rows, 'entries', 2)).toBe(90)
    expect(topShare(rows, 'entries', 1, 'compared')).toBe(60)
    expect(topShare([door('a', 0)], 'entries')).toBeNull()
  })

  it('tells the peak beside the mean of what is known', () => {
    expect(peakOf([door('a', 60), door('b', 30), door('d', null)], 'entries', 'entrance')).toEqual({
      name: 'a',
      value: 60,
      mean: 45,
    })
    expect(peakOf([door('d', null)], 'entries', 'entrance')).toBeUndefined()
  })

  it('goes from moment to moment, each with its own busiest door', () => {
    const at = (moment: string, id: string, entries: number) => ({ ...door(id, entries), time: moment })
    expect(
      courseOfTop(
        [at('10:00', 'a', 8), at('10:00', 'b', 2), at('11:00', 'a', 1), at('11:00', 'b', 3)],
        'entries',
        1,
      ),
    ).toEqual([
      { moment: '10:00', share: 80 },
      { moment: '11:00', share: 75 },
    ])
  })

  it('has no growth without a base', () => {
    expect(growthOf(50, 40)).toBe(25)
    expect(growthOf(50, 0)).toBeNull()
    expect(growthOf(null, 40)).toBeNull()
  })
})
