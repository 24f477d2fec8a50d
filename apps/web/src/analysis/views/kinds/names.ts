import type { PanelKind, View } from '../view.ts'

/** Kinds of panels that are drawn; `kinds` says how. Apart from it, so that the menus do not bring the charts along. */
export const drawnKinds = [
  'kpi',
  'trend',
  'stacked',
  'pie',
  'radar',
  'rank',
  'heatmap',
  'calendar',
  'funnel',
  'geoMap',
  'table',
  'pivot',
] as const satisfies readonly PanelKind[]
export type DrawnKind = (typeof drawnKinds)[number]

export const isDrawn = (kind: PanelKind): kind is DrawnKind => drawnKinds.some(name => name === kind)

/** Whether every panel of a page is drawn: nothing is linked before it works. */
export const isServed = ({ panels }: Pick<View, 'panels'>): boolean =>
  panels.every(({ kind }) => isDrawn(kind))
