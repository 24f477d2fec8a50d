import {
  AppError,
  type AreaSelection,
  type FlowWarning,
  isAllowed,
  type WarningAction,
  type WarningSeverity,
  type WarningStatus,
  type WholeWarning,
  warningActions,
} from '@aisle/contract'
import { and, asc, between, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { flowRules, flowWarningSteps, flowWarnings, shops, users } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { slotClock } from '../facts/service.ts'
import { placeName } from './places.ts'
import { text } from './text.ts'

type Deps = { db: Database; dayCut(): Promise<string>; now: () => Date }
export type WarningFilter = {
  area: AreaSelection
  from: string
  to: string
  shopIds?: readonly string[] | undefined
  ruleId?: string | undefined
  nodeKind?: FlowWarning['nodeKind'] | undefined
  nodeIds?: readonly string[] | undefined
  watched?: boolean | undefined
  status?: WarningStatus | undefined
  severity?: WarningSeverity | undefined
}
export type WarningStepInput = { action: WarningAction; version: number; remark: string; days: number }

const handlers = alias(users, 'handlers')
const dayMs = 86_400_000
/** Whoever reads warnings; others see those of watched places alone. */
const readers = ['warning.view', 'warning.handle']

/** Warnings as people see and settle them. */
export function warningService({ db, dayCut, now }: Deps) {
  const columns = {
    warning: flowWarnings,
    shopName: shops.name,
    shopNameEn: shops.nameEn,
    ruleName: flowRules.name,
    ruleNameEn: flowRules.nameEn,
    nodeName: placeName(flowWarnings, 'name'),
    nodeNameEn: placeName(flowWarnings, 'name_en'),
    handlerName: handlers.realName,
  }
  const from = () =>
    db
      .select(columns)
      .from(flowWarnings)
      .innerJoin(shops, eq(shops.id, flowWarnings.shopId))
      .leftJoin(flowRules, eq(flowRules.id, flowWarnings.ruleId))
      .leftJoin(handlers, eq(handlers.id, flowWarnings.handledBy))
  type Row = Awaited<ReturnType<typeof from>>[number]

  const visible = ({ scope, authorities }: Caller): SQL | undefined =>
    and(inScope(scope), isAllowed(authorities, readers) ? undefined : isNotNull(flowWarnings.watchId))

  function answer({ warning, ...row }: Row, cut: string): FlowWarning {
    return {
      id: warning.id,
      version: warning.version,
      kind: warning.kind,
      status: warning.status,
      severity: warning.severity,
      ruleId: warning.ruleId,
      ruleName: row.ruleName ?? '',
      ruleNameEn: row.ruleNameEn ?? '',
      watchId: warning.watchId,
      shopId: warning.shopId,
      shopname: row.shopName,
      shopnameEn: row.shopNameEn,
      nodeKind: warning.nodeKind,
      nodeId: warning.nodeId,
      nodeName: row.nodeName,
      nodeNameEn: row.nodeNameEn,
      date: warning.bizDate,
      from: slotClock(warning.fromSlot, cut),
      to: slotClock(warning.toSlot, cut),
      value: warning.value,
      limit: warning.limit,
      times: warning.times,
      raisedAt: warning.raisedAt.toISOString(),
      mutedUntil: warning.mutedUntil?.toISOString() ?? null,
      handledBy: row.handlerName ?? '',
      handledAt: warning.handledAt?.toISOString() ?? null,
      reason: warning.reason,
      remark: warning.remark,
    }
  }

  /** @throws AppError notFound, also outside the scope */
  async function whole(caller: Caller, id: string): Promise<WholeWarning> {
    const [row] = await from().where(and(eq(flowWarnings.id, id), visible(caller)))
    if (!row) throw new AppError('notFound', text.noWarning)
    const steps = await db
      .select({ step: flowWarningSteps, userName: users.realName })
      .from(flowWarningSteps)
      .leftJoin(users, eq(users.id, flowWarningSteps.userId))
      .where(eq(flowWarningSteps.warningId, id))
      .orderBy(asc(flowWarningSteps.version))
    return {
      warning: answer(row, await dayCut()),
      steps: steps.map(({ step, userName }) => ({
        action: step.action,
        from: step.fromStatus,
        to: step.toStatus,
        userName: userName ?? '',
        at: step.at.toISOString(),
        reason: step.reason,
        remark: step.remark,
      })),
    }
  }

  return {
    whole,

    async page(caller: Caller, filter: WarningFilter, pageNumber: number, pageSize: number) {
      const { watched } = filter
      const condition = and(
        visible(caller),
        inArea(filter.area),
        between(flowWarnings.bizDate, filter.from, filter.to),
        filter.shopIds && inArray(flowWarnings.shopId, [...filter.shopIds]),
        filter.ruleId === undefined ? undefined : eq(flowWarnings.ruleId, filter.ruleId),
        filter.nodeKind && eq(flowWarnings.nodeKind, filter.nodeKind),
        filter.nodeIds && inArray(flowWarnings.nodeId, [...filter.nodeIds]),
        watched === undefined
          ? undefined
          : watched
            ? isNotNull(flowWarnings.watchId)
            : sql`${flowWarnings.watchId} is null`,
        filter.status && eq(flowWarnings.status, filter.status),
        filter.severity && eq(flowWarnings.severity, filter.severity),
      )
      const [rows, [counted]] = await Promise.all([
        from()
          .where(condition)
          .orderBy(
            sql`case ${flowWarnings.status} when 'open' then 0 when 'acknowledged' then 1 else 2 end`,
            desc(flowWarnings.raisedAt),
            desc(flowWarnings.id),
          )
          .limit(pageSize)
          .offset((pageNumber - 1) * pageSize),
        db
          .select({ total: count() })
          .from(flowWarnings)
          .innerJoin(shops, eq(shops.id, flowWarnings.shopId))
          .where(condition),
      ])
      const cut = await dayCut()
      return {
        current: pageNumber,
        size: pageSize,
        total: counted?.total ?? 0,
        records: rows.map(row => answer(row, cut)),
      }
    },

    /**
     * Takes a step of the state model.
     * @throws AppError notFound; forbidden without the step's authority; ruleBroken, naming the status, from any other than the
     * step's; conflict with the present state where someone was faster
     */
    async step(caller: Caller, id: string, { action, version, remark, days }: WarningStepInput) {
      const { from: statuses, to, authority } = warningActions[action]
      const present = await whole(caller, id)
      if (!isAllowed(caller.authorities, [authority]))
        throw new AppError('forbidden', text.wrongStatus, { reason: authority })
      const isStale = await db.transaction(async tx => {
        const [row] = await tx.select().from(flowWarnings).where(eq(flowWarnings.id, id)).for('update')
        if (row?.version !== version) return true
        if (!statuses.some(status => status === row.status))
          throw new AppError('ruleBroken', text.wrongStatus, { reason: `status:${row.status}` })
        const at = now()
        await tx
          .update(flowWarnings)
          .set({
            status: to,
            version: version + 1,
            handledBy: action === 'reopen' ? null : caller.userId,
            handledAt: action === 'reopen' ? null : at,
            mutedUntil: action === 'mute' ? new Date(at.getTime() + days * dayMs) : null,
            remark,
            updatedAt: at,
          })
          .where(eq(flowWarnings.id, id))
        await tx.insert(flowWarningSteps).values({
          warningId: id,
          version: version + 1,
          action,
          fromStatus: row.status,
          toStatus: to,
          userId: caller.userId,
          at,
          remark,
        })
        return false
      })
      const current = await whole(caller, id)
      if (isStale) throw new AppError('conflict', text.changed, { reason: 'changed', current })
      return { ...current, before: present.warning.status }
    },
  }
}
