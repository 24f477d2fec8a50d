import { type Question, question as questionSchema } from '@aisle/contract'
import { expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import { finish, prepare } from './prepare.ts'

const prepared = (more: Partial<Question>) =>
  prepare(
    questionSchema.parse({
      metrics: ['visits', 'exits', 'shopCount'],
      dimensions: ['quadrant'],
      period: { from: '2026-10-01', to: '2026-10-10' },
      ...more,
    }),
    {
      shops: [1, 2, 3, 4, 5],
      everyShop: true,
      today: dayOf('2026-10-18'),
      slot: 183,
      calendar: statutoryCalendar(),
    },
  )
/** Visits have their middle at 30, exits at 20. */
const shops: [string, number, number][] = [
  ['1', 10, 50],
  ['2', 20, 10],
  ['3', 30, 20],
  ['4', 40, 5],
  ['5', 50, 60],
]
const answered = (more: Partial<Question>) => {
  const question = prepared(more)
  const partOf = new Map(question.requests.map(({ key, part }) => [key, part]))
  return finish(question, key =>
    shops.map(([id, visits, exits]) => [
      id,
      ...(partOf.get(key)?.values ?? []).map(({ metric }) =>
        metric === 'shopCount' ? 1 : metric === 'visits' ? visits : exits,
      ),
      10,
      10,
      0,
    ]),
  ).rows
}

it('parts shops by the medians of two metrics and counts them', () => {
  const rows = answered({})
  expect(
    rows.map(({ place, cells }) => [
      place.members.quadrant,
      cells.shopCount?.current,
      cells.visits?.current,
      cells.exits?.current,
    ]),
  ).toEqual([
    ['I', 2, 80, 80],
    ['II', 1, 10, 50],
    ['III', 1, 20, 10],
    ['IV', 1, 40, 5],
  ])
})

it('says of each shop which quadrant it is in', () => {
  const rows = answered({ dimensions: ['shop', 'quadrant'], metrics: ['visits', 'exits'] })
  expect(rows.map(({ place }) => `${place.members.shop} ${place.members.quadrant}`)).toEqual([
    '1 II',
    '2 III',
    '3 I',
    '4 IV',
    '5 I',
  ])
})

it('is refused where there are no two metrics to part by', () => {
  expect(() => prepared({ metrics: ['visits'] })).toThrowError()
  expect(() => prepared({ metrics: ['visits', 'shopCount'] })).toThrowError()
  expect(() => prepared({ granularity: 'day' })).toThrowError()
})
