import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTime, LatePage } from './load-page.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a part of the console', () => {
  it('that does not arrive within 120000 ms fails', async () => {
    const waiting = inTime(new Promise(() => {}))
    const failure = expect(waiting).rejects.toThrow(LatePage)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await failure
  })

  it('that arrives is given on, and nothing waits any more', async () => {
    expect(await inTime(Promise.resolve('page'))).toBe('page')
    expect(vi.getTimerCount()).toBe(0)
  })
})
