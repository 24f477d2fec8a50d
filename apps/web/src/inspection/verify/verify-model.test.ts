import type { Problem } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { foundEarlier, stepsOf } from './verify-model.ts'

const pending = { status: 'pending', actions: ['sendBack', 'close', 'change'] } satisfies Partial<Problem>
const open = { status: 'rectification', actions: ['submit', 'change'] } satisfies Partial<Problem>

describe('a verdict on an open problem', () => {
  it('closes what the shop says it put right, or sends it back', () => {
    expect(stepsOf(pending, true, true)).toEqual(['close'])
    expect(stepsOf(pending, false, true)).toEqual(['sendBack'])
  })

  it('says for the shop that it was put right before it closes', () => {
    expect(stepsOf(open, true, true)).toEqual(['submit', 'close'])
    expect(stepsOf(open, true, false)).toEqual(['submit'])
  })

  it('notes what is still there while it is under rectification', () => {
    expect(stepsOf(open, false, true)).toEqual(['comment'])
  })

  it('is nothing that the user may not do', () => {
    expect(stepsOf({ ...pending, actions: [] }, true, false)).toEqual([])
    expect(stepsOf({ ...pending, actions: [] }, false, false)).toEqual([])
    expect(stepsOf({ ...open, actions: [] }, true, false)).toEqual([])
  })
})

describe('problems of earlier visits', () => {
  it('are those raised before this one began', () => {
    const old = { raisedAt: '2026-11-19T02:00:00Z' }
    const fresh = { raisedAt: '2026-11-20T02:20:00Z' }
    expect(foundEarlier([old, fresh], Date.parse('2026-11-20T02:18:00Z'))).toEqual([old])
    expect(foundEarlier([old, fresh], undefined)).toEqual([old, fresh])
  })
})
