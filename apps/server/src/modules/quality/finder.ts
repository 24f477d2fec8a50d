import { and, between, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { holidayCalendar, shops } from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'
import { slotBegin, slotsOver } from '../facts/service.ts'
import type { ShopDay } from './day.ts'
import type { DayReader, WantedDay } from './days.ts'
import type { Imputer } from './imputation.ts'
import { findingsOf } from './rules.ts'
import type { QualitySettingService } from './settings.ts'
import type { EventStore } from './store.ts'

type Deps = {
  db: Database
  reader: DayReader
  store: EventStore
  settings: QualitySettingService
  imputer: Imputer
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}

const shopsAtOnce = 200
/** Days back that are looked through when their figures change, and those that are looked through every night. */
const lookBackDays = 60
const nightlyDays = 7
/** How many past days what is usual comes from, and how far back they may lie. */
const mostAlike = 8
const weeksBack = 8

/** Looks through shops' days, keeps the events level with what is found, and has missing hours estimated. */
export function finder({ db, reader, store, settings, imputer, dayCut, now }: Deps) {
  /** Days off by the calendar, the chain's own days before the statutory ones. */
  async function daysOff(from: string, to: string): Promise<Map<string, boolean>> {
    const rows = await db
      .select()
      .from(holidayCalendar)
      .where(between(holidayCalendar.date, from, to))
    const off = new Map<string, boolean>()
    for (const { date, isOff, origin } of rows) if (origin === 'own' || !off.has(date)) off.set(date, isOff)
    return off
  }

  /** Earlier days like this one: the same weekday and as free, within eight weeks; where these are few, any that are as free. */
  async function wantedDay(date: string): Promise<WantedDay> {
    const off = await daysOff(dayBefore(date, weeksBack * 7), date)
    const isFree = (day: string) => off.get(day) ?? isWeekend(day)
    const back = Array.from({ length: weeksBack * 7 }, (_, index) => dayBefore(date, index + 1))
    const asFree = back.filter(day => isFree(day) === isFree(date) && off.get(day) !== true)
    const weekdays = asFree.filter(day => weekday(day) === weekday(date))
    return {
      date,
      isHoliday: off.get(date) === true,
      alike: (weekdays.length >= 3 ? weekdays : asFree).slice(0, mostAlike),
    }
  }

  async function clocks(shopIds: readonly number[]): Promise<Map<number, string>> {
    const rows = await db
      .select({ id: shops.id, timeZone: shops.timeZone })
      .from(shops)
      .where(and(isNull(shops.closedAt), inArray(shops.id, shopIds.map(String))))
    return new Map(rows.map(row => [Number(row.id), row.timeZone]))
  }

  async function read(date: string, shopIds: readonly number[]): Promise<ShopDay[]> {
    const [day, zones, cut] = [await wantedDay(date), await clocks(shopIds), await dayCut()]
    const wanted = [...zones].map(([shopId, timeZone]) => ({
      shopId,
      until: slotsOver(now(), date, timeZone, cut),
    }))
    return reader.read(day, wanted)
  }

  /** Looks through one day of some shops. */
  async function examine(date: string, shopIds: readonly number[]): Promise<void> {
    const current = await settings.read()
    const cut = await dayCut()
    for (let at = 0; at < shopIds.length; at += shopsAtOnce) {
      const some = shopIds.slice(at, at + shopsAtOnce)
      const days = await read(date, some)
      const found = new Map(days.map(day => [day.shopId, findingsOf(day, current.thresholds)]))
      await store.reconcile(date, found, now())
      const zones = await clocks(some)
      await imputer.settle(days, current, (shopId, day, slot) =>
        slotBegin(day, slot, zones.get(shopId) ?? 'Asia/Shanghai', cut),
      )
    }
  }

  return {
    examine,
    read,

    /** Looks through the days whose figures changed since it was last asked. Answers how many shop-days these were. */
    async catchUp(): Promise<number> {
      const oldest = dayBefore(now().toISOString().slice(0, 10), lookBackDays)
      const before = await settings.examinedUpTo()
      const { days, latest } = await reader.changedSince(before, oldest)
      for (const [date, list] of byDate(days)) await examine(date, list)
      // What was made anew meanwhile, also by the estimates of this very turn, is looked at next time.
      if (days.length > 0) await settings.setExaminedUpTo(before, latest)
      return days.length
    },

    /** Looks through the last week whatever changed: thresholds may have, and delays have passed. */
    async nightly(): Promise<void> {
      const rows = await db.select({ id: shops.id }).from(shops).where(isNull(shops.closedAt))
      const today = now().toISOString().slice(0, 10)
      for (let back = nightlyDays; back >= 0; back--)
        await examine(
          dayBefore(today, back),
          rows.map(row => Number(row.id)),
        )
    },

    /** The time zone of a shop, for its slots. */
    async zoneOf(shopId: string): Promise<string> {
      const [row] = await db.select({ timeZone: shops.timeZone }).from(shops).where(eq(shops.id, shopId))
      return row?.timeZone ?? 'Asia/Shanghai'
    },
  }
}
export type Finder = ReturnType<typeof finder>

const weekday = (date: string) => new Date(date).getUTCDay()
const isWeekend = (date: string) => weekday(date) % 6 === 0

function byDate(days: readonly { shopId: number; date: string }[]): Map<string, number[]> {
  const grouped = new Map<string, number[]>()
  for (const { shopId, date } of days) grouped.set(date, [...(grouped.get(date) ?? []), shopId])
  return grouped
}
