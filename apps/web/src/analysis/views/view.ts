import type { Authority, Comparison, Granularity, Text } from '@aisle/contract'
import type { Section } from '../../shell/registry.ts'

/** Parts that a page of figures is put together from. */
export type PanelKind =
  | 'kpi'
  | 'trend'
  | 'rank'
  | 'stacked'
  | 'pie'
  | 'pyramid'
  | 'heatmap'
  | 'calendar'
  | 'table'
  | 'pivot'
  | 'geoMap'
  | 'floorHeat'
  | 'pathMap'
  | 'sankey'
  | 'chord'
  | 'quadrant'
  | 'scatter'
  | 'funnel'
  | 'radar'
  | 'boxplot'
  | 'timeline'
  | 'text'
  | 'gallery'
  | 'list'
  | 'detail'
  | 'form'
  | 'video'
  | 'tree'
  | 'canvas'

/** Controls of the filter bar, in the order in which a page names them. */
export type FilterName =
  | 'area'
  | 'shop'
  | 'shops'
  | 'dateRange'
  | 'date'
  | 'month'
  | 'year'
  | 'period'
  | 'granularity'
  | 'compare'
  | 'dayType'
  | 'timeWindow'
  | 'metric'
  | 'topN'
  | MemberFilterName
  | 'keyword'
  | 'status'
  | 'rule'
  | 'severity'
  | 'plan'
  | 'source'

/** Filters that name values of a dimension of the same name. */
export const memberFilters = [
  'weather',
  'floor',
  'entrance',
  'zone',
  'format',
  'brand',
  'gender',
  'ageBand',
  'identity',
  'customerKind',
  'dwellBand',
  'frequencyBand',
  'goodsCategory',
  'goods',
  'clerk',
  'device',
  'holiday',
  'activity',
  'person',
] as const
export type MemberFilterName = (typeof memberFilters)[number]

/** One card of a page: what is drawn of which figures. The ids of metrics and dimensions are the dictionary's. */
export type ViewPanel = {
  id: string
  kind: PanelKind
  title: Text
  metrics: readonly string[]
  /** `time` stands for the buckets of `granularity`. */
  by?: readonly string[]
  /** Choices; the first is the default. */
  granularity?: readonly Granularity[]
  /** Comparisons that the panel shows while the page's comparison filter is on one of them. */
  compare?: readonly Comparison[]
  calc?: readonly string[]
  source?: readonly (string | number)[]
  /** Columns, of twelve, that it wants; left out: those of its kind. */
  width?: number
  /** On a screen: so many days up to the last of its period, where one day says too little. */
  days?: number
  /** Zones of this kind alone: fitting rooms, tills. */
  zoneKind?: string
  /** Of effects: which factors are shown; left out: all of them. */
  factors?: readonly string[]
  /** Of rankings: the smallest first. */
  isAscending?: boolean
  /** `natural`: in the order of the values instead of by size; `size`: by size where the kind is not. */
  sort?: string
  /** Of points of one shop: the group that gives them their colour. */
  colourBy?: string
  /** By provinces, cities or shops, as the map beside it. */
  isOfLevel?: boolean
  /** A ranking of so many, whatever the page's filter says. */
  top?: number
  /** What differs while more than one shop is looked at: the floors of many shops are no single floors. */
  wide?: Partial<Pick<ViewPanel, 'title' | 'by'>>
  /** What a board shows in its place where nobody registered the groups: without brands, categories of goods. */
  instead?: Partial<Pick<ViewPanel, 'title' | 'metrics' | 'by'>>
}

/** A page of figures as data: route, menu, filters, panels and exports follow from it. */
export type View = {
  /** Matched with its letter case; the last segment is the page's id. */
  path: string
  aliasPaths?: readonly string[]
  title: Text
  /** Any one is enough. */
  authority: readonly Authority[]
  section: Section
  /** Left out: a line in the menu. */
  menu?: 'tab' | 'none'
  /** Id of the page that this one is a tab of. */
  variantOf?: string
  needsShop?: boolean
  /** About the inside of one shop: where none is chosen, of the one looked at last, else of the first in scope. */
  isOfOneShop?: boolean
  /** Asks anew by itself while it is seen. */
  isRealtime?: boolean
  /** Fills a window that nobody sits at: its panels on one board, or one after the other. */
  screen?: 'board' | 'slides'
  filters: readonly FilterName[]
  exports: readonly ('xlsx' | 'csv' | 'pdf' | 'xls' | 'jpg' | 'zip')[]
  panels: readonly ViewPanel[]
}

/** The five comparisons of the specification. */
export const sameDays = [
  'yesterday',
  'lastWeekSameDay',
  'lastMonthSameDay',
  'lastYearSameDay',
  'lastYearSameHoliday',
] as const satisfies readonly Comparison[]

/** The last word of the path that is not a parameter: `/x_2StoreFlow/x_2StoreFlow` is `x_2StoreFlow`. */
export function viewId({ path }: Pick<View, 'path'>): string {
  return path.split('/').findLast(part => part !== '' && !part.startsWith(':')) ?? path
}
