import { expect, it } from 'vitest'
import { opensLater } from './closed-words.ts'

const at = (clock: string, day: string) => Date.parse(`${day}T${clock}:00+08:00`)
const [before, today, after] = ['2026-11-21', '2026-11-22', '2026-11-23']
const hoursFrom = (isOpen: boolean, since: number, until: number) => ({
  isOpen,
  since: new Date(since).toISOString(),
  until: new Date(until).toISOString(),
  timeZone: 'Asia/Shanghai',
})
const dawn = hoursFrom(false, at('22:00', before), at('10:00', today))
const just = (day: string) => ({ from: day, to: day })

it('a day that has not begun is empty because its shops open later', () => {
  expect(opensLater(dawn, just(today), at('02:18', today))).toEqual(new Date(at('10:00', today)))
})

it('days before it, several days, an open shop and the evening are empty for other reasons', () => {
  expect(opensLater(dawn, just(before), at('02:18', today))).toBeUndefined()
  expect(opensLater(dawn, { from: before, to: today }, at('02:18', today))).toBeUndefined()
  expect(opensLater(dawn, just(today), at('10:00', today))).toBeUndefined()
  const evening = hoursFrom(false, at('22:00', today), at('10:00', after))
  expect(opensLater(evening, just(today), at('23:00', today))).toBeUndefined()
})
