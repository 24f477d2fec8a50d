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
  const beganAt = Date.parse('2026-11-20T02:18:00Z')
  const ofVisit = (visitId: string | null, raisedAt: string) => ({ visitId, raisedAt })

  it('are those that another visit raised, whatever the clocks say', () => {
    const earlier = ofVisit('7', '2026-11-20T02:18:00.600Z')
    const ahead = ofVisit('7', '2026-11-20T02:25:00Z')
    const own = ofVisit('8', '2026-11-20T02:17:00Z')
    expect(foundEarlier([earlier, ahead, own], { recordId: '8', beganAt })).toEqual([earlier, ahead])
  })

  it('and, of those that no visit raised, the ones up to the second in which this one began', () => {
    const old = ofVisit(null, '2026-11-20T02:18:00.900Z')
    const fresh = ofVisit(null, '2026-11-20T02:20:00Z')
    expect(foundEarlier([old, fresh], { recordId: '8', beganAt })).toEqual([old])
  })

  it('are all of them before a visit began', () => {
    const one = ofVisit('7', '2026-11-20T02:20:00Z')
    expect(foundEarlier([one], { recordId: undefined, beganAt: undefined })).toEqual([one])
  })
})
