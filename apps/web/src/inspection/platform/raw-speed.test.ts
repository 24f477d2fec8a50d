import { describe, expect, it } from 'vitest'
import { speeds } from '../steering/use-steering.ts'
import { levelOf, rawOf } from './raw-speed.ts'

describe('the speed as the second platform says it', () => {
  it('is 115 for the middle one, which is the default', () => {
    expect(rawOf(speeds.mid)).toBe(115)
    expect(levelOf(115)).toBe(speeds.mid)
  })

  it('stays between the slowest and the fastest', () => {
    expect(levelOf(0)).toBe(1)
    expect(levelOf(255)).toBe(10)
  })
})
