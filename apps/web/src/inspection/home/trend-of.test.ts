import { describe, expect, it } from 'vitest'
import { trendOf } from './trend-of.ts'

const row = (date: string, typeId: string, score: number | null) => ({
  date,
  typeId,
  typeName: `组${typeId}`,
  typeNameEn: `Group ${typeId}`,
  count: 1,
  score,
})

describe('scores by group and day', () => {
  it('are a line for each group over all days, unknown where nothing was scored', () => {
    const { dates, types } = trendOf([
      row('2026-11-02', 'a', 90),
      row('2026-11-01', 'a', 80),
      row('2026-11-03', 'b', 70),
      row('2026-11-02', 'b', null),
    ])
    expect(dates).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(types.map(({ id, scores }) => [id, scores])).toEqual([
      ['a', [80, 90, null]],
      ['b', [null, null, 70]],
    ])
  })
})
