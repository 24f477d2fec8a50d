import type { SnapshotShot } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { nextUnjudged, takenOf } from './review.ts'

const shot = (id: string, mark: 'good' | 'problem' | null | 'none') =>
  ({ id, picture: mark === 'none' ? null : { id, mark } }) as SnapshotShot
const round = takenOf([shot('a', null), shot('b', 'none'), shot('c', 'good'), shot('d', null)])

describe('looking through a round', () => {
  it('goes over the pictures that were taken', () => {
    expect(round.map(each => each.id)).toEqual(['a', 'c', 'd'])
  })

  it('goes on to the next picture nobody judged, round to the beginning, and stops where all are judged', () => {
    expect(nextUnjudged(round, 0)?.id).toBe('d')
    expect(nextUnjudged(round, 2)?.id).toBe('a')
    expect(nextUnjudged(round, -1)?.id).toBe('a')
    expect(nextUnjudged(takenOf([shot('a', 'good'), shot('b', 'problem')]), 0)).toBeUndefined()
  })
})
