import { describe, expect, it } from 'vitest'
import { faultOf, intervalsIn, overlapped } from './intervals.ts'

const lunch = { name: '午市', from: '11:00', to: '14:00' }

describe('intervals of the day', () => {
  it('have a name and two times, and may go past midnight', () => {
    expect(faultOf(lunch)).toBeUndefined()
    expect(faultOf({ ...lunch, from: '22:00', to: '02:00' })).toBeUndefined()
    expect(faultOf({ ...lunch, name: ' ' })).toBe('name')
    expect(faultOf({ ...lunch, to: '24:30' })).toBe('time')
    expect(faultOf({ ...lunch, to: '11:00' })).toBe('empty')
  })

  it('do not overlap where they only touch, and do where one holds some of the other, also past midnight', () => {
    const night = { name: '夜', from: '22:00', to: '02:00' }
    expect(overlapped({ ...lunch, from: '14:00', to: '17:00' }, [lunch, night])).toBeUndefined()
    expect(overlapped({ ...lunch, from: '10:00', to: '11:00' }, [lunch, night])).toBeUndefined()
    expect(overlapped({ ...lunch, from: '10:00', to: '18:00' }, [night, lunch])).toBe(lunch)
    expect(overlapped({ ...lunch, from: '12:00', to: '12:30' }, [lunch])).toBe(lunch)
    expect(overlapped({ ...lunch, from: '01:00', to: '03:00' }, [lunch, night])).toBe(night)
    expect(overlapped({ ...lunch, from: '20:00', to: '23:00' }, [night])).toBe(night)
  })

  it('are read from what was kept, whatever that is', () => {
    expect(intervalsIn([lunch, { name: 'x' }, null, { ...lunch, from: 'noon' }])).toEqual([lunch])
    expect(intervalsIn(null)).toEqual([])
    expect(intervalsIn({ lunch })).toEqual([])
  })
})
