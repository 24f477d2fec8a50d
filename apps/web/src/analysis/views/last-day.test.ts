import { expect, it } from 'vitest'
import { everything } from '../../shell/scope.ts'
import type { Asking } from './ask.ts'
import { lastWholeDay } from './last-day.ts'

const at = (clock: string, day: string) => Date.parse(`${day}T${clock}:00+08:00`)
const [yesterday, today] = ['2026-11-21', '2026-11-22']
const asking = (from: string, to = from): Asking => ({
  scope: everything,
  shops: [],
  period: { from, to },
  dayTypes: [],
  members: {},
  topN: 10,
})
const fresh = {
  freshAt: null,
  hours: {
    isOpen: false,
    since: new Date(at('22:00', yesterday)).toISOString(),
    until: new Date(at('10:00', today)).toISOString(),
    timeZone: 'Asia/Shanghai',
  },
}

it('a page of today shows the day before until the first shop opens, and then today', () => {
  expect(lastWholeDay(asking(today), fresh, at('02:18', today))).toEqual({ from: yesterday, to: yesterday })
  expect(lastWholeDay(asking(today), fresh, at('10:00', today))).toBeUndefined()
})

it('other days are shown as they were asked for, and nothing is changed before the hours are known', () => {
  expect(lastWholeDay(asking(yesterday), fresh, at('02:18', today))).toBeUndefined()
  expect(lastWholeDay(asking('2026-11-16', today), fresh, at('02:18', today))).toBeUndefined()
  expect(lastWholeDay(asking(today), undefined, at('02:18', today))).toBeUndefined()
})
