import { describe, expect, it } from 'vitest'
import { fakeClock } from './fake-clock.testing.ts'
import { openingQueue } from './opening-queue.ts'

describe('opening queue', () => {
  it('lets four begin and the fifth when one leaves', async () => {
    const clock = fakeClock()
    const queue = openingQueue(clock)
    const begun: number[] = []
    const leaves = [1, 2, 3, 4, 5, 6].map(name => queue.enter(() => begun.push(name)))
    await clock.pass(0)
    expect(begun).toEqual([1, 2, 3, 4])
    leaves[1]?.()
    leaves[1]?.()
    await clock.pass(0)
    expect(begun).toEqual([1, 2, 3, 4, 5])
  })

  it('forgets who left before its turn', async () => {
    const clock = fakeClock()
    const queue = openingQueue(clock, 1)
    const begun: number[] = []
    const [first, second] = [1, 2, 3].map(name => queue.enter(() => begun.push(name)))
    second?.()
    first?.()
    await clock.pass(0)
    expect(begun).toEqual([3])
  })

  it('ends the turn of one that does not get on, so that the others need not wait for it', async () => {
    const clock = fakeClock()
    const queue = openingQueue(clock, 1, 3_000)
    const begun: number[] = []
    for (const name of [1, 2]) queue.enter(() => begun.push(name))
    await clock.pass(2_999)
    expect(begun).toEqual([1])
    await clock.pass(1)
    expect(begun).toEqual([1, 2])
  })
})
