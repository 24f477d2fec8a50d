import { type Measures, rowReader } from '../../platform/measure-rows.ts'
import { dayBefore } from '../../platform/time.ts'
import {
  countingWindows,
  type DeviceDay,
  type Hour,
  type LineDay,
  type NodeDay,
  type NodeKind,
  type PastDay,
  type ShopDay,
  type Window,
} from './day.ts'

/** A shop whose day is to be looked at. */
export type WantedShop = { shopId: number; until: number }
/** A business day, and earlier days that are like it. */
export type WantedDay = { date: string; isHoliday: boolean; alike: readonly string[] }

type LineKey = { shop_id: number; device_id: number; line_id: number }
type LineRow = LineKey & {
  node_kind: NodeKind
  node_id: number
  floor_id: number
  counts_pass: number
  open_slot: number
  close_slot: number
}
type Counts = { in_n: number; out_n: number; pass_n: number }

const keyOf = ({ shop_id, device_id, line_id }: LineKey) => `${shop_id} ${device_id} ${line_id}`
/** As text, a number of the store would lose nothing; ours are small. */
const measured = "quality NOT IN ('imputed', 'manual')"

/** Reads shops' days from the measure store: what is due, what was measured, and what is usual. */
export function dayReader(measures: Measures) {
  const rows = rowReader(measures)

  return {
    /** In the order of `shops`; those without counting lines are left out. */
    async read({ date, isHoliday, alike }: WantedDay, shops: readonly WantedShop[]): Promise<ShopDay[]> {
      const params = {
        date,
        shops: shops.map(({ shopId }) => shopId),
        past: alike,
        weekBefore: dayBefore(date, 7),
        weekBegin: dayBefore(date, 6),
        yesterday: dayBefore(date, 1),
      }
      const own = 'shop_id IN {shops:Array(UInt32)}'
      const [lines, windows, past, alive, beats, known, week] = await Promise.all([
        rows<LineRow>(
          `SELECT shop_id, device_id, line_id, node_kind, node_id, floor_id, counts_pass, open_slot, close_slot
           FROM line FINAL WHERE ${own} AND {date:Date} BETWEEN first_on AND last_on
           ORDER BY shop_id, device_id, line_id`,
          params,
        ),
        rows<LineKey & { windows: [number, number, number, number, number][] }>(
          `SELECT shop_id, device_id, line_id,
             groupArray([toUInt32(slot), toUInt32(greatest(1, intDiv(span_s + 150, 300))), in_n, out_n, pass_n]) AS windows
           FROM flow_raw FINAL WHERE ${own} AND biz_date = {date:Date} AND ${measured}
           GROUP BY shop_id, device_id, line_id`,
          params,
        ),
        alike.length === 0
          ? []
          : rows<LineKey & Counts & { biz_date: string; hour: number; slots: number }>(
              `SELECT shop_id, device_id, line_id, biz_date, h AS hour, argMax(i, (s, -span)) AS in_n, argMax(o, (s, -span)) AS out_n,
                 argMax(p, (s, -span)) AS pass_n, toUInt32(max(s)) AS slots
               FROM (
                 SELECT shop_id, device_id, line_id, biz_date, intDiv(slot, 12) AS h, toInt32(span_s) AS span, toUInt32(sum(in_n)) AS i,
                   toUInt32(sum(out_n)) AS o, toUInt32(sum(pass_n)) AS p, sum(greatest(1, intDiv(span_s + 150, 300))) AS s
                 FROM flow_raw FINAL WHERE ${own} AND biz_date IN {past:Array(Date)} AND ${measured}
                 GROUP BY shop_id, device_id, line_id, biz_date, h, span)
               GROUP BY shop_id, device_id, line_id, biz_date, h`,
              params,
            ),
        rows<LineKey>(
          `SELECT DISTINCT shop_id, device_id, line_id FROM flow_raw
           WHERE ${own} AND biz_date BETWEEN {weekBefore:Date} AND {yesterday:Date} AND ${measured} AND is_deleted = 0`,
          params,
        ),
        rows<{ device_id: number; beats: [number, number][]; skew: number; skewed: number }>(
          `SELECT device_id, groupArray([slot, toUInt16(state IN ('online', 'degraded'))]) AS beats,
             quantileExactIf(0.5)(clock_skew_ms, clock_skew_ms != 0) AS skew, toUInt32(countIf(clock_skew_ms != 0)) AS skewed
           FROM heartbeat FINAL WHERE ${own} AND biz_date = {date:Date} GROUP BY device_id`,
          params,
        ),
        rows<{ device_id: number }>(
          `SELECT DISTINCT device_id FROM heartbeat
           WHERE ${own} AND biz_date BETWEEN {weekBefore:Date} AND {date:Date} AND is_deleted = 0`,
          params,
        ),
        rows<
          Counts & {
            shop_id: number
            biz_date: string
            node_kind: NodeKind
            node_id: number
            got_n: number
            expected_n: number
          }
        >(
          `SELECT shop_id, biz_date, node_kind, node_id, in_n, out_n, pass_n, got_n, expected_n
           FROM flow_shop_day FINAL WHERE ${own} AND biz_date BETWEEN {weekBegin:Date} AND {date:Date}`,
          params,
        ),
      ])

      const windowsOf = new Map(windows.map(row => [keyOf(row), row.windows.map(windowOf)]))
      const pastOf = new Map<string, Map<string, Map<number, Hour>>>()
      for (const row of past) {
        const days = pastOf.get(keyOf(row)) ?? new Map<string, Map<number, Hour>>()
        const hours = days.get(row.biz_date) ?? new Map<number, Hour>()
        hours.set(row.hour, { in: row.in_n, out: row.out_n, pass: row.pass_n, slots: row.slots })
        days.set(row.biz_date, hours)
        pastOf.set(keyOf(row), days)
      }
      const aliveKeys = new Set(alive.map(keyOf))
      const tells = new Set(known.map(row => row.device_id))
      const beatsOf = new Map(beats.map(row => [row.device_id, row]))

      return shops.flatMap(({ shopId, until }) => {
        const ownLines = lines
          .filter(row => row.shop_id === shopId)
          .map((row): LineDay => {
            const key = keyOf(row)
            return {
              shopId,
              nodeKind: row.node_kind,
              nodeId: row.node_id,
              floorId: row.floor_id,
              deviceId: row.device_id,
              line: row.line_id,
              countsPass: row.counts_pass === 1,
              openSlot: row.open_slot,
              closeSlot: row.close_slot,
              windows: countingWindows(windowsOf.get(key) ?? []),
              past: [...(pastOf.get(key) ?? [])].map(([day, hours]): PastDay => ({ date: day, hours })),
              isAlive: aliveKeys.has(key),
            }
          })
        if (ownLines.length === 0) return []
        const devices = new Map<number, DeviceDay>()
        for (const { deviceId } of ownLines) {
          const told = beatsOf.get(deviceId)
          devices.set(deviceId, {
            tells: tells.has(deviceId),
            beats: (told?.beats ?? []).map(([slot, isWell]) => ({ slot, isWell: isWell === 1 })),
            skewMs: told && told.skewed >= 3 ? told.skew : undefined,
          })
        }
        return [
          {
            shopId,
            date,
            until,
            isHoliday,
            lines: ownLines,
            devices,
            week: week
              .filter(row => row.shop_id === shopId)
              .map(
                (row): NodeDay => ({
                  date: row.biz_date,
                  nodeKind: row.node_kind,
                  nodeId: row.node_id,
                  in: row.in_n,
                  out: row.out_n,
                  got: row.got_n,
                  expected: row.expected_n,
                }),
              ),
          },
        ]
      })
    },

    /** Shop-days whose rollups were made after `ver`, not before `from`, latest first, and the latest version of all. */
    async changedSince(
      ver: number,
      from: string,
    ): Promise<{ days: { shopId: number; date: string }[]; latest: number }> {
      const found = await rows<{ shop_id: number; biz_date: string; latest: number }>(
        `SELECT shop_id, biz_date, toFloat64(max(f.ver)) AS latest FROM flow_shop_day AS f
         WHERE biz_date >= {from:Date} AND f.ver > {ver:UInt64} GROUP BY shop_id, biz_date ORDER BY biz_date DESC, shop_id`,
        { ver, from },
      )
      return {
        days: found.map(row => ({ shopId: row.shop_id, date: row.biz_date })),
        latest: found.reduce((most, row) => Math.max(most, row.latest), ver),
      }
    },
  }
}
export type DayReader = ReturnType<typeof dayReader>

const windowOf = ([slot, width, entered, left, passed]: [
  number,
  number,
  number,
  number,
  number,
]): Window => ({
  slot,
  width,
  in: entered,
  out: left,
  pass: passed,
})
