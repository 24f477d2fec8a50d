import { addDays, type Chain, datesBetween, noRows } from './chain.ts'
import {
  type AnyRow,
  dimensions,
  type FactName,
  type Metric,
  metrics,
  shopDimensions,
  weekOf,
} from './recompute.ts'

/** A question as a panel asks it, as far as plain code understands it. */
export type PlainQuestion = {
  metrics: readonly string[]
  dimensions: readonly string[]
  granularity: string
  period: { from: string; to: string }
  compare?: string | undefined
  /** Which of the ways to count is meant, where the question says. */
  source?: number | undefined
}
export type Side = 'current' | 'compared'
export type Place = { time: string; members: Readonly<Record<string, string>> }

/** What the whole period decides, not the row alone. */
const ofPeriod = new Set(['dayIndex', 'frequencyBand'])

/** Why a question cannot be recomputed here; undefined where it can. */
export function beyond(question: PlainQuestion): string | undefined {
  const { metrics: asked, dimensions: by, granularity } = question
  const strange = by.find(name => dimensions[name] === undefined && !ofPeriod.has(name))
  if (strange) return `dimension ${strange}`
  if (timeOf[granularity] === undefined) return `granularity ${granularity}`
  return asked.flatMap(key => {
    if (key === 'shopCount')
      return by.every(name => shopDimensions[name]) ? [] : [`shopCount by ${by.join()}`]
    const found = metricOf(key, question)
    if (!found) return [`metric ${key}`]
    return factFor(found, by) === undefined ? [`${key} by ${by.join()}`] : []
  })[0]
}

/** Precise flow counts visits by face, video its own touches. */
function metricOf(key: string, { source, dimensions: by }: PlainQuestion): Metric | undefined {
  if (key === 'transitions' && by.includes('entrance') && by.includes('floor')) return metrics.fromDoors
  if (key === 'visits.firstStop') return metrics.firstStops
  if (key === 'visits' && by.includes('path')) return metrics.visitsOfTracks
  if (key === 'closeTime') return source === 1 ? metrics.hoursToResolve : undefined
  if ((key === 'matchRate' || key === 'uploadDelay') && source !== 2) return undefined
  if (key === 'accuracy' && source !== 2) return undefined
  if (key === 'visits' && source === 2) return metrics.faceVisits
  if (key === 'experiences' && source === 5) return metrics.videoExperiences
  if (key === 'snapshots' && source === 2) return metrics.snapshotsOfFaces
  if (key === 'dwell' && (source === 4 || source === 5)) return metrics.staysDwell
  return metrics[key]
}

/** Whether a fact can tell its rows apart by a dimension. */
const known: Readonly<Record<FactName, readonly string[]>> = (() => {
  const ofAll =
    'shop region province city county format weather temperatureBand dayIndex weekday dayType year week hourOfDay interval'.split(
      ' ',
    )
  const ofFaces =
    'brand floor zone entrance gender ageBand identity customerKind segment dwellBand intervalBand frequencyBand tourBand person device'.split(
      ' ',
    )
  return {
    doors: [...ofAll, 'brand', 'floor', 'zone', 'entrance'],
    inside: [...ofAll, 'brand', 'floor'],
    visits: [...ofAll, ...ofFaces],
    stays: [...ofAll, 'brand', 'floor', 'zone'],
    moves: [
      ...ofAll,
      'floor',
      'zone',
      'origin',
      'originFormat',
      'gender',
      'ageBand',
      'customerKind',
      'segment',
    ],
    sales: [...ofAll, 'brand', 'floor', 'clerk'],
    lines: [...ofAll, 'zone', 'goods', 'goodsCategory'],
    touches: [...ofAll, 'zone', 'entrance', 'goods', 'goodsCategory', 'gender', 'ageBand', 'segment'],
    heat: [...ofAll, 'brand', 'floor'],
    records: [...ofAll, 'brand', 'status', 'device', 'rule', 'attribute'],
    receptions: [...ofAll, 'brand', 'clerk'],
    tracks: [...ofAll, 'path'],
    devices: [...ofAll.filter(name => name !== 'hourOfDay' && name !== 'interval'), 'brand', 'device'],
  }
})()

const factFor = ({ facts }: Metric, by: readonly string[]): FactName | undefined =>
  facts.find(fact => by.every(name => known[fact].includes(name)))

/** Which of overlapping levels counts: the smallest place that is named, the shop's own where none is. */
function isOfLevel(row: AnyRow, by: readonly string[]): boolean {
  if ('pass' in row) {
    const level = ['zone', 'entrance', 'floor'].find(name => by.includes(name))
    return level === undefined ? row.kind === 'entrance' || row.kind === 'outside' : row.kind === level
  }
  if ('level' in row) return row.level === (by.includes('floor') ? 'floor' : 'shop')
  if ('place' in row) return row.place === (['zone', 'floor'].find(name => by.includes(name)) ?? 'shop')
  // Between formats people move from shop to shop.
  if ('move' in row)
    return row.kind === (by.includes('floor') ? 'floor' : by.includes('format') ? 'shop' : 'zone')
  return true
}

const bandOf = (times: number): string =>
  times <= 2 ? String(times) : times <= 5 ? '3' : times <= 10 ? '6' : '11'

const two = (value: number) => String(value).padStart(2, '0')
const clock = (slot: number) => `${two(Math.floor(slot / 12))}:00`
export const timeOf: Readonly<Record<string, (day: string, slot: number) => string>> = {
  none: () => '',
  distribution: (_, slot) => clock(slot),
  hour: (day, slot) => `${day} ${clock(slot)}`,
  day: day => day,
  week: day => weekOf(day),
  month: day => day.slice(0, 7),
}
const isOfDays = (granularity: string) => granularity === 'day' || granularity === 'hour'

/** The day that a day is held against; undefined where there is none. */
function counterpart(day: string, { compare, granularity, period }: PlainQuestion): string | undefined {
  const sameDate = (months: number): string | undefined => {
    const moved = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
    moved.setUTCMonth(moved.getUTCMonth() - months)
    const date = `${moved.toISOString().slice(0, 7)}${day.slice(7)}`
    return new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) === date ? date : undefined
  }
  const isWeekly = granularity === 'week'
  if (compare === 'yesterday') return addDays(day, -datesBetween(period.from, period.to).length)
  if (compare === 'lastWeekSameDay') return addDays(day, -7)
  if (compare === 'lastMonthSameDay') return isWeekly ? addDays(day, -28) : sameDate(1)
  if (compare === 'lastYearSameDay') return isWeekly ? addDays(day, -364) : sameDate(12)
  return undefined
}

/** Dimensions that say of which shops and days a group is: only there is a blank a nought. */
const ofShopDays =
  'shop region province city county format weekday dayType year week weather temperatureBand'.split(' ')
/** What nobody is due to send: nothing of it is nought. */
const ofNobody: ReadonlySet<FactName> = new Set(['records', 'devices'])

/** All shops of a group, whether they sent anything or not. */
const shopsIn = ({ everyShop }: Chain, { members }: Place, among: readonly string[]) =>
  everyShop.filter(shop =>
    among.every(name => String(shopDimensions[name]?.(shop) ?? members[name]) === members[name]),
  )

function floorArea(chain: Chain, place: Place, among: readonly string[]): number | null {
  const areas = shopsIn(chain, place, among).flatMap(({ areaM2 }) => (areaM2 > 0 ? [areaM2] : []))
  return areas.length === 0 ? null : areas.reduce((sum, area) => sum + area, 0)
}

/** Answers a question from the raw rows, cell by cell. */
export function recomputed(chain: Chain, question: PlainQuestion) {
  const { dimensions: by, granularity } = question
  const days = datesBetween(question.period.from, question.period.to)
  const pairs = days.flatMap(day => {
    const other = counterpart(day, question)
    return other === undefined ? [] : [[other, day] as const]
  })
  const matched = new Set(pairs.map(([, day]) => day))
  const own = (isWhole: boolean) =>
    question.compare === undefined || (isOfDays(granularity) && !isWhole)
      ? days
      : days.filter(day => matched.has(day))
  /** Day → the day in whose bucket it counts. */
  const labels = (side: Side, isWhole: boolean): ReadonlyMap<string, string> =>
    side === 'compared' ? new Map(pairs) : new Map(own(isWhole).map(day => [day, day]))
  const kept = new Map<string, Map<string, AnyRow[]>>()

  /** How far into the period a day lies, or the one it is held against; the rest says the row itself. */
  function readOf(
    name: string,
    row: AnyRow,
    day: string,
    times: ReadonlyMap<number, number>,
  ): string | null | undefined {
    if (name === 'dayIndex') return String(datesBetween(question.period.from, day).length)
    if (name === 'frequencyBand') return 'person' in row ? bandOf(times.get(row.person) ?? 0) : undefined
    return dimensions[name]?.(row, chain)
  }

  /** Rows of a fact by time and some of the dimensions; those that say nothing of one are of no group. */
  function grouped(
    fact: FactName,
    dims: readonly string[],
    named: readonly string[],
    side: Side,
    isWhole: boolean,
    withClerks = false,
  ) {
    const id = [fact, dims.join(), named.join(), side, isWhole, withClerks].join('|')
    const before = kept.get(id)
    if (before) return before
    const groups = new Map<string, AnyRow[]>()
    const label = labels(side, isWhole)
    const isMeant = (row: AnyRow) =>
      label.has(row.day) &&
      isOfLevel(row, named) &&
      !('identity' in row && row.identity === 'clerk' && !named.includes('identity') && !withClerks)
    const rows = chain[fact].filter(isMeant)
    /** How often each person was there in all. */
    const times = new Map<number, number>()
    for (const row of rows) if ('person' in row) times.set(row.person, (times.get(row.person) ?? 0) + 1)
    for (const row of rows) {
      const day = label.get(row.day) ?? ''
      const values = dims.map(name => readOf(name, row, day, times))
      if (values.some(value => value === null || value === undefined)) continue
      const key = [isWhole ? '' : (timeOf[granularity]?.(day, row.slot) ?? ''), ...values].join('|')
      const list = groups.get(key)
      if (list) list.push(row)
      else groups.set(key, [row])
    }
    kept.set(id, groups)
    return groups
  }

  /** Whether any shop sent anything on a day that the place is of. */
  function isReceived({ time, members }: Place, side: Side, isWhole: boolean): boolean {
    const dims = isWhole ? [] : by.filter(name => ofShopDays.includes(name))
    const ofDay = granularity === 'distribution' || isWhole ? 'none' : granularity
    return [...labels(side, isWhole)].some(
      ([day, label]) =>
        (timeOf[ofDay]?.(label, 0) ?? '').slice(0, 10) === (ofDay === 'none' ? '' : time.slice(0, 10)) &&
        chain.shops.some(shop => {
          const row = { shop: shop.id, day, slot: 0 } as AnyRow
          return dims.every(name => dimensions[name]?.(row, chain) === members[name])
        }),
    )
  }

  function figure(
    key: string,
    place: Place,
    side: Side,
    isWhole: boolean,
    among: readonly string[],
    isCoarse = false,
  ): number | null {
    if (key === 'floorArea') return floorArea(chain, place, isWhole ? [] : among)
    if (key === 'shopCount') return shopsIn(chain, place, isWhole ? [] : among).length
    const metric = metricOf(key, question)
    if (!metric) throw new Error(`no metric ${key}`)
    const fact = factFor(metric, among) ?? (isCoarse ? metric.facts[0] : undefined)
    if (!fact) throw new Error(`${key} is not known by ${among.join()}`)
    const dims = isWhole ? [] : among.filter(name => known[fact].includes(name))
    const at = [isWhole ? '' : place.time, ...dims.map(name => place.members[name] ?? '')].join('|')
    const rows = grouped(fact, dims, among, side, isWhole, metric.withClerks).get(at) ?? []
    if (rows.length === 0 && !ofNobody.has(fact) && !isReceived(place, side, isWhole)) return null
    // Tracks are kept for 90 days.
    if (fact === 'tracks' && side === 'compared' && question.compare === 'lastYearSameDay') return null
    const group = { ...noRows(), [fact]: rows }
    const value = metric.of(group, fact, chain)
    if (!metric.lower) return value
    const { metric: other, without = [], isCoarse: coarse = false, times } = metric.lower
    const rest = among.filter(name => !without.includes(name))
    const lower = figure(other, place, side, isWhole, rest, coarse)
    return value === null || lower === null || lower === 0 ? null : (value / lower) * times
  }

  return {
    figure: (key: string, place: Place, side: Side) => figure(key, place, side, false, by),
    total: (key: string, side: Side) => figure(key, { time: '', members: {} }, side, true, by),
    /** Keys of every group that has rows of a metric's fact: `time|value|value`. */
    groups(key: string): readonly string[] {
      const metric = metricOf(key, question)
      const fact = metric && factFor(metric, by)
      return fact ? [...grouped(fact, by, by, 'current', false).keys()] : []
    },
  }
}
