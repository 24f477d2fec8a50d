import { expect, it } from 'vitest'
import { delayOf, delayWords, lateMs } from './delay.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const before = (ms: number) => new Date(now - ms).toISOString()

it('figures are late when three windows of the counters did not come', () => {
  expect(delayOf(before(lateMs), now)?.isLate).toBe(false)
  expect(delayOf(before(lateMs + 1), now)).toEqual({ ms: lateMs + 1, isLate: true })
  expect(delayOf(null, now)).toBeUndefined()
})

it('a clock that runs ahead makes no delay below nought', () => {
  expect(delayOf(before(-5000), now)?.ms).toBe(0)
})

it('a delay is told in its largest whole unit', () => {
  const told = (ms: number) => {
    const { text, count } = delayWords({ ms, isLate: false })
    return text.zh.replace('{count}', String(count))
  }
  expect([12_900, 59_999, 60_000, 119 * 60_000, 120 * 60_000].map(told)).toEqual([
    '数据延迟 12 秒',
    '数据延迟 59 秒',
    '数据延迟 1 分',
    '数据延迟 119 分',
    '数据延迟 2 小时',
  ])
})
