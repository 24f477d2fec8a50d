import { AppError } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { isWeekend, type ScoredItem, scoreItem, totalsOf } from './rules.ts'

const full: ScoredItem = { id: 'full', score: 6, scoring: 'full', deductions: null }
const partial: ScoredItem = {
  id: 'partial',
  score: 5,
  scoring: 'partial',
  deductions: { minor: 1, medium: 2, severe: 4 },
}
const free: ScoredItem = { ...partial, id: 'free', deductions: null }

describe('an item', () => {
  it.each([
    ['earns all when passed', full, { result: 'pass' }, { result: 'pass', score: 6, lost: 0 }],
    [
      'earns nothing when deducted in full',
      full,
      { result: 'deduct' },
      { result: 'deduct', score: 0, lost: 6 },
    ],
    [
      'loses what the severity costs',
      partial,
      { severity: 'medium' },
      { result: 'deduct', score: 3, lost: 2 },
    ],
    ['earns what the inspector says', partial, { score: 4.5 }, { result: 'deduct', score: 4.5, lost: 0.5 }],
    ['passes with all its points', partial, { score: 5 }, { result: 'pass', score: 5, lost: 0 }],
    ['may not apply', full, { result: 'na' }, { result: 'na', score: null, lost: 0 }],
    ['is unscored when nothing is said', full, {}, { result: 'unscored', score: null, lost: 0 }],
    [
      'never loses more than it is worth',
      { ...partial, score: 3 },
      { severity: 'severe' },
      { score: 0, lost: 3 },
    ],
    [
      'lets the inspector override the severity',
      partial,
      { severity: 'minor', score: 3 },
      { score: 3, lost: 2 },
    ],
  ] as const)('%s', (_, item, verdict, outcome) => {
    expect(scoreItem(item, verdict)).toMatchObject(outcome)
  })

  it.each([
    ['more points than it has', partial, { score: 5.5 }, 'score'],
    ['a part of a full scoring', full, { score: 3 }, 'score'],
    ['a pass with less than its points', partial, { result: 'pass', score: 4 }, 'score'],
    ['a deduction that takes nothing away', partial, { result: 'deduct', score: 5 }, 'score'],
    ['a deduction that says not how much', partial, { result: 'deduct' }, 'severity'],
    ['a severity where none has a price', free, { severity: 'minor' }, 'score'],
    ['points where it does not apply', full, { result: 'na', score: 6 }, 'score'],
    ['a severity on a pass', partial, { result: 'pass', severity: 'minor' }, 'severity'],
  ] as const)('refuses %s', (_, item, verdict, path) => {
    expect(scoreItem(item, verdict)).toMatchObject({ path, message: expect.any(String) })
  })
})

describe('a form', () => {
  const of = (item: ScoredItem, verdict: Parameters<typeof scoreItem>[1]) => {
    const outcome = scoreItem(item, verdict)
    if ('path' in outcome) throw new Error(outcome.message)
    return { item, outcome }
  }

  it('counts only items that apply and were scored, on both sides', () => {
    const totals = totalsOf([
      of(full, { result: 'pass' }),
      of(partial, { severity: 'minor' }),
      of(free, { result: 'na' }),
      of({ ...full, id: 'other' }, {}),
    ])
    expect(totals).toEqual({
      score: 90.9,
      earned: 10,
      maximum: 11,
      passCount: 1,
      deductCount: 1,
      naCount: 1,
      unscoredCount: 1,
    })
  })

  it('adds fractions without a rest', () => {
    const tenth = { ...free, score: 0.7 }
    const totals = totalsOf(Array.from({ length: 10 }, () => of(tenth, { score: 0.6 })))
    expect(totals).toMatchObject({ earned: 6, maximum: 7, score: 85.7 })
  })

  it('with nothing scored is refused', () => {
    expect(() => totalsOf([of(full, { result: 'na' }), of(partial, {})])).toThrow(AppError)
  })
})

describe('the weekend', () => {
  it('is Saturday and Sunday', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
