import { AppError, type WatchedKind } from '@aisle/contract'
import { and, asc, type Column, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/postgres.ts'
import { outer } from '../../platform/postgres.ts'
import { entrances, floors, zones } from '../../platform/schema/index.ts'
import { text } from './text.ts'

const tables = { floor: floors, entrance: entrances, zone: zones } as const

/** Name of a floor, entrance or zone beside a row that says which; empty for a shop. */
export function placeName(
  row: { nodeKind: Column; nodeId: Column },
  column: 'name' | 'name_en',
): SQL<string> {
  const named = (kind: WatchedKind) =>
    sql`(select ${sql.identifier(column)} from ${tables[kind]} where ${outer(tables[kind].id)} = ${outer(row.nodeId)})`
  return sql<string>`coalesce(case ${outer(row.nodeKind)} when 'floor' then ${named('floor')} when 'entrance' then ${named('entrance')} when 'zone' then ${named('zone')} else '' end, '')`
}

/** Floors, entrances or zones of a shop, in order of their names. */
export async function placesOf(db: Queryable, shopId: string, kind: WatchedKind) {
  const table = tables[kind]
  return db
    .select({ nodeId: table.id, nodeName: table.name, nodeNameEn: table.nameEn })
    .from(table)
    .where(eq(table.shopId, shopId))
    .orderBy(asc(table.name), asc(table.id))
}

/** @throws AppError notFound where the shop has no such place */
export async function placeIn(db: Queryable, shopId: string, kind: WatchedKind, id: string): Promise<void> {
  const table = tables[kind]
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), eq(table.shopId, shopId)))
  if (!row) throw new AppError('notFound', text.noPlace)
}
