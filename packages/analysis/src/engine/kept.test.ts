import { type Question, question as questionSchema } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { statutoryCalendar } from '../calendar/calendar.ts'
import { dayOf } from '../calendar/days.ts'
import { goneBefore } from './kept.ts'
import { finish, prepare } from './prepare.ts'

const today = dayOf('2026-11-21')
const first = today - 399
const prepared = (more: Partial<Question>) =>
  prepare(
    questionSchema.parse({
      metrics: ['visitors'],
      period: { from: '2025-10-16', to: '2025-10-19' },
      ...more,
    }),
    {
      shops: [1],
      everyShop: true,
      today,
      slot: 100,
      calendar: statutoryCalendar(),
      firstKept: { face_visit: first },
    },
  )
/** 2025-10-18 is the first day that is kept. */
const byGender = { dimensions: ['gender'] } satisfies Partial<Question>
const valuesOf = (question: ReturnType<typeof prepared>, rows: unknown[][]) =>
  finish(question, key => (key.startsWith('arrival') ? [] : rows)).rows.map(({ cells }) => cells.visitors)

describe('figures of what is kept for a time', () => {
  it('are unknown, not nought, where a day of them is gone', () => {
    expect(valuesOf(prepared(byGender), [['man', 7]])[0]?.current).toBeNull()
    const kept = prepared({ ...byGender, period: { from: '2025-10-18', to: '2025-10-19' } })
    expect(valuesOf(kept, [['man', 7]])[0]?.current).toBe(7)
    expect(goneBefore(prepared(byGender).asked, prepared(byGender).plan)).toBe(first)
    expect(goneBefore(kept.asked, kept.plan)).toBeUndefined()
  })

  it('stay where the same is known from what is kept for ever', () => {
    const plain = prepared({})
    expect(plain.plan.parts[0]?.table).toBe('people_day')
    expect(goneBefore(plain.asked, plain.plan)).toBeUndefined()
  })

  it('are told apart by their days, also those that are held against', () => {
    const days = prepared({ ...byGender, granularity: 'day' })
    const rows = [16, 17, 18, 19].map(date => [dayOf(`2025-10-${date}`), 'man', date])
    expect(valuesOf(days, rows).map(cell => cell?.current)).toEqual([null, null, 18, 19])
    const compared = prepared({
      ...byGender,
      period: { from: '2026-10-16', to: '2026-10-19' },
      granularity: 'day',
      compare: { type: 'lastYearSameDay' },
    })
    const both = [16, 17, 18, 19].map(date => [dayOf(`2026-10-${date}`), 'man', date])
    expect(valuesOf(compared, both).map(cell => [cell?.current, cell?.compared])).toEqual([
      [16, null],
      [17, null],
      [18, 18],
      [19, 19],
    ])
    expect(goneBefore(compared.asked, compared.plan)).toBe(first)
  })
})
