/**
 * Raw rows of a few shops over seven weeks and the same days of last year, made of a seed: what the pages of figures are recomputed
 * from. A row keeps only what plain code needs to count it; `stored.ts` writes it as devices and tills would.
 */
export type Shop = {
  id: number
  region: number
  province: number
  city: number
  county: number
  format: string
  brand: number
  areaM2: number
}
type Moment = { shop: number; day: string; slot: number }
export type DoorRow = Moment & {
  kind: 'entrance' | 'outside' | 'floor' | 'zone'
  node: number
  floor: number
  in: number
  out: number
  pass: number
  staff: number
}
/** How many were inside after each of an hour's windows. */
export type InsideRow = Moment & { level: 'shop' | 'floor'; floor: number; insides: number[] }
export type VisitRow = Moment & {
  place: 'shop' | 'floor' | 'zone'
  placeId: number
  floor: number
  entrance: number
  visit: number
  person: number
  identity: 'customer' | 'clerk' | 'vip'
  gender: 'man' | 'woman' | 'unknown'
  ageBand: number
  isNew: boolean
  isReturning: boolean
  seconds: number
  stops: number
  keyStops: number
  toured: boolean
}
export type StayRow = Moment & { zone: number; floor: number; stay: number; seconds: number }
export type MoveRow = Moment & { kind: 'floor' | 'zone'; from: number; to: number; move: number }
export type SaleRow = Moment & {
  receipt: string
  floor: number
  clerk: number
  kind: 'sale' | 'refund'
  cents: number
  items: number
  member: number
}
export type LineRow = Moment & {
  receipt: string
  line: number
  zone: number
  goods: number
  category: number
  isDeal: boolean
  cents: number
  items: number
}
export type TouchRow = Moment & {
  touch: number
  kind: 'sensor' | 'video'
  zone: number
  goods: number
  category: number
}
export type HeatRow = Moment & { map: number; floor: number; seconds: number[] }
export type RecordRow = Moment & {
  kind: 'warning' | 'anomaly' | 'problem'
  record: number
  status: string
  isDone: boolean
}
/** What a chain's raw rows tell of. */
export type Facts = {
  doors: DoorRow
  inside: InsideRow
  visits: VisitRow
  stays: StayRow
  moves: MoveRow
  sales: SaleRow
  lines: LineRow
  touches: TouchRow
  heat: HeatRow
  records: RecordRow
}
/** Rows by what they tell of. */
export type Rows = { [Name in keyof Facts]: Facts[Name][] }
export const noRows = (): Rows => ({
  doors: [],
  inside: [],
  visits: [],
  stays: [],
  moves: [],
  sales: [],
  lines: [],
  touches: [],
  heat: [],
  records: [],
})
export type Chain = Rows & {
  /** Those with facts, and all that there are. */
  shops: readonly Shop[]
  everyShop: readonly Shop[]
  /** Of a city's day. */
  weather: Map<string, string>
  /** Days that the calendar takes off, or has worked at a weekend. */
  daysOff: ReadonlyMap<string, boolean>
}

/** Repeatable numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) dates.push(day)
  return dates
}

const open = 120
const close = 252
const width = 6

/** @param days in the order of time: who comes again has been there before */
export function chainOf(
  everyShop: readonly Shop[],
  shops: readonly Shop[],
  days: readonly string[],
  daysOff: Chain['daysOff'],
  seed: number,
): Chain {
  const random = numbersFrom(seed)
  const upTo = (count: number) => Math.floor(random() * count)
  const chain: Chain = { ...noRows(), shops, everyShop, daysOff, weather: new Map() }
  const seen = new Map<string, string>()
  let next = 1
  for (const day of days)
    for (const [at, shop] of shops.entries()) {
      const place = (number: number) => (at + 1) * 100 + number
      const [floors, entrances, zones] = [[1, 2].map(place), [11, 12].map(place), [21, 22, 23].map(place)]
      const floorOf = (index: number) => floors[index % 2] ?? 0
      const some = (values: readonly number[]) => values[upTo(values.length)] ?? 0
      const moment = () => ({ shop: shop.id, day, slot: open + upTo(close - open) })
      chain.weather.set(
        `${shop.city} ${day}`,
        ['sunny', 'cloudy', 'rain', 'snow'][(Date.parse(day) / 86_400_000 + shop.city) % 4] ?? '',
      )
      for (let slot = open; slot < close; slot += width) {
        const window = { shop: shop.id, day, slot }
        const none = { in: 0, out: 0, pass: 0, staff: 0 }
        for (const [index, node] of entrances.entries()) {
          const entered = 1 + upTo(14 - 4 * index)
          chain.doors.push({
            ...window,
            ...none,
            kind: 'entrance',
            node,
            floor: floorOf(index),
            in: entered,
            out: upTo(12),
            staff: upTo(Math.min(2, entered)),
          })
        }
        // One shop has nobody look outside, and another does for part of the day only.
        if (at !== 1 && !(at === 2 && slot >= 192))
          chain.doors.push({ ...window, ...none, kind: 'outside', node: 0, floor: 0, pass: upTo(60) })
        for (const floor of floors)
          chain.doors.push({
            ...window,
            ...none,
            kind: 'floor',
            node: floor,
            floor,
            in: upTo(14),
            out: upTo(14),
          })
        for (const [index, zone] of zones.entries())
          chain.doors.push({
            ...window,
            ...none,
            kind: 'zone',
            node: zone,
            floor: floorOf(index),
            in: upTo(9),
          })
      }
      for (let count = 10 + upTo(8); count > 0; count--) {
        const person = random() < 0.1 ? 0 : 1 + upTo(150)
        const before = person === 0 ? undefined : seen.get(`${shop.id} ${person}`)
        const first = before ?? day
        const visit: VisitRow = {
          ...moment(),
          place: 'shop',
          placeId: 0,
          floor: 0,
          entrance: some(entrances),
          visit: next++,
          person,
          identity: person > 0 && person < 6 ? 'clerk' : person > 140 ? 'vip' : 'customer',
          gender: person === 0 ? 'unknown' : person % 2 === 0 ? 'man' : 'woman',
          ageBand: person === 0 ? 255 : person % 7,
          isNew: person > 0 && first === day,
          isReturning: before !== undefined && before !== day && random() < 0.5,
          seconds: 5 + upTo(4000),
          stops: upTo(5),
          keyStops: upTo(4),
          toured: random() < 0.3,
        }
        if (person > 0) seen.set(`${shop.id} ${person}`, first)
        chain.visits.push(visit)
        for (const floor of random() < 0.5 ? floors : floors.slice(0, 1))
          chain.visits.push({ ...visit, place: 'floor', placeId: floor, floor, seconds: 5 + upTo(2000) })
        const zone = upTo(3)
        const zoned = { placeId: zones[zone] ?? 0, floor: floorOf(zone) }
        chain.visits.push({ ...visit, place: 'zone', ...zoned, seconds: 5 + upTo(900) })
      }
      for (let count = 6 + upTo(6); count > 0; count--) {
        const zone = upTo(3)
        const stayed = { zone: zones[zone] ?? 0, floor: floorOf(zone) }
        chain.stays.push({ ...moment(), ...stayed, stay: next++, seconds: 5 + upTo(600) })
        chain.moves.push({ ...moment(), kind: 'zone', from: some(zones), to: some(zones), move: next++ })
        chain.moves.push({ ...moment(), kind: 'floor', from: some(floors), to: some(floors), move: next++ })
        const [goods, kind] = [1 + upTo(8), random() < 0.6 ? ('sensor' as const) : ('video' as const)]
        chain.touches.push({
          ...moment(),
          touch: next++,
          kind,
          zone: some(zones),
          goods,
          category: 1 + (goods % 3),
        })
      }
      for (let count = 4 + upTo(5); count > 0; count--) {
        const [receipt, isRefund, when] = [`${shop.id}-${day}-${count}`, random() < 0.15, moment()]
        const lines = Array.from({ length: 1 + upTo(3) }, (_, line): LineRow => {
          const [goods, pieces] = [1 + upTo(8), (isRefund ? -1 : 1) * (1 + upTo(3))]
          const cents = pieces * (990 + goods * 313)
          const sold = { goods, category: 1 + (goods % 3), isDeal: !isRefund, cents, items: pieces }
          return { ...when, receipt, line, zone: some(zones), ...sold }
        })
        chain.lines.push(...lines)
        chain.sales.push({
          ...when,
          receipt,
          floor: some(floors),
          clerk: upTo(3),
          kind: isRefund ? 'refund' : 'sale',
          cents: lines.reduce((sum, line) => sum + line.cents, 0),
          items: lines.reduce((sum, line) => sum + line.items, 0),
          member: random() < 0.4 ? 1 + upTo(40) : 0,
        })
      }
      for (const [index, floor] of floors.entries())
        for (let slot = open; slot < close; slot += 12)
          chain.heat.push({
            ...{ shop: shop.id, day, slot, map: floor, floor },
            seconds: Array.from({ length: 4 }, () => upTo(90 - 30 * index)),
          })
      for (const kind of ['warning', 'anomaly', 'problem'] as const)
        if (random() < 0.4) {
          const status = ['open', 'confirmed'][upTo(2)] ?? ''
          chain.records.push({ ...moment(), kind, record: next++, status, isDone: status === 'confirmed' })
        }
    }
  chain.inside = insideOf(chain.doors)
  return chain
}

/** Entries less exits since the day began, never below 0: of a shop by its doors, of a floor by its own counter. */
function insideOf(doors: readonly DoorRow[]): InsideRow[] {
  const levels = [
    ['shop', doors.filter(({ kind }) => kind === 'entrance')],
    ['floor', doors.filter(({ kind }) => kind === 'floor')],
  ] as const
  return levels.flatMap(([level, rows]) => {
    const floorOf = (row: DoorRow) => (level === 'floor' ? row.floor : 0)
    const places = Map.groupBy(rows, row => `${row.shop} ${row.day} ${floorOf(row)}`)
    return [...places.values()].flatMap(own => {
      let balance = 0
      const hours = new Map<number, InsideRow>()
      for (const [slot, windows] of [...Map.groupBy(own, row => row.slot)].sort(([a], [b]) => a - b)) {
        balance += windows.reduce((net, row) => net + row.in - row.out, 0)
        const hour = Math.floor(slot / 12) * 12
        const [{ shop, day, ...row }] = windows as [DoorRow]
        const kept = hours.get(hour) ?? {
          shop,
          day,
          slot: hour,
          level,
          floor: level === 'floor' ? row.floor : 0,
          insides: [],
        }
        kept.insides.push(Math.max(0, balance))
        hours.set(hour, kept)
      }
      return [...hours.values()]
    })
  })
}
