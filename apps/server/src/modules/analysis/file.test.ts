import { type AnalysisRow, question } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import type { Caller } from '../../platform/http/request.ts'
import { answerLines } from './file.ts'
import type { AnalysisService } from './service.ts'

const row = (gender: string, current: number, compared = current): AnalysisRow => ({
  gender: { id: gender, name: gender },
  visitors: { current, compared },
})

/** The lines of a customer file over the given rows. */
async function linesOf(rows: AnalysisRow[], leastGroup: number) {
  const analysis = {
    stream: async () => ({
      columns: [
        { id: 'gender', kind: 'dimension', label: '性别' },
        { id: 'visitors', kind: 'metric', label: '人数', unit: 'people' },
      ],
      about: { range: '2026-09-01~2026-09-02', shops: 1, freshAt: null },
      blocks: (async function* () {
        yield rows
      })(),
      share: () => 1,
      end: async () => ({ totals: { visitors: { current: 107 } }, warnings: [] }),
    }),
  } as unknown as AnalysisService
  const asked = question.parse({
    metrics: ['visitors'],
    dimensions: ['gender'],
    period: { from: '2026-09-01', to: '2026-09-02' },
  })
  const maker = {
    caller: { realName: '周敏' } as Caller,
    language: 'zh' as const,
    now: new Date('2026-09-03T00:00:00Z'),
  }
  const lines = await answerLines(analysis, { question: asked, name: '客群' }, maker, leastGroup)
  const written: (string | number | null)[][] = []
  for await (const block of lines.rows) for (const line of block) written.push(line.slice(0, 2))
  return written
}

describe('a file that is handed on', () => {
  it('has its total as long as no row is of fewer people than may be told', async () => {
    expect(await linesOf([row('man', 50), row('woman', 57)], 5)).toEqual([
      ['man', 50],
      ['woman', 57],
      ['合计', 107],
      [],
      ['行数', 2],
    ])
  })

  it('leaves such a row empty and the total out, from which it could be worked out', async () => {
    const written = await linesOf([row('man', 104), row('woman', 3)], 5)
    expect(written.slice(0, 2)).toEqual([
      ['man', 104],
      ['woman', null],
    ])
    expect(written.map(([name]) => name)).not.toContain('合计')
    expect(written.at(-1)?.join()).toContain('1 行少于 5 人')
  })

  it('tells no row whose compared days were of fewer', async () => {
    const written = await linesOf([row('man', 104, 2), row('woman', 60)], 5)
    expect(written[0]).toEqual(['man', null])
  })
})
