import { type FlowRow, type SaleRow, shops, type VisitRow, type World } from './analysis-world.ts'

/**
 * The same figures counted from the raw rows with nothing of the engine: plain loops, the calendar of JavaScript. A row carries
 * `label`, the day whose bucket it counts in, so that compared days can stand in for current ones.
 */
export type Labelled<Row> = Row & { label: string }
export type Facts = { flow: Labelled<FlowRow>[]; visits: Labelled<VisitRow>[]; sales: Labelled<SaleRow>[] }

const written = new Map<number, string>()
function iso(day: number): string {
  const known = written.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  written.set(day, known)
  return known
}
export const addDays = (date: string, count: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

const sorted = new WeakMap<readonly object[], Map<string, object[]>>()
/** Rows by their day, sorted once for each list. */
function byDay<Row extends { day: number }>(rows: readonly Row[]): Map<string, Row[]> {
  const known = sorted.get(rows) ?? Map.groupBy(rows, row => iso(row.day))
  sorted.set(rows, known)
  return known as Map<string, Row[]>
}

/** The rows of the days that `labels` names, each under its label. */
export function factsOf(
  world: World,
  labels: ReadonlyMap<string, string>,
  keep: (row: { day: string; slot: number }) => boolean = () => true,
): Facts {
  const take = <Row extends { day: number; slot: number }>(rows: readonly Row[]): Labelled<Row>[] => {
    const days = byDay(rows)
    return [...labels].flatMap(([day, label]) =>
      (days.get(day) ?? []).filter(({ slot }) => keep({ day, slot })).map(row => ({ ...row, label })),
    )
  }
  return { flow: take(world.flow), visits: take(world.visits), sales: take(world.sales) }
}

type AnyRow = Labelled<FlowRow> | Labelled<VisitRow> | Labelled<SaleRow>
const shopById = new Map(shops.map(shop => [shop.id, shop]))
const shopOf = (row: AnyRow) => shopById.get(row.shop_id)!

/** Value of a row for a dimension; undefined where the row says nothing of it. */
const dimensions: Record<string, (row: AnyRow) => string | undefined> = {
  shop: row => String(row.shop_id),
  region: row => String(shopOf(row).region),
  province: row => String(shopOf(row).province),
  city: row => String(shopOf(row).city),
  county: row => String(shopOf(row).county),
  format: row => shopOf(row).format,
  weekday: row => String(weekday(iso(row.day))),
  year: row => iso(row.day).slice(0, 4),
  hourOfDay: row => String(Math.floor(row.slot / 12)),
  floor: row => ('floor_id' in row ? String(row.floor_id) : undefined),
  entrance: row =>
    'entrance_id' in row
      ? String(row.entrance_id)
      : 'node_kind' in row && row.node_kind === 'entrance'
        ? String(row.node_id)
        : undefined,
  zone: row => ('node_kind' in row && row.node_kind === 'zone' ? String(row.node_id) : undefined),
  gender: row => ('gender' in row && row.gender !== 'unknown' ? row.gender : undefined),
  ageBand: row => ('age_band' in row && row.age_band !== 255 ? String(row.age_band) : undefined),
  identity: row => ('identity' in row ? row.identity : undefined),
  customerKind: row => ('is_new' in row ? (row.is_new ? 'new' : 'old') : undefined),
  dwellBand: row => {
    if (!('dwell_s' in row)) return undefined
    const minutes = row.dwell_s / 60
    return String([120, 60, 30, 15, 5, 1, 0].find(from => minutes >= from))
  },
  cashier: row => ('cashier_id' in row ? String(row.cashier_id) : undefined),
  pos: row => ('till_id' in row ? String(row.till_id) : undefined),
  clerk: row => ('clerk_id' in row && row.clerk_id > 0 ? String(row.clerk_id) : undefined),
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0)
const people = (rows: readonly VisitRow[]) =>
  new Set(rows.map(row => row.person_id).filter(id => id > 0)).size
const deals = ({ sales }: Facts) => sales.filter(({ kind }) => kind === 'sale').length
const money = ({ sales }: Facts) => Math.round(sum(sales, ({ cents }) => cents)) / 100
const entered = ({ flow }: Facts) =>
  flow.length === 0 ? null : sum(flow, ({ in_n, staff_n }) => in_n - staff_n)
const over = (upper: number | null, lower: number | null) =>
  upper === null || lower === null || lower === 0 ? null : upper / lower
const percent = (upper: number | null, lower: number | null) => {
  const rate = over(upper, lower)
  return rate === null ? null : rate * 100
}
/** The element at the middle, the upper one of two. */
const middle = (values: readonly number[]) =>
  values.length === 0 ? null : [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Every metric of the golden questions, from the facts of one group. */
export const byHand: Record<string, (facts: Facts) => number | null> = {
  visits: entered,
  entries: ({ flow }) => (flow.length === 0 ? null : sum(flow, ({ in_n }) => in_n)),
  exits: ({ flow }) => (flow.length === 0 ? null : sum(flow, ({ out_n }) => out_n)),
  passers: ({ flow }) => {
    const outside = flow.filter(({ has_pass }) => has_pass === 1)
    return outside.length === 0 ? null : sum(outside, ({ in_n, pass_n }) => in_n + pass_n)
  },
  storeRate: facts => percent(entered(facts), byHand.passers!(facts)),
  visitors: ({ visits }) => people(visits),
  newCustomers: ({ visits }) => people(visits.filter(({ is_new }) => is_new === 1)),
  oldCustomers: ({ visits }) => people(visits) - people(visits.filter(({ is_new }) => is_new === 1)),
  returning: ({ visits }) => people(visits.filter(({ is_returning }) => is_returning === 1)),
  returnRate: facts => percent(byHand.returning!(facts), people(facts.visits)),
  repeats: ({ visits }) => visits.length - people(visits),
  repeatRate: ({ visits }) => percent(visits.length - people(visits), visits.length),
  dwell: ({ visits }) => over(middle(visits.map(({ dwell_s }) => dwell_s)), 60),
  'dwell.average': ({ visits }) =>
    over(
      sum(visits, ({ dwell_s }) => dwell_s),
      visits.length * 60,
    ),
  'dwell.peak': ({ visits }) =>
    visits.length === 0 ? null : Math.max(...visits.map(({ dwell_s }) => dwell_s)) / 60,
  bounceRate: ({ visits }) => percent(visits.filter(({ dwell_s }) => dwell_s < 30).length, visits.length),
  deepVisits: ({ visits }) => visits.filter(({ dwell_s }) => dwell_s >= 300).length,
  tourDepth: ({ visits }) =>
    over(
      sum(visits, ({ key_stops }) => key_stops),
      visits.length,
    ),
  sales: money,
  deals,
  items: ({ sales }) => sum(sales, ({ items }) => items),
  unitPrice: facts => over(money(facts), deals(facts)),
  bagRate: facts => percent(deals(facts), entered(facts)),
  buyers: ({ sales }) =>
    new Set(
      sales
        .filter(({ kind }) => kind === 'sale')
        .map(({ member, receipt_id }) => (member > 0 ? `m${member}` : receipt_id)),
    ).size,
}

const weeks = new Map<string, string>()
function weekOf(date: string): string {
  const known = weeks.get(date) ?? isoWeek(date)
  weeks.set(date, known)
  return known
}
function isoWeek(date: string): string {
  const thursday = addDays(date, 4 - weekday(date))
  const first = `${thursday.slice(0, 4)}-01-01`
  const days = (Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000
  return `${thursday.slice(0, 4)}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`
}
const two = (value: number) => String(value).padStart(2, '0')

/** The label of a row's time at a granularity. */
export const timeOf: Record<string, (row: { label: string; slot: number }) => string> = {
  none: () => '',
  day: ({ label }) => label,
  week: ({ label }) => weekOf(label),
  month: ({ label }) => label.slice(0, 7),
  quarter: ({ label }) => `${label.slice(0, 4)}-Q${Math.ceil(Number(label.slice(5, 7)) / 3)}`,
  year: ({ label }) => label.slice(0, 4),
  hour: ({ label, slot }) => `${label} ${two(Math.floor(slot / 12))}:00`,
  '15min': ({ label, slot }) =>
    `${label} ${two(Math.floor(slot / 12))}:${two(Math.floor((slot % 12) / 3) * 15)}`,
  distribution: ({ slot }) => `${two(Math.floor(slot / 12))}:00`,
}

/** Facts by time and dimensions, at the level the dimensions mean. */
export function grouped(facts: Facts, names: readonly string[], granularity: string): Map<string, Facts> {
  const nodeKind = names.includes('zone')
    ? 'zone'
    : names.includes('entrance')
      ? 'entrance'
      : names.includes('floor')
        ? 'floor'
        : 'entrance'
  const placeKind = names.includes('floor') ? 'floor' : 'shop'
  const groups = new Map<string, Facts>()
  const put = <Kind extends keyof Facts>(kind: Kind, row: Facts[Kind][number]) => {
    const values = names.map(name => dimensions[name]!(row))
    if (values.includes(undefined)) return
    const key = [timeOf[granularity]!(row), ...values].join('|')
    const group = groups.get(key) ?? { flow: [], visits: [], sales: [] }
    groups.set(key, group)
    ;(group[kind] as (typeof row)[]).push(row)
  }
  for (const row of facts.flow) if (row.node_kind === nodeKind) put('flow', row)
  for (const row of facts.visits)
    if (row.place_kind === placeKind && (names.includes('identity') || row.identity !== 'clerk'))
      put('visits', row)
  for (const row of facts.sales) put('sales', row)
  return groups
}
