import type { RoundStop } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { nextStop, roundProgress } from './use-round.ts'

const stop = (shopId: string, state: RoundStop['state']): RoundStop => ({
  shopId,
  shopname: shopId,
  shopnameEn: shopId,
  timeZone: 'Asia/Shanghai',
  areaPath: '',
  areaPathEn: '',
  cameraCount: 1,
  onlineCount: 1,
  state,
  at: null,
})

describe('a round', () => {
  const stops = [stop('a', 'done'), stop('b', 'left'), stop('c', 'skipped'), stop('d', 'left')]

  it('begins at the first shop that is left', () => {
    expect(nextStop(stops, undefined)?.shopId).toBe('b')
  })

  it('goes on after the open shop, past those that are done or skipped', () => {
    expect(nextStop(stops, 'b')?.shopId).toBe('d')
  })

  it('comes back to shops that were passed over', () => {
    expect(nextStop(stops, 'd')?.shopId).toBe('b')
  })

  it('is over when the open shop is the only one left', () => {
    expect(nextStop([stop('a', 'done'), stop('b', 'left')], 'b')).toBeUndefined()
    expect(nextStop([], undefined)).toBeUndefined()
  })

  it('counts what is done, skipped and left', () => {
    expect(roundProgress(stops)).toEqual({ all: 4, done: 1, skipped: 1, left: 2 })
  })
})
