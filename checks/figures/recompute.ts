// Figures counted from raw rows by plain loops, without anything of the engine: what the specification says of each metric.
import {
  addDays,
  type Chain,
  type DeviceRow,
  type DoorRow,
  type Facts,
  type MoveRow,
  type RecordRow,
  type Rows,
  type Shop,
  type TouchRow,
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
const isTouch = (row: AnyRow): row is TouchRow => 'touch' in row
const isMove = (row: AnyRow): row is MoveRow => 'move' in row
const daysBetween = (days: number) => [91, 61, 31, 15, 8, 4, 1].find(from => days >= from)

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
/** What is told of whoever came, moved or touched something. */
const ofPerson =
  (read: (row: Pick<VisitRow, 'gender' | 'ageBand' | 'isNew'>) => string | number | null): Read =>
  row => {
    if (!isVisit(row) && !isTouch(row) && !isMove(row)) return undefined
    const value = read(row)
    return value === null ? null : String(value)
  }
/** A number that says nothing where it is 0. */
const known0 = (value: number): string | null => (value === 0 ? null : String(value))
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
  temperatureBand: (row, { shops, temperature }) => {
    const found = temperature.get(`${shops.find(({ id }) => id === row.shop)?.city} ${row.day}`)
    return found === undefined ? null : String(Math.floor(found / 5) * 5)
  },
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
  originFormat: (row, { shops }) =>
    'from' in row && row.kind === 'shop'
      ? (shops.find(({ id }) => id === row.from)?.format ?? '')
      : undefined,
  entrance: row =>
    isVisit(row) || isTouch(row)
      ? String(row.entrance)
      : 'pass' in row
        ? row.kind === 'entrance'
          ? String(row.node)
          : null
        : undefined,
  gender: ofPerson(row => (row.gender === 'unknown' ? null : row.gender)),
  ageBand: ofPerson(row => (row.ageBand === 255 ? null : row.ageBand)),
  identity: ofVisit(row => row.identity),
  customerKind: ofPerson(row => (row.isNew ? 'new' : 'old')),
  segment: ofPerson(row =>
    row.gender === 'unknown' || row.ageBand > 6
      ? null
      : `${row.gender}-${row.ageBand}-${row.isNew ? 'new' : 'old'}`,
  ),
  dwellBand: ofVisit(row => dwellBand(row.seconds)),
  intervalBand: ofVisit(row => daysBetween(row.since) ?? null),
  tourBand: ofVisit(row => Math.min(5, row.keyStops)),
  person: ofVisit(row => known0(row.person)),
  path: row => ('path' in row ? row.path : undefined),
  device: row => ('device' in row ? known0(row.device) : undefined),
  rule: row => ('rule' in row ? known0(row.rule) : undefined),
  attribute: row => ('attribute' in row ? row.attribute || null : undefined),
  goods: row => ('goods' in row ? String(row.goods) : undefined),
  goodsCategory: row => ('goods' in row ? String(row.category) : undefined),
  clerk: row => ('clerk' in row ? known0(row.clerk) : undefined),
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
/** The element at a share of the sorted ones: in the middle the upper one of two. */
const element = (values: readonly number[], level: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * level)] ?? null
const middle = (values: readonly number[]) => element(values, 0.5)
const people = (rows: readonly VisitRow[]) => known(rows.map(({ person }) => person))
const ofDoors = ({ doors }: Rows) => doors.filter(({ kind }) => kind !== 'outside')
const entered = (group: Rows) =>
  group.doors.length === 0 ? null : sum(ofDoors(group), row => row.in - row.staff)
const deals = ({ sales }: Rows) => sales.filter(({ kind }) => kind === 'sale').length
const dealsOfLines = ({ lines }: Rows) =>
  new Set(lines.filter(({ isDeal }) => isDeal).map(({ receipt }) => receipt)).size
const cents = (rows: readonly { cents: number }[]) => sum(rows, row => row.cents) / 100

/** What was sold: by receipts, by their lines, or as far as receipts were matched to visits. */
const amount = (group: Rows, fact: FactName) =>
  cents(fact === 'sales' ? group.sales : fact === 'lines' ? group.lines : group.visits)
const dealsOf = (group: Rows, fact: FactName) =>
  fact === 'sales'
    ? deals(group)
    : fact === 'lines'
      ? dealsOfLines(group)
      : sum(group.visits, row => row.deals)

/** Seconds after a beat, until the next one or the end of the day: longer than twice the usual it was off line. */
const gapsOf = ({ beats }: DeviceRow) => beats.map((slot, at) => ((beats[at + 1] ?? 288) - slot) * 300)
const patienceOf = (row: DeviceRow) => 2 * Math.max(300, middle(gapsOf(row)) ?? 300)
const secondsUp = (row: DeviceRow) => sum(gapsOf(row), gap => Math.min(gap, patienceOf(row)))
const upAtEnd = (row: DeviceRow) => (gapsOf(row).at(-1) ?? Number.POSITIVE_INFINITY) <= patienceOf(row)

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
  /** Clerks are counted too. */
  withClerks?: true
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
  transitions: counted(['moves'], ({ moves }) => moves.length),
  // From a door to a floor: visits of the floor by the door they came in by.
  fromDoors: ofVisits(rows => rows.length),
  sales: counted(['sales', 'lines', 'visits'], amount),
  deals: counted(['sales', 'lines', 'visits'], dealsOf),
  items: counted(['sales', 'lines'], ({ sales, lines }, fact) =>
    sum<{ items: number }>(fact === 'sales' ? sales : lines, row => row.items),
  ),
  buyers: counted(['sales', 'lines', 'visits'], (group, fact) =>
    fact === 'visits'
      ? people(group.visits.filter(({ deals }) => deals > 0))
      : fact === 'lines'
        ? dealsOfLines(group)
        : new Set(
            group.sales
              .filter(({ kind }) => kind === 'sale')
              .map(({ member, receipt }) => (member > 0 ? `m${member}` : receipt)),
          ).size,
  ),
  unitPrice: counted(['sales', 'lines', 'visits'], (group, fact) =>
    over(amount(group, fact), dealsOf(group, fact)),
  ),
  visitsOfTracks: counted(['tracks'], ({ tracks }) => tracks.length),
  firstStops: counted(['stays'], ({ stays }) => stays.filter(({ isFirst }) => isFirst).length),
  snapshotsOfFaces: ofVisits(rows => sum(rows, ({ captures }) => captures)),
  matchRate: ofVisits(rows =>
    over(
      sum(rows, ({ matched }) => matched),
      sum(rows, ({ captures }) => captures),
      100,
    ),
  ),
  uploadDelay: ofVisits(rows => middle(rows.map(({ delay }) => delay))),
  receptionRate: ofVisits(rows =>
    over(rows.filter(({ wasReceived }) => wasReceived).length, rows.length, 100),
  ),
  receptions: counted(['receptions'], ({ receptions }) => receptions.length),
  clerksOnDuty: {
    ...ofVisits(rows => people(rows.filter(({ identity }) => identity === 'clerk'))),
    withClerks: true,
  },
  devices: counted(['devices'], ({ devices }) => new Set(devices.map(({ device }) => device)).size),
  devicesOnline: counted(
    ['devices'],
    ({ devices }) => new Set(devices.filter(row => upAtEnd(row)).map(({ device }) => device)).size,
  ),
  onlineRate: counted(['devices'], ({ devices }) =>
    over(sum(devices, secondsUp), devices.length * 86_400, 100),
  ),
  coverage: counted(['heat'], ({ heat }) =>
    over(
      sum(heat, row => row.seconds.filter(value => value > 0).length),
      sum(heat, row => row.seconds.length),
      100,
    ),
  ),
  score: counted(['records'], ({ records }) => {
    const scored = records.filter(({ kind }) => kind === 'evaluation')
    return over(
      sum(scored, row => row.score),
      scored.length,
    )
  }),
  samples: ofRecords('sample'),
  accuracy: counted(['records'], ({ records }) => {
    const checked = records.filter(row => row.kind === 'sample' && row.isChecked)
    return over(checked.filter(({ isDone }) => isDone).length, checked.length, 100)
  }),
  warningsConfirmed: counted(
    ['records'],
    ({ records }) => records.filter(row => row.kind === 'warning' && row.isDone).length,
  ),
  hoursToResolve: counted(['records'], ({ records }) =>
    over(
      middle(
        records.flatMap(row => (row.kind === 'warning' && row.status === 'resolved' ? row.minutes : [])),
      ),
      60,
    ),
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
metrics['dwell.median'] = metrics.dwell as Metric
metrics['dwell.p90'] = ofVisits(rows =>
  over(
    element(
      rows.map(({ seconds }) => seconds),
      0.9,
    ),
    60,
  ),
)
metrics.customersPerClerk = rate('occupancy', { metric: 'clerksOnDuty', times: 1 })
metrics.flatEffect = rate('sales', { metric: 'floorArea', isCoarse: true, times: 1 })
metrics.reachRate = rate('visits', { metric: 'visits', without: ['floor', 'zone', 'entrance'], times: 100 })
