import {
  AppError,
  type AreaSelection,
  type Correction,
  type CorrectionStatus,
  isAllowed,
} from '@aisle/contract'
import { and, count, desc, eq, gt, gte, inArray, lt, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import { holdsAuthority, seesShop } from '../../platform/people-access.ts'
import type { Database } from '../../platform/postgres.ts'
import { corrections, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { placeNames } from './store.ts'
import { text } from './text.ts'

export type CorrectionRecord = typeof corrections.$inferSelect
type Filter = { area: AreaSelection; shopId?: string | undefined; status?: CorrectionStatus | undefined }

/** Who holds it decides on corrections. */
export const approver = 'device.manage'
const requesters = alias(users, 'requesters')
const deciders = alias(users, 'deciders')
const undoers = alias(users, 'undoers')

/** The ledger of corrections as people read it: each with who did what, and what the caller may do with it. */
export function correctionLedger(db: Database) {
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

  return {
    hasOtherApprover,

    /** @throws AppError notFound */
    async one(caller: Caller, id: string): Promise<Correction> {
      const rows = await from().where(and(eq(corrections.id, id), inScope(caller.scope)))
      const [answer] = await answers(caller, rows)
      if (!answer) throw new AppError('notFound', text.noCorrection)
      return answer
    },

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
        inScope(caller.scope),
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
  }
}

/** Whether a correction in force stands in some of these hours. */
export async function overlaps(
  tx: Pick<Database, 'select'>,
  place: Pick<CorrectionRecord, 'shopId' | 'bizDate' | 'deviceId' | 'line' | 'fromHour' | 'toHour'>,
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

const personOf = (userId: string | null, name: string | null) =>
  userId === null ? null : { userId, userName: name ?? '' }
