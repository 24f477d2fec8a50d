import { type PanelKind, type View, viewId } from '../view.ts'

/** Kinds of panels that are drawn; `kinds` says how. Apart from it, so that the menus do not bring the charts along. */
const drawnKinds = [
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
  'floorHeat',
  'table',
  'pivot',
  'pyramid',
  'quadrant',
  'scatter',
  'boxplot',
  'sankey',
  'chord',
] as const satisfies readonly PanelKind[]
export type DrawnKind = (typeof drawnKinds)[number]

export const isDrawn = (kind: PanelKind): kind is DrawnKind => drawnKinds.some(name => name === kind)

/** Panels that are pieces of their own, by page and panel; `special` says how they are drawn. */
const specialNames = [
  'x_2TotalDataView p7',
  'x_2FlowWarning p2',
  'x_2FlowWarning p3',
  'x_2FlowWarning p6',
  'FloorSpe p1',
  'FloorSpe p2',
  'FloorSpe p3',
  'FloorSpe p4',
  'EntranceSpe p1',
  'EntranceSpe p2',
  'EntranceSpe p3',
  'EntranceSpe p4',
  'AreasSpe p1',
  'AreasSpe p2',
  'AreasSpe p3',
  'AreasSpe p4',
  'AbnormalSearch p2',
  'AbnormalSearch p3',
  'AbnormalSearch p5',
  'shopIndex p1',
  'shopIndex p3',
  'shopIndex p5',
  'shopIndex p6',
  'x_2RealTimeView p6',
  'passengFlowReal p1',
  'passengFlowReal p2',
  'passengFlowReal p4',
  'passengFlowReal p5',
  'x_2RealTimeView p5',
  'driveScreen p6',
  'mapMode p4',
  'byGeography p1',
  'recentVisit p1',
  'recentVisit p2',
  'x_2TimeInterval p5',
  'AnalyzeFlowViewcrkjz p2',
  'AnalyzeFlowViewcrkjz p5',
  'AnalyzeFlowViewgcjz p2',
  'x_2HolidayDetailFlow p1',
  'x_2WeekdayWeekend p3',
  'x_2WeekWeekendStatics p1',
  'AnalyzeFlowViewTimeSharing p1',
  'analyze p3',
  'shop_analysis_x p3',
  'AnalyzeFlowzhs p6',
  'x_2MultCompare p1',
  'x_2QuadrantFlow p1',
  'x_2QuadrantFlow p2',
  'x_2QuadrantFlow p3',
  'x_2QuadrantFlow p4',
  'customerGroupAnalysis p3',
  'MallCustomersContrast p4',
  'BackStore p2',
  'wifiAnalysis p5',
  'wifiAnalysis p6',
  'salesAnalysis p6',
  'meetingScreen p3',
  'meetingScreen p5',
  'costcoFull p1',
  'costcoFull p2',
  'costcoFull p7',
  'hotMapXTL p1',
  'hotMapXTL p2',
  'hotMapXTL p4',
  'activityAnalysis p1',
  'activityAnalysis p2',
  'activityAnalysis p3',
  'activityAnalysis p4',
  'activityAnalysis p5',
  'activityAnalysis p6',
  'x_2ImpactFactor p3',
  'x_2ImpactFactor p4',
  'impactFactorAnalysis p5',
  'custom_area_x p1',
  'custom_area_x p2',
  'custom_area_x p3',
  'custom_area_x p4',
  'custom_area_x p5',
  'snapshotList p1',
  'snapshotDetail p1',
  'snapshotDetail p2',
  'retentionTimeAnalysis p1',
  'retentionTimeAnalysis p4',
  'faceForOldDevice p1',
  'UserTest p1',
  'UserTest p4',
  'snapshotDetail p3',
  'userRoute p1',
  'user_track_x p1',
  'user_track_x p2',
  'user_track_x p3',
  'user_track_x p4',
  'x_2BusinessDaily p4',
  'x_2BusinessDaily p5',
] as const satisfies readonly string[]
export type SpecialName = (typeof specialNames)[number]

/** The name of a panel that is a piece of its own: `x_2TotalDataView p7`. */
export const specialOf = (view: Pick<View, 'path'>, panelId: string): SpecialName | undefined => {
  const wanted = `${viewId(view)} ${panelId}`
  return specialNames.find(name => name === wanted)
}

/** Targets are of whole shops, for visits and sales. */
const targeted: ReadonlySet<string> = new Set(['visits', 'sales'])
const ofShops: ReadonlySet<string> = new Set([
  'time',
  'shop',
  'region',
  'province',
  'city',
  'county',
  'format',
  'brand',
])
const hasTargets = ({ metrics, by = [], calc = [] }: View['panels'][number]): boolean =>
  !calc.includes('progress') ||
  (metrics.every(name => targeted.has(name)) && by.every(name => ofShops.has(name)))

/** Effects are of factors: a group without them is of the one that the panel names. */
const isByFactor = ({ by = [], calc = [], factors = [] }: View['panels'][number]): boolean =>
  calc.includes('effect') === (by.includes('factor') || factors.length === 1)

/** Quadrants are of two metrics. */
const isParted = ({ metrics, by = [] }: View['panels'][number]): boolean =>
  !by.includes('quadrant') || metrics.length > 1

/** Whether every panel of a page is drawn and can be asked: nothing is linked before it works. */
export const isServed = (view: Pick<View, 'path' | 'panels' | 'screen'>): boolean =>
  view.panels.every(
    panel =>
      // The board itself.
      (panel.kind === 'canvas' && view.screen !== undefined) ||
      specialOf(view, panel.id) !== undefined ||
      (isDrawn(panel.kind) && hasTargets(panel) && isByFactor(panel) && isParted(panel)),
  )
