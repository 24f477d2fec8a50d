import type { AnalysisAnswer, AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { metaOf } from '../../test/figures.ts'
import { insideNow, quartersOf, questionsOf } from './figures.ts'

const answer = (rows: AnalysisRow[]): AnalysisAnswer => ({
  columns: [],
  rows,
  meta: metaOf(rows.length),
})

describe('the figures beside the picture', () => {
  it('are all of one shop and one day, held against the same day last week', () => {
    const questions = questionsOf('7', '2026-11-20')
    for (const { filters, period } of Object.values(questions))
      expect({ filters, period }).toEqual({
        filters: [{ member: 'shop', op: 'in', values: ['7'] }],
        period: { from: '2026-11-20', to: '2026-11-20' },
      })
    for (const name of ['figures', 'inside', 'trend'] as const)
      expect(questions[name].compare).toEqual({ type: 'lastWeekSameDay' })
  })

  it('say how many are inside by the last hour that was received, and nothing where none was', () => {
    const rows = [12, 30, null].map((current, hour) => ({
      time: `2026-11-20 1${hour}:00`,
      occupancy: { current },
    }))
    expect(insideNow(answer(rows)).current).toBe(30)
    expect(insideNow(answer([])).current).toBeNull()
    expect(insideNow(undefined).current).toBeNull()
  })

  it('stand by quarters of an hour; one that was not received is a gap', () => {
    const rows: AnalysisRow[] = [
      { time: '2026-11-20 10:00', visits: { current: 0, compared: 4 } },
      { time: '2026-11-20 10:15', visits: { current: null, compared: null } },
    ]
    expect(quartersOf(answer(rows), 'visits', { now: 'Visits', before: 'Before' })).toEqual({
      starts: ['2026-11-20 10:00', '2026-11-20 10:15'],
      categories: ['10:00', '10:15'],
      series: [
        { name: 'Visits', values: [0, null] },
        { name: 'Before', values: [4, null], isCompared: true },
      ],
    })
  })
})
