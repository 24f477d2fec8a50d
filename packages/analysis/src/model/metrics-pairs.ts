import { type Metric, way } from './metric.ts'

/** How places and goods go together. Grouped by a place and `partner`, another place of the same kind. */
export const pairMetrics = {
  covisits: {
    kind: 'counted',
    label: { zh: '共访人数', en: 'Shared visitors' },
    unit: 'people',
    additivity: 'none',
    formula: {
      zh: '同一天到过两处的去重人数',
      en: 'Distinct visitors seen at both places on the same day',
    },
    ways: [way(['2', 'track'], 'visit', { fn: 'pair', of: 'person_id', blank: true })],
  },
  lift: {
    kind: 'counted',
    label: { zh: '关联提升度', en: 'Lift' },
    unit: 'ratio',
    additivity: 'ratio',
    formula: {
      zh: '实际共访 ÷ 两处相互独立时的期望',
      en: 'Observed shared visitors (or receipts) ÷ expected if independent',
    },
    ways: [
      way(['2', 'track'], 'visit', { fn: 'lift', of: 'person_id', blank: true }),
      way('sales', 'basket', { fn: 'lift', of: 'receipt_id', blank: true }),
    ],
  },
} as const satisfies Record<string, Metric>
