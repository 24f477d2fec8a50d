import { expect, it } from 'vitest'
import { bestIn } from './best.ts'

it('marks the highest, or the lowest where less is better', () => {
  expect(bestIn([3, null, 9, 4], false)).toBe(2)
  expect(bestIn([3, null, 9, 4], true)).toBe(0)
})

it('marks nobody where two are best or only one is known', () => {
  expect(bestIn([9, 9, 4], false)).toBeUndefined()
  expect(bestIn([null, 9], false)).toBeUndefined()
})
