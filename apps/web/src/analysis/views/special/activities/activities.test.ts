import type { Activity } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { activityIn, askingOf, costOfEach, phasesOf, placesOf } from './activities.ts'

const activity = (more: Partial<Activity>): Activity => ({
  id: '1',
  name: '会员周',
  nameEn: '',
  kind: 'member',
  from: '2026-05-08',
  to: '2026-05-14',
  openTime: null,
  closeTime: null,
  shopIds: [],
  areaIds: [],
  place: '',
  cost: null,
  note: '',
  status: 'finished',
  cancelledOn: null,
  shopCount: 1,
  isWhole: true,
  mayChange: true,
  version: 1,
  updatedAt: '',
  updatedBy: '',
  ...more,
})
const today = '2026-05-20'

describe('the activity of a page', () => {
  const list = [
    activity({ id: '4', from: '2026-06-01', to: '2026-06-02', status: 'planned' }),
    activity({ id: '3', from: '2026-05-18', to: '2026-05-24', status: 'running' }),
    activity({ id: '2', from: '2026-05-09', to: '2026-05-16' }),
    activity({ id: '1' }),
  ]

  it('is the one chosen, else the last that is over, else one that goes on', () => {
    expect(activityIn(list, '4', today)?.id).toBe('4')
    expect(activityIn(list, undefined, today)?.id).toBe('2')
    expect(activityIn(list.slice(0, 2), undefined, today)?.id).toBe('3')
    expect(activityIn(list.slice(0, 1), undefined, today)).toBeUndefined()
  })

  it('is asked about in its own days', () => {
    const asking = {
      scope: { kind: 'all' as const },
      shops: [],
      period: { from: '2026-01-01', to: '2026-01-02' },
      dayTypes: [],
      members: {},
      topN: 10,
    }
    expect(askingOf(asking, activity({}))).toMatchObject({
      period: { from: '2026-05-08', to: '2026-05-14' },
      members: { activity: ['1'] },
    })
    const cutShort = activity({ cancelledOn: '2026-05-11' })
    expect(askingOf(asking, cutShort).period.to).toBe('2026-05-10')
  })
})

describe('the course of an activity', () => {
  it('has the fortnights on either side, as far as they are over', () => {
    expect(phasesOf(activity({}), today)).toEqual([
      { id: 'before', from: '2026-04-24', to: '2026-05-07' },
      { id: 'during', from: '2026-05-08', to: '2026-05-14' },
      { id: 'after', from: '2026-05-15', to: '2026-05-19' },
    ])
    expect(phasesOf(activity({}), '2026-05-08').map(({ id }) => id)).toEqual(['before'])
  })

  it('is of its shops or areas', () => {
    expect(placesOf({ shopIds: ['7'], areaIds: [] })).toEqual([{ member: 'shop', op: 'in', values: ['7'] }])
    expect(placesOf({ shopIds: [], areaIds: ['3101'] })).toMatchObject([{ member: 'area' }])
    expect(placesOf({ shopIds: [], areaIds: [] })).toEqual([])
  })
})

it('divides the cost by what was gained only where it is sure that something was', () => {
  expect(costOfEach(3000, { current: 600, low: 50 })).toBe(5)
  expect(costOfEach(3000, { current: 600, low: -50 })).toBeUndefined()
  expect(costOfEach(3000, { current: 600 })).toBeUndefined()
  expect(costOfEach(null, { current: 600, low: 50 })).toBeUndefined()
})
