import { describe, expect, it } from 'vitest'
import { type Seen, step } from './cumulative.ts'
import type { Reading } from './sensor.ts'

const reading = (at: number, entered?: number, left?: number): Reading => ({
  device: 'd',
  line: '1',
  at,
  ...(entered === undefined ? {} : { in: entered }),
  ...(left === undefined ? {} : { out: left }),
})

/** All windows that a list of readings gives. */
function windows(readings: Reading[]) {
  let seen: Seen | undefined
  return readings.flatMap(one => {
    const taken = step(seen, one)
    if (taken.kind === 'old') return []
    seen = taken.seen
    return taken.kind === 'counted' ? [taken.count] : []
  })
}

describe('a running counter', () => {
  it('counts nothing by its first reading', () => {
    expect(windows([reading(1000, 500, 480)])).toEqual([])
  })

  it('gives the window between two readings', () => {
    expect(windows([reading(1000, 500, 480), reading(2000, 503, 480)])).toEqual([
      { device: 'd', line: '1', from: 1000, to: 2000, in: 3, out: 0, isLate: false },
    ])
  })

  it('that began anew counts what it shows since', () => {
    const counts = windows([reading(1000, 500, 480), reading(2000, 4, 2), reading(3000, 6, 2)])
    expect(counts.map(count => [count.in, count.out])).toEqual([
      [4, 2],
      [2, 0],
    ])
  })

  it('whose readings repeat or come late says nothing new', () => {
    const late = [
      reading(1000, 5, 5),
      reading(3000, 9, 9),
      reading(2000, 7, 7),
      reading(3000, 9, 9),
      reading(4000, 10, 9),
    ]
    expect(windows(late).reduce((sum, count) => sum + count.in, 0)).toBe(5)
  })

  it('that tells one direction leaves the other where it stood', () => {
    const counts = windows([reading(1000, 5, 5), reading(2000, undefined, 8), reading(3000, 6)])
    expect(counts.map(count => [count.in, count.out])).toEqual([
      [0, 3],
      [1, 0],
    ])
  })

  it('sums up to what it moved, however often it is read', () => {
    const values = Array.from({ length: 300 }, (_, index) => Math.floor(index * 1.7) % 200)
    const readings = values.map((value, index) => reading(index * 60_000, value, 0))
    let moved = 0
    for (let index = 1; index < values.length; index++) {
      const [before = 0, now = 0] = [values[index - 1], values[index]]
      moved += now < before ? now : now - before
    }
    expect(windows(readings).reduce((sum, count) => sum + count.in, 0)).toBe(moved)
  })
})
