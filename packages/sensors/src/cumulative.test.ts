import { describe, expect, it } from 'vitest'
import { type Seen, step, windowMs } from './cumulative.ts'
import type { Count, Reading } from './sensor.ts'

const reading = (at: number, entered?: number, left?: number): Reading => ({
  device: 'd',
  line: '1',
  at,
  ...(entered === undefined ? {} : { in: entered }),
  ...(left === undefined ? {} : { out: left }),
})
const minute = 60_000

/** What windows hold after a list of readings: the last word on each. */
function windows(readings: Reading[]) {
  let seen: Seen | undefined
  const held = new Map<number, Count>()
  for (const one of readings) {
    const taken = step(seen, one)
    if (taken.kind === 'old') continue
    seen = taken.seen
    if (taken.kind === 'counted') for (const count of taken.counts) held.set(count.from, count)
  }
  return [...held.values()]
}
const sum = (counts: Count[], of: 'in' | 'out' = 'in') =>
  counts.reduce((total, count) => total + count[of], 0)

describe('a running counter', () => {
  it('counts nothing by its first reading', () => {
    expect(windows([reading(1000, 500, 480)])).toEqual([])
  })

  it('fills the window of five minutes that its readings lie in', () => {
    const counts = windows([
      reading(minute, 500, 480),
      reading(2 * minute, 503, 480),
      reading(4 * minute, 504, 481),
    ])
    expect(counts).toEqual([{ device: 'd', line: '1', from: 0, to: windowMs, in: 4, out: 1, isLate: false }])
  })

  it('shares what moved between two windows by the time in each, and loses nothing of it', () => {
    const counts = windows([reading(4 * minute, 0, 0), reading(14 * minute, 10, 3)])
    expect(counts.map(count => [count.from / minute, count.in, count.out])).toEqual([
      [0, 1, 0],
      [5, 5, 2],
      [10, 4, 1],
    ])
  })

  it('that was silent for days counts in its last window, as doubtful', () => {
    const day = 24 * 60 * minute
    const taken = step({ at: 0, in: 5, out: 5 }, reading(3 * day, 905, 905))
    expect(taken).toMatchObject({
      kind: 'counted',
      quality: 'doubtful',
      counts: [{ from: 3 * day - windowMs, in: 900, out: 900 }],
    })
  })

  it('that began anew counts what it shows since', () => {
    const counts = windows([
      reading(minute, 500, 480),
      reading(5 * minute, 501, 480),
      reading(6 * minute, 4, 2),
      reading(10 * minute, 6, 2),
    ])
    expect(counts.map(count => [count.in, count.out])).toEqual([
      [1, 0],
      [6, 2],
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
    expect(sum(windows(late))).toBe(5)
  })

  it('that tells one direction leaves the other where it stood', () => {
    const counts = windows([reading(1000, 5, 5), reading(2000, undefined, 8), reading(3000, 6)])
    expect([sum(counts), sum(counts, 'out')]).toEqual([1, 3])
  })

  it('counts nothing by the first word on a direction, whichever was told before it', () => {
    const counts = windows([reading(1000, 4000), reading(2000, undefined, 3900), reading(3000, 4002, 3901)])
    expect([sum(counts), sum(counts, 'out')]).toEqual([2, 1])
  })

  it('that began anew counts no direction again that it does not tell', () => {
    const counts = windows([
      reading(1000, 500, 480),
      reading(2000, 1),
      reading(3000, undefined, 2),
      reading(4000, 3),
    ])
    expect([sum(counts), sum(counts, 'out')]).toEqual([3, 2])
  })

  it('takes up who passes and children from their first word on, and keeps them while they are not told', () => {
    const with_ = (at: number, pass?: number): Reading => ({
      ...reading(at, 5, 5),
      ...(pass === undefined ? {} : { pass }),
    })
    const counts = windows([with_(1000), with_(2000, 9000), with_(3000), with_(4000, 9004)])
    expect(counts.map(count => count.pass)).toEqual([4])
  })

  it('sums up to what it moved, however often it is read, and whichever readings are lost', () => {
    const values = Array.from({ length: 300 }, (_, index) => index * 2)
    const readings = values.map((value, index) => reading(index * 47_000, value, 0))
    const last = readings.at(-1)
    for (const keep of [1, 2, 7, 50]) {
      const some = readings.filter((one, index) => index % keep === 0 || one === last)
      expect(sum(windows(some))).toBe(299 * 2)
    }
  })

  it('ends in the same windows when a word was written and then forgotten', () => {
    // Killed between writing the windows and remembering the reading: the next reading goes on from the one before.
    const [one, two, three] = [reading(minute, 0, 0), reading(3 * minute, 4, 0), reading(8 * minute, 9, 0)]
    const remembered = step(undefined, one)
    if (remembered.kind !== 'first') throw new Error('not the first')
    const written = step(remembered.seen, two)
    const next = step(remembered.seen, three)
    if (written.kind !== 'counted' || next.kind !== 'counted') throw new Error('not counted')
    const held = new Map([...written.counts, ...next.counts].map(count => [count.from, count]))
    expect(sum([...held.values()])).toBe(9)
  })
})
