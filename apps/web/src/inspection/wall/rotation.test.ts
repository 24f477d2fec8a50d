import { describe, expect, it } from 'vitest'
import { isNearTurn, passed, type Rotation, rotationFrom } from './rotation.ts'

const everyMs = 10_000
const run = (start: Rotation, steps: readonly (readonly [number, boolean])[]) => {
  let rotation = start
  let turns = 0
  for (const [now, isHeld] of steps) {
    const next = passed(rotation, now, { everyMs, isHeld })
    rotation = next.rotation
    if (next.turns) turns += 1
  }
  return { rotation, turns }
}

describe('rotation of a wall', () => {
  it('turns once when its time is over, and stays full until the next page begins', () => {
    const { turns, rotation } = run(rotationFrom(0), [
      [9_999, false],
      [10_000, false],
      [15_000, false],
    ])
    expect(turns).toBe(1)
    expect(isNearTurn(rotation, everyMs)).toBe(true)
  })

  it('stands still while held and goes on from there', () => {
    const { turns, rotation } = run(rotationFrom(0), [
      [4_000, false],
      [60_000, true],
      [62_000, false],
    ])
    expect(turns).toBe(0)
    expect(rotation.elapsedMs).toBe(6_000)
  })

  it('connects the next page three seconds before', () => {
    expect(isNearTurn({ elapsedMs: 6_999, at: 0 }, everyMs)).toBe(false)
    expect(isNearTurn({ elapsedMs: 7_000, at: 0 }, everyMs)).toBe(true)
  })
})
