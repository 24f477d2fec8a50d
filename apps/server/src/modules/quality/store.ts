import type { AreaSelection, QualityKind, QualityStatus } from '@aisle/contract'
import { and, asc, between, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { inArea } from '../../platform/area-choice.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import {
  devices,
  entrances,
  floors,
  imputations,
  qualityEvents,
  shops,
  users,
  zones,
} from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import type { Finding } from './rules.ts'

export type EventFilter = {
  area: AreaSelection
  from: string
  to: string
  shopId?: string | undefined
  shopIds?: readonly string[] | undefined
  deviceIds?: readonly string[] | undefined
  deviceId?: string | undefined
  kind?: QualityKind | undefined
  status?: QualityStatus | undefined
}
const deciders = alias(users, 'deciders')
/** What says which line a row is about, whichever table the row is of. */
type LineColumns = Readonly<Record<'deviceId' | 'nodeKind' | 'nodeId', AnyPgColumn | SQL>>
/** Names of a line’s place, joined to a row that has the columns of a line. */
export const placeNames = (row: LineColumns) => ({
  shopName: shops.name,
  shopNameEn: shops.nameEn,
  deviceName: deviceText(row, 'name'),
  deviceNameEn: deviceText(row, 'name_en'),
  nodeName: nodeName(row, 'name'),
  nodeNameEn: nodeName(row, 'name_en'),
})
function deviceText(row: Pick<LineColumns, 'deviceId'>, column: 'name' | 'name_en') {
  return sql<string>`coalesce((select ${sql.identifier(column)} from ${devices} where ${devices}.id = ${row.deviceId}::text), '')`
}
function nodeName(row: LineColumns, column: 'name' | 'name_en') {
  const named = (table: typeof entrances | typeof floors | typeof zones) =>
    sql`(select ${sql.identifier(column)} from ${table} where ${table}.id = ${row.nodeId}::text)`
  return sql<string>`coalesce(case ${row.nodeKind} when 'floor' then ${named(floors)} when 'zone' then ${named(zones)} else ${named(entrances)} end, '')`
}

/** The number of a device as the measure store has it; one that none can have where the text is no such number. */
export const deviceNumber = (id: string): number => (/^\d{1,9}$/.test(id) ? Number(id) : -1)

const eventColumns = { event: qualityEvents, ...placeNames(qualityEvents), deciderName: deciders.realName }
export type EventRow = {
  event: typeof qualityEvents.$inferSelect
  shopName: string
  shopNameEn: string
  deviceName: string
  deviceNameEn: string
  nodeName: string
  nodeNameEn: string
  deciderName: string | null
}

const keyOf = (row: {
  kind: string
  deviceId: number
  line: number
  nodeKind: string
  nodeId: number
  fromSlot: number
}) => `${row.kind} ${row.deviceId} ${row.line} ${row.nodeKind} ${row.nodeId} ${row.fromSlot}`

/** All PostgreSQL about events of data quality. */
export function eventStore(db: Database) {
  const wanted = (scope: Scope, filter: EventFilter) =>
    and(
      inScope(scope),
      inArea(filter.area),
      between(qualityEvents.bizDate, filter.from, filter.to),
      filter.shopId === undefined ? undefined : eq(qualityEvents.shopId, filter.shopId),
      filter.shopIds && inArray(qualityEvents.shopId, [...filter.shopIds]),
      filter.deviceIds && inArray(qualityEvents.deviceId, filter.deviceIds.map(deviceNumber)),
      filter.deviceId === undefined ? undefined : eq(qualityEvents.deviceId, deviceNumber(filter.deviceId)),
      filter.kind === undefined ? undefined : eq(qualityEvents.kind, filter.kind),
      filter.status === undefined ? undefined : eq(qualityEvents.status, filter.status),
    )
  const from = () =>
    db
      .select(eventColumns)
      .from(qualityEvents)
      .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
      .leftJoin(deciders, eq(deciders.id, qualityEvents.decidedBy))

  return {
    async page(scope: Scope, filter: EventFilter, offset: number, limit: number) {
      const [rows, [counted]] = await Promise.all([
        from()
          .where(wanted(scope, filter))
          .orderBy(
            desc(qualityEvents.bizDate),
            desc(qualityEvents.strength),
            asc(qualityEvents.shopId),
            asc(qualityEvents.id),
          )
          .limit(limit)
          .offset(offset),
        db
          .select({ total: count() })
          .from(qualityEvents)
          .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
          .where(wanted(scope, filter)),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async find(scope: Scope, id: string): Promise<EventRow | undefined> {
      const [row] = await from().where(and(eq(qualityEvents.id, id), inScope(scope)))
      return row
    },

    /** Events that are still found or were decided about, counted: by kind and status, by day, by device. */
    async counts(scope: Scope, filter: Omit<EventFilter, 'kind' | 'status' | 'deviceId'>) {
      const still = and(wanted(scope, filter), ne(qualityEvents.status, 'closed'))
      const [kinds, days, [device]] = await Promise.all([
        db
          .select({ kind: qualityEvents.kind, status: qualityEvents.status, total: count() })
          .from(qualityEvents)
          .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
          .where(still)
          .groupBy(qualityEvents.kind, qualityEvents.status),
        db
          .select({ date: qualityEvents.bizDate, shopId: qualityEvents.shopId, total: count() })
          .from(qualityEvents)
          .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
          .where(still)
          .groupBy(qualityEvents.bizDate, qualityEvents.shopId)
          .orderBy(asc(qualityEvents.bizDate)),
        db
          .select({ total: sql<number>`count(distinct ${qualityEvents.deviceId})::int` })
          .from(qualityEvents)
          .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
          .where(still),
      ])
      return { kinds, days, devices: device?.total ?? 0 }
    },

    /** Events of a shop by node and day. */
    async byNode(scope: Scope, shopId: string, fromDate: string, toDate: string) {
      return db
        .select({
          date: qualityEvents.bizDate,
          nodeKind: qualityEvents.nodeKind,
          nodeId: qualityEvents.nodeId,
          total: count(),
        })
        .from(qualityEvents)
        .innerJoin(shops, eq(shops.id, qualityEvents.shopId))
        .where(
          and(
            inScope(scope),
            eq(qualityEvents.shopId, shopId),
            between(qualityEvents.bizDate, fromDate, toDate),
            ne(qualityEvents.status, 'closed'),
          ),
        )
        .groupBy(qualityEvents.bizDate, qualityEvents.nodeKind, qualityEvents.nodeId)
    },

    /** False where the event is not in that version any more. */
    async decide(id: string, version: number, change: Partial<typeof qualityEvents.$inferInsert>) {
      const changed = await db
        .update(qualityEvents)
        .set({ ...change, version: version + 1 })
        .where(and(eq(qualityEvents.id, id), eq(qualityEvents.version, version)))
        .returning({ id: qualityEvents.id })
      return changed.length > 0
    },

    /** What a correction of a line's hours settles, or, undone, opens again. */
    async correct(
      tx: Queryable,
      place: {
        shopId: string
        deviceId: number
        line: number
        bizDate: string
        fromSlot: number
        toSlot: number
      },
      correctionId: string,
      isUndone: boolean,
      isExcluded = false,
    ): Promise<void> {
      const own = and(
        eq(qualityEvents.shopId, place.shopId),
        eq(qualityEvents.bizDate, place.bizDate),
        eq(qualityEvents.deviceId, place.deviceId),
        eq(qualityEvents.line, place.line),
      )
      if (isUndone)
        await tx
          .update(qualityEvents)
          .set({ status: 'open', correctionId: null, version: sql`${qualityEvents.version} + 1` })
          .where(and(own, eq(qualityEvents.correctionId, correctionId)))
      else
        await tx
          .update(qualityEvents)
          .set({
            status: isExcluded ? 'excluded' : 'corrected',
            correctionId,
            version: sql`${qualityEvents.version} + 1`,
          })
          .where(
            and(
              own,
              inArray(qualityEvents.status, ['open', 'acknowledged', 'ticketed']),
              sql`${qualityEvents.fromSlot} >= ${place.fromSlot} and ${qualityEvents.toSlot} <= ${place.toSlot}`,
            ),
          )
    },

    /**
     * Brings the events of some shops' day to what was found now. What is found again stays as people decided, what is no longer
     * found and was open is closed, what comes back is open again.
     */
    async reconcile(
      date: string,
      found: ReadonlyMap<number, readonly Finding[]>,
      now: Date,
    ): Promise<{ opened: number; closed: number }> {
      const shopIds = [...found.keys()].map(String)
      if (shopIds.length === 0) return { opened: 0, closed: 0 }
      return db.transaction(async tx => {
        const present = await tx
          .select()
          .from(qualityEvents)
          .where(and(eq(qualityEvents.bizDate, date), inArray(qualityEvents.shopId, shopIds)))
          .for('update')
        const known = new Map(present.map(row => [`${row.shopId} ${keyOf(row)}`, row]))
        const seen = new Set<string>()
        const fresh: (typeof qualityEvents.$inferInsert)[] = []
        let [opened, closed] = [0, 0]
        for (const [shopId, findings] of found)
          for (const finding of findings) {
            const key = `${shopId} ${keyOf(finding)}`
            const before = known.get(key)
            if (seen.has(key)) continue
            seen.add(key)
            if (!before) {
              opened++
              fresh.push({ ...finding, shopId: String(shopId), bizDate: date, foundAt: now })
              continue
            }
            const isBack = before.status === 'closed'
            const isSame = before.toSlot === finding.toSlot && sameEvidence(before.evidence, finding.evidence)
            if (isSame && !isBack) continue
            if (isBack) opened++
            await tx
              .update(qualityEvents)
              .set({
                toSlot: finding.toSlot,
                strength: finding.strength,
                evidence: finding.evidence,
                ...(isBack ? { status: 'open' as const, version: before.version + 1 } : {}),
              })
              .where(eq(qualityEvents.id, before.id))
          }
        const gone = present.filter(row => row.status === 'open' && !seen.has(`${row.shopId} ${keyOf(row)}`))
        if (gone.length > 0)
          await tx
            .update(qualityEvents)
            .set({ status: 'closed', version: sql`${qualityEvents.version} + 1` })
            .where(
              inArray(
                qualityEvents.id,
                gone.map(row => row.id),
              ),
            )
        closed += gone.length
        for (let at = 0; at < fresh.length; at += 500)
          await tx.insert(qualityEvents).values(fresh.slice(at, at + 500))
        return { opened, closed }
      })
    },

    async imputationPage(
      scope: Scope,
      filter: Pick<EventFilter, 'area' | 'from' | 'to' | 'shopId'>,
      offset: number,
      limit: number,
    ) {
      const condition = and(
        inScope(scope),
        inArea(filter.area),
        between(imputations.bizDate, filter.from, filter.to),
        filter.shopId === undefined ? undefined : eq(imputations.shopId, filter.shopId),
      )
      const [rows, [counted]] = await Promise.all([
        db
          .select({ imputation: imputations, ...placeNames(imputations) })
          .from(imputations)
          .innerJoin(shops, eq(shops.id, imputations.shopId))
          .where(condition)
          .orderBy(
            desc(imputations.bizDate),
            asc(imputations.shopId),
            asc(imputations.deviceId),
            asc(imputations.line),
            asc(imputations.fromSlot),
          )
          .limit(limit)
          .offset(offset),
        db
          .select({ total: count() })
          .from(imputations)
          .innerJoin(shops, eq(shops.id, imputations.shopId))
          .where(condition),
      ])
      return { rows, total: counted?.total ?? 0 }
    },
  }
}
export type EventStore = ReturnType<typeof eventStore>

const sameEvidence = (a: object, b: object) => {
  const text = (one: object) => JSON.stringify(Object.entries(one).sort(([x], [y]) => (x < y ? -1 : 1)))
  return text(a) === text(b)
}
