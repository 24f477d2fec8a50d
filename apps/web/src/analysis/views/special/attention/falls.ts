import type { AnalysisAnswer, AnalysisCell, AnalysisMember, AnalysisRow } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

/** A shop whose visits fell, with what else is known of its day. */
export type Fall = {
  shop: AnalysisMember
  visits: AnalysisCell
  passers: AnalysisCell
  storeRate: AnalysisCell
}

/** Below this many visits on the compared day a change says nothing. */
const leastBase = 50
/** Per cent. */
const leastFall = 10
/** Share of the counts due, below which a fall may be one of the counters and not of the shop. */
const wholeCoverage = 0.95

/** Shops whose visits fell by a tenth or more, the deepest fall first. */
export function fallsIn({ rows }: Pick<AnalysisAnswer, 'rows'>): Fall[] {
  return rows
    .map(row => ({
      shop: memberOf(row, 'shop'),
      visits: cellOf(row, 'visits'),
      passers: cellOf(row, 'passers'),
      storeRate: cellOf(row, 'storeRate'),
    }))
    .filter(({ visits }) => (visits.compared ?? 0) >= leastBase && (visits.growth ?? 0) <= -leastFall)
    .toSorted((a, b) => (a.visits.growth ?? 0) - (b.visits.growth ?? 0))
}

/** Shops of which not everything was received, the worst first. */
export function silentShops({ rows }: Pick<AnalysisAnswer, 'rows'>): AnalysisMember[] {
  return rows
    .map(row => ({ shop: memberOf(row, 'shop'), coverage: cellOf(row, 'visits').coverage ?? 1 }))
    .filter(({ coverage }) => coverage < wholeCoverage)
    .toSorted((a, b) => a.coverage - b.coverage)
    .map(({ shop }) => shop)
}

/** A time without data at a door: hours of the day, from inside, to outside; `isAllDay`: nothing came at all. */
export type Gap = { entrance: AnalysisMember; from: number; to: number; isAllDay: boolean }

/** Hours in which nothing of what was due came, by shop and door, hours that follow each other in one. */
export function gapsIn({ rows }: Pick<AnalysisAnswer, 'rows'>): Map<string, Gap[]> {
  const doors = Map.groupBy(rows, row => `${memberOf(row, 'shop').id} ${memberOf(row, 'entrance').id}`)
  const found = new Map<string, Gap[]>()
  for (const all of doors.values()) {
    const due = all.filter(row => typeof cellOf(row, 'visits').coverage === 'number')
    const silent = due.filter(row => cellOf(row, 'visits').coverage === 0).map(hourOf)
    const [first] = all
    if (!first || silent.length === 0) continue
    const isAllDay = silent.length === due.length
    const entrance = memberOf(first, 'entrance')
    const gaps = spansOf(silent).map(span => ({ entrance, ...span, isAllDay }))
    const shopId = memberOf(first, 'shop').id
    found.set(shopId, [...(found.get(shopId) ?? []), ...gaps])
  }
  return found
}

/** `2026-11-20 14:00` is 14. */
const hourOf = (row: AnalysisRow): number => Number(memberOf(row, 'time').name.slice(-5, -3))

function spansOf(hours: readonly number[]): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (const hour of hours.toSorted((a, b) => a - b)) {
    const last = spans.at(-1)
    if (last?.to === hour) last.to = hour + 1
    else spans.push({ from: hour, to: hour + 1 })
  }
  return spans
}

/** The weather of a day and of the one it is held against, by shop. */
export function weathersIn({ rows }: Pick<AnalysisAnswer, 'rows'>) {
  const found = new Map<string, { now?: AnalysisMember; before?: AnalysisMember }>()
  for (const row of rows) {
    const [shop, weather, cell] = [memberOf(row, 'shop'), memberOf(row, 'weather'), cellOf(row, 'visits')]
    found.set(shop.id, {
      ...found.get(shop.id),
      ...(cell.current === null ? {} : { now: weather }),
      ...(cell.compared === null || cell.compared === undefined ? {} : { before: weather }),
    })
  }
  return found
}

/** Why visits fell, as far as the figures tell. */
export type Cause =
  | { kind: 'gap'; gaps: readonly Gap[] }
  | { kind: 'weather'; now: AnalysisMember; before: AnalysisMember }
  | { kind: 'street'; growth: number }
  | { kind: 'door'; now: number; before: number }

const bad = new Set(['rain', 'heavyRain', 'snow', 'fog'])

/**
 * The cause that the figures speak for, in the order in which a manager asks: are the counts whole; was the weather bad, and not
 * on the other day; were there fewer people outside; did fewer of them come in. The last two must explain half of the fall.
 */
export function causeOf(
  { visits, passers, storeRate }: Fall,
  gaps: readonly Gap[],
  weather: { now?: AnalysisMember; before?: AnalysisMember } | undefined,
): Cause | undefined {
  if (gaps.length > 0 && (visits.coverage ?? 1) < wholeCoverage) return { kind: 'gap', gaps }
  if (weather?.now && weather.before && bad.has(weather.now.id) && !bad.has(weather.before.id))
    return { kind: 'weather', now: weather.now, before: weather.before }
  const half = (visits.growth ?? 0) / 2
  if (typeof passers.growth === 'number' && passers.growth <= half)
    return { kind: 'street', growth: passers.growth }
  if (
    typeof storeRate.growth === 'number' &&
    storeRate.growth <= half &&
    storeRate.current !== null &&
    typeof storeRate.compared === 'number'
  )
    return { kind: 'door', now: storeRate.current, before: storeRate.compared }
  return undefined
}

/** A figure that fell day after day up to the last one: how often, from what to what. */
export type Streak = { shop: AnalysisMember; days: number; from: number; to: number }

const leastStreak = 4

/** Shops whose figure fell on each of the last four days or more; rows are of days in their order. */
export function streaksIn({ rows }: Pick<AnalysisAnswer, 'rows'>, key: string): Streak[] {
  return [...Map.groupBy(rows, row => memberOf(row, 'shop').id).values()]
    .flatMap((all): Streak[] => {
      const [first] = all
      const values = all
        .toSorted((a, b) => memberOf(a, 'time').name.localeCompare(memberOf(b, 'time').name))
        .map(row => cellOf(row, key).current)
      let start = values.length - 1
      while (start > 0 && isFall(values[start - 1], values[start])) start -= 1
      const days = values.length - 1 - start
      const [from, to] = [values[start], values.at(-1)]
      if (!first || days < leastStreak || typeof from !== 'number' || typeof to !== 'number') return []
      return [{ shop: memberOf(first, 'shop'), days, from, to }]
    })
    .toSorted((a, b) => b.days - a.days || a.to / a.from - b.to / b.from)
}

const isFall = (before: number | null | undefined, now: number | null | undefined): boolean =>
  typeof before === 'number' && typeof now === 'number' && now < before
