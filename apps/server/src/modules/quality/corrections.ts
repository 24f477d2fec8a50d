import {
  AppError,
  type Correction,
  type CorrectionKind,
  type CorrectionStatus,
  isAllowed,
  type WantedFigures,
} from '@aisle/contract'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { corrections, qualityEvents, shops } from '../../platform/schema/index.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { approver, type CorrectionRecord, correctionLedger, overlaps } from './correction-ledger.ts'
import { correctionSettling, type SettlingDeps } from './correction-settling.ts'
import { dueSlots, slotsOfHour, sum } from './day.ts'
import { deviceNumber } from './store.ts'
import { text } from './text.ts'

type NewCorrection = {
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

/**
 * The ledger of corrections: asked for by one person, approved by another, put in place of what counters said, and taken out again
 * at any time. Counters' own windows are never touched (`flow_correction`), so that undoing gives exactly the former figures, with
 * whatever arrived meanwhile. Who alone may approve at a shop may approve their own: else nothing could be corrected there; the
 * ledger shows it.
 */
export function correctionService(deps: SettlingDeps) {
  const { db, now } = deps
  const ledger = correctionLedger(db)
  const settling = correctionSettling(deps)

  async function stale(caller: Caller, id: string): Promise<AppError> {
    return new AppError('conflict', text.changed, {
      reason: 'changed',
      current: await ledger.one(caller, id),
    })
  }

  /** Moves a correction on, if it still is what the caller saw. */
  async function move(
    caller: Caller,
    id: string,
    version: number,
    from: CorrectionStatus,
    change: Partial<typeof corrections.$inferInsert>,
    check?: (
      tx: Parameters<Parameters<Database['transaction']>[0]>[0],
      row: CorrectionRecord,
    ) => Promise<void>,
  ): Promise<void> {
    const present = await ledger.one(caller, id)
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
    page: ledger.page,
    waiting: ledger.waiting,
    changedSince: ledger.changedSince,
    settleAll: settling.settleAll,

    /** @throws as `shopInScope`; notFound for the line; ruleBroken with the reason */
    async create(caller: Caller, input: NewCorrection): Promise<Correction> {
      await shopInScope(db, caller.scope, input.shopId)
      const place = { ...input, bizDate: input.date, deviceId: deviceNumber(input.deviceId) }
      const { day, line } = await settling.lineOn(place)
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
      const { before, after } = await settling.planned(place)
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
      return ledger.one(caller, made?.id ?? '')
    },

    /** @throws notFound, forbidden for one’s own, ruleBroken from another status or over another one, conflict */
    async approve(caller: Caller, id: string, { version, remark }: Decision): Promise<Correction> {
      const present = await ledger.one(caller, id)
      const isOwn = present.requestedBy?.userId === caller.userId
      if (
        isOwn &&
        present.status === 'requested' &&
        (await ledger.hasOtherApprover(present.shopId, caller.userId))
      )
        throw new AppError('forbidden', text.ownRequest, { reason: 'ownRequest' })
      // What cannot be done is refused while it is still only asked for.
      const [wanted] = await db.select().from(corrections).where(eq(corrections.id, id))
      if (wanted?.status === 'requested') await settling.planned(wanted)
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
      await settling.settle(id)
      return ledger.one(caller, id)
    },

    /** @throws as `approve`; whoever neither asked for it nor may approve is forbidden */
    async reject(caller: Caller, id: string, { version, remark }: Decision): Promise<Correction> {
      const present = await ledger.one(caller, id)
      if (present.requestedBy?.userId !== caller.userId && !isAllowed(caller.authorities, [approver]))
        throw new AppError('forbidden', text.ownRequest, { reason: approver })
      await move(caller, id, version, 'requested', {
        status: 'rejected',
        decidedBy: caller.userId,
        decidedAt: now(),
        decisionRemark: remark,
      })
      return ledger.one(caller, id)
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
      await settling.settle(id)
      return ledger.one(caller, id)
    },
  }
}
