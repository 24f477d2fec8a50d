import type { Comparison, DayType, Granularity, Question } from '@aisle/contract'
import type { Scope } from '../../shell/scope.ts'
import { type MemberFilterName, memberFilters, type ViewPanel } from './view.ts'

/** What a page is asked about: header, period and filter bar together. */
export type Asking = {
  scope: Scope
  /** Chosen among the shops of the scope; empty for all of them. */
  shops: readonly string[]
  /** Local days, both inside. */
  period: { from: string; to: string }
  compare?: { type: Comparison; range?: { from: string; to: string } }
  /** The user's choice; a panel that does not offer it takes its own. */
  granularity?: Granularity
  dayTypes: readonly DayType[]
  timeWindow?: { from: string; to: string }
  /** Parts of the day of the user's own; the dictionary's where there are none. */
  intervals?: NonNullable<Question['intervals']>
  members: Partial<Record<MemberFilterName, readonly string[]>>
  /** The metric chosen where a page lets one be chosen. */
  metric?: string
  topN: number
}

/** Dimensions that a metric can be split and filtered by, as the dictionary says. */
export type Knows = (metric: string, dimension: string) => boolean

/** Calculations that stand beside each value; the others replace the value. */
const beside = new Set([
  'share',
  'topShare',
  'cumulative',
  'growth',
  'difference',
  'ratio',
  'index',
  'rank',
  'progress',
  'expected',
  'forecast',
  'sparkline',
])
/** Said by how a panel is drawn; the value itself is not replaced. */
const drawn = new Set(['total', 'sameMoment'])

/** Panels that list or rank: groups without a figure are left out, the largest stand first. */
const ordered = new Set<ViewPanel['kind']>(['rank', 'pie', 'quadrant', 'scatter', 'list'])

/** Groups with an order of their own, whose colours are the same on every chart; none of them is left out. */
const fixed = new Set([
  'gender',
  'ageBand',
  'customerKind',
  'identity',
  'dayType',
  'weekday',
  'hourOfDay',
  'dwellBand',
  'frequencyBand',
  'intervalBand',
  'tourBand',
])
export const isFixed = (dimension: string): boolean => fixed.has(dimension)
/** Groups without an order of their own, whose rows a table begins with the largest of. */
const sized = new Set([
  'shop',
  'brand',
  'format',
  'zone',
  'entrance',
  'device',
  'province',
  'city',
  'goods',
  'clerk',
])
const isRanked = ({ kind }: ViewPanel, dimensions: readonly string[]): boolean =>
  kind === 'table' && dimensions.length === 1 && sized.has(dimensions[0] ?? '')
const isNatural = ({ kind, sort }: ViewPanel, dimensions: readonly string[]): boolean =>
  sort === 'natural' || (kind === 'pie' && dimensions.every(name => fixed.has(name)))

const dayMs = 86_400_000
export const daysIn = ({ from, to }: Asking['period']): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** How many buckets a period has. */
const bucketsIn = (granularity: Granularity, days: number): number =>
  ({
    '5min': days * 288,
    '10min': days * 144,
    '15min': days * 96,
    hour: days * 24,
    day: days,
    week: Math.ceil(days / 7),
    month: Math.ceil(days / 30),
    quarter: Math.ceil(days / 91),
    year: Math.ceil(days / 365),
    distribution: 24,
    none: 1,
  })[granularity]

const mostPoints = 400

/** What is kept by the hour at the finest. */
const hourly = new Set(['occupancy'])
const belowAnHour = new Set<Granularity>(['5min', '10min', '15min'])

/** Granularities of a panel that the period can be drawn in: at most 400 points; all of them where none fits. */
export function granularitiesFor(panel: ViewPanel, period: Asking['period']): readonly Granularity[] {
  const offered = (panel.granularity ?? []).filter(
    name => !belowAnHour.has(name) || !panel.metrics.some(metric => hourly.has(metric)),
  )
  const days = daysIn(period)
  const fitting = offered.filter(name => bucketsIn(name, days) <= mostPoints)
  return fitting.length > 0 ? fitting : offered
}

/** The granularity a panel is drawn in: the user's where it offers that, else its first that gives two points. */
export function granularityOf(panel: ViewPanel, asking: Asking): Granularity {
  const fitting = granularitiesFor(panel, asking.period)
  if (asking.granularity && fitting.includes(asking.granularity)) return asking.granularity
  const days = daysIn(asking.period)
  return fitting.find(name => bucketsIn(name, days) > 1) ?? fitting[0] ?? (days > 1 ? 'day' : 'hour')
}

/** Comparison of a panel: the page's where the panel offers it. */
export function comparisonOf(panel: ViewPanel, asking: Asking): Asking['compare'] {
  return asking.compare && panel.compare?.includes(asking.compare.type) ? asking.compare : undefined
}

/** Filters of the page that the panel's metrics do not know: it shows its figures without them, and says so. */
export function ignoredFilters(panel: ViewPanel, asking: Asking, knows: Knows): MemberFilterName[] {
  return memberFilters.filter(
    name =>
      (asking.members[name]?.length ?? 0) > 0 &&
      (ofEffects(panel).has(name) ||
        (!dayMembers.has(name) && !panel.metrics.every(metric => knows(metric, name)))),
  )
}
/** Members that say something about the day and so suit every metric. */
const dayMembers = new Set<string>(['holiday'])

/** What an effect is told apart from cannot be what its days are picked by. */
const ofEffects = ({ calc = [] }: ViewPanel): ReadonlySet<string> =>
  calc.includes('effect') ? factorFilters : noFilters
const factorFilters = new Set(['weather', 'holiday', 'activity'])
const noFilters = new Set<string>()

/** How places go together: asked of pairs alone. */
const pairMetrics = new Set(['covisits', 'lift'])

/** Metrics of a panel that can be asked by its groups: the others are left out, unless none would be left. */
function metricsOf(panel: ViewPanel, knows: Knows): readonly string[] {
  const single = panel.metrics.filter(metric => !pairMetrics.has(metric))
  const asked = single.length > 0 ? single : panel.metrics
  const dimensions = dimensionsOf(panel).filter(name => name !== 'partner')
  const known = asked.filter(metric => dimensions.every(name => knows(metric, name)))
  return known.length > 0 ? known : asked
}

/** The question behind a panel. */
export function questionOf(panel: ViewPanel, asking: Asking, knows: Knows): Question {
  const { by = [], calc = [] } = panel
  const isSpread = isOfShopDays(panel, asking)
  const dimensions = [...dimensionsOf(panel), ...(isSpread ? ['shop'] : [])]
  const read = calc.filter(name => !beside.has(name) && !drawn.has(name))
  const plain = read.length === 0 || calc.includes('total')
  const usable = metricsOf(panel, knows)
  const { metric: lead } = asking
  const isLed =
    lead !== undefined &&
    (usable.includes(lead) || (panel.isOfLevel === true && dimensions.every(name => knows(lead, name))))
  const names = lead !== undefined && isLed ? [lead] : usable
  const metrics = names.flatMap(metric => [
    ...(plain ? [metric] : []),
    ...read.map(name => ({ metric, calc: name })),
  ])
  const compare = comparisonOf(panel, asking)
  const [first = 'visits'] = names
  const firstKey = plain || read[0] === undefined ? first : `${first}.${read[0]}`
  // Another metric than the panel's own is asked where it comes from.
  const isOwn = names.every(name => panel.metrics.includes(name))
  const [only] = panel.source?.length === 1 ? panel.source : []
  const source =
    isOwn && (typeof only === 'number' || (only !== undefined && tells.has(only))) ? only : undefined
  const grain = grainOf(panel, asking)
  const isSeries = by.includes('time') && panel.kind !== 'calendar'
  return {
    metrics,
    dimensions,
    filters: filtersOf(panel, asking, knows),
    period: asking.period,
    granularity: grain,
    ...(source === undefined ? {} : { source }),
    ...(asking.timeWindow ? { timeWindow: asking.timeWindow } : {}),
    ...(asking.intervals && dimensions.includes('interval') ? { intervals: asking.intervals } : {}),
    ...(asking.dayTypes.length > 0 && !calc.includes('effect') ? { dayTypes: [...asking.dayTypes] } : {}),
    ...(compare ? { compare } : {}),
    // A mini curve is of the whole period: a series is its own course.
    calc: calc.filter(name => beside.has(name) && (name !== 'sparkline' || grain === 'none')),
    ...((ordered.has(panel.kind) || panel.sort === 'size' || isRanked(panel, dimensions)) &&
    !isNatural(panel, dimensions) &&
    !isSeries
      ? {
          order: [
            {
              by: firstKey,
              value: compare && calc.includes('growth') ? ('growth' as const) : ('current' as const),
              direction: panel.isAscending ? ('asc' as const) : ('desc' as const),
            },
          ],
        }
      : {}),
    ...(dimensions.length === 1 &&
    isSeries &&
    dimensions[0] !== undefined &&
    !isFixed(dimensions[0]) &&
    coloured.has(panel.kind)
      ? { top: { dimension: dimensions[0], count: 5, ...(panel.kind === 'stacked' ? { others: true } : {}) } }
      : {}),
    // The total is of all days: not that of holidays alone.
    totals: (panel.kind === 'table' || panel.kind === 'pivot') && !dimensions.includes('holiday'),
    limit: isSpread ? mostDays : mostRows,
  }
}

/** What tells groups apart by colour, of which there are few: parts of a whole have a rest, lines do not. */
const coloured = new Set<ViewPanel['kind']>(['trend', 'stacked'])
/** Tells of visits and people in its own way: figures of doors and faces would be others. */
const tells: ReadonlySet<string | number> = new Set(['wifi'])

/** As many rows as a panel takes; a table pages through them, an export asks for all. */
const mostRows = 5000
/** As many as an answer has at most. */
const mostDays = 50_000

/** Weather is that of each shop: where there are several, its days are the days of single shops. */
const isOfShopDays = (panel: ViewPanel, { scope }: Asking): boolean =>
  scope.kind !== 'shop' &&
  (panel.kind === 'boxplot' || isByTemperature(panel)) &&
  dimensionsOf(panel).some(name => name === 'weather' || name === 'temperatureBand') &&
  !dimensionsOf(panel).includes('shop')

/** Days as points over their temperature. */
export const isByTemperature = ({ kind, metrics, by = [] }: ViewPanel): boolean =>
  kind === 'scatter' && metrics.length === 1 && by.length === 1 && by[0] === 'temperatureBand'

function grainOf(panel: ViewPanel, asking: Asking): Granularity {
  const { by = [] } = panel
  // A spread is one over days: each group has as many values as the period has days.
  if (panel.kind === 'boxplot' || isByTemperature(panel)) return 'day'
  if (panel.kind === 'calendar') return 'day'
  return by.includes('time') ? granularityOf(panel, asking) : 'none'
}

/** What moves between shops begin at, of those that are grouped by what the shops are. */
const origins: Readonly<Record<string, string>> = { format: 'originFormat', brand: 'originBrand' }

/** The groups of a panel. Moves go from a place to a place of the same kind. */
export function dimensionsOf(panel: ViewPanel): readonly string[] {
  const groups = (panel.by ?? []).filter(name => name !== 'time')
  if (panel.kind === 'geoMap') return groups.length === 1 ? groups : ['province']
  if ((panel.kind === 'sankey' || panel.kind === 'chord') && groups.length === 1) {
    const [place = 'zone'] = groups
    return panel.metrics.includes('transitions') ? [origins[place] ?? 'origin', place] : [place, 'partner']
  }
  const [one, other] = groups
  if (groups.length === 2 && one !== undefined && one === other) return [one, 'partner']
  if (groups.length === 1 && panel.metrics.every(metric => pairMetrics.has(metric)))
    return [...groups, 'partner']
  return groups
}

/**
 * A panel as it is asked of a place: maps, and rankings of their level, show the chain by its provinces, a province by its cities and
 * a city by its shops. A map of shops alone is one everywhere. Days have a weather where they are of one
 * place: it is written on a calendar and is the colour of points.
 */
export function placed(panel: ViewPanel, scope: Scope | undefined): ViewPanel {
  const ofDay = panel.kind === 'calendar' && panel.source?.includes('weather') ? 'weather' : panel.colourBy
  if (ofDay !== undefined && scope?.kind === 'shop') return { ...panel, by: [...(panel.by ?? []), ofDay] }
  const isMap = panel.kind === 'geoMap'
  if ((!isMap && !panel.isOfLevel) || (isMap && panel.by?.length === 1 && panel.by[0] === 'shop'))
    return panel
  return { ...panel, by: [levelIn(scope)] }
}

function levelIn(scope: Scope | undefined): 'province' | 'city' | 'shop' {
  if (scope === undefined || scope.kind === 'all') return 'province'
  if (scope.kind === 'shop') return 'shop'
  if (scope.level === 'region') return 'province'
  return scope.level === 'province' && !municipalities.has(scope.id) ? 'city' : 'shop'
}
/** Beijing, Tianjin, Shanghai, Chongqing: provinces of one city. */
const municipalities: ReadonlySet<string> = new Set(['11', '12', '31', '50'])

function filtersOf(panel: ViewPanel, asking: Asking, knows: Knows): NonNullable<Question['filters']> {
  const { scope, shops, members } = asking
  const ignored = new Set<string>(ignoredFilters(panel, asking, knows))
  return [
    ...(panel.by?.includes('source') && panel.source
      ? [{ member: 'source', op: 'in' as const, values: panel.source.map(String) }]
      : []),
    ...(panel.zoneKind === undefined
      ? []
      : [{ member: 'zone', op: 'in' as const, values: [`kind:${panel.zoneKind}`] }]),
    ...(panel.factors ? [{ member: 'factor', op: 'in' as const, values: [...panel.factors] }] : []),
    ...(scope.kind === 'shop' ? [{ member: 'shop', op: 'in' as const, values: [scope.shopId] }] : []),
    ...(scope.kind === 'area' ? [{ member: 'area', op: 'in' as const, values: [scope.id] }] : []),
    ...(shops.length > 0 && scope.kind !== 'shop'
      ? [{ member: 'shop', op: 'in' as const, values: [...shops] }]
      : []),
    ...memberFilters.flatMap(name => {
      const values = members[name]
      return values && values.length > 0 && !ignored.has(name)
        ? [{ member: name, op: 'in' as const, values: [...values] }]
        : []
    }),
  ]
}
