import { describe, expect, it } from 'vitest'
import { foretold, type UsualDay, usualModel } from './usual-days.ts'

/** Eight weeks that begin on a Monday: weekends have half as much again, wet days three quarters. */
const first = 19_000
const isWet = (at: number) => (at * 5) % 11 < 3
const weeks = (more: (at: number) => number = () => 1): UsualDay[] =>
  Array.from({ length: 56 }, (_, at) => ({
    day: first + at,
    kind: String((at % 7) + 1),
    isWet: isWet(at),
    value: 100 * (at % 7 > 4 ? 1.5 : 1) * (isWet(at) ? 0.75 : 1) * more(at),
  }))
const last = first + 55

describe('the model of days', () => {
  it('tells weekdays and rain apart', () => {
    const usual = usualModel(weeks(), last)
    expect(usual?.('1', false)).toBeCloseTo(100, 6)
    expect(usual?.('6', false)).toBeCloseTo(150, 6)
    expect(usual?.('6', true)).toBeCloseTo(112.5, 6)
  })

  it('is not led astray by a day that was out of all proportion', () => {
    const usual = usualModel(
      weeks(at => (at === 9 ? 40 : 1)),
      last,
    )
    expect(usual?.('3', false)).toBeCloseTo(100, 0)
  })

  it('goes along with a level that changed in the last two weeks', () => {
    const usual = usualModel(
      weeks(at => (at >= 42 ? 1.3 : 1)),
      last,
    )
    expect(usual?.('2', false)).toBeCloseTo(130, 6)
  })

  it('takes a holiday for other holidays, else for weekends, and a make-up day for working days', () => {
    const usual = usualModel(weeks(), last)
    expect(usual?.('holiday', false)).toBeCloseTo(150, 6)
    expect(usual?.('makeup', false)).toBeCloseTo(100, 6)
    const seen = [...weeks().slice(3), { day: first, kind: 'holiday', isWet: false, value: 420 }]
    expect(usualModel(seen, last)?.('holiday', false)).toBeCloseTo(420, 6)
  })

  it('says nothing where fewer than ten days were seen', () => {
    expect(usualModel(weeks().slice(0, 9), last)).toBeUndefined()
    expect(usualModel(weeks().slice(0, 10), last)).toBeDefined()
  })

  it('does not believe in rain that cannot be told from chance', () => {
    const noise = [1.3, 0.7, 1.1, 0.8, 1.25, 0.85, 1]
    const days = weeks(at => noise[(at * 3 + Math.floor(at / 7)) % 7]!).map(one => ({
      ...one,
      value: one.isWet ? one.value / 0.75 : one.value,
    }))
    const usual = usualModel(days, last)
    expect(usual?.('1', true)).toBe(usual?.('1', false))
  })

  it('foretells each week from the others', () => {
    const dry = weeks(at => (at < 7 ? 2 : 1)).map(one => ({
      ...one,
      isWet: false,
      value: one.isWet ? one.value / 0.75 : one.value,
    }))
    for (const { day, value, usual } of foretold(dry, first))
      expect(value / usual!).toBeCloseTo(day < first + 7 ? 2 : 1, 9)
  })
})
