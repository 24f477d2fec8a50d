import { expect, it } from 'vitest'
import { fullnessOf, insideOf, insideSeries } from './inside-now.ts'

it('a shop is full at the number of people allowed, and nearly so from eight in ten on', () => {
  expect([0, 79, 80, 99, 100, 130].map(inside => fullnessOf(inside, 100))).toEqual([
    'free',
    'free',
    'near',
    'near',
    'full',
    'full',
  ])
  expect(fullnessOf(50, null)).toBeUndefined()
  expect(fullnessOf(null, 100)).toBeUndefined()
})

it('people inside are never fewer than none, and unknown where a count is', () => {
  expect([insideOf(120, 80), insideOf(10, 14), insideOf(null, 3)]).toEqual([40, 0, null])
})

it('people inside follow the windows of the day, and windows to come stay empty', () => {
  expect(insideSeries([5, 3, 0, 2, null], [0, 1, 9, null, null])).toEqual([5, 7, 0, 0, null])
})
