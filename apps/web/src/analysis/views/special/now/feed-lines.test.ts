import type { AnalysisRow } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { feedLines } from './feed-lines.ts'

const row = (
  clock: string,
  door: string,
  entries: number | null,
  coverage: number | null = 1,
): AnalysisRow => ({
  time: `2026-11-21 ${clock}`,
  entrance: { id: door, name: door },
  entries: { current: entries, ...(coverage === null ? {} : { coverage }) },
})

describe('the feed of counts', () => {
  it('stands with the latest first and writes a time once', () => {
    const lines = feedLines({ rows: [row('09:55', 'A', 1), row('10:00', 'B', 3), row('10:00', 'A', 2)] }, [
      'entries',
    ])
    expect(lines.map(({ clock, isFirst, row: { entrance } }) => [clock, isFirst, entrance])).toEqual([
      ['10:00–10:05', true, { id: 'A', name: 'A' }],
      ['10:00–10:05', false, { id: 'B', name: 'B' }],
      ['09:55–10:00', true, { id: 'A', name: 'A' }],
    ])
  })

  it('says where nothing came that was due, but not of hours to come or of a closed shop', () => {
    const lines = feedLines(
      {
        rows: [
          row('08:00', 'A', null, null),
          row('09:00', 'A', null, 0),
          row('09:05', 'A', 4),
          row('23:55', 'A', null, 0),
        ],
      },
      ['entries'],
    )
    expect(lines.map(({ clock, isSilent }) => [clock, isSilent])).toEqual([
      ['09:05–09:10', false],
      ['09:00–09:05', true],
    ])
  })
})
