import { describe, expect, it } from 'vitest'
import { stepsOf, stepTo } from './actions.ts'

describe('the steps of a problem', () => {
  it('are those that the server allows, without the change of owner', () => {
    expect(stepsOf({ actions: ['submit', 'change'] })).toEqual(['submit'])
    expect(stepsOf({ actions: ['change'] })).toEqual([])
  })

  it('leads to the next column, and to no other', () => {
    const open = { status: 'rectification', actions: ['submit', 'change'] } as const
    expect(stepTo({ ...open, actions: [...open.actions] }, 'pending')).toBe('submit')
    expect(stepTo({ ...open, actions: [...open.actions] }, 'closed')).toBeUndefined()
    expect(stepTo({ ...open, actions: [...open.actions] }, 'rectification')).toBeUndefined()
  })

  it('leads both ways from review, for who may do both', () => {
    const waiting = { status: 'pending' as const, actions: ['sendBack' as const, 'close' as const] }
    expect(stepTo(waiting, 'closed')).toBe('close')
    expect(stepTo(waiting, 'rectification')).toBe('sendBack')
    expect(stepTo({ ...waiting, actions: [] }, 'closed')).toBeUndefined()
  })
})
