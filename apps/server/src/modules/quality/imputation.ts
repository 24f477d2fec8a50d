import type { QualitySettings } from '@aisle/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Database } from '../../platform/postgres.ts'
import { imputations } from '../../platform/schema/index.ts'
import { type RollupKeeper, versions } from '../facts/service.ts'
import { type DeviceDay, type LineDay, missingSpans, type ShopDay, type Span } from './day.ts'
import { type Estimate, estimate } from './estimate.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note'>
  now: () => Date
}
type Filled = { line: LineDay; span: Span; estimate: Estimate }
/** A row of `flow_raw` as an estimate writes it; `at` is the begin of its slot. */
type Row = {
  biz_date: string
  shop_id: number
  node_kind: string
  node_id: number
  floor_id: number
  device_id: number
  line_id: number
  at: string
  span_s: number
  slot: number
  in_n: number
  out_n: number
  pass_n: number
  has_pass: number
}

/** A line that leaves so much out on past days sends nothing when nobody comes: what is missing there is a zero. */
const leastUsuallyReceived = 0.9
const chunk = 400

/**
 * Estimates for what counters did not send. Each is written as `imputed`, below whatever a counter may still send (`versions`):
 * a measured window replaces it whenever it arrives, and until the estimate is taken away here the rollups leave it out wherever
 * a window of any length covers its slot.
 */
export function imputer({ db, measures, rollups, now }: Deps) {
  /**
   * Brings the estimates of some shops' days to what they should be now: made, renewed, or taken away. Says nothing twice: run
   * again over the same facts it writes nothing.
   * @param instantOf the begin of a slot of a shop's business day
   */
  async function settle(
    days: readonly ShopDay[],
    { isImputing, thresholds }: QualitySettings,
    instantOf: (shopId: number, date: string, slot: number) => Date,
  ): Promise<number> {
    if (days.length === 0) return 0
    const delaySlots = Math.ceil(thresholds.imputeAfterMinutes / 5)
    const filled = isImputing ? days.flatMap(day => fillings(day, delaySlots, thresholds.gapMinutes)) : []
    const wanted = new Map<string, Row>()
    for (const { line, estimate: made } of filled)
      for (const { slot, ...figures } of made.windows) {
        const date = dateOf(days, line.shopId)
        const row: Row = {
          biz_date: date,
          shop_id: line.shopId,
          node_kind: line.nodeKind,
          node_id: line.nodeId,
          floor_id: line.floorId,
          device_id: line.deviceId,
          line_id: line.line,
          at: instantOf(line.shopId, date, slot).toISOString().slice(0, 23).replace('T', ' '),
          span_s: 300,
          slot,
          in_n: line.countsPass ? 0 : figures.in,
          out_n: line.countsPass ? 0 : figures.out,
          pass_n: figures.pass,
          has_pass: line.countsPass ? 1 : 0,
        }
        wanted.set(keyOf(row), row)
      }
    const [first] = days
    const present = await existing(
      first?.date ?? '',
      days.map(day => day.shopId),
    )
    const fresh = [...wanted.values()].filter(row => !isSame(row, present.get(keyOf(row))))
    const gone = [...present.values()].filter(row => !wanted.has(keyOf(row)))
    if (fresh.length + gone.length > 0) await write(fresh, gone, await nextVersion(days))
    await explain(days, filled)
    const changed = [...fresh, ...gone].map(row => ({ shopId: row.shop_id, date: row.biz_date }))
    await rollups.note(changed)
    return fresh.length + gone.length
  }

  async function existing(date: string, shopIds: number[]): Promise<Map<string, Row>> {
    const { client } = await measures()
    const answer = await client.query({
      query: `SELECT biz_date, shop_id, node_kind, node_id, floor_id, device_id, line_id, toString(at) AS at, span_s, slot, in_n, out_n, pass_n, has_pass
        FROM flow_raw FINAL WHERE biz_date = {date:Date} AND shop_id IN {shops:Array(UInt32)} AND quality = 'imputed'`,
      query_params: { date, shops: shopIds },
      format: 'JSONEachRow',
    })
    return new Map((await answer.json<Row>()).map(row => [keyOf(row), row]))
  }

  /** Above every estimate of these days that was ever made, taken away ones too; below whatever is measured. */
  async function nextVersion(days: readonly ShopDay[]): Promise<number> {
    const { client } = await measures()
    const answer = await client.query({
      query: `SELECT toFloat64(max(f.ver)) AS latest FROM flow_raw AS f
        WHERE biz_date = {date:Date} AND shop_id IN {shops:Array(UInt32)} AND quality = 'imputed'`,
      query_params: { date: days[0]?.date, shops: days.map(day => day.shopId) },
      format: 'JSONEachRow',
    })
    const [row] = await answer.json<{ latest: number }>()
    return Math.max(versions.imputed(now()), (row?.latest ?? 0) + 1)
  }

  async function write(fresh: readonly Row[], gone: readonly Row[], ver: number): Promise<void> {
    const { client } = await measures()
    const base = { quality: 'imputed', source: 'imputed', ver }
    await client.insert({
      table: 'flow_raw',
      values: [
        ...gone.map(row => ({ ...row, ...base, is_deleted: 1 })),
        ...fresh.map(row => ({ ...row, ...base, is_deleted: 0 })),
      ],
      format: 'JSONEachRow',
      // An estimate that was made, taken away and made again is the same block twice, and must be taken twice.
      clickhouse_settings: { insert_deduplicate: 0 },
    })
  }

  async function explain(days: readonly ShopDay[], filled: readonly Filled[]): Promise<void> {
    const [first] = days
    if (!first) return
    const shopIds = days.map(day => String(day.shopId))
    const rows = filled.map(({ line, span, estimate: made }) => ({
      shopId: String(line.shopId),
      deviceId: line.deviceId,
      line: line.line,
      nodeKind: line.nodeKind,
      nodeId: line.nodeId,
      bizDate: first.date,
      fromSlot: span.from,
      toSlot: span.to,
      entered: line.countsPass ? 0 : made.total.in,
      left: line.countsPass ? 0 : made.total.out,
      passed: made.total.pass,
      weeks: made.weeks,
      factor: made.factor,
      scaledBy: made.scaledBy,
    }))
    await db.transaction(async tx => {
      const before = await tx
        .select()
        .from(imputations)
        .where(and(eq(imputations.bizDate, first.date), inArray(imputations.shopId, shopIds)))
      const times = new Map(before.map(({ madeAt, ...row }) => [JSON.stringify(sorted(row)), madeAt]))
      if (before.length > 0)
        await tx
          .delete(imputations)
          .where(and(eq(imputations.bizDate, first.date), inArray(imputations.shopId, shopIds)))
      for (let at = 0; at < rows.length; at += chunk)
        await tx.insert(imputations).values(
          rows.slice(at, at + chunk).map(row => ({
            ...row,
            madeAt: times.get(JSON.stringify(sorted(row))) ?? now(),
          })),
        )
    })
  }

  return { settle }
}
export type Imputer = ReturnType<typeof imputer>

/**
 * The stretches of a shop's day that are to be estimated: long enough, over for long enough, of a line that counted within the
 * week before and usually sends all its windows, and of a device that is known to be broken or off: by what it says itself, or,
 * where it says that it is well, once its windows have been missing until the end of the next day.
 */
function fillings(day: ShopDay, delaySlots: number, gapMinutes: number): Filled[] {
  const isShut = day.lines.every(({ windows }) => windows.length === 0)
  const until = day.until - delaySlots
  if (isShut && day.isHoliday) return []
  return day.lines.flatMap(line => {
    if (!line.isAlive || usuallyReceived(line) < leastUsuallyReceived) return []
    return missingSpans(line, until)
      .filter(span => (span.to - span.from) * 5 >= gapMinutes)
      .filter(span => day.until >= 2 * 288 || isKnownDead(day.devices.get(line.deviceId), span))
      .flatMap(span => {
        const made = estimate(line, day.lines, span)
        return made ? [{ line, span, estimate: made }] : []
      })
  })
}

/**
 * A device that tells of itself is dead while it says so, or says nothing for three quarters of an hour; one that never does, when
 * none of its windows came, as a counter at work sends zeros too.
 */
function isKnownDead(device: DeviceDay | undefined, { from, to }: Span): boolean {
  if (!device?.tells) return true
  const well = device.beats.filter(({ slot, isWell }) => isWell && slot >= from && slot < to).length
  return well <= (to - from) / silentSlots
}
const silentSlots = 9

/** The share of due windows that came on past days. */
function usuallyReceived(line: LineDay): number {
  const due = line.closeSlot - line.openSlot
  const shares = line.past.map(({ hours }) => {
    let received = 0
    for (const { slots } of hours.values()) received += slots
    return Math.min(1, received / Math.max(1, due))
  })
  const sorted = shares.sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

const dateOf = (days: readonly ShopDay[], shopId: number) =>
  days.find(day => day.shopId === shopId)?.date ?? ''
const keyOf = (
  row: Pick<Row, 'shop_id' | 'node_kind' | 'node_id' | 'device_id' | 'line_id' | 'slot' | 'at'>,
) => `${row.shop_id} ${row.node_kind} ${row.node_id} ${row.device_id} ${row.line_id} ${row.at}`
const isSame = (a: Row, b: Row | undefined) =>
  b !== undefined &&
  a.in_n === b.in_n &&
  a.out_n === b.out_n &&
  a.pass_n === b.pass_n &&
  a.has_pass === b.has_pass
const sorted = (row: object) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
