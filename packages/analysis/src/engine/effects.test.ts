import { type Question, question as questionSchema } from '@aisle/contract'
import { expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf, weekdayOf } from '../calendar/days.ts'
import { columnsOf } from './meta.ts'
import { finish, prepare } from './prepare.ts'

const from = dayOf('2026-08-01')
const to = dayOf('2026-10-31')
const prepared = (more: Partial<Question> = {}) =>
  prepare(
    questionSchema.parse({
      metrics: ['visits'],
      dimensions: ['factor'],
      calc: ['effect'],
      period: { from: '2026-08-01', to: '2026-10-31' },
      ...more,
    }),
    {
      shops: [11, 12],
      everyShop: false,
      today: dayOf('2026-11-18'),
      slot: 183,
      calendar: statutoryCalendar(),
    },
  )

/** Off from 1 to 7 October, and the weekend of 25 to 27 September: as the notice for 2026 has it. */
const isHoliday = (day: number) =>
  (day >= dayOf('2026-10-01') && day <= dayOf('2026-10-07')) ||
  (day >= dayOf('2026-09-25') && day <= dayOf('2026-09-27'))
const isMakeup = (day: number) => [dayOf('2026-09-20'), dayOf('2026-10-10')].includes(day)
const isRainy = (day: number) => (day * 5) % 11 < 3
const isActive = (shop: number, day: number) => (day + shop) % 13 === 0
const bandOf = (day: number) => 15 + ((day * 3) % 4) * 5

/** What shop and day had, made as the model says: rain takes a fifth, weekends give three tenths, and so on. */
function worldOf(shop: number, rain = 0.8) {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const meanOf = (day: number) => {
    const month = new Date(day * 86_400_000).getUTCMonth()
    const same = days.filter(other => new Date(other * 86_400_000).getUTCMonth() === month)
    return same.reduce((sum, other) => sum + bandOf(other), 0) / same.length
  }
  return days.map(day => {
    const isWeekend = weekdayOf(day) > 5 && !isHoliday(day) && !isMakeup(day)
    const value =
      shop *
      100 *
      (isRainy(day) ? rain : 1) *
      (isHoliday(day) ? 1.5 : 1) *
      (isWeekend ? 1.3 : 1) *
      (isActive(shop, day) ? 1.1 : 1) *
      1.05 ** ((bandOf(day) - meanOf(day)) / 5)
    return [day, String(shop), isRainy(day) ? 'rain' : 'cloudy', String(bandOf(day)), value, 10, 10, 0]
  })
}
const active = [11, 12].flatMap(shop =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
    .filter(day => isActive(shop, day))
    .map(day => [day, String(shop), '5', 1, 10, 10, 0]),
)
const answered = (question: ReturnType<typeof prepared>, rows: unknown[][]) =>
  finish(question, key => (key.startsWith('0.0:') ? rows : key.startsWith('0.1:') ? active : [[1, 1, 1, 0]]))

it('tells apart what each factor does, with the others held', () => {
  const { rows } = answered(prepared(), [...worldOf(11), ...worldOf(12)])
  expect(rows.map(({ place }) => place.members.factor)).toEqual([
    'rain',
    'holiday',
    'weekend',
    'activity',
    'temperature',
  ])
  for (const [index, expected] of [-20, 50, 30, 10, 5].entries()) {
    const cell = rows[index]!.cells.visits!
    expect(cell.current).toBeCloseTo(expected, 3)
    expect(cell.low).toBeCloseTo(expected, 2)
    expect(cell.high).toBeCloseTo(expected, 2)
  }
})

it('fits each shop for itself where the question is by shops', () => {
  const { rows } = answered(prepared({ dimensions: ['shop', 'factor'] }), [
    ...worldOf(11, 0.8),
    ...worldOf(12, 0.6),
  ])
  const rain = rows.filter(({ place }) => place.members.factor === 'rain')
  expect(rain.map(({ place, cells }) => [place.members.shop, Math.round(cells.visits!.current!)])).toEqual([
    ['11', -20],
    ['12', -40],
  ])
})

it('answers one factor by groups alone, or several that are named', () => {
  const worlds = [...worldOf(11, 0.8), ...worldOf(12, 0.6)]
  const ofRain = prepared({
    dimensions: ['shop'],
    filters: [{ member: 'factor', op: 'eq', values: ['rain'] }],
  })
  const { rows } = answered(ofRain, worlds)
  expect(rows.map(({ place, cells }) => [place.members, Math.round(cells.visits!.current!)])).toEqual([
    [{ shop: '11' }, -20],
    [{ shop: '12' }, -40],
  ])
  const two = prepared({
    dimensions: ['shop', 'factor'],
    filters: [{ member: 'factor', op: 'in', values: ['holiday', 'rain'] }],
  })
  expect(answered(two, worlds).rows.map(({ place }) => place.members.factor)).toEqual([
    'rain',
    'holiday',
    'rain',
    'holiday',
  ])
})

it('leaves days out that were hardly received, and says nothing of what never changed', () => {
  const dry = worldOf(11).map(([day, shop, , band, value]) => [day, shop, 'sunny', band, value, 10, 10, 0])
  const torn = worldOf(12).map(row => [...row.slice(0, 4), 1, 10, 2, 0])
  const { rows } = answered(prepared(), [...dry.filter(([day]) => !isRainy(Number(day))), ...torn])
  expect(rows[0]?.cells.visits).toEqual({ current: null, low: null, high: null })
  expect(rows[2]?.cells.visits?.current).toBeCloseTo(30, 0)
})

it('looks at thirteen weeks at least, and never at today', () => {
  const { requests } = prepared({ period: { from: '2026-11-12', to: '2026-11-18' } })
  const weather = requests.find(({ key }) => key.startsWith('0.0:'))
  expect(Object.values(weather!.statement.params)).toEqual(
    expect.arrayContaining(['2026-08-19', '2026-11-17']),
  )
})

it('answers in per cent', () => {
  const one = prepared()
  const [, column] = columnsOf(one.asked, one.plan, 'en')
  expect(column).toMatchObject({ id: 'visits', unit: 'percent' })
})

it('is refused in both languages where it means nothing', () => {
  const refusals: Partial<Question>[] = [
    { dimensions: ['shop'] },
    { calc: [] },
    { metrics: ['bagRate'] },
    { dimensions: ['factor', 'entrance'] },
    { dimensions: ['shop'], filters: [{ member: 'factor', op: 'in', values: ['rain', 'holiday'] }] },
    { dimensions: ['shop'], calc: [], filters: [{ member: 'factor', op: 'eq', values: ['rain'] }] },
    { granularity: 'day' },
  ]
  for (const more of refusals)
    expect(() => prepared(more), JSON.stringify(more)).toThrowError(
      expect.objectContaining({
        text: { zh: expect.stringMatching(/\p{Script=Han}/u), en: expect.stringMatching(/^[\w ]/) },
      }),
    )
})
