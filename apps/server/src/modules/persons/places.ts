import { AppError, type PersonPlace } from '@aisle/contract'
import { and, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { cameras, devices, entrances, floors, shops, zones } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import { text } from './text.ts'

export type Shop = PersonPlace & { timeZone: string }
export type Somewhere = { shopIds?: readonly string[] | undefined; areaId?: string | undefined }

/** The open shops that a caller may see, by number, of those asked for. @throws AppError ruleBroken where none is left */
export async function shopsIn(
  db: Database,
  scope: Scope,
  { shopIds = [], areaId }: Somewhere = {},
): Promise<Map<number, Shop>> {
  const rows = await db
    .select({ id: shops.id, name: shops.name, nameEn: shops.nameEn, timeZone: shops.timeZone })
    .from(shops)
    .where(
      and(
        isNull(shops.closedAt),
        inScope(scope),
        shopIds.length > 0 ? inArray(shops.id, [...shopIds]) : undefined,
        areaId === undefined
          ? undefined
          : or(
              ...[shops.regionId, shops.provinceId, shops.cityId, shops.countyId].map(column =>
                inArray(column, [areaId]),
              ),
            ),
      ),
    )
  if (rows.length === 0) throw new AppError('ruleBroken', text.noShops)
  return new Map(rows.map(row => [Number(row.id), row]))
}

export type PlaceKind = 'entrance' | 'zone' | 'floor' | 'device'
/** Names of places by their numbers; 0 and what is not known have none. */
export type PlaceNames = (kind: PlaceKind, number: number) => PersonPlace | null

/** Names of places and devices by their numbers, each kind asked once. */
export async function placeNames(
  db: Database,
  wanted: Readonly<Partial<Record<PlaceKind, readonly number[]>>>,
): Promise<PlaceNames> {
  const ids = (kind: PlaceKind) => [...new Set(wanted[kind] ?? [])].filter(number => number > 0).map(String)
  const named = async (kind: PlaceKind, table: typeof entrances | typeof zones | typeof floors) =>
    ids(kind).length === 0
      ? []
      : db
          .select({ id: table.id, name: table.name, nameEn: table.nameEn })
          .from(table)
          .where(inArray(table.id, ids(kind)))
  const [doors, areas, levels, counters, eyes] = await Promise.all([
    named('entrance', entrances),
    named('zone', zones),
    named('floor', floors),
    ids('device').length === 0
      ? []
      : db
          .select({ id: devices.id, name: devices.name, nameEn: devices.nameEn })
          .from(devices)
          .where(inArray(devices.id, ids('device'))),
    ids('device').length === 0
      ? []
      : db
          .select({ id: cameras.id, name: cameras.name, nameEn: cameras.nameEn })
          .from(cameras)
          .where(inArray(cameras.id, ids('device'))),
  ])
  const byKind = {
    entrance: doors,
    zone: areas,
    floor: levels,
    device: [...eyes, ...counters],
  }
  const known = new Map(
    Object.entries(byKind).flatMap(([kind, rows]) =>
      rows.map(row => [`${kind} ${row.id}`, row] as [string, PersonPlace]),
    ),
  )
  return (kind, number) => known.get(`${kind} ${number}`) ?? null
}
