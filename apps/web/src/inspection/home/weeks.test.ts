import { describe, expect, it } from 'vitest'
import { mondayOf, spansOf } from './weeks.ts'

describe('spansOf', () => {
  it('are days while there are few', () => {
    expect(spansOf('2026-02-27', '2026-03-01', 31)).toEqual([
      { first: '2026-02-27', last: '2026-02-27', begin: '2026-02-27' },
      { first: '2026-02-28', last: '2026-02-28', begin: '2026-02-28' },
      { first: '2026-03-01', last: '2026-03-01', begin: '2026-03-01' },
    ])
  })

  it('are weeks from Monday otherwise, cut to the days asked for, and cover each day once', () => {
    const spans = spansOf('2026-01-01', '2026-03-03', 31)
    expect(spans[0]).toEqual({ first: '2026-01-01', last: '2026-01-04', begin: '2025-12-29' })
    expect(spans.at(-1)).toEqual({ first: '2026-03-02', last: '2026-03-03', begin: '2026-03-02' })
    const days = spans.reduce(
      (sum, { first, last }) => sum + (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1,
      0,
    )
    expect(days).toBe(62)
  })

  it('a Sunday belongs to the Monday before', () => {
    expect(mondayOf('2026-03-01')).toBe('2026-02-23')
    expect(mondayOf('2026-03-02')).toBe('2026-03-02')
  })
})
