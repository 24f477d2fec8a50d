import { describe, expect, it } from 'vitest'
import { faultOf, intervalsIn } from './intervals.ts'

const lunch = { name: '午市', from: '11:00', to: '14:00' }

describe('intervals of the day', () => {
  it('have a name and two times, and may go past midnight', () => {
    expect(faultOf(lunch)).toBeUndefined()
    expect(faultOf({ ...lunch, from: '22:00', to: '02:00' })).toBeUndefined()
    expect(faultOf({ ...lunch, name: ' ' })).toBe('name')
    expect(faultOf({ ...lunch, to: '24:30' })).toBe('time')
    expect(faultOf({ ...lunch, to: '11:00' })).toBe('empty')
  })

  it('are read from what was kept, whatever that is', () => {
    expect(intervalsIn([lunch, { name: 'x' }, null, { ...lunch, from: 'noon' }])).toEqual([lunch])
    expect(intervalsIn(null)).toEqual([])
    expect(intervalsIn({ lunch })).toEqual([])
  })
})
