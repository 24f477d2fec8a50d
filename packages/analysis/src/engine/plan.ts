import type { Authority, Text } from '@aisle/contract'
import { isClockGrain } from '../calendar/buckets.ts'
import { type DimensionName, dimensionOf } from '../model/dimensions.ts'
import { type FactName, factOf } from '../model/facts.ts'
import { authoritiesOf, isMetric, type MetricName, metricOf } from '../model/index.ts'
import type { Aggregate, Counted, Metric, Way } from '../model/metric.ts'
import type { Additivity } from '../model/units.ts'
import type { TableName } from '../tables/index.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { quoted, refuse } from './refuse.ts'
import { type Fineness, knownTo, tableFor, wayFor } from './ways.ts'

/** A value that one part counts, under the name its column has in the answer of the part. */
export type PartValue = { readonly id: string; readonly metric: MetricName; readonly value: Aggregate }

/** Figures that one statement counts: of one fact, from one table, by the same keys. */
export type Part = {
  readonly id: string
  readonly fact: FactName
  readonly table: TableName
  readonly dimensions: readonly DimensionName[]
  /** Rows are kept apart by the question's time buckets. */
  readonly timed: boolean
  /** Which of overlapping levels is counted. */
  readonly level?: { readonly column: string; readonly values: readonly string[] }
  readonly leavesClerksOut: boolean
  readonly values: readonly PartValue[]
}

/** How a metric of the answer comes from the values of parts. */
export type Formula =
  | {
      readonly kind: 'value'
      readonly part: string
      readonly id: string
      readonly value: Aggregate
      readonly fact: FactName
    }
  | { readonly kind: 'ratio'; readonly upper: Formula; readonly lower: Formula; readonly times: number }
  | { readonly kind: 'difference'; readonly left: Formula; readonly right: Formula }

export type Plan = {
  readonly parts: readonly Part[]
  readonly formulas: ReadonlyMap<string, Formula>
  /** Slots due and received, for facts that do not keep them beside their values. */
  readonly arrivals: readonly { readonly arrival: string; readonly dimensions: readonly DimensionName[] }[]
  /** One of each inner list has to be held. */
  readonly authorities: readonly { readonly label: Text; readonly anyOf: readonly Authority[] }[]
  /** Metrics whose lower side is of a larger group than the row. */
  readonly coarse: ReadonlySet<string>
  /** Metrics of which only the part is counted that was matched to visits: the groups are told of visits alone. */
  readonly matched: ReadonlySet<string>
}

/** What a leaf of a metric asks for, before leaves are gathered into parts. */
type Leaf = {
  readonly metric: MetricName
  readonly way: Way
  readonly dimensions: readonly DimensionName[]
  readonly timed: boolean
  readonly value: Aggregate
  readonly without: readonly string[]
}

/**
 * Which tables a question reads, with which keys: one part for each fact and set of keys. Ratios are taken apart, so that both
 * sides are summed before they are divided.
 * @throws AppError invalidInput where a metric does not know a dimension
 */
export function plan(asked: Asked): Plan {
  const fineness = finenessOf(asked)
  const leaves: Leaf[] = []
  const coarse = new Set<string>()
  const matched = new Set<string>()
  const authorities: Plan['authorities'][number][] = []

  const formulaOf = (
    metric: MetricName,
    from: AskedMetric,
    more: { coarse: boolean; without: readonly string[] },
  ): Formula => {
    const definition: Metric = metricOf(metric)
    if (definition.kind === 'counted') {
      const leaf = leafOf(asked, definition, metric, from, fineness, more)
      if (leaf.dimensions.length < asked.dimensions.filter(name => !more.without.includes(name)).length)
        coarse.add(from.key)
      if (leaf.way.last) matched.add(from.key)
      leaves.push(leaf)
      authorities.push(
        ...authoritiesOf(from.name, leaf.way).map(anyOf => ({ label: metricOf(from.name).label, anyOf })),
      )
      return {
        kind: 'value',
        part: partId(leaf, asked),
        id: valueId(leaf),
        value: leaf.value,
        fact: leaf.way.fact,
      }
    }
    const side = (name: string, extra = more) => formulaOf(named(name), { ...from, name: from.name }, extra)
    if (definition.kind === 'difference')
      return { kind: 'difference', left: side(definition.of[0]), right: side(definition.of[1]) }
    return {
      kind: 'ratio',
      upper: side(definition.over[0]),
      lower: side(definition.over[1], {
        coarse: more.coarse || definition.coarse === true,
        without: [...more.without, ...(definition.without ?? [])],
      }),
      times: definition.times,
    }
  }

  const formulas = new Map<string, Formula>()
  for (const metric of wanted(asked)) {
    if (metric.calc === 'perShop') refusePerShop(metric, asked)
    const formula = formulaOf(metric.name, metric, { coarse: false, without: [] })
    formulas.set(
      metric.key,
      metric.calc === 'perShop'
        ? perShop(formula, formulaOf('shopCount', metric, { coarse: true, without: [] }))
        : formula,
    )
  }
  const parts = gathered(leaves, asked, fineness)
  for (const name of [...asked.dimensions, ...asked.filters.map(({ member }) => member)]) {
    const { authority, label } = dimensionOf(name)
    if (authority) authorities.push({ label, anyOf: authority })
  }
  return { parts, formulas, arrivals: arrivalsOf(parts), authorities, coarse, matched }
}

/** What a day has for each shop, so that on one day there are more shops with it than on another. */
export const ofShopDays: ReadonlySet<DimensionName> = new Set(['weather', 'temperatureBand', 'activity'])

/** What a receipt or an evaluation may have several of: what holds several things is in several groups. */
const several: ReadonlySet<DimensionName> = new Set([
  'goods',
  'goodsCategory',
  'brand',
  'zone',
  'evaluationItem',
  'problemItem',
  'preset',
])

/** How the groups of a question add up to its total for a metric: whole receipts and evaluations do not, where these are what they hold. */
export function additivityOf(key: string, name: MetricName, { parts, formulas }: Plan): Additivity {
  const { additivity } = metricOf(name)
  const formula = formulas.get(key)
  if (additivity !== 'full' || formula?.kind !== 'value' || formula.value.fn !== 'uniqExact')
    return additivity
  const part = parts.find(({ id }) => id === formula.part)
  return part?.dimensions.some(dimension => several.has(dimension)) ? 'parts' : additivity
}

/** On a rainy day it does not rain at every shop: how many a group had says nothing of all shops. */
function refusePerShop({ key, name }: AskedMetric, { dimensions, metrics }: Asked): void {
  const dimension = dimensions.find(one => ofShopDays.has(one))
  if (dimension === undefined) return
  const [{ label }, by] = [metricOf(name), dimensionOf(dimension).label]
  refuse(`metrics.${metrics.findIndex(one => one.key === key)}`, {
    zh: `「${label.zh}」的店均不能按「${by.zh}」查询，请用平均（每店每日）`,
    en: `${label.en} per shop is not known by ${by.en}: take the average, which is per shop and day`,
  })
}

/** What the question asks for, and what only its group filters and its order need. */
function wanted(asked: Asked): AskedMetric[] {
  const keys = new Set(asked.metrics.map(({ key }) => key))
  const others = [
    ...asked.groupFilters.map(({ member }) => member),
    ...asked.question.order.map(({ by }) => by),
  ]
  return [
    ...asked.metrics,
    ...[...new Set(others)].flatMap(name => (isMetric(name) && !keys.has(name) ? [{ key: name, name }] : [])),
  ]
}

const perShop = (upper: Formula, lower: Formula): Formula => ({ kind: 'ratio', upper, lower, times: 1 })

function named(name: string): MetricName {
  if (!isMetric(name)) throw new Error(`the dictionary has no metric ${name}`)
  return name
}

function leafOf(
  asked: Asked,
  definition: Counted,
  metric: MetricName,
  from: AskedMetric,
  fineness: Fineness,
  { coarse, without }: { coarse: boolean; without: readonly string[] },
): Leaf {
  const dimensions = asked.dimensions.filter(name => !without.includes(name))
  const filters = asked.filters.map(({ member }) => member).filter(name => !without.includes(name))
  const isPair = pairFunctions.has(definition.ways[0]?.value.fn ?? '')
  if (isPair) refusePair(asked, from)
  const all = [...new Set([...dimensions, ...filters])].filter(name => !(isPair && name === 'partner'))
  const way =
    firstStops(from, metric) ??
    scoresOfItems(all, metric) ??
    fromDoorsToFloors(all, metric, fineness) ??
    wayFor(definition, from.source, all, fineness, coarse)
  if (!way) return notKnown(asked, definition, from, all, fineness)
  const known = coarse && !isPair ? knownTo(way, dimensions) : dimensions
  const spread = from.calc === undefined || metric !== from.name ? undefined : definition.spread?.[from.calc]
  return {
    metric,
    way,
    dimensions: known,
    timed: !factOf(way.fact).timeless,
    value: spread ? { ...way.value, ...changed(spread) } : way.value,
    without,
  }
}

/** Visits as the first stop of a visit are counted where stops are. */
function firstStops({ calc }: AskedMetric, metric: MetricName): Way | undefined {
  if (calc !== 'firstStop' || metric !== 'visits') return undefined
  return { source: ['track'], fact: 'stay', value: { fn: 'sum', of: 'is_first' } }
}

/** Scores by item are those of the items; else those of whole evaluations, which are not their mean. */
function scoresOfItems(dimensions: readonly DimensionName[], metric: MetricName): Way | undefined {
  if (!dimensions.includes('evaluationItem')) return undefined
  if (metric !== 'scoreSum' && metric !== 'scored') return undefined
  const where = "kind = 'evaluation-item' AND is_checked = 1"
  const of = metric === 'scoreSum' ? 'score' : 'toUInt64(1)'
  return { source: ['3', 'inspection'], fact: 'record', value: { fn: 'sum', of, where } }
}

/** Moves are between places of one kind; from a door to a floor it is the visits of the floor by the door they came in by. */
function fromDoorsToFloors(
  dimensions: readonly DimensionName[],
  metric: MetricName,
  fineness: Fineness,
): Way | undefined {
  if (metric !== 'transitions' || !dimensions.includes('entrance') || !dimensions.includes('floor'))
    return undefined
  const value = { fn: 'sum', of: 'visit_n' }
  const isKnown = tableFor(factOf('visit'), [value], dimensions, fineness) !== undefined
  return isKnown ? { source: ['track', '2', '1'], fact: 'visit', value } : undefined
}

/** Aggregates over pairs of places, which `partner` stands for the other end of. */
export const pairFunctions: ReadonlySet<string> = new Set(['pair', 'lift'])

/** Pairs are of one kind of place and over the whole period. */
function refusePair({ dimensions, grain }: Asked, { name }: AskedMetric): void {
  const { label } = metricOf(name)
  if (dimensions.length !== 2 || dimensions[1] !== 'partner')
    refuse('dimensions', {
      zh: `「${label.zh}」需要两个维度:一个地点或品类,再加「另一处」(partner)`,
      en: `${label.en} takes two dimensions: a place or category, then “partner”`,
    })
  if (grain !== 'none')
    refuse('granularity', {
      zh: `「${label.zh}」只能对整个时段查询`,
      en: `${label.en} is of the whole period: leave the granularity out`,
    })
}

/** A spread that names a whole expression (`raw:…`) replaces the value; an empty one leaves it. */
function changed({ fn, times }: { fn: string; times?: number }): Partial<Aggregate> {
  if (fn === '') return {}
  if (fn.startsWith('raw:')) return { fn: 'raw', of: fn.slice(4) }
  return { fn, ...(times === undefined ? {} : { times }) }
}

function notKnown(
  asked: Asked,
  definition: Counted,
  from: AskedMetric,
  dimensions: readonly DimensionName[],
  fineness: Fineness,
): never {
  const index = asked.metrics.findIndex(({ key }) => key === from.key)
  const label = metricOf(from.name).label
  const knownSomewhere = new Set(definition.ways.flatMap(way => knownTo(way, dimensions)))
  const missing = dimensions.filter(name => !knownSomewhere.has(name))
  const path = `metrics.${Math.max(0, index)}`
  if (missing.length > 0) {
    const names = missing.map(name => dimensionOf(name).label)
    return refuse(path, {
      zh: `「${label.zh}」不能按${names.map(({ zh }) => `「${zh}」`).join('、')}查询`,
      en: `${label.en} is not known by ${quoted(names.map(({ en }) => en))}`,
    })
  }
  if (fineness !== 'day')
    return refuse(path, {
      zh: `「${label.zh}」没有${fineness === 'hour' ? '小时' : '小时以下'}的数据,或不能与所选维度一起按时段查询`,
      en: `${label.en} is not kept by ${fineness === 'hour' ? 'the hour' : 'minutes'} for what was chosen`,
    })
  return refuse(path, {
    zh: `「${label.zh}」不能同时按所选的全部维度查询`,
    en: `${label.en} is not known by all of the chosen dimensions together`,
  })
}

function finenessOf({ grain, slots, intervals = [] }: Asked): Fineness {
  if (isClockGrain(grain) && grain !== 'hour') return 'slot'
  const named = [...slots, ...intervals.flatMap(part => part.slots)]
  if (named.some(([from, to]) => from % 12 !== 0 || to % 12 !== 0)) return 'slot'
  return grain === 'hour' || grain === 'distribution' || slots.length > 0 ? 'hour' : 'day'
}

const levelKey = (leaf: Leaf, asked: Asked): readonly string[] | undefined => levelOf(leaf, asked)?.values

function levelOf({ way, dimensions, without, value }: Leaf, asked: Asked): Part['level'] {
  const { level } = factOf(way.fact)
  if (!level) return undefined
  const named = new Set<string>([
    ...dimensions,
    ...asked.filters.map(({ member }) => member).filter(name => !without.includes(name)),
  ])
  const key = Object.keys(level.of).find(name => named.has(name))
  const own = key === undefined ? undefined : level.of[key]
  if (own) return { column: level.column, values: own }
  const { otherwise, besides } = level
  const isBesides = besides?.naming.test(`${value.of ?? ''} ${value.where ?? ''}`) ?? false
  return {
    column: level.column,
    values: isBesides && besides ? [...otherwise, ...besides.levels] : otherwise,
  }
}

const partId = (leaf: Leaf, asked: Asked): string =>
  [
    leaf.way.fact,
    ...leaf.dimensions,
    leaf.timed ? '' : 'timeless',
    levelKey(leaf, asked)?.join('+') ?? '',
    leaf.without.join('-'),
    // Pairs are of a statement of their own, and clerks are left out of the others' only.
    pairFunctions.has(leaf.value.fn) ? leaf.value.fn : '',
    leaf.value.where?.includes('identity') ? 'clerks' : '',
  ].join('|')
const valueId = ({ value }: Leaf): string =>
  `${value.fn}(${value.of ?? ''})${value.where ? ` if ${value.where}` : ''}`

/** Leaves of one fact with the same keys become one part; each value once. */
function gathered(leaves: readonly Leaf[], asked: Asked, fineness: Fineness): Part[] {
  const groups = Map.groupBy(leaves, leaf => partId(leaf, asked))
  return [...groups].flatMap(([id, group]) => {
    const [first] = group
    if (!first) return []
    const fact = factOf(first.way.fact)
    const filters = asked.filters
      .map(({ member }) => member)
      .filter(name => !first.without.includes(name) && knownTo(first.way, [name]).length > 0)
    const values = [...new Map(group.map(leaf => [valueId(leaf), leaf])).values()]
    const table =
      tableFor(
        fact,
        values.map(({ value }) => value),
        [...first.dimensions, ...filters].filter(name => name !== 'partner'),
        fineness,
      ) ?? fact.tables.at(-1)
    if (!table) return []
    const level = levelOf(first, asked)
    const named = new Set<string>([...first.dimensions, ...asked.filters.map(({ member }) => member)])
    return {
      id,
      fact: first.way.fact,
      table,
      dimensions: first.dimensions,
      timed: first.timed,
      ...(level ? { level } : {}),
      leavesClerksOut:
        fact.people === true &&
        !named.has('identity') &&
        !values.some(({ value }) => value.where?.includes('identity')),
      values: values.map(leaf => ({ id: valueId(leaf), metric: leaf.metric, value: leaf.value })),
    }
  })
}

const shopLevel: readonly DimensionName[] = [
  'region',
  'province',
  'city',
  'county',
  'shop',
  'format',
  'weekday',
  'dayType',
  'holiday',
  'dayIndex',
  'year',
  'week',
  'weather',
  'temperatureBand',
  'activity',
]

function arrivalsOf(parts: readonly Part[]): Plan['arrivals'] {
  const wantedArrivals = parts.flatMap(({ fact, dimensions }) => {
    const { arrival } = factOf(fact)
    if (arrival === undefined || arrival === 'own') return []
    return [{ arrival, dimensions: dimensions.filter(name => shopLevel.includes(name)) }]
  })
  return [...new Map(wantedArrivals.map(one => [`${one.arrival}|${one.dimensions.join()}`, one])).values()]
}
