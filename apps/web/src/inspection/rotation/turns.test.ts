import { describe, expect, it } from 'vitest'
import { isWithinHours, lengthOf, turnsOf } from './turns.ts'

const pane = (cameraId: string) => ({ cameraId, presetId: null })
const plan = {
  groups: [
    { name: '收银', panes: ['a', 'b', 'c', 'd', 'e'].map(pane) },
    { name: '入口', panes: [pane('f')] },
  ],
  panesPerTurn: 4 as const,
  seconds: 15,
}

describe('the turns of a plan', () => {
  it('go group by group and never mix two of them', () => {
    expect(turnsOf(plan).map(turn => [turn.group, turn.number, turn.of, turn.panes.length])).toEqual([
      ['收银', 1, 2, 4],
      ['收银', 2, 2, 1],
      ['入口', 1, 1, 1],
    ])
    expect(lengthOf(plan)).toBe(45)
    expect(turnsOf({ ...plan, panesPerTurn: 1 })).toHaveLength(6)
  })
})

describe('the hours of a plan', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00`)

  it('end before their last minute, and reach past midnight where they end before they begin', () => {
    const day = { fromTime: '09:00', toTime: '21:30' }
    expect(['08:59', '09:00', '21:29', '21:30'].map(time => isWithinHours(day, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const night = { fromTime: '22:00', toTime: '06:00' }
    expect(['21:59', '23:00', '05:59', '06:00'].map(time => isWithinHours(night, at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('are the whole day where none are set', () => {
    expect(isWithinHours({ fromTime: null, toTime: null }, at('03:00'))).toBe(true)
  })
})
