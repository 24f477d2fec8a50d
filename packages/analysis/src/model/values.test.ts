import { comparisons, granularities } from '@aisle/contract'
import { expect, it } from 'vitest'
import { ageBandOf, ageBands } from './values.ts'

it('ages fall into seven bands of ten years, the last one open', () => {
  expect(Object.values(ageBands).map(({ en }) => en)).toEqual([
    '1–10',
    '11–20',
    '21–30',
    '31–40',
    '41–50',
    '51–60',
    '61 and over',
  ])
  expect([1, 10, 11, 20, 21, 60, 61, 99].map(ageBandOf)).toEqual([0, 0, 1, 1, 2, 5, 6, 6])
})

it('time is cut as the specification says: 5, 10, 15 minutes, hour to year, distribution', () => {
  expect(Object.keys(granularities).slice(0, 10)).toEqual([
    '5min',
    '10min',
    '15min',
    'hour',
    'day',
    'week',
    'month',
    'quarter',
    'year',
    'distribution',
  ])
})

it('the five comparisons of the specification come first, two of our own after them', () => {
  expect(Object.keys(comparisons)).toEqual([
    'yesterday',
    'lastWeekSameDay',
    'lastMonthSameDay',
    'lastYearSameDay',
    'lastYearSameHoliday',
    'previousPeriod',
    'customRange',
  ])
})
