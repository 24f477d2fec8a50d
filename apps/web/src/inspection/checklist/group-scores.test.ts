import type { CheckForm, CheckItem, Evaluation } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import type { Sheet } from '../scoring/score-model.ts'
import { groupScores } from './group-scores.ts'

const item = (itemId: string, itemScore: number) =>
  ({
    itemId,
    itemScore,
    isGroup: false,
    scoring: 'partial',
    deductions: { minor: 1, medium: 2, severe: 4 },
  }) as CheckItem
const form = {
  items: [
    {
      itemId: '10',
      itemName: '形象',
      itemNameEn: 'Front',
      isGroup: true,
      children: [item('11', 5), item('12', 5)],
    },
    { itemId: '20', itemName: '收银', itemNameEn: 'Checkout', isGroup: true, children: [item('21', 8)] },
  ],
} as unknown as CheckForm
const mark = { remark: '', pictureIds: [] }
const sheet: Sheet = {
  useTime: 0,
  marks: {
    11: { ...mark, result: 'pass' },
    12: { ...mark, result: 'deduct', severity: 'medium' },
    21: { ...mark, result: 'na' },
  },
}

describe('the groups of a form', () => {
  it('are told by the points earned of those that count, now and in the last evaluation', () => {
    const last = {
      evaluationDetails: [
        { itemId: '11', itemScore: 5, score: 1 },
        { itemId: '12', itemScore: 5, score: null },
        { itemId: '21', itemScore: 8, score: 8 },
      ],
    } as Evaluation
    expect(groupScores(form, sheet, last)).toMatchObject([
      { groupId: '10', now: 80, last: 20 },
      { groupId: '20', now: null, last: 100 },
    ])
  })

  it('have no last score in a shop that was never evaluated', () => {
    expect(groupScores(form, sheet, undefined).map(({ last }) => last)).toEqual([null, null])
  })
})
