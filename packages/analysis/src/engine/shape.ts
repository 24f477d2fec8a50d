import type { AnalysisCell, AnalysisRow, FullQuestion } from '@aisle/contract'
import {
  bucketLabel,
  bucketStart,
  isClockGrain,
  isDayGrain,
  minutesOf,
  slotLabel,
} from '../calendar/buckets.ts'
import { type Day, textOf } from '../calendar/days.ts'
import { type DimensionName, dimensionOf } from '../model/dimensions.ts'
import { calculate } from './calculate.ts'
import { type Figure, type Frames, type Reading, readerOf } from './evaluate.ts'
import { type Place, placeKey } from './frames.ts'
import type { Asked } from './normalize.ts'
import type { Formula, Plan } from './plan.ts'
import { needsTotals } from './requests.ts'
import { leavesDaysOut, type Side } from './sides.ts'

/** A row before it is written out: its place, and a cell for each metric by its key. */
export type ShapedRow = {
  readonly place: Place
  readonly cells: Record<string, AnalysisCell>
  /** The rows that were put together in this one, where it is none of the question's own. */
  readonly of?: readonly Place[]
}
export type Shaped = {
  readonly rows: ShapedRow[]
  /** All that pass the question's filters by figures, those that are cut off by its limit too. */
  readonly kept: readonly ShapedRow[]
  /** Of everything, where the question asks for it or a calculation needs it. */
  readonly totals?: Record<string, AnalysisCell>
  readonly rowCount: number
}

/** Puts the answers of all parts together: fills buckets, divides ratios, holds against, orders and cuts. */
export function shape(
  asked: Asked,
  planned: Plan,
  frames: Frames,
  {
    amend,
    seen,
    rowCount,
  }: {
    /** Changes cells, or answers other rows than it was handed. */
    amend?: (rows: ShapedRow[], totals: ShapedRow['cells'] | undefined) => ShapedRow[]
    seen?: Seen
    /** How many rows there are in all, where the answers hold the first of them only. */
    rowCount?: number
  } = {},
): Shaped {
  const places = placesWith(placesIn(asked, planned, frames), asked, seen)
  const reading = { frames, plan: planned, asked }
  const cellsAt = cellsReader(planned.formulas, { ...reading, total: false })
  const totals = needsTotals(asked)
    ? cellsReader(planned.formulas, { ...reading, total: true })(everything)
    : undefined
  const { offset, limit, order } = asked.question
  const isCut = limit !== undefined && limit < places.length
  const page = (sorted: ShapedRow[]) =>
    limit === undefined && offset === 0
      ? sorted
      : sorted.slice(offset, limit === undefined ? undefined : offset + limit)
  const closing = totals ? { totals } : {}
  if (isCut && !amend && !readsEveryRow(asked)) {
    // Only what the order asks for is worked out for rows that do not come into the answer.
    const wanted = new Set(order.map(({ by }) => by))
    const some = cellsReader(new Map([...planned.formulas].filter(([key]) => wanted.has(key))), {
      ...reading,
      total: false,
    })
    const sorted = ordered(
      places.map(place => ({ place, cells: some(place) })),
      asked,
    )
    const rows = page(sorted).map(({ place }) => ({ place, cells: cellsAt(place) }))
    return { rows, kept: rows, rowCount: rowCount ?? sorted.length, ...closing }
  }
  const own = places.map(place => ({ place, cells: cellsAt(place) }))
  const all = amend?.(own, totals) ?? own
  // In order first: what is summed up from row to row goes by it.
  const sorted = ordered(
    all.filter(row => passes(row, asked)),
    asked,
  )
  calculate(sorted, totals, asked)
  return { rows: page(sorted), kept: sorted, rowCount: rowCount ?? sorted.length, ...closing }
}

/** Calculations and filters by figures look at all rows, also at those that are cut off. */
const readsEveryRow = ({ calcs, metrics, groupFilters }: Asked): boolean =>
  calcs.length > 0 || groupFilters.length > 0 || metrics.some(({ calc }) => calc !== undefined)

const everything: Place = { bucket: 0, slot: 0, members: {} }

/** Every place that any part with all the question's keys has, on either side. */
export function placesIn(asked: Asked, { parts }: Plan, frames: Frames): Place[] {
  if (asked.dimensions.length === 0 && asked.grain === 'none') return [everything]
  const most = Math.max(0, ...parts.map(({ dimensions }) => dimensions.length))
  const full = new Set(
    parts
      .filter(({ dimensions, timed }) => dimensions.length === most && (timed || asked.grain === 'none'))
      .map(({ id }) => id),
  )
  const places = new Map<string, Place>()
  for (const [key, frame] of frames) {
    if (key.endsWith('#total') || !full.has(key.slice(0, key.lastIndexOf('#')))) continue
    for (const { place } of frame.entries.values()) {
      const id = placeKey(place, frame.layout)
      if (!places.has(id)) places.set(id, place)
    }
  }
  return [...places.values()]
}

const mostFilled = 200_000

/** Groups and slots that an answer holds, and of how many buckets: what decides which gaps are filled. */
export type Seen = {
  readonly groups: ReadonlyMap<string, Place['members']>
  /** From the first slot that anything happened in to the last; undefined where nothing did. */
  readonly slots: readonly [first: number, last: number] | undefined
  readonly buckets: number
}

/** Which groups, slots and buckets the rows of an answer touch. */
export function seenAt(places: readonly Place[], asked: Asked): Seen {
  const groups = new Map(
    places.map(({ members }) => [asked.dimensions.map(name => members[name]).join('\u0001'), members]),
  )
  let slots: Seen['slots']
  for (const { slot } of places)
    slots = slots ? [Math.min(slots[0], slot), Math.max(slots[1], slot)] : [slot, slot]
  return { groups, slots, buckets: bucketsOf(asked).length }
}

/** What two pieces of a question hold together. */
export const seenTogether = (a: Seen, b: Seen): Seen => ({
  groups: new Map([...a.groups, ...b.groups]),
  slots:
    a.slots && b.slots
      ? [Math.min(a.slots[0], b.slots[0]), Math.max(a.slots[1], b.slots[1])]
      : (a.slots ?? b.slots),
  buckets: a.buckets + b.buckets,
})

/** Every bucket of the period for every group, so that a gap is seen as one. */
function placesWith(places: readonly Place[], asked: Asked, known: Seen | undefined): readonly Place[] {
  if (asked.grain === 'none' || asked.isSparse) return places
  const seen = known ?? seenAt(places, asked)
  const groups = new Map(seen.groups)
  if (asked.dimensions.length === 0) groups.set('', {})
  const buckets = bucketsOf(asked)
  const slots = slotsIn(seen, asked)
  if (groups.size * seen.buckets * slots.length > mostFilled) return places
  return [...groups.values()].flatMap(members =>
    buckets.flatMap(bucket => slots.map(slot => ({ bucket, slot, members }))),
  )
}

function bucketsOf({ grain, days }: Asked): Day[] {
  if (grain === 'distribution') return [0]
  const unit = isDayGrain(grain) ? grain : 'day'
  return [...new Set(days.map(day => bucketStart(day, unit)))]
}

/** From the first slot that anything happened in to the last. */
function slotsIn({ slots: seen }: Seen, { grain, slots }: Asked): number[] {
  const size = isClockGrain(grain) ? minutesOf[grain] / 5 : 12
  if (!isClockGrain(grain) && grain !== 'distribution') return [0]
  if (!seen) return []
  const [first, last] = seen
  const inWindow = (slot: number) =>
    slots.length === 0 || slots.some(([from, to]) => slot >= from && slot < to)
  return Array.from({ length: (last - first) / size + 1 }, (_, index) => first + index * size).filter(
    inWindow,
  )
}

/** Half of the last decimal goes away from zero, in both directions alike. */
export const rounded = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * factor * (1 + Number.EPSILON))) / factor
}
const tidy = (value: number | null): number | null => (value === null ? null : rounded(value, 4))

/** Per cent with one decimal; null where there is nothing above zero to divide by. */
export const growth = (current: number | null, compared: number | null): number | null =>
  current === null || compared === null || compared <= 0
    ? null
    : rounded(((current - compared) / compared) * 100, 1)

/** The cells of some metrics at each place that it is called with. */
function cellsReader(
  formulas: ReadonlyMap<string, Formula>,
  reading: Omit<Reading, 'side'>,
): (place: Place) => ShapedRow['cells'] {
  const readers = [...formulas].map(([key, formula]) => [key, cellReader(formula, reading)] as const)
  return place => {
    const cells: ShapedRow['cells'] = {}
    for (const [key, read] of readers) cells[key] = read(place)
    return cells
  }
}

function cellReader(formula: Formula, reading: Omit<Reading, 'side'>): (place: Place) => AnalysisCell {
  const { asked, total } = reading
  const on = (side: Side) => readerOf(formula, { ...reading, side })
  const current = on('current')
  if (!asked.compare) return place => cellOf(current(place))
  const compared = on('compared')
  const whole = leavesDaysOut(asked, { total }) ? on('whole') : undefined
  return place => {
    const cell = cellOf(current(place))
    const before = compared(place)
    cell.compared = tidy(before.value)
    cell.difference =
      cell.current === null || cell.compared === null ? null : tidy(cell.current - cell.compared)
    cell.growth = growth(cell.current, cell.compared)
    if (before.coverage !== undefined) cell.comparedCoverage = tidy(before.coverage)
    if (whole) cell.whole = tidy(whole(place).value)
    return cell
  }
}

function cellOf({ value, coverage, imputed }: Figure): AnalysisCell {
  const cell: AnalysisCell = { current: tidy(value) }
  if (coverage !== undefined) cell.coverage = tidy(coverage)
  if (imputed !== undefined) cell.imputed = rounded(imputed, 4)
  return cell
}

/** Filters by a metric keep or drop whole rows. */
function passes({ cells }: ShapedRow, { groupFilters }: Asked): boolean {
  return groupFilters.every(({ member, op, values }) => {
    const value = cells[member]?.current
    if (value === null || value === undefined) return false
    const [first = 0, second = first] = values.map(Number)
    const tests = {
      in: () => values.map(Number).includes(value),
      notIn: () => !values.map(Number).includes(value),
      eq: () => value === first,
      ne: () => value !== first,
      gt: () => value > first,
      gte: () => value >= first,
      lt: () => value < first,
      lte: () => value <= first,
      between: () => value >= first && value <= second,
    }
    return tests[op]()
  })
}

function ordered(rows: readonly ShapedRow[], asked: Asked): ShapedRow[] {
  const { keysOf, compare } = rowOrder(asked)
  // Each row is read once: a comparison of ten thousand rows asks for every key a hundred and forty thousand times.
  const read = rows.map(row => ({ row, keys: keysOf(row) }))
  read.sort((a, b) => compare(a.keys, b.keys))
  return read.map(({ row }) => row)
}

export type RowOrder = {
  /** What a row is put in its place by. */
  keysOf(row: ShapedRow): Key[]
  compare(a: readonly Key[], b: readonly Key[]): number
}
/** By what the question says; else by time, then by the order of the values. Blanks stand last. */
export function rowOrder(asked: Asked): RowOrder {
  const orders = asked.question.order.map(order => orderOf(order, asked))
  const keys = [...orders, byTime, ...asked.dimensions.map(name => byMember(name, asked))]
  const signs = keys.map(({ sign }) => sign)
  return {
    keysOf: row => keys.map(key => key.read(row)),
    compare(a, b) {
      let result = 0
      for (let at = 0; at < signs.length && result === 0; at++)
        result = compared(a[at] ?? null, b[at] ?? null, signs[at] ?? 1)
      return result
    },
  }
}

type Key = number | string | null
type Order = { readonly read: (row: ShapedRow) => Key; readonly sign: 1 | -1 }

/** Numbers before texts, blanks after both, whatever the direction. */
function compared(left: Key, right: Key, sign: 1 | -1): number {
  if (left === right) return 0
  if (left === null || right === null) return left === null ? 1 : -1
  if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
  if (typeof left === 'string' && typeof right === 'string') return sign * (left < right ? -1 : 1)
  return sign * (typeof left === 'number' ? -1 : 1)
}

const slotsADay = 288
const byTime: Order = { read: ({ place }) => place.bucket * slotsADay + place.slot, sign: 1 }

function byMember(name: DimensionName, { intervals }: Asked): Order {
  const { values } = dimensionOf(name)
  const ids = name === 'interval' && intervals ? intervals.map(({ id }) => id) : values && Object.keys(values)
  const position = ids && new Map(ids.map((id, index) => [id, index]))
  return {
    sign: 1,
    read({ place }) {
      const id = place.members[name] ?? ''
      if (position) return position.get(id) ?? id
      const number = Number(id)
      return Number.isNaN(number) ? id : number
    },
  }
}

function orderOf({ by, value, direction }: FullQuestion['order'][number], asked: Asked): Order {
  const sign = direction === 'asc' ? 1 : -1
  if (by === 'time') return { ...byTime, sign }
  const dimension = asked.dimensions.find(name => name === by)
  if (dimension) return { ...byMember(dimension, asked), sign }
  return { sign, read: ({ cells }) => cells[by]?.[value] ?? null }
}

/** The label of a place's time, and of what it is held against; undefined where the question has no time. */
export function timeLabels(
  { bucket, slot }: Place,
  asked: Asked,
): { time: string; comparedTime?: string } | undefined {
  const { grain, compare, dayCut } = asked
  if (grain === 'none') return undefined
  const clock = slotLabel((slot + dayCut) % slotsADay)
  if (grain === 'distribution') return { time: clock }
  const unit = isDayGrain(grain) ? grain : 'day'
  const label = (day: Day) =>
    isClockGrain(grain) ? `${textOf(day)} ${clock}` : bucketLabel(bucketStart(day, unit), unit)
  const other = compare && firstCompared(bucket, asked)
  return { time: label(bucket), ...(other === undefined ? {} : { comparedTime: label(other) }) }
}

const firsts = new WeakMap<object, Map<Day, Day>>()
/** The first day that the days of a bucket are held against. */
function firstCompared(bucket: Day, { compare, grain }: Asked): Day | undefined {
  if (!compare) return undefined
  const known = firsts.get(compare)
  if (known) return known.get(bucket)
  const unit = isDayGrain(grain) ? grain : 'day'
  const first = new Map<Day, Day>()
  for (const [other, day] of compare.map.pairs) {
    const start = bucketStart(day, unit)
    first.set(start, Math.min(first.get(start) ?? other, other))
  }
  firsts.set(compare, first)
  return first.get(bucket)
}

/** A row as it is answered: members by id (names are put in by whoever knows them), time, cells. */
export function written(
  { place, cells }: ShapedRow,
  asked: Asked,
  nameOf: (dimension: DimensionName, id: string) => string,
): AnalysisRow {
  const members = asked.dimensions.map(name => {
    const id = place.members[name] ?? ''
    return [name, { id, name: nameOf(name, id) }] as const
  })
  return {
    ...Object.fromEntries(members),
    ...timeLabels(place, asked),
    ...Object.fromEntries(asked.metrics.map(({ key }) => [key, cells[key] ?? { current: null }])),
  }
}
