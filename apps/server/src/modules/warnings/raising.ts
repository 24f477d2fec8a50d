import type { Text, WarningKind, WarningSeverity } from '@aisle/contract'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  entrances,
  floors,
  flowWarningSteps,
  flowWarnings,
  shops,
  zones,
} from '../../platform/schema/index.ts'
import { dayBefore } from '../../platform/time.ts'
import { slotBegin, slotClock } from '../facts/service.ts'
import type { NoticePublisher } from '../notices/service.ts'
import type { Breach } from './breaches.ts'
import { noticeWords, text } from './text.ts'

type WarningRow = typeof flowWarnings.$inferSelect
type NewWarning = typeof flowWarnings.$inferInsert
export type Found = Breach & { key: string; date: string }
/** What limits were set by: a rule, or a place on a watch list. */
export type Origin = {
  ruleId: string | null
  watchId: string | null
  kind: WarningKind
  nodeKind: NewWarning['nodeKind'] & string
  severity: WarningSeverity
  /** Who is told; empty: whoever handles warnings of the shop. */
  userIds: readonly string[]
}
type Deps = { db: Database; notices: NoticePublisher; now: () => Date }

/** What was found later than this after it happened is kept, and nobody is told. */
const toldWithinMs = 24 * 3_600_000

/** Keeps warnings level with what was found: each once, told once, and settled where the counts say otherwise by now. */
export function raiser({ db, notices, now }: Deps) {
  /** Places of which nobody is to be told until some moment after `since`. */
  async function mutedPlaces(
    tx: Queryable,
    { ruleId, watchId }: Origin,
    since: Date,
  ): Promise<Map<string, Date>> {
    const rows = await tx
      .select({ shopId: flowWarnings.shopId, nodeId: flowWarnings.nodeId, until: flowWarnings.mutedUntil })
      .from(flowWarnings)
      .where(
        and(
          ruleId === null ? eq(flowWarnings.watchId, watchId ?? '') : eq(flowWarnings.ruleId, ruleId),
          eq(flowWarnings.status, 'muted'),
          gt(flowWarnings.mutedUntil, since),
        ),
      )
      .orderBy(flowWarnings.mutedUntil)
    return new Map(
      rows.flatMap(row => (row.until ? [[`${row.shopId} ${row.nodeId}`, row.until] as const] : [])),
    )
  }

  async function placeName(
    tx: Queryable,
    { nodeKind, nodeId }: Pick<WarningRow, 'nodeKind' | 'nodeId'>,
  ): Promise<Text> {
    if (nodeKind === 'shop') return { zh: '', en: '' }
    const table = { floor: floors, entrance: entrances, zone: zones }[nodeKind]
    const [row] = await tx
      .select({ zh: table.name, en: table.nameEn })
      .from(table)
      .where(eq(table.id, nodeId))
    return { zh: row?.zh ?? '', en: row?.en || row?.zh || '' }
  }

  async function tell(
    tx: Queryable,
    row: WarningRow,
    userIds: readonly string[],
    cut: string,
  ): Promise<void> {
    if (row.status !== 'open' || now().getTime() - row.raisedAt.getTime() > toldWithinMs) return
    const [shop] = await tx
      .select({ zh: shops.name, en: shops.nameEn })
      .from(shops)
      .where(eq(shops.id, row.shopId))
    const { zh = '', en = '' } = shop ?? {}
    await notices.publish(
      {
        to: { shopId: row.shopId, ...(userIds.length > 0 ? { userIds } : { authority: 'warning.handle' }) },
        kind: 'warning.raised',
        ...noticeWords({
          kind: row.kind,
          shop: { zh, en: en || zh },
          place: await placeName(tx, row),
          value: row.value,
          limit: row.limit,
          from: slotClock(row.fromSlot, cut),
          to: slotClock(row.toSlot, cut),
        }),
        link: `/x_2FlowWarning/x_2FlowWarning?warning=${row.id}`,
        key: `warning:${row.id}`,
      },
      tx,
    )
  }

  /** Settles warnings that no longer hold; nobody did it, and its reader may be of either language. */
  async function settle(tx: Queryable, ids: readonly string[], why: Text): Promise<void> {
    if (ids.length === 0) return
    const rows = await tx
      .select()
      .from(flowWarnings)
      .where(and(inArray(flowWarnings.id, [...ids]), inArray(flowWarnings.status, ['open', 'acknowledged'])))
      .for('update')
    for (const row of rows) {
      await tx
        .update(flowWarnings)
        .set({
          status: 'resolved',
          version: row.version + 1,
          handledAt: now(),
          remark: `${why.zh} / ${why.en}`,
          updatedAt: now(),
        })
        .where(eq(flowWarnings.id, row.id))
      await tx.insert(flowWarningSteps).values({
        warningId: row.id,
        version: row.version + 1,
        action: 'resolve',
        fromStatus: row.status,
        toStatus: 'resolved',
        at: now(),
        remark: `${why.zh} / ${why.en}`,
      })
    }
  }

  return {
    settle,

    /**
     * Brings the warnings of one origin, of some shops on one day, to what was found. All in one transaction: whoever dies in it
     * leaves nothing behind, and whoever does it again finds it done.
     */
    async raise(
      origin: Origin,
      found: readonly Found[],
      {
        cut,
        zones: timeZones,
        within,
      }: {
        cut: string
        zones: ReadonlyMap<number, string>
        /** Warnings that are looked at again; those not found any more are settled. */
        within?: { date: string; shopIds: readonly number[] }
      },
    ): Promise<number> {
      return db.transaction(async tx => {
        const [first] = found.map(({ date }) => date).sort()
        const muted = first
          ? await mutedPlaces(tx, origin, new Date(`${dayBefore(first, 1)}T00:00:00Z`))
          : new Map<string, Date>()
        let raised = 0
        for (const { shopId, nodeId, raisedSlot, date, key, ...figures } of found) {
          const raisedAt = slotBegin(date, raisedSlot, timeZones.get(shopId) ?? 'Asia/Shanghai', cut)
          const until = muted.get(`${shopId} ${nodeId}`)
          const isMuted = until !== undefined && until > raisedAt
          const [fresh] = await tx
            .insert(flowWarnings)
            .values({
              ...figures,
              key,
              ruleId: origin.ruleId,
              watchId: origin.watchId,
              kind: origin.kind,
              nodeKind: origin.nodeKind,
              severity: origin.severity,
              shopId: String(shopId),
              nodeId: String(nodeId),
              bizDate: date,
              raisedAt,
              updatedAt: now(),
              ...(isMuted ? { status: 'muted' as const, mutedUntil: until } : {}),
            })
            .onConflictDoNothing({ target: flowWarnings.key })
            .returning()
          if (fresh) {
            raised++
            await tell(tx, fresh, origin.userIds, cut)
            continue
          }
          // It goes on: its figures grow, what people decided stays.
          await tx
            .update(flowWarnings)
            .set({ ...figures, updatedAt: now() })
            .where(
              and(
                eq(flowWarnings.key, key),
                inArray(flowWarnings.status, ['open', 'acknowledged']),
                sql`(${flowWarnings.toSlot}, ${flowWarnings.value}, ${flowWarnings.times}) is distinct from (${figures.toSlot}::smallint, ${figures.value}::float8, ${figures.times}::int)`,
              ),
            )
        }
        if (within && origin.ruleId !== null) {
          const keys = new Set(found.map(({ key }) => key))
          const present = await tx
            .select({ id: flowWarnings.id, key: flowWarnings.key })
            .from(flowWarnings)
            .where(
              and(
                eq(flowWarnings.ruleId, origin.ruleId),
                eq(flowWarnings.bizDate, within.date),
                inArray(flowWarnings.shopId, within.shopIds.map(String)),
                inArray(flowWarnings.status, ['open', 'acknowledged']),
              ),
            )
          await settle(
            tx,
            present.filter(({ key }) => !keys.has(key)).map(({ id }) => id),
            text.countsChanged,
          )
        }
        return raised
      })
    },
  }
}
export type Raiser = ReturnType<typeof raiser>
