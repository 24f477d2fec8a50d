import type { AreaSelection, DeviceKind } from '@aisle/contract'
import { and, asc, count, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { deviceLines, devices, entrances, floors, shops, zones } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'

export type LineRow = typeof deviceLines.$inferSelect
export type NewLine = Omit<LineRow, 'deviceId' | 'number' | 'removedAt'>
export type DeviceRow = {
  device: typeof devices.$inferSelect
  shop: { id: string; name: string; nameEn: string; timeZone: string }
}
export type DeviceFilter = {
  area: AreaSelection
  shopId?: string | undefined
  kind?: DeviceKind | undefined
  keyword?: string | undefined
}

const shopColumns = { id: shops.id, name: shops.name, nameEn: shops.nameEn, timeZone: shops.timeZone }
/** Letters that LIKE reads as more than themselves. */
const literally = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** All PostgreSQL about devices. */
export function deviceStore(db: Database) {
  const here = (scope: Scope, more?: SQL) =>
    and(isNull(devices.removedAt), isNull(shops.closedAt), inScope(scope), more)

  return {
    async page(scope: Scope, filter: DeviceFilter, offset: number, limit: number) {
      const wanted = here(
        scope,
        and(
          inArea(filter.area),
          filter.shopId === undefined ? undefined : eq(devices.shopId, filter.shopId),
          filter.kind === undefined ? undefined : eq(devices.kind, filter.kind),
          filter.keyword === undefined
            ? undefined
            : or(
                ilike(devices.sn, literally(filter.keyword)),
                ilike(devices.name, literally(filter.keyword)),
              ),
        ),
      )
      const [rows, [counted]] = await Promise.all([
        db
          .select({ device: devices, shop: shopColumns })
          .from(devices)
          .innerJoin(shops, eq(shops.id, devices.shopId))
          .where(wanted)
          .orderBy(asc(shops.name), asc(devices.name), asc(devices.id))
          .limit(limit)
          .offset(offset),
        db
          .select({ total: count() })
          .from(devices)
          .innerJoin(shops, eq(shops.id, devices.shopId))
          .where(wanted),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async find(scope: Scope, id: string): Promise<DeviceRow | undefined> {
      const [row] = await db
        .select({ device: devices, shop: shopColumns })
        .from(devices)
        .innerJoin(shops, eq(shops.id, devices.shopId))
        .where(here(scope, eq(devices.id, id)))
      return row
    },

    /** Lines in use of some devices, in the order in which they were added. */
    async lines(deviceIds: string[]): Promise<LineRow[]> {
      if (deviceIds.length === 0) return []
      return db
        .select()
        .from(deviceLines)
        .where(and(inArray(deviceLines.deviceId, deviceIds), isNull(deviceLines.removedAt)))
        .orderBy(asc(deviceLines.deviceId), asc(deviceLines.number))
    },

    /** Which of the given parts belong to the shop. */
    async partsOf(shopId: string, ids: string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const found = await Promise.all(
        [entrances, floors, zones].map(part =>
          db
            .select({ id: part.id })
            .from(part)
            .where(and(eq(part.shopId, shopId), inArray(part.id, ids))),
        ),
      )
      return new Set(found.flat().map(row => row.id))
    },

    /** Undefined where another device has the serial number. */
    async create(device: typeof devices.$inferInsert, lines: NewLine[]): Promise<string | undefined> {
      return db.transaction(async transaction => {
        const [made] = await transaction
          .insert(devices)
          .values(device)
          .onConflictDoNothing()
          .returning({ id: devices.id })
        if (!made) return undefined
        await replaceLines(transaction, made.id, lines)
        return made.id
      })
    },

    /** False where another device has the serial number. */
    async update(
      id: string,
      change: Partial<typeof devices.$inferInsert>,
      lines: NewLine[] | undefined,
    ): Promise<boolean> {
      try {
        await db.transaction(async transaction => {
          if (Object.keys(change).length > 0)
            await transaction.update(devices).set(change).where(eq(devices.id, id))
          if (lines) await replaceLines(transaction, id, lines)
        })
        return true
      } catch (error) {
        if (isSameSn(error)) return false
        throw error
      }
    },

    async remove(id: string, now: Date): Promise<void> {
      await db.update(devices).set({ removedAt: now }).where(eq(devices.id, id))
    },
  }
}
export type DeviceStore = ReturnType<typeof deviceStore>

/** A line that comes back has the number it had, so that its counts are one series. */
async function replaceLines(db: Queryable, deviceId: string, lines: NewLine[]): Promise<void> {
  await db.update(deviceLines).set({ removedAt: sql`now()` }).where(eq(deviceLines.deviceId, deviceId))
  const [last] = await db
    .select({ number: sql<number>`coalesce(max(${deviceLines.number}), 0)::int` })
    .from(deviceLines)
    .where(eq(deviceLines.deviceId, deviceId))
  for (const [index, line] of lines.entries())
    await db
      .insert(deviceLines)
      .values({ ...line, deviceId, number: (last?.number ?? 0) + index + 1 })
      .onConflictDoUpdate({
        target: [deviceLines.deviceId, deviceLines.line],
        set: { ...line, removedAt: null },
      })
}

function isSameSn(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'devices_sn'
}
