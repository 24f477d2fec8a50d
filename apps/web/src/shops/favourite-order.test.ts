import { describe, expect, it } from 'vitest'
import { movedTo } from './favourite-order.ts'

const ids = ['a', 'b', 'c', 'd']

describe('the order of favourites', () => {
  it('takes a shop to the place of another, both ways', () => {
    expect(movedTo(ids, 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
    expect(movedTo(ids, 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  })

  it('stays as it is where there is nothing to move', () => {
    expect(movedTo(ids, 'b', 'b')).toEqual(ids)
    expect(movedTo(ids, 'x', 'b')).toEqual(ids)
    expect(movedTo(ids, 'b', 'x')).toEqual(ids)
  })
})
