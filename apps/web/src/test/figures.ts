import type { AnalysisAnswer, AnalysisCell, AnalysisRow } from '@aisle/contract'
import type { api } from '../lib/api.ts'

type Dictionary = Awaited<ReturnType<typeof api.analysis.dictionary>>

const units: Record<string, string> = { sales: 'money', storeRate: 'percent', bagRate: 'percent' }

/** A dictionary of these metrics, each with whether the caller may ask for it. */
export const dictionaryWith = (allowed: Record<string, boolean>): Dictionary => ({
  version: 1,
  calendarVersion: '',
  metrics: Object.entries(allowed).map(([id, isAllowed]) => ({
    id,
    label: { zh: id, en: id },
    unit: units[id] ?? 'visits',
    unitLabel: { zh: '', en: '' },
    decimals: 0,
    formula: { zh: '', en: '' },
    additivity: 'full',
    additivityLabel: { zh: '', en: '' },
    sources: [],
    dimensions: [],
    calcs: [],
    authority: [],
    allowed: isAllowed,
  })),
  dimensions: [],
  calcs: [],
  comparisons: [],
  granularities: [],
  presets: [],
  dayTypes: [],
  sources: [],
})

/** An answer of these rows; what looks like a cell is the figure of a metric named by its key. */
export function answerOf(rows: AnalysisRow[]): AnalysisAnswer {
  const ids = [...new Set(rows.flatMap(Object.keys))]
  return {
    columns: ids.map(id => ({
      id,
      label: id,
      ...(rows.some(row => isCell(row[id]))
        ? { kind: 'metric', unit: units[id] ?? 'visits', decimals: 0 }
        : { kind: id === 'time' ? 'time' : 'dimension' }),
    })),
    rows,
    meta: metaOf(rows.length),
  }
}

/** What an answer of so many rows says of itself: of one shop, which is open all day. */
export const metaOf = (rowCount: number): AnalysisAnswer['meta'] => ({
  rowCount,
  range: '',
  shops: 1,
  freshAt: null,
  hours: {
    isOpen: true,
    since: '2026-01-01T00:00:00.000Z',
    until: '2099-01-01T00:00:00.000Z',
    timeZone: 'Asia/Shanghai',
  },
  warnings: [],
  milliseconds: 1,
})

const isCell = (value: AnalysisRow[string] | undefined): value is AnalysisCell =>
  typeof value === 'object' && value !== null && 'current' in value
