import { expect, it } from 'vitest'
import { delayOf, delayWords, type Hours, lateMs, openAt } from './delay.ts'

const at = (clock: string, day = '2026-11-20') => Date.parse(`${day}T${clock}:00+08:00`)
const iso = (moment: number) => new Date(moment).toISOString()
const hours = (isOpen: boolean, since: number, until: number): Hours => ({
  isOpen,
  since: iso(since),
  until: iso(until),
  timeZone: 'Asia/Shanghai',
})
const day = hours(true, at('10:00'), at('22:00'))
const night = hours(false, at('22:00'), at('10:00', '2026-11-21'))
const now = at('20:00')

it('figures are late when three windows of the counters did not come while a shop is open', () => {
  expect(delayOf({ freshAt: iso(now - lateMs), hours: day }, now)).toEqual({
    kind: 'told',
    ms: lateMs,
    isLate: false,
  })
  expect(delayOf({ freshAt: iso(now - lateMs - 1), hours: day }, now)).toMatchObject({ isLate: true })
  expect(delayOf({ freshAt: null, hours: day }, now)).toBeUndefined()
})

it('a shop that is closed is never late, however long nothing came', () => {
  const late = at('02:18', '2026-11-21')
  expect(delayOf({ freshAt: iso(at('21:55')), hours: night }, late)).toEqual({
    kind: 'closed',
    since: new Date(at('22:00')),
    until: new Date(at('10:00', '2026-11-21')),
  })
})

it('what came the evening before is no delay in the morning: counts are due from the opening on', () => {
  const morning = hours(true, at('10:00', '2026-11-21'), at('22:00', '2026-11-21'))
  const evening = { freshAt: iso(at('21:55')), hours: morning }
  expect(delayOf(evening, at('10:04', '2026-11-21'))).toMatchObject({ kind: 'waiting', isLate: false })
  expect(delayOf(evening, at('10:16', '2026-11-21'))).toMatchObject({ kind: 'waiting', isLate: true })
})

it('an answer from before the closing knows of it, and one from the night of the opening', () => {
  expect(delayOf({ freshAt: iso(at('21:55')), hours: day }, at('22:30'))).toEqual({
    kind: 'closed',
    since: new Date(at('22:00')),
    until: undefined,
  })
  expect(openAt(night, at('10:01', '2026-11-21'))).toEqual({
    isOpen: true,
    since: new Date(at('10:00', '2026-11-21')),
    until: undefined,
  })
})

it('a clock that runs ahead makes no delay below nought', () => {
  expect(delayOf({ freshAt: iso(now + 5000), hours: day }, now)).toMatchObject({ ms: 0 })
})

it('a delay is told in its largest whole unit', () => {
  const told = (ms: number) => {
    const { text, count } = delayWords(ms)
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
