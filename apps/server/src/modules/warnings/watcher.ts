import { and, between, eq, gte, inArray, isNull, lte, ne } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import {
  flowRules,
  flowWarnings,
  holidayCalendar,
  placeTargets,
  shops,
  shopTargets,
  watches,
} from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'
import { slotsOver } from '../facts/service.ts'
import {
  type Breach,
  crowdOf,
  dayTarget,
  fallOf,
  type HourFigure,
  limitIn,
  silenceOf,
  weekOf,
} from './breaches.ts'
import type { FigureReader } from './figures.ts'
import type { Found, Raiser } from './raising.ts'
import { text } from './text.ts'

type Rule = typeof flowRules.$inferSelect
type Watch = typeof watches.$inferSelect
type Deps = {
  db: Database
  figures: FigureReader
  raiser: Raiser
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}
type Clock = { cut: string; zones: ReadonlyMap<number, string> }

/** How far back limits are looked at when figures change. */
const lookBackDays = 60
const shopsAtOnce = 500
/** Windows arrive a little after they end: silence is told of what should be there by now. */
const slotsLate = 3
const slotsOf = (clock: string, cut: string) => {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
  const slot = (minutes(clock) - minutes(cut)) / 5
  return slot < 0 ? slot + 288 : slot
}

/** Holds rules and watched places against the days whose figures changed since each was last looked at. */
export function watcher({ db, figures, raiser, dayCut, now }: Deps) {
  async function clock(): Promise<Clock> {
    const rows = await db
      .select({ id: shops.id, timeZone: shops.timeZone })
      .from(shops)
      .where(isNull(shops.closedAt))
    return { cut: await dayCut(), zones: new Map(rows.map(row => [Number(row.id), row.timeZone])) }
  }
  /** Slots that are over since a shop's business day began. */
  const passed = (shopId: number, date: string, { cut, zones }: Clock): number =>
    slotsOver(now(), date, zones.get(shopId) ?? 'Asia/Shanghai', cut)

  /** Days off, and working days at weekends: not to be compared with an ordinary week. */
  async function isOdd(dates: readonly string[]): Promise<boolean> {
    const [first, last] = [dates.toSorted()[0] ?? '', dates.toSorted().at(-1) ?? '']
    const rows = await db
      .select({ date: holidayCalendar.date, isOff: holidayCalendar.isOff })
      .from(holidayCalendar)
      .where(between(holidayCalendar.date, first, last))
    return rows.some(row => dates.includes(row.date))
  }

  const find: Record<
    Rule['kind'],
    (rule: Rule, date: string, shopIds: number[], at: Clock) => Promise<Breach[]>
  > = {
    async crowding({ limits, fromTime, toTime }, date, shopIds, { cut }) {
      const people = limitIn(limits, 'people', 'crowding')
      const [first, last] = fromTime && toTime ? [slotsOf(fromTime, cut), slotsOf(toTime, cut)] : [0, 288]
      const hours = (await figures.crowdedHours(date, shopIds, people)).filter(
        ({ hour }) => (hour + 1) * 12 > first && hour * 12 < last,
      )
      if (hours.length === 0) return []
      const crowded = [...new Set(hours.map(row => row.shop_id))]
      const slots = Map.groupBy(await figures.crowdedSlots(date, crowded, people), row => row.shop_id)
      return [...Map.groupBy(hours, row => row.shop_id)].flatMap(([shopId, own]) => {
        const known = (slots.get(shopId) ?? []).map(row => row.slot)
        const over = own
          .flatMap(({ hour }) => {
            const fine = known.filter(slot => Math.floor(slot / 12) === hour)
            return fine.length > 0 ? fine : [hour * 12]
          })
          .filter(slot => slot >= first && slot < last)
        const [begin, end] = [over[0], over.at(-1)]
        if (begin === undefined || end === undefined) return []
        return [
          {
            shopId,
            nodeId: 0,
            fromSlot: begin,
            toSlot: end + 1,
            raisedSlot: begin + 1,
            value: Math.max(...own.map(({ peak }) => peak)),
            limit: people,
            times: over.length,
          },
        ]
      })
    },

    async fall({ limits, fromTime, toTime }, date, shopIds, at) {
      const wanted = {
        percent: limitIn(limits, 'percent', 'fall'),
        hours: limitIn(limits, 'hours', 'fall'),
        atLeast: limitIn(limits, 'atLeast', 'fall'),
      }
      const weekAgo = dayBefore(date, 7)
      if (await isOdd([date, weekAgo])) return []
      const [rows, doors] = await Promise.all([
        figures.hours([date, weekAgo], shopIds),
        figures.openDoors(date, shopIds),
      ])
      const days = new Map<string, Map<number, HourFigure>>()
      for (const row of rows) {
        const key = `${row.shop_id} ${row.biz_date}`
        days.set(key, (days.get(key) ?? new Map()).set(row.hour, row))
      }
      const own = Map.groupBy(doors, row => row.shop_id)
      return shopIds.flatMap(shopId => {
        const open = hoursWithin(own.get(shopId) ?? [], fromTime, toTime, at.cut)
        const [today, before] = [days.get(`${shopId} ${date}`), days.get(`${shopId} ${weekAgo}`)]
        if (!open || !today || !before) return []
        return fallOf(shopId, today, before, wanted, { ...open, until: passed(shopId, date, at) }) ?? []
      })
    },

    async silence({ limits, fromTime, toTime }, date, shopIds, at) {
      const minutes = limitIn(limits, 'minutes', 'silence')
      const [slots, doors] = await Promise.all([
        figures.doorSlots(date, shopIds),
        figures.openDoors(date, shopIds),
      ])
      const counted = Map.groupBy(slots, row => row.shop_id)
      return [...Map.groupBy(doors, row => row.shop_id)].flatMap(([shopId, own]) => {
        const open = hoursWithin(own, fromTime, toTime, at.cut)
        if (!open) return []
        const until = passed(shopId, date, at) - slotsLate
        return (
          silenceOf(
            { shopId, nodeId: 0 },
            (counted.get(shopId) ?? []).flatMap(slotsIn),
            open,
            until,
            minutes,
          ) ?? []
        )
      })
    },

    async offTarget({ limits }, date, shopIds, at) {
      const share = limitIn(limits, 'share', 'offTarget')
      const over = shopIds.filter(shopId => passed(shopId, date, at) >= 288)
      if (over.length === 0) return []
      const [days, targets] = await Promise.all([
        figures.shopDays(date, date, over),
        db
          .select({ shopId: shopTargets.shopId, visits: shopTargets.visits })
          .from(shopTargets)
          .where(and(eq(shopTargets.month, date.slice(0, 7)), inArray(shopTargets.shopId, over.map(String)))),
      ])
      const monthly = new Map(targets.map(row => [Number(row.shopId), row.visits]))
      return days.flatMap(({ shop_id, visits, due, got }) => {
        const month = monthly.get(shop_id)
        const target = dayTarget(new Map(month ? [[date.slice(0, 7), month]] : []), date)
        // A day of which a part is missing may well have reached it.
        if (target === undefined || got < due * 0.9 || visits >= (target * share) / 100) return []
        const limit = Math.round(target)
        return [
          {
            shopId: shop_id,
            nodeId: 0,
            fromSlot: 0,
            toSlot: 288,
            raisedSlot: 288,
            value: visits,
            limit,
            times: 1,
          },
        ]
      })
    },
  }

  async function examineRule(rule: Rule, at: Clock): Promise<number> {
    const oldest = dayBefore(now().toISOString().slice(0, 10), lookBackDays)
    const from = laterDay(rule.since, oldest)
    const { days, latest } = await figures.changedSince(rule.examinedUpTo, from, rule.shopIds.map(Number))
    let raised = 0
    for (const [date, list] of Map.groupBy(days, day => day.date)) {
      const known = list.map(({ shopId }) => shopId).filter(shopId => at.zones.has(shopId))
      for (let begin = 0; begin < known.length; begin += shopsAtOnce) {
        const shopIds = known.slice(begin, begin + shopsAtOnce)
        const found = await find[rule.kind](rule, date, shopIds, at)
        raised += await raiser.raise(
          { ...rule, ruleId: rule.id, watchId: null, nodeKind: 'shop' },
          found.map((one): Found => ({ ...one, date, key: `rule:${rule.id}:${one.shopId}:${date}` })),
          { ...at, within: { date, shopIds } },
        )
      }
    }
    // Not where it was changed meanwhile: then all is looked at again.
    if (days.length > 0)
      await db
        .update(flowRules)
        .set({ examinedUpTo: latest })
        .where(and(eq(flowRules.id, rule.id), eq(flowRules.version, rule.version)))
    return raised
  }

  /** What a door did beyond its limits on a day. */
  async function doorBreaches(
    watch: Watch,
    date: string,
    at: Clock,
  ): Promise<(Found & { kind: 'crowd' | 'idle' })[]> {
    const shopId = Number(watch.shopId)
    const place = { shopId, nodeId: Number(watch.nodeId) }
    const [all, doors] = await Promise.all([
      figures.doorSlots(date, [shopId]),
      figures.openDoors(date, [shopId]),
    ])
    const slots = all.filter(row => row.node_id === place.nodeId)
    const open = doors.find(row => row.node_id === place.nodeId)
    const { crowd, idle } = watch.limits
    const over =
      crowd === undefined
        ? undefined
        : crowdOf(
            place,
            slots.filter(({ isFine }) => isFine),
            crowd,
          )
    const still =
      idle === undefined || !open
        ? undefined
        : silenceOf(place, slots.flatMap(slotsIn), open, passed(shopId, date, at) - slotsLate, idle)
    const key = `watch:${watch.id}:${date}`
    return [
      ...(over ? [{ ...over, date, key: `${key}:crowd`, kind: 'crowd' as const }] : []),
      ...(still ? [{ ...still, date, key: `${key}:idle`, kind: 'idle' as const }] : []),
    ]
  }

  /** How the seven days up to one went against their targets; undefined where a day of them has no target or no count. */
  async function weekAgainstTarget({ shopId, nodeKind, nodeId }: Watch, date: string) {
    const from = dayBefore(date, 6)
    const [days, targets] = await Promise.all([
      figures.placeDays(from, date, Number(shopId), { kind: nodeKind, id: Number(nodeId) }),
      db
        .select({ month: placeTargets.month, visits: placeTargets.visits })
        .from(placeTargets)
        .where(
          and(
            eq(placeTargets.nodeKind, nodeKind),
            eq(placeTargets.nodeId, nodeId),
            gte(placeTargets.month, from.slice(0, 7)),
            lte(placeTargets.month, date.slice(0, 7)),
          ),
        ),
    ])
    const months = new Map(targets.map(row => [row.month, row.visits]))
    const wanted = days.map(({ biz_date }) => dayTarget(months, biz_date))
    if (days.length < 7 || wanted.some(one => one === undefined)) return undefined
    return {
      visits: days.reduce((sum, day) => sum + day.visits, 0),
      target: wanted.reduce((sum: number, one) => sum + (one ?? 0), 0),
    }
  }

  async function examineWatch(watch: Watch, at: Clock): Promise<number> {
    const shopId = Number(watch.shopId)
    const oldest = dayBefore(now().toISOString().slice(0, 10), lookBackDays)
    const from = laterDay(watch.since, oldest)
    const { days, latest } = await figures.changedSince(watch.examinedUpTo, from, [shopId])
    if (days.length === 0 || !at.zones.has(shopId)) return 0
    const origin = {
      ruleId: null,
      watchId: watch.id,
      nodeKind: watch.nodeKind,
      severity: 'middle' as const,
      userIds: watch.ownerId === null ? [] : [watch.ownerId],
    }
    let raised = 0
    let isOff = watch.status !== 'onTarget'
    for (const { date } of days) {
      if (watch.nodeKind === 'entrance') {
        const found = await doorBreaches(watch, date, at)
        for (const { kind, ...one } of found) raised += await raiser.raise({ ...origin, kind }, [one], at)
        // Today or the last whole day.
        if (passed(shopId, date, at) < 2 * 288)
          isOff = found.length > 0 || (isOff && passed(shopId, date, at) < 288)
        continue
      }
      if (passed(shopId, date, at) < 288) continue
      const week = await weekAgainstTarget(watch, date)
      if (!week) continue
      const share = 1 - (watch.limits.tolerance ?? 0) / 100
      isOff = week.visits < week.target * share
      if (isOff)
        raised += await raiser.raise(
          { ...origin, kind: 'deviation' },
          [
            {
              shopId,
              nodeId: Number(watch.nodeId),
              date,
              key: `watch:${watch.id}:${weekOf(date)}`,
              fromSlot: 0,
              toSlot: 288,
              raisedSlot: 288,
              value: week.visits,
              limit: Math.round(week.target),
              times: 1,
            },
          ],
          at,
        )
    }
    await move(watch, isOff, latest)
    return raised
  }

  /** Detects and recovers: the steps of the state model that the counts take. */
  async function move(watch: Watch, isOff: boolean, latest: number): Promise<void> {
    await db.transaction(async tx => {
      const [row] = await tx.select().from(watches).where(eq(watches.id, watch.id)).for('update')
      if (row?.version !== watch.version || row.status === 'ended') return
      const pending = await tx
        .select({ id: flowWarnings.id, status: flowWarnings.status })
        .from(flowWarnings)
        .where(
          and(eq(flowWarnings.watchId, watch.id), inArray(flowWarnings.status, ['open', 'acknowledged'])),
        )
      const isOpen = pending.some(({ status }) => status === 'open')
      const status = !isOff ? 'onTarget' : isOpen ? 'deviating' : row.status
      if (!isOff)
        await raiser.settle(
          tx,
          pending.map(({ id }) => id),
          text.recovered,
        )
      await tx
        .update(watches)
        .set({
          examinedUpTo: latest,
          ...(status === row.status ? {} : { status, version: row.version + 1, changedAt: now() }),
        })
        .where(eq(watches.id, watch.id))
    })
  }

  return {
    /** Looks at every rule and watched place anew where figures changed. Answers how many warnings were raised. */
    async run(): Promise<number> {
      const at = await clock()
      const rules = await db
        .select()
        .from(flowRules)
        .where(and(eq(flowRules.isActive, true), isNull(flowRules.removedAt)))
        .orderBy(flowRules.id)
      const watched = await db.select().from(watches).where(ne(watches.status, 'ended')).orderBy(watches.id)
      let raised = 0
      for (const rule of rules) raised += await examineRule(rule, at)
      for (const watch of watched) raised += await examineWatch(watch, at)
      return raised
    },
  }
}

/** When a shop is open by its lines, within the hours of a rule. */
function hoursWithin(
  doors: readonly { opens: number; closes: number }[],
  fromTime: string | null,
  toTime: string | null,
  cut: string,
): { opens: number; closes: number } | undefined {
  if (doors.length === 0) return undefined
  const opens = Math.min(...doors.map(row => row.opens))
  const closes = Math.max(...doors.map(row => row.closes))
  if (!fromTime || !toTime) return { opens, closes }
  return { opens: Math.max(opens, slotsOf(fromTime, cut)), closes: Math.min(closes, slotsOf(toTime, cut)) }
}

/** Every slot of a window. */
const slotsIn = ({ slot, slots }: { slot: number; slots: number }): number[] =>
  Array.from({ length: slots }, (_, step) => slot + step)

const laterDay = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other)
