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
  /** Days since the day before this one on which the person was here; 0 where there was none. */
  since: number
  seconds: number
  stops: number
  keyStops: number
  toured: boolean
  wasReceived: boolean
  deals: number
  cents: number
  device: number
  captures: number
  matched: number
  delay: number
}
export type StayRow = Moment & {
  zone: number
  floor: number
  stay: number
  seconds: number
  isFirst: boolean
}
/** What is told of whoever came, moved or touched something. */
type Person = { gender: 'man' | 'woman' | 'unknown'; ageBand: number; isNew: boolean }
export type MoveRow = Moment &
  Person & { kind: 'floor' | 'zone' | 'shop'; from: number; to: number; move: number }
export type ReceptionRow = Moment & { reception: number; clerk: number }
export type TrackRow = Moment & { track: number; path: string }
/** When a device was heard of; one that never was has a row without slots. */
export type DeviceRow = Moment & { device: number; beats: readonly number[] }
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
export type TouchRow = Moment &
  Person & {
    touch: number
    kind: 'sensor' | 'video'
    zone: number
    entrance: number
    goods: number
    category: number
  }
export type HeatRow = Moment & { map: number; floor: number; seconds: number[] }
export type RecordRow = Moment & {
  kind: 'warning' | 'anomaly' | 'problem' | 'sample' | 'evaluation'
  record: number
  status: string
  isDone: boolean
  isChecked: boolean
  rule: number
  device: number
  attribute: string
  score: number
  minutes: number
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
  receptions: ReceptionRow
  tracks: TrackRow
  devices: DeviceRow
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
  receptions: [],
  tracks: [],
  devices: [],
})
export type Chain = Rows & {
  /** Those with facts, and all that there are. */
  shops: readonly Shop[]
  everyShop: readonly Shop[]
  /** Of a city's day. */
  weather: Map<string, string>
  temperature: Map<string, number>
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
  const chain: Chain = { ...noRows(), shops, everyShop, daysOff, weather: new Map(), temperature: new Map() }
  const seen = new Map<string, string>()
  const lastSeen = new Map<string, string[]>()
  let next = 1
  for (const day of days)
    for (const [at, shop] of shops.entries()) {
      const place = (number: number) => (at + 1) * 100 + number
      const [floors, entrances, zones] = [[1, 2].map(place), [11, 12].map(place), [21, 22, 23].map(place)]
      const floorOf = (index: number) => floors[index % 2] ?? 0
      const some = (values: readonly number[]) => values[upTo(values.length)] ?? 0
      chain.temperature.set(`${shop.city} ${day}`, -8 + ((Date.parse(day) / 86_400_000 + shop.city * 7) % 41))
      const moment = () => ({ shop: shop.id, day, slot: open + upTo(close - open) })
      const somebody = (): Person => ({
        gender: (['man', 'woman', 'unknown'] as const)[upTo(3)] ?? 'unknown',
        ageBand: random() < 0.1 ? 255 : upTo(7),
        isNew: random() < 0.5,
      })
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
        const earlier = (lastSeen.get(`${shop.id} ${person}`) ?? []).filter(one => one < day).at(-1)
        const captures = 1 + upTo(4)
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
          since:
            person === 0 || earlier === undefined ? 0 : (Date.parse(day) - Date.parse(earlier)) / 86_400_000,
          seconds: 5 + upTo(4000),
          stops: upTo(5),
          keyStops: upTo(8),
          toured: random() < 0.3,
          wasReceived: random() < 0.4,
          deals: random() < 0.3 ? 1 : 0,
          cents: upTo(90_000),
          device: place(31 + upTo(2)),
          captures,
          matched: person === 0 ? 0 : upTo(captures + 1),
          delay: upTo(90),
        }
        if (person > 0) {
          seen.set(`${shop.id} ${person}`, first)
          lastSeen.set(`${shop.id} ${person}`, [...(lastSeen.get(`${shop.id} ${person}`) ?? []), day])
        }
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
        chain.stays.push({
          ...moment(),
          ...stayed,
          stay: next++,
          seconds: 5 + upTo(600),
          isFirst: random() < 0.4,
        })
        chain.receptions.push({ ...moment(), reception: next++, clerk: upTo(4) })
        chain.tracks.push({
          ...moment(),
          track: next++,
          path: Array.from({ length: 1 + upTo(3) }, () => some(zones)).join('>'),
        })
        chain.moves.push({
          ...moment(),
          ...somebody(),
          kind: 'zone',
          from: some(zones),
          to: some(zones),
          move: next++,
        })
        chain.moves.push({
          ...moment(),
          ...somebody(),
          kind: 'floor',
          from: some(floors),
          to: some(floors),
          move: next++,
        })
        const [goods, kind] = [1 + upTo(8), random() < 0.6 ? ('sensor' as const) : ('video' as const)]
        chain.touches.push({
          ...moment(),
          touch: next++,
          kind,
          zone: some(zones),
          entrance: some(entrances),
          goods,
          category: 1 + (goods % 3),
          ...somebody(),
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
      for (const kind of ['warning', 'anomaly', 'problem', 'sample', 'evaluation'] as const)
        for (let count = upTo(3); count > 0; count--) {
          const status = ['open', 'confirmed', 'resolved'][upTo(3)] ?? ''
          const isDone = status === 'confirmed'
          chain.records.push({
            ...moment(),
            ...{ kind, record: next++, status, isDone, isChecked: isDone || random() < 0.5 },
            rule: upTo(4),
            device: kind === 'anomaly' || kind === 'sample' ? place(31 + upTo(2)) : 0,
            attribute: kind === 'sample' ? (['gender', 'age'][upTo(2)] ?? '') : '',
            score: upTo(101),
            minutes: upTo(3000),
          })
        }
      // What devices say of themselves is kept for 90 days. One is on line all day, one stops at some time, one is silent.
      if (Date.parse(days.at(-1) ?? day) - Date.parse(day) < 80 * 86_400_000)
        for (const [index, until] of [288, 30 + upTo(200), 0].entries())
          chain.devices.push({
            ...{ shop: shop.id, day, slot: 0, device: place(41 + index) },
            beats: Array.from({ length: Math.ceil(until / 3) }, (_, beat) => beat * 3),
          })
    }
  chain.inside = insideOf(chain.doors)
  // Who is seen in one shop after another on a day moved between them.
  const known = chain.visits.filter(row => row.place === 'shop' && row.person > 0 && row.identity !== 'clerk')
  for (const walk of Map.groupBy(known, row => `${row.day} ${row.person}`).values()) {
    const stops = walk.toSorted((x, y) => x.slot - y.slot || x.visit - y.visit)
    for (const [index, stop] of stops.entries()) {
      const before = stops[index - 1]?.shop
      const { shop, day, slot, gender, ageBand, isNew, visit } = stop
      if (before === undefined || before === shop) continue
      chain.moves.push({
        shop,
        day,
        slot,
        gender,
        ageBand,
        isNew,
        kind: 'shop',
        from: before,
        to: shop,
        move: visit,
      })
    }
  }
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
