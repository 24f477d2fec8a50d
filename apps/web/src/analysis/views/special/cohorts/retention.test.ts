import { describe, expect, it } from 'vitest'
import { retentionOf } from './retention.ts'

const counts = [
  { cohort: '2026-10-26', week: 1, people: 9 },
  { cohort: '2026-11-02', week: 0, people: 200 },
  { cohort: '2026-11-02', week: 1, people: 50 },
  { cohort: '2026-11-09', week: 0, people: 100 },
  { cohort: '2026-11-09', week: 1, people: 20 },
  { cohort: '2026-11-16', week: 0, people: 80 },
]

describe('those who came back', () => {
  it('are a share of those who came first in their week, as far as the weeks have come', () => {
    expect(retentionOf(counts, '2026-10-30', '2026-11-16')).toEqual([
      { cohort: '2026-11-02', size: 200, shares: [25, 0] },
      { cohort: '2026-11-09', size: 100, shares: [20] },
      { cohort: '2026-11-16', size: 80, shares: [] },
    ])
  })

  it('are not told of a week that began before the days asked about', () => {
    expect(retentionOf(counts, '2026-11-03', '2026-11-16').map(({ cohort }) => cohort)).toEqual([
      '2026-11-09',
      '2026-11-16',
    ])
  })
})
