import type { Text } from '@aisle/contract'

/**
 * What can be made of a metric. `read`: another aggregate of the same rows, for metrics of single durations, or over the buckets
 * of the period for the others. `beside`: a further figure beside each value. `model`: what the model of visits says.
 */
export type Calc = { readonly label: Text; readonly kind: 'read' | 'beside' | 'model' }

export const calcs = {
  total: { label: { zh: '合计', en: 'Total' }, kind: 'read' },
  average: { label: { zh: '平均', en: 'Average' }, kind: 'read' },
  median: { label: { zh: '中位数', en: 'Median' }, kind: 'read' },
  p90: { label: { zh: '90 分位', en: '90th percentile' }, kind: 'read' },
  peak: { label: { zh: '峰值', en: 'Peak' }, kind: 'read' },
  trough: { label: { zh: '谷值', en: 'Trough' }, kind: 'read' },
  peakHour: { label: { zh: '高峰时段', en: 'Peak hour' }, kind: 'read' },
  perShop: { label: { zh: '店均', en: 'Per shop' }, kind: 'read' },
  firstStop: { label: { zh: '首站', en: 'As first stop' }, kind: 'read' },
  sameMoment: { label: { zh: '同一时刻', en: 'At the same moment' }, kind: 'read' },
  share: { label: { zh: '占比', en: 'Share' }, kind: 'beside' },
  topShare: { label: { zh: '头部占比', en: 'Share of the top' }, kind: 'beside' },
  cumulative: { label: { zh: '累计', en: 'Running total' }, kind: 'beside' },
  growth: { label: { zh: '增幅', en: 'Growth' }, kind: 'beside' },
  difference: { label: { zh: '差值', en: 'Difference' }, kind: 'beside' },
  ratio: { label: { zh: '比值', en: 'Ratio' }, kind: 'beside' },
  index: { label: { zh: '指数(100 为同类中位)', en: 'Index, 100 = median of the peers' }, kind: 'beside' },
  rank: { label: { zh: '排名', en: 'Rank' }, kind: 'beside' },
  sparkline: { label: { zh: '迷你曲线', en: 'Mini curve' }, kind: 'beside' },
  progress: { label: { zh: '目标达成', en: 'Share of target' }, kind: 'beside' },
  forecast: { label: { zh: '预测', en: 'Forecast' }, kind: 'model' },
  expected: { label: { zh: '应有值', en: 'Expected value' }, kind: 'model' },
  effect: { label: { zh: '影响', en: 'Effect' }, kind: 'model' },
  uplift: { label: { zh: '增量', en: 'Uplift over expected' }, kind: 'model' },
} as const satisfies Record<string, Calc>
export type CalcName = keyof typeof calcs
export const calcOf = (name: CalcName): Calc => calcs[name]
export const isCalc = (name: string): name is CalcName => Object.hasOwn(calcs, name)
