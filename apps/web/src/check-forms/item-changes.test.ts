import { describe, expect, it } from 'vitest'
import { chinese, say } from '../lib/i18n.ts'
import { changesBetween } from './item-changes.ts'

const t = (text: { zh: string; en: string }) => say(text, chinese)
const differences = (before: object, after: object) =>
  changesBetween(before, after, t, id => `「${id}」`).map(
    ({ field, before, after }) => `${field}: ${before} → ${after}`,
  )

describe('what changed between two versions of an item', () => {
  it('is told field by field, in words', () => {
    expect(
      differences(
        {
          itemName: '台面',
          itemScore: 5,
          scoring: 'full',
          deductions: null,
          pitemId: 'a',
          cameraGroup: null,
        },
        {
          itemName: '台面整洁',
          itemScore: 5,
          scoring: 'partial',
          deductions: { minor: 1, medium: 2, severe: 4 },
          pitemId: 'b',
          cameraGroup: 'checkout',
        },
      ),
    ).toEqual([
      'itemName: 台面 → 台面整洁',
      'scoring: 全得或全扣 → 按严重程度扣分',
      'deductions: 无 → 1 / 2 / 4',
      'cameraGroup: 无 → 收银',
      'pitemId: 「a」 → 「b」',
    ])
  })

  it('leaves out what a group only adds up', () => {
    expect(differences({ isGroup: true, itemScore: 9 }, { isGroup: true, itemScore: 12 })).toEqual([])
  })

  it('tells phrases and the standard picture', () => {
    expect(
      differences(
        { remarkPhrases: [], standardPictureUrl: null },
        { remarkPhrases: ['积灰', '破损'], standardPictureUrl: '/x' },
      ),
    ).toEqual(['remarkPhrases: 无 → 积灰；破损', 'standardPictureUrl: 无 → 有'])
  })
})
