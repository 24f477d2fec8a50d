// Figures counted from raw rows by plain loops, without anything of the engine: what the specification says of each metric.
import {
  addDays,
  type Chain,
  type DoorRow,
  type Facts,
  type RecordRow,
  type Rows,
  type Shop,
  type VisitRow,
} from './chain.ts'

export type FactName = keyof Facts
export type AnyRow = Facts[FactName]

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
/** A weekend that adjoins days off is part of the holiday. */
function dayType(day: string, daysOff: Chain['daysOff']): string {
  const isFree = (one: string) => daysOff.get(one) ?? weekday(one) > 5
  const reaches = (step: 1 | -1): boolean => {
    let at = day
    while (isFree(at) && !daysOff.get(at)) at = addDays(at, step)
    return daysOff.get(at) === true
  }
  if (!isFree(day)) return daysOff.get(day) === false && weekday(day) > 5 ? 'makeup' : 'workday'
  return reaches(1) || reaches(-1) ? 'holiday' : 'weekend'
}
const hour = ({ slot }: AnyRow) => Math.floor(slot / 12)
const interval = (at: number) =>
  at >= 6 && at < 11
    ? 'morning'
    : at >= 11 && at < 14
      ? 'noon'
      : at >= 14 && at < 17
        ? 'afternoon'
        : at >= 17 && at < 20
          ? 'evening'
          : 'night'
const dwellBand = (seconds: number) => [120, 60, 30, 15, 5, 1, 0].find(from => seconds / 60 >= from) ?? 0
const isVisit = (row: AnyRow): row is VisitRow => 'visit' in row

/** The value of a row for a dimension: undefined where its fact does not know it, null where the row says nothing. */
type Read = (row: AnyRow, chain: Chain) => string | null | undefined
const ofShop =
  (read: (shop: Shop) => string | number): Read =>
  (row, { shops }) => {
    const shop = shops.find(({ id }) => id === row.shop)
    return shop === undefined ? undefined : String(read(shop))
  }
const ofVisit =
  (read: (row: VisitRow) => string | number | null): Read =>
  row => {
    if (!isVisit(row)) return undefined
    const value = read(row)
    return value === null ? null : String(value)
  }
/** What shops are grouped by. */
export const shopDimensions: Readonly<Record<string, (shop: Shop) => string | number>> = {
  shop: ({ id }) => id,
  region: ({ region }) => region,
  province: ({ province }) => province,
  city: ({ city }) => city,
  county: ({ county }) => county,
  format: ({ format }) => format,
  brand: ({ brand }) => brand,
}
export const dimensions: Readonly<Record<string, Read>> = {
  ...Object.fromEntries(Object.entries(shopDimensions).map(([name, read]) => [name, ofShop(read)])),
  weather: (row, { shops, weather }) =>
    weather.get(`${shops.find(({ id }) => id === row.shop)?.city} ${row.day}`) ?? null,
  weekday: ({ day }) => String(weekday(day)),
  dayType: ({ day }, { daysOff }) => dayType(day, daysOff),
  year: ({ day }) => day.slice(0, 4),
  week: ({ day }) => weekOf(day),
  hourOfDay: row => String(hour(row)),
  interval: row => interval(hour(row)),
  floor: row =>
    'to' in row
      ? row.kind === 'floor'
        ? String(row.to)
        : null
      : 'floor' in row
        ? row.floor === 0
          ? null
          : String(row.floor)
        : undefined,
  zone: row => {
    if ('to' in row) return row.kind === 'zone' ? String(row.to) : null
    if (isVisit(row)) return row.place === 'zone' ? String(row.placeId) : null
    if ('zone' in row) return String(row.zone)
    return 'pass' in row ? (row.kind === 'zone' ? String(row.node) : null) : undefined
  },
  origin: row => ('from' in row ? String(row.from) : undefined),
  entrance: row =>
    isVisit(row)
      ? String(row.entrance)
      : 'pass' in row
        ? row.kind === 'entrance'
          ? String(row.node)
          : null
        : undefined,
  gender: ofVisit(row => (row.gender === 'unknown' ? null : row.gender)),
  ageBand: ofVisit(row => (row.ageBand === 255 ? null : row.ageBand)),
  identity: ofVisit(row => row.identity),
  customerKind: ofVisit(row => (row.isNew ? 'new' : 'old')),
  segment: ofVisit(row =>
    row.gender === 'unknown' || row.ageBand > 6
      ? null
      : `${row.gender}-${row.ageBand}-${row.isNew ? 'new' : 'old'}`,
  ),
  dwellBand: ofVisit(row => dwellBand(row.seconds)),
  goods: row => ('goods' in row ? String(row.goods) : undefined),
  goodsCategory: row => ('goods' in row ? String(row.category) : undefined),
  clerk: row => ('cents' in row && 'clerk' in row ? (row.clerk === 0 ? null : String(row.clerk)) : undefined),
  status: row => ('record' in row ? row.status : undefined),
}

export function weekOf(day: string): string {
  const thursday = new Date(Date.parse(`${day}T00:00:00Z`) + (4 - weekday(day)) * 86_400_000)
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  const week = Math.floor((thursday.getTime() - first) / 86_400_000 / 7) + 1
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0)
const known = (values: readonly number[]) => new Set(values.filter(value => value > 0)).size
const over = (upper: number | null, lower: number | null, times = 1) =>
  upper === null || lower === null || lower === 0 ? null : (upper / lower) * times
/** The element in the middle, the upper one of two. */
const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
const people = (rows: readonly VisitRow[]) => known(rows.map(({ person }) => person))
const ofDoors = ({ doors }: Rows) => doors.filter(({ kind }) => kind !== 'outside')
const entered = (group: Rows) =>
  group.doors.length === 0 ? null : sum(ofDoors(group), row => row.in - row.staff)
const deals = ({ sales }: Rows) => sales.filter(({ kind }) => kind === 'sale').length
const dealsOfLines = ({ lines }: Rows) =>
  new Set(lines.filter(({ isDeal }) => isDeal).map(({ receipt }) => receipt)).size
const cents = (rows: readonly { cents: number }[]) => sum(rows, row => row.cents) / 100

/** Doors of hours and shops in which somebody counted who walked past, with those who did. */
function faced({ doors }: Rows): { in: number; entered: number; passed: number } | undefined {
  const looking = new Set(doors.filter(({ kind }) => kind === 'outside').map(hourOfShop))
  if (looking.size === 0) return undefined
  const watched = doors.filter(row => row.kind === 'entrance' && looking.has(hourOfShop(row)))
  return {
    in: sum(watched, row => row.in),
    entered: sum(watched, row => row.in - row.staff),
    passed: sum(doors, row => row.pass),
  }
}
const hourOfShop = (row: DoorRow) => `${row.shop} ${row.day} ${hour(row)}`

export type Metric = {
  /** Facts it is counted from: the first that knows the dimensions of the question. */
  facts: readonly FactName[]
  of(group: Rows, fact: FactName, chain: Chain): number | null
  /** Counted over a group without these dimensions, or with those only that it knows. */
  lower?: { metric: string; without?: readonly string[]; isCoarse?: boolean; times: number }
}
const counted = (facts: readonly FactName[], of: Metric['of']): Metric => ({ facts, of })
const rate = (upper: string, lower: Metric['lower']): Metric => ({
  facts: metrics[upper]?.facts ?? [],
  of: (group, fact, chain) => metrics[upper]?.of(group, fact, chain) ?? null,
  ...(lower ? { lower } : {}),
})
const ofVisits = (of: (rows: VisitRow[]) => number | null) => counted(['visits'], ({ visits }) => of(visits))
const ofRecords = (kind: RecordRow['kind']) =>
  counted(['records'], ({ records }) => records.filter(row => row.kind === kind).length)

const counts: Record<string, Metric> = {
  visits: counted(['doors', 'visits', 'stays'], (group, fact) =>
    fact === 'doors' ? entered(group) : fact === 'visits' ? group.visits.length : group.stays.length,
  ),
  faceVisits: counted(['visits', 'stays'], (group, fact) =>
    fact === 'visits' ? group.visits.length : group.stays.length,
  ),
  entries: counted(['doors'], group =>
    group.doors.length === 0 ? null : sum(ofDoors(group), row => row.in),
  ),
  exits: counted(['doors'], ({ doors }) => (doors.length === 0 ? null : sum(doors, row => row.out))),
  passers: counted(['doors'], group => {
    const outside = faced(group)
    return outside ? outside.in + outside.passed : null
  }),
  storeRate: counted(['doors'], group => {
    const outside = faced(group)
    return outside ? over(outside.entered, outside.in + outside.passed, 100) : null
  }),
  occupancy: counted(['inside'], ({ inside }) => {
    const places = new Set(inside.map(({ shop, level, floor }) => `${shop} ${level} ${floor}`)).size
    const windows = inside.flatMap(({ insides }) => insides)
    return over(
      sum(windows, value => value),
      windows.length,
      places,
    )
  }),
  'occupancy.peak': counted(['inside'], ({ inside }) =>
    inside.length === 0 ? null : Math.max(...inside.flatMap(({ insides }) => insides)),
  ),
  staysDwell: counted(['stays'], ({ stays }) => over(middle(stays.map(({ seconds }) => seconds)), 60)),
  visitors: ofVisits(people),
  newCustomers: ofVisits(rows => people(rows.filter(({ isNew }) => isNew))),
  oldCustomers: ofVisits(rows => people(rows) - people(rows.filter(({ isNew }) => isNew))),
  returning: ofVisits(rows => people(rows.filter(({ isReturning }) => isReturning))),
  returnRate: ofVisits(rows =>
    over(people(rows.filter(({ isReturning }) => isReturning)), people(rows), 100),
  ),
  repeats: ofVisits(rows => rows.length - people(rows)),
  repeatRate: ofVisits(rows => over(rows.length - people(rows), rows.length, 100)),
  dwell: counted(['visits', 'stays'], ({ visits, stays }, fact) =>
    over(middle((fact === 'visits' ? visits : stays).map(({ seconds }) => seconds)), 60),
  ),
  'dwell.average': ofVisits(rows =>
    over(
      sum(rows, ({ seconds }) => seconds),
      rows.length * 60,
    ),
  ),
  deepVisits: ofVisits(rows => rows.filter(({ seconds, stops }) => seconds >= 300 || stops >= 3).length),
  bounceRate: ofVisits(rows => over(rows.filter(({ seconds }) => seconds < 30).length, rows.length, 100)),
  tourDepth: ofVisits(rows =>
    over(
      sum(rows, row => row.keyStops),
      rows.length,
    ),
  ),
  tourCompletion: ofVisits(rows => over(rows.filter(({ toured }) => toured).length, rows.length, 100)),
  // From a door to a floor: visits of the floor by the door they came in by.
  transitions: counted(['moves', 'visits'], ({ moves, visits }, fact) =>
    fact === 'moves' ? moves.length : visits.length,
  ),
  sales: counted(['sales', 'lines'], ({ sales, lines }, fact) => cents(fact === 'sales' ? sales : lines)),
  deals: counted(['sales', 'lines'], (group, fact) =>
    fact === 'sales' ? deals(group) : dealsOfLines(group),
  ),
  items: counted(['sales', 'lines'], ({ sales, lines }, fact) =>
    sum<{ items: number }>(fact === 'sales' ? sales : lines, row => row.items),
  ),
  buyers: counted(['sales', 'lines'], (group, fact) =>
    fact === 'lines'
      ? dealsOfLines(group)
      : new Set(
          group.sales
            .filter(({ kind }) => kind === 'sale')
            .map(({ member, receipt }) => (member > 0 ? `m${member}` : receipt)),
        ).size,
  ),
  unitPrice: counted(['sales', 'lines'], (group, fact) =>
    fact === 'sales' ? over(cents(group.sales), deals(group)) : over(cents(group.lines), dealsOfLines(group)),
  ),
  experiences: counted(['touches'], ({ touches }) => touches.filter(({ kind }) => kind === 'sensor').length),
  videoExperiences: counted(
    ['touches'],
    ({ touches }) => touches.filter(({ kind }) => kind === 'video').length,
  ),
  heatValue: counted(['heat', 'stays'], ({ heat, stays }, fact) =>
    fact === 'heat' ? sum(heat, row => sum(row.seconds, value => value)) : sum(stays, row => row.seconds),
  ),
  warnings: ofRecords('warning'),
  anomalies: ofRecords('anomaly'),
  problems: ofRecords('problem'),
  problemsClosed: counted(
    ['records'],
    ({ records }) => records.filter(({ kind, isDone }) => kind === 'problem' && isDone).length,
  ),
}

export const metrics: Record<string, Metric> = counts
metrics.bagRate = rate('deals', { metric: 'visits', isCoarse: true, times: 100 })
metrics.experienceRate = rate('experiences', { metric: 'visits', isCoarse: true, times: 100 })
metrics['occupancy.average'] = metrics.occupancy as Metric
metrics.flatEffect = rate('sales', { metric: 'floorArea', isCoarse: true, times: 1 })
metrics.reachRate = rate('visits', { metric: 'visits', without: ['floor', 'zone', 'entrance'], times: 100 })
