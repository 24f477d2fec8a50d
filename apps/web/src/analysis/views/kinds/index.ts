import type { ComponentType } from 'react'
import type { PanelKind } from '../view.ts'
import type { Drawing } from './drawing.ts'
import { FloorHeat } from './floor-heat.tsx'
import { Funnel } from './funnel.tsx'
import { Kpis } from './kpi.tsx'
import { Pie, Stacked, Trend } from './line.tsx'
import { GeoMap } from './map.tsx'
import { Days, Heat } from './matrix.tsx'
import type { DrawnKind } from './names.ts'
import { Boxes, Links, Points, Pyramid } from './points.tsx'
import { Radar } from './radar.tsx'
import { Rank } from './rank.tsx'
import { Pivot, Rows } from './table.tsx'

/** How each kind of panel is drawn. */
export const kinds: Readonly<Record<DrawnKind, ComponentType<Drawing>>> = {
  kpi: Kpis,
  trend: Trend,
  stacked: Stacked,
  pie: Pie,
  radar: Radar,
  rank: Rank,
  heatmap: Heat,
  calendar: Days,
  funnel: Funnel,
  geoMap: GeoMap,
  floorHeat: FloorHeat,
  table: Rows,
  pivot: Pivot,
  pyramid: Pyramid,
  quadrant: Points,
  scatter: Points,
  boxplot: Boxes,
  sankey: Links,
  chord: Links,
}

/** Kinds whose figures may have units of their own; the others show one unit at a time. */
export const manyUnits: ReadonlySet<PanelKind> = new Set([
  'kpi',
  'table',
  'funnel',
  'radar',
  'quadrant',
  'scatter',
])
/** Kinds that show one metric at a time. */
export const oneMetric: ReadonlySet<PanelKind> = new Set([
  'rank',
  'pie',
  'heatmap',
  'calendar',
  'geoMap',
  'pivot',
  'pyramid',
  'boxplot',
  'sankey',
  'chord',
])
/** Tables and strips go from edge to edge. */
export const flush: ReadonlySet<PanelKind> = new Set(['kpi', 'table', 'pivot'])
