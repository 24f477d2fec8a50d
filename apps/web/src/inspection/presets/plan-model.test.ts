import type { PatrolPlan, Plan } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { emptySchedule, patrolOf, planOf, timesOf, withoutTime, withTime } from './plan-model.ts'

const plan = (times: string[], more: Partial<Plan> = {}) =>
  ({
    id: '1',
    cameraId: '101',
    presetId: null,
    status: 'enabled',
    schedule: { ...emptySchedule, times },
    ...more,
  }) as Plan

describe('the time of a plan', () => {
  it('makes a missing plan and joins the times of one that is there, in order', () => {
    expect(withTime(undefined, '10:00')).toEqual({
      what: 'save',
      schedule: { ...emptySchedule, times: ['10:00'] },
    })
    expect(withTime(plan(['16:00']), '10:00')).toMatchObject({ schedule: { times: ['10:00', '16:00'] } })
    expect(withTime(plan(['16:00']), '16:00')).toEqual({ what: 'known' })
  })

  it('of 00:00 removes the plan, and does nothing where there is none', () => {
    expect(withTime(plan(['16:00']), '00:00')).toEqual({ what: 'remove' })
    expect(withTime(undefined, '00:00')).toEqual({ what: 'nothing' })
  })

  it('that was the last one takes the plan with it, unless it runs every so many minutes', () => {
    expect(withoutTime(plan(['10:00', '16:00']), '10:00')).toMatchObject({ schedule: { times: ['16:00'] } })
    expect(withoutTime(plan(['10:00']), '10:00')).toEqual({ what: 'remove' })
    const often = plan(['10:00'])
    const schedule = { ...often.schedule, everyMinutes: 30 }
    expect(withoutTime({ ...often, schedule }, '10:00')).toMatchObject({ what: 'save' })
  })
})

describe('plans of a camera', () => {
  it('are told apart by preset', () => {
    const plans = [plan([], { id: 'a' }), plan([], { id: 'b', presetId: 'p1' })]
    expect(planOf(plans, { cameraId: '101', presetId: 'p1' })?.id).toBe('b')
    expect(planOf(plans, { cameraId: '101', presetId: undefined })?.id).toBe('a')
    expect(planOf(plans, { cameraId: '102', presetId: undefined })).toBeUndefined()
  })

  it('are named by their times, each once, those that rest left out', () => {
    const plans = [plan(['16:00', '10:00']), plan(['10:00']), plan(['08:00'], { status: 'paused' })]
    expect(timesOf(plans)).toEqual(['10:00', '16:00'])
  })

  it('have a round of their own where no other camera is in it', () => {
    const round = (id: string, ...cameras: string[]) =>
      ({ id, stops: cameras.map(cameraId => ({ cameraId })) }) as PatrolPlan
    const patrols = [round('mixed', '101', '102'), round('own', '101', '101')]
    expect(patrolOf(patrols, '101')?.id).toBe('own')
    expect(patrolOf(patrols, '102')).toBeUndefined()
  })
})
