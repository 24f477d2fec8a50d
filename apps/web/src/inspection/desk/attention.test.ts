import type { Attention } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { concernsOf } from './attention.ts'

const concern = (id: string, shopId: string, kind: Attention['kind'] = 'offline'): Attention => ({
  kind,
  id,
  shopId,
  shopname: shopId,
  shopnameEn: shopId,
  timeZone: 'Asia/Shanghai',
  cameraId: id,
  cameraName: '',
  cameraNameEn: '',
  cameraNumber: id,
  cameraStatus: 'offline',
  at: null,
  seenAt: null,
  what: { zh: '', en: '' },
})
const told = (list: Attention[]) => concernsOf(list).map(({ item, count }) => [item.id, count])

describe('what asks for attention', () => {
  it('names up to three cameras of a shop one by one', () => {
    expect(told([concern('1', 'a'), concern('2', 'a'), concern('3', 'a')])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ])
  })

  it('tells of more than three together as one, where the first of them stood', () => {
    const off = ['1', '2', '3', '4'].map(id => concern(id, 'a'))
    expect(told([concern('9', 'b', 'overdue'), ...off, concern('5', 'b')])).toEqual([
      ['9', 1],
      ['1', 4],
      ['5', 1],
    ])
  })

  it('never puts problems together', () => {
    const late = ['1', '2', '3', '4', '5'].map(id => concern(id, 'a', 'overdue'))
    expect(told(late)).toHaveLength(5)
  })
})
