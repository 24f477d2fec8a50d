import type { CheckItem, CheckItemNode } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { dropOn, linesOf, stepOf } from './tree-moves.ts'

const item = (itemId: string, pitemId: string | null, more: Partial<CheckItem> = {}): CheckItem => ({
  itemId,
  pitemId,
  kind: 'evaluation',
  itemName: itemId,
  itemNameEn: '',
  isGroup: false,
  itemScore: 5,
  scoring: 'full',
  deductions: null,
  cameraGroup: null,
  presetName: '',
  itemDuration: 0,
  remarkPhrases: [],
  standardPictureUrl: null,
  order: 0,
  version: 1,
  archived: false,
  ...more,
})
const group = (itemId: string, children: CheckItem[]): CheckItemNode => ({
  ...item(itemId, null, { isGroup: true }),
  children,
})
const [desk, queue, gone, exit] = [
  item('desk', 'till'),
  item('queue', 'till'),
  item('gone', 'till', { archived: true }),
  item('exit', 'safety'),
]
const till = group('till', [desk, queue, gone])
const safety = group('safety', [exit])
const nodes = [till, safety]

describe('a step of an item', () => {
  it('changes places with its neighbour', () => {
    expect(stepOf(nodes, desk, 1)).toEqual({ pitemId: 'till', order: 1 })
    expect(stepOf(nodes, queue, -1)).toEqual({ pitemId: 'till', order: 0 })
  })

  it('goes on into the next group, over what is archived', () => {
    expect(stepOf(nodes, queue, 1)).toEqual({ pitemId: 'safety', order: 0 })
    expect(stepOf(nodes, exit, -1)).toEqual({ pitemId: 'till', order: 2 })
  })

  it('ends at the ends of the form', () => {
    expect(stepOf(nodes, desk, -1)).toBeUndefined()
    expect(stepOf(nodes, exit, 1)).toBeUndefined()
    expect(stepOf(nodes, safety, 1)).toBeUndefined()
    expect(stepOf(nodes, safety, -1)).toEqual({ pitemId: null, order: 0 })
  })
})

describe('a drop', () => {
  it('puts an item before the line that it is dropped on', () => {
    expect(dropOn(nodes, exit, queue)).toEqual({ pitemId: 'till', order: 1 })
    expect(dropOn(nodes, queue, desk)).toEqual({ pitemId: 'till', order: 0 })
    expect(dropOn(nodes, safety, till)).toEqual({ pitemId: null, order: 0 })
  })

  it('on a group puts an item at its end', () => {
    expect(dropOn(nodes, exit, till)).toEqual({ pitemId: 'till', order: 2 })
  })

  it('does nothing where it changes nothing, or where the thing does not belong', () => {
    expect(dropOn(nodes, desk, desk)).toBeUndefined()
    expect(dropOn(nodes, desk, queue)).toBeUndefined()
    expect(dropOn(nodes, till, exit)).toBeUndefined()
    expect(dropOn(nodes, exit, gone)).toBeUndefined()
  })
})

describe('the lines of a form', () => {
  it('are its groups, each with its items behind it', () => {
    expect(linesOf({ items: nodes }).map(({ itemId }) => itemId)).toEqual([
      'till',
      'desk',
      'queue',
      'gone',
      'safety',
      'exit',
    ])
  })
})
