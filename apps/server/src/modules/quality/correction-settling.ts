import { AppError } from '@aisle/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { corrections } from '../../platform/schema/index.ts'
import type { RollupKeeper } from '../facts/service.ts'
import type { CorrectionRecord } from './correction-ledger.ts'
import { correctionRows } from './correction-rows.ts'
import { hourOf, type LineDay, slotsOfHour } from './day.ts'
import type { Finder } from './finder.ts'
import { type ShownReader, totalsOf } from './shown.ts'
import type { EventStore } from './store.ts'
import { text } from './text.ts'

export type SettlingDeps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note' | 'run'>
  locks: Locks
  finder: Pick<Finder, 'read'>
  store: Pick<EventStore, 'correct'>
  shown: ShownReader
  now: () => Date
}

/** What a correction does to the figures: worked out before it is asked for, put in and taken out of the measure store. */
export function correctionSettling({
  db,
  measures,
  rollups,
  locks,
  finder,
  store,
  shown,
  now,
}: SettlingDeps) {
  /** The line on that day, with the shop's others. @throws AppError notFound */
  async function lineOn(place: { shopId: string; date: string; deviceId: number; line: number }) {
    const [day] = await finder.read(place.date, [Number(place.shopId)])
    const line = day?.lines.find(item => item.deviceId === place.deviceId && item.line === place.line)
    if (!day || !line) throw new AppError('notFound', text.noLine)
    return { day, line }
  }

  const keyOf = (row: Pick<CorrectionRecord, 'shopId' | 'bizDate' | 'deviceId' | 'line'>) => ({
    shopId: Number(row.shopId),
    date: row.bizDate,
    deviceId: row.deviceId,
    line: row.line,
  })

  /** What the hours would be; refuses what cannot be done. */
  async function planned(
    row: Pick<
      CorrectionRecord,
      'shopId' | 'bizDate' | 'deviceId' | 'line' | 'fromHour' | 'toHour' | 'kind' | 'wanted'
    >,
  ) {
    const { day, line } = await lineOn({ ...row, date: row.bizDate })
    const plain = await shown.uncorrected(keyOf(row))
    const made = correctionRows(row, line, day.lines, plain)
    if (!made) throw new AppError('ruleBroken', text.noEstimate, { reason: 'noEstimate' })
    const before = totalsOf(plain.filter(({ slot }) => isWithin(row, slot)))
    return { day, line, made, before, after: totalsOf(made) }
  }

  /**
   * Brings the measure store to what the ledger says: the rows of a correction in, or out, the rollups of its day made anew, the
   * events it settles marked. Can be repeated.
   */
  async function settle(id: string): Promise<void> {
    await locks.exclusive(`correction ${id}`, async () => {
      const [row] = await db.select().from(corrections).where(eq(corrections.id, id))
      if (!row || row.isSettled) return
      const isUndone = row.status === 'undone'
      const plan = isUndone ? undefined : await planned(row)
      await replaceRows(row, plan?.made ?? [], plan?.line)
      await rollups.note([{ shopId: Number(row.shopId), date: row.bizDate }])
      await db.transaction(async tx => {
        // Undone while its rows were written: whoever undid it waits for the lock and takes them out.
        const settled = await tx
          .update(corrections)
          .set({ isSettled: true, ...(plan ? { before: plan.before, after: plan.after } : {}) })
          .where(and(eq(corrections.id, id), eq(corrections.version, row.version)))
          .returning({ id: corrections.id })
        if (settled.length === 0) return
        await store.correct(
          tx,
          {
            ...row,
            fromSlot: row.fromHour * slotsOfHour,
            toSlot: row.toHour * slotsOfHour,
          },
          id,
          isUndone,
          row.kind === 'exclude',
        )
      })
      await rollups.run()
    })
  }

  async function replaceRows(
    row: CorrectionRecord,
    made: NonNullable<ReturnType<typeof correctionRows>>,
    line: LineDay | undefined,
  ): Promise<void> {
    const { client } = await measures()
    const place = `shop_id, biz_date, node_kind, node_id, device_id, line_id`
    const answer = await client.query({
      query: `SELECT ${place}, slot FROM flow_correction FINAL
        WHERE shop_id = {shopId:UInt32} AND biz_date = {date:Date} AND correction_id = {id:UInt64}`,
      query_params: { shopId: Number(row.shopId), date: row.bizDate, id: row.id },
      format: 'JSONEachRow',
    })
    const present = await answer.json<{ slot: number; node_kind: string; node_id: number }>()
    // Above whatever stood in these hours before, what was taken out again too.
    const latest = await client.query({
      query: `SELECT toFloat64(max(c.ver)) AS ver FROM flow_correction AS c
        WHERE shop_id = {shopId:UInt32} AND biz_date = {date:Date} AND device_id = {device:UInt32} AND line_id = {line:UInt16}`,
      query_params: {
        shopId: Number(row.shopId),
        date: row.bizDate,
        device: row.deviceId,
        line: row.line,
      },
      format: 'JSONEachRow',
    })
    const [highest] = await latest.json<{ ver: number }>()
    const ver = Math.max(now().getTime(), (highest?.ver ?? 0) + 1)
    const kept = new Set(
      made.map(({ slot }) => `${line?.nodeKind ?? row.nodeKind} ${line?.nodeId ?? row.nodeId} ${slot}`),
    )
    const values = [
      ...present
        .filter(old => !kept.has(`${old.node_kind} ${old.node_id} ${old.slot}`))
        .map(old => ({ ...old, span_s: 0, correction_id: row.id, ver, is_deleted: 1 })),
      ...made.map(one => ({
        ...one,
        shop_id: Number(row.shopId),
        biz_date: row.bizDate,
        node_kind: line?.nodeKind ?? row.nodeKind,
        node_id: line?.nodeId ?? row.nodeId,
        floor_id: line?.floorId ?? row.floorId,
        device_id: row.deviceId,
        line_id: row.line,
        has_pass: line?.countsPass ? 1 : 0,
        correction_id: row.id,
        ver,
        is_deleted: 0,
      })),
    ]
    if (values.length > 0)
      await client.insert({
        table: 'flow_correction',
        values,
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplicate: 0 },
      })
  }

  return {
    lineOn,
    planned,
    settle,

    /** Finishes what a server that died left half done; one that cannot be finished holds no other up. */
    async settleAll(): Promise<void> {
      const rows = await db
        .select({ id: corrections.id })
        .from(corrections)
        .where(and(eq(corrections.isSettled, false), inArray(corrections.status, ['applied', 'undone'])))
      const failures: unknown[] = []
      for (const { id } of rows) await settle(id).catch(error => failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

const isWithin = ({ fromHour, toHour }: { fromHour: number; toHour: number }, slot: number) =>
  hourOf(slot) >= fromHour && hourOf(slot) < toHour
