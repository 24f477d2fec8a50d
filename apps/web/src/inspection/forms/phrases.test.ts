import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '../../lib/session.ts'
import { inspector } from '../../test/fixtures.ts'
import { ownPhrases, rememberRemarks, withPhrase } from './phrases.ts'

beforeEach(() => {
  localStorage.clear()
  startSession('token', inspector)
})

describe('phrases of a remark', () => {
  it('are put behind what is written, once, as far as there is room', () => {
    expect(withPhrase('', '地面有污渍', 200)).toBe('地面有污渍')
    expect(withPhrase('入口 ', '地面有污渍', 200)).toBe('入口；地面有污渍')
    expect(withPhrase('Entrance', 'Floor is not clean', 200)).toBe('Entrance; Floor is not clean')
    expect(withPhrase('地面有污渍', '地面有污渍', 200)).toBe('地面有污渍')
    expect(withPhrase('入口', '地面有污渍', 6)).toBe('入口')
  })

  it('of the user are the latest remarks, each once, for this user alone', () => {
    rememberRemarks(['通道堆货', ' ', '缺货'])
    rememberRemarks(['缺货'])
    expect(ownPhrases()).toEqual(['缺货', '通道堆货'])
    startSession('token', { ...inspector, id: '8' })
    expect(ownPhrases()).toEqual([])
  })
})
