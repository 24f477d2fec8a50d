import {
  AppError,
  type AreaSelection,
  type Correction,
  type CorrectionKind,
  type CorrectionStatus,
  isAllowed,
  type WantedFigures,
} from '@aisle/contract'
import { and, count, desc, eq, gt, gte, inArray, lt, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inArea } from '../../platform/area-choice.ts'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Locks } from '../../platform/locks.ts'
import { holdsAuthority, seesShop } from '../../platform/people-access.ts'
import type { Database } from '../../platform/postgres.ts'
import { corrections, qualityEvents, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import type { RollupKeeper } from '../facts/service.ts'
import { correctionRows } from './correction-rows.ts'
import { dueSlots, hourOf, type LineDay, slotsOfHour, sum } from './day.ts'
import type { Finder } from './finder.ts'
import { type ShownReader, totalsOf } from './shown.ts'
import { deviceNumber, type EventStore, placeNames } from './store.ts'
import { text } from './text.ts'

type Deps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note' | 'run'>
  locks: Locks
  finder: Pick<Finder, 'read'>
  store: Pick<EventStore, 'correct'>
  shown: ShownReader
  now: () => Date
}
type Row = typeof corrections.$inferSelect
export type NewCorrection = {
  shopId: string
  deviceId: string
  line: number
  date: string
  fromHour: number
  toHour: number
  kind: CorrectionKind
  wanted: WantedFigures
  reason: string
  eventId?: string | undefined
}
type Decision = { version: number; remark: string }
type Filter = { area: AreaSelection; shopId?: string | undefined; status?: CorrectionStatus | undefined }

const approver = 'device.manage'
const requesters = alias(users, 'requesters')
const deciders = alias(users, 'deciders')
const undoers = alias(users, 'undoers')

/**
 * The ledger of corrections: asked for by one person, approved by another, put in place of what counters said, and taken out again
 * at any time. Counters' own windows are never touched (`flow_correction`), so that undoing gives exactly the former figures, with
 * whatever arrived meanwhile. Who alone may approve at a shop may approve their own: else nothing could be corrected there; the
 * ledger shows it.
 */
export function correctionService({ db, measures, rollups, locks, finder, store, shown, now }: Deps) {
  const columns = {
    row: corrections,
    ...placeNames(corrections),
    requester: requesters.realName,
    decider: deciders.realName,
    undoer: undoers.realName,
  }
  const from = () =>
    db
      .select(columns)
      .from(corrections)
      .innerJoin(shops, eq(shops.id, corrections.shopId))
      .leftJoin(requesters, eq(requesters.id, corrections.requestedBy))
      .leftJoin(deciders, eq(deciders.id, corrections.decidedBy))
      .leftJoin(undoers, eq(undoers.id, corrections.undoneBy))

  /** Whether somebody else could approve at this shop. */
  async function hasOtherApprover(shopId: string, userId: string): Promise<boolean> {
    const [other] = await db
      .select({ id: users.id })
      .from(users)
      .where(and(ne(users.id, userId), eq(users.disabled, false), holdsAuthority(approver), seesShop(shopId)))
      .limit(1)
    return other !== undefined
  }

  type Joined = Awaited<ReturnType<typeof from>>[number]
  async function answers(caller: Caller, rows: readonly Joined[]): Promise<Correction[]> {
    const mayApprove = isAllowed(caller.authorities, [approver])
    const own = new Set(
      rows.flatMap(({ row }) =>
        mayApprove && row.status === 'requested' && row.requestedBy === caller.userId ? [row.shopId] : [],
      ),
    )
    const waits = new Map<string, boolean>()
    for (const shopId of own) waits.set(shopId, await hasOtherApprover(shopId, caller.userId))
    return rows.map(joined => {
      const { row } = joined
      const isOwn = row.requestedBy === caller.userId
      const actions: Correction['actions'] = []
      if (row.status === 'requested' && mayApprove && !(isOwn && waits.get(row.shopId)))
        actions.push('approve')
      if (row.status === 'requested' && (mayApprove || isOwn)) actions.push('reject')
      if (row.status === 'applied' && mayApprove) actions.push('undo')
      return {
        id: row.id,
        version: row.version,
        status: row.status,
        kind: row.kind,
        shopId: row.shopId,
        shopname: joined.shopName,
        shopnameEn: joined.shopNameEn,
        deviceId: String(row.deviceId),
        deviceName: joined.deviceName,
        deviceNameEn: joined.deviceNameEn,
        line: row.line,
        nodeKind: row.nodeKind,
        nodeId: String(row.nodeId),
        nodeName: joined.nodeName,
        nodeNameEn: joined.nodeNameEn,
        date: row.bizDate,
        fromHour: row.fromHour,
        toHour: row.toHour,
        wanted: row.wanted,
        reason: row.reason,
        eventId: row.eventId,
        before: row.before,
        after: row.after,
        requestedBy: personOf(row.requestedBy, joined.requester),
        requestedAt: row.requestedAt.toISOString(),
        decidedBy: personOf(row.decidedBy, joined.decider),
        decidedAt: row.decidedAt?.toISOString() ?? null,
        decisionRemark: row.decisionRemark,
        undoneBy: personOf(row.undoneBy, joined.undoer),
        undoneAt: row.undoneAt?.toISOString() ?? null,
        undoRemark: row.undoRemark,
        actions,
      }
    })
  }

  async function one(caller: Caller, id: string): Promise<Correction> {
    const rows = await from().where(and(eq(corrections.id, id), inScope(caller.scope)))
    const [answer] = await answers(caller, rows)
    if (!answer) throw new AppError('notFound', text.noCorrection)
    return answer
  }

  /** The line on that day, with the shop's others. @throws AppError notFound */
  async function lineOn(place: { shopId: string; date: string; deviceId: number; line: number }) {
    const [day] = await finder.read(place.date, [Number(place.shopId)])
    const line = day?.lines.find(item => item.deviceId === place.deviceId && item.line === place.line)
    if (!day || !line) throw new AppError('notFound', text.noLine)
    return { day, line }
  }

  const keyOf = (row: Pick<Row, 'shopId' | 'bizDate' | 'deviceId' | 'line'>) => ({
    shopId: Number(row.shopId),
    date: row.bizDate,
    deviceId: row.deviceId,
    line: row.line,
  })

  /** Whether a correction in force stands in some of these hours. */
  async function overlaps(
    tx: Pick<Database, 'select'>,
    place: Pick<Row, 'shopId' | 'bizDate' | 'deviceId' | 'line' | 'fromHour' | 'toHour'>,
  ): Promise<boolean> {
    const [found] = await tx
      .select({ id: corrections.id })
      .from(corrections)
      .where(
        and(
          eq(corrections.shopId, place.shopId),
          eq(corrections.bizDate, place.bizDate),
          eq(corrections.deviceId, place.deviceId),
          eq(corrections.line, place.line),
          eq(corrections.status, 'applied'),
          lt(corrections.fromHour, place.toHour),
          gt(corrections.toHour, place.fromHour),
        ),
      )
      .limit(1)
    return found !== undefined
  }

  /** What the hours would be; refuses what cannot be done. */
  async function planned(
    row: Pick<Row, 'shopId' | 'bizDate' | 'deviceId' | 'line' | 'fromHour' | 'toHour' | 'kind' | 'wanted'>,
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
    row: Row,
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

  async function stale(caller: Caller, id: string): Promise<AppError> {
    return new AppError('conflict', text.changed, { reason: 'changed', current: await one(caller, id) })
  }

  /** Moves a correction on, if it still is what the caller saw. */
  async function move(
    caller: Caller,
    id: string,
    version: number,
    from: CorrectionStatus,
    change: Partial<typeof corrections.$inferInsert>,
    check?: (tx: Parameters<Parameters<Database['transaction']>[0]>[0], row: Row) => Promise<void>,
  ): Promise<void> {
    const present = await one(caller, id)
    const moved = await db.transaction(async tx => {
      // The shop's row is the lock: two corrections of the same hours are not approved side by side.
      await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, present.shopId)).for('update')
      const [row] = await tx.select().from(corrections).where(eq(corrections.id, id))
      if (!row || row.version !== version) return false
      if (row.status !== from) throw new AppError('ruleBroken', text.wrongStatus, { reason: row.status })
      await check?.(tx, row)
      await tx
        .update(corrections)
        .set({ ...change, version: version + 1 })
        .where(eq(corrections.id, id))
      return true
    })
    if (!moved) throw await stale(caller, id)
  }

  return {
    /** Shop-days whose counts were put right, or put back, since a moment, in the order of shops and days. */
    async changedSince(caller: Caller, since: Date): Promise<{ shopId: string; day: string }[]> {
      const rows = await db
        .selectDistinct({ shopId: corrections.shopId, day: corrections.bizDate })
        .from(corrections)
        .innerJoin(shops, eq(shops.id, corrections.shopId))
        .where(
          and(
            inScope(caller.scope),
            inArray(corrections.status, ['applied', 'undone']),
            or(gte(corrections.decidedAt, since), gte(corrections.undoneAt, since)),
          ),
        )
        .orderBy(corrections.shopId, corrections.bizDate)
      return rows
    },

    async page(caller: Caller, filter: Filter, pageNumber: number, pageSize: number) {
      const condition = and(
        inScope(caller.scope as Scope),
        inArea(filter.area),
        filter.shopId === undefined ? undefined : eq(corrections.shopId, filter.shopId),
        filter.status === undefined ? undefined : eq(corrections.status, filter.status),
      )
      const [rows, [counted]] = await Promise.all([
        from()
          .where(condition)
          .orderBy(desc(corrections.requestedAt), desc(corrections.id))
          .limit(pageSize)
          .offset((pageNumber - 1) * pageSize),
        db
          .select({ total: count() })
          .from(corrections)
          .innerJoin(shops, eq(shops.id, corrections.shopId))
          .where(condition),
      ])
      return {
        current: pageNumber,
        size: pageSize,
        total: counted?.total ?? 0,
        records: await answers(caller, rows),
      }
    },

    async waiting(scope: Scope, more: SQL | undefined): Promise<number> {
      const [row] = await db
        .select({ total: count() })
        .from(corrections)
        .innerJoin(shops, eq(shops.id, corrections.shopId))
        .where(and(inScope(scope), eq(corrections.status, 'requested'), more))
      return row?.total ?? 0
    },

    /** @throws as `shopInScope`; notFound for the line; ruleBroken with the reason */
    async create(caller: Caller, input: NewCorrection): Promise<Correction> {
      await shopInScope(db, caller.scope, input.shopId)
      const place = { ...input, bizDate: input.date, deviceId: deviceNumber(input.deviceId) }
      const { day, line } = await lineOn(place)
      if (input.toHour * slotsOfHour > Math.max(0, day.until))
        throw new AppError('ruleBroken', text.future, { reason: 'future' })
      const hours = Array.from({ length: input.toHour - input.fromHour }, (_, step) => input.fromHour + step)
      if (input.kind !== 'exclude' && sum(hours, hour => dueSlots(line, hour)) === 0)
        throw new AppError('ruleBroken', text.closedHours, { reason: 'closedHours' })
      if (input.kind === 'set') {
        if (line.countsPass && input.wanted.pass === undefined)
          throw new AppError('ruleBroken', text.wrongFigures, { reason: 'wrongFigures' })
        if (!line.countsPass && (input.wanted.in === undefined || input.wanted.out === undefined))
          throw new AppError('ruleBroken', text.wrongPass, { reason: 'wrongFigures' })
      }
      if (await overlaps(db, place)) throw new AppError('ruleBroken', text.overlap, { reason: 'overlap' })
      const { before, after } = await planned(place)
      if (input.kind === 'scale' && before.in + before.out + before.pass === 0)
        throw new AppError('ruleBroken', text.nothingToScale, { reason: 'nothingToScale' })
      const [event] =
        input.eventId === undefined
          ? []
          : await db
              .select({ id: qualityEvents.id })
              .from(qualityEvents)
              .where(and(eq(qualityEvents.id, input.eventId), eq(qualityEvents.shopId, input.shopId)))
      if (input.eventId !== undefined && !event) throw new AppError('notFound', text.noEvent)
      const [made] = await db
        .insert(corrections)
        .values({
          shopId: input.shopId,
          deviceId: line.deviceId,
          line: line.line,
          nodeKind: line.nodeKind,
          nodeId: line.nodeId,
          floorId: line.floorId,
          bizDate: input.date,
          fromHour: input.fromHour,
          toHour: input.toHour,
          kind: input.kind,
          wanted: input.wanted,
          reason: input.reason,
          eventId: event?.id ?? null,
          before,
          after,
          requestedBy: caller.userId,
          requestedAt: now(),
        })
        .returning({ id: corrections.id })
      return one(caller, made?.id ?? '')
    },

    /** @throws notFound, forbidden for one’s own, ruleBroken from another status or over another one, conflict */
    async approve(caller: Caller, id: string, { version, remark }: Decision): Promise<Correction> {
      const present = await one(caller, id)
      const isOwn = present.requestedBy?.userId === caller.userId
      if (isOwn && present.status === 'requested' && (await hasOtherApprover(present.shopId, caller.userId)))
        throw new AppError('forbidden', text.ownRequest, { reason: 'ownRequest' })
      // What cannot be done is refused while it is still only asked for.
      const [wanted] = await db.select().from(corrections).where(eq(corrections.id, id))
      if (wanted?.status === 'requested') await planned(wanted)
      await move(
        caller,
        id,
        version,
        'requested',
        {
          status: 'applied',
          isSettled: false,
          decidedBy: caller.userId,
          decidedAt: now(),
          decisionRemark: remark,
        },
        async (tx, row) => {
          if (await overlaps(tx, row)) throw new AppError('ruleBroken', text.overlap, { reason: 'overlap' })
        },
      )
      await settle(id)
      return one(caller, id)
    },

    /** @throws as `approve`; whoever neither asked for it nor may approve is forbidden */
    async reject(caller: Caller, id: string, { version, remark }: Decision): Promise<Correction> {
      const present = await one(caller, id)
      if (present.requestedBy?.userId !== caller.userId && !isAllowed(caller.authorities, [approver]))
        throw new AppError('forbidden', text.ownRequest, { reason: approver })
      await move(caller, id, version, 'requested', {
        status: 'rejected',
        decidedBy: caller.userId,
        decidedAt: now(),
        decisionRemark: remark,
      })
      return one(caller, id)
    },

    /** @throws notFound, ruleBroken where it is not in force, conflict */
    async undo(caller: Caller, id: string, { version, remark }: Decision): Promise<Correction> {
      await move(caller, id, version, 'applied', {
        status: 'undone',
        isSettled: false,
        undoneBy: caller.userId,
        undoneAt: now(),
        undoRemark: remark,
      })
      await settle(id)
      return one(caller, id)
    },

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
export type CorrectionService = ReturnType<typeof correctionService>

const isWithin = ({ fromHour, toHour }: { fromHour: number; toHour: number }, slot: number) =>
  hourOf(slot) >= fromHour && hourOf(slot) < toHour
const personOf = (userId: string | null, name: string | null) =>
  userId === null ? null : { userId, userName: name ?? '' }
