import type { AreaFigures, Text } from '@aisle/contract'

type Sums = AreaFigures['current']
/** What tracks and heat tell of an area, each with its unit. */
export const areaNumbers: readonly {
  key: 'passes' | 'each' | 'heat'
  label: Text
  kind: { unit: string; decimals?: number }
  of(sums: Sums): number | null
}[] = [
  {
    key: 'passes',
    label: { zh: '经过人次', en: 'Passes' },
    kind: { unit: 'visits' },
    of: ({ passes }) => passes,
  },
  {
    key: 'each',
    label: { zh: '每次停留', en: 'Time each' },
    kind: { unit: 'minutes', decimals: 1 },
    of: ({ passes, insideSeconds }) =>
      passes && insideSeconds !== null ? insideSeconds / passes / 60 : null,
  },
  {
    key: 'heat',
    label: { zh: '热度', en: 'Heat' },
    kind: { unit: 'hours', decimals: 1 },
    of: ({ heatSeconds }) => (heatSeconds === null ? null : heatSeconds / 3600),
  },
]

/** Change in percent; unknown where one side is, or where there was nothing before. */
export const growthOf = (current: number | null, compared: number | null | undefined): number | null =>
  current === null || compared === null || compared === undefined || compared === 0
    ? null
    : Math.round((current / compared - 1) * 1000) / 10
