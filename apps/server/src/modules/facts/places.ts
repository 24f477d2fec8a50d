import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { areas, deviceLines, devices, floors, shops, zones } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import type { Line, Place } from './kind.ts'

type LineRow = typeof deviceLines.$inferSelect

/** The part of the shop that a line counts; nothing where it is the shop itself. */
export function nodeIdOf(line: LineRow): string | null {
  if (line.place === 'floor') return line.floorId
  if (line.place === 'zone') return line.zoneId
  return line.entranceId
}

/** A device with its lines, by the names that the device gives them. */
export type DevicePlace = { place: Place; lines: Map<string, Line> }

/** Where facts happened, as far as a source may speak of it. */
export function placeFinder(db: Database) {
  return {
    /** By serial number in lower case. */
    async devices(scope: Scope, serials: readonly string[]): Promise<Map<string, DevicePlace>> {
      const found = new Map<string, DevicePlace>()
      if (serials.length === 0) return found
      const rows = await db
        .select({ device: devices, line: deviceLines, shop: shops })
        .from(devices)
        .innerJoin(shops, eq(shops.id, devices.shopId))
        .leftJoin(deviceLines, and(eq(deviceLines.deviceId, devices.id), isNull(deviceLines.removedAt)))
        .where(and(inArray(devices.sn, [...new Set(serials)]), isNull(devices.removedAt), inScope(scope)))
      for (const { device, line, shop } of rows) {
        const own = found.get(device.sn) ?? {
          place: { ...shopPlace(shop), deviceId: Number(device.id) },
          lines: new Map<string, Line>(),
        }
        if (line) own.lines.set(line.line, lineOf(line))
        found.set(device.sn, own)
      }
      return found
    },

    /** By id, or by the code that the chain gives its shops. */
    async shops(scope: Scope, names: readonly string[]): Promise<Map<string, Place>> {
      const found = new Map<string, Place>()
      if (names.length === 0) return found
      const wanted = [...new Set(names)]
      const rows = await db
        .select()
        .from(shops)
        .where(and(or(inArray(shops.id, wanted), inArray(shops.code, wanted)), inScope(scope)))
      for (const shop of rows) if (shop.code !== '') found.set(shop.code, shopPlace(shop))
      for (const shop of rows) found.set(shop.id, shopPlace(shop))
      return found
    },

    /** Cities by id. A source of some shops speaks of no city; one of areas, of the cities in them. */
    async cities(scope: Scope, ids: readonly string[]): Promise<Map<string, Place>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .select({ id: areas.id, parentId: areas.parentId })
        .from(areas)
        .where(and(inArray(areas.id, [...new Set(ids)]), eq(areas.level, 'city')))
      const provinces = await db
        .select({ id: areas.id, parentId: areas.parentId })
        .from(areas)
        .where(
          inArray(
            areas.id,
            rows.flatMap(row => row.parentId ?? []),
          ),
        )
      const region = new Map(provinces.map(row => [row.id, row.parentId]))
      const isInside = (row: { id: string; parentId: string | null }) =>
        scope.all ||
        [row.id, row.parentId, region.get(row.parentId ?? '')].some(
          id => typeof id === 'string' && scope.areaIds.includes(id),
        )
      return new Map(
        rows
          .filter(isInside)
          .map(row => [
            row.id,
            { shopId: 0, timeZone: 'UTC', deviceId: 0, cityId: Number(row.id), line: undefined },
          ]),
      )
    },

    /** The shop of each zone and floor, as `zone 12`. */
    async partShops(parts: readonly { kind: 'zone' | 'floor'; id: string }[]): Promise<Map<string, number>> {
      const found = new Map<string, number>()
      for (const [kind, table] of [
        ['zone', zones],
        ['floor', floors],
      ] as const) {
        const ids = [...new Set(parts.filter(part => part.kind === kind).map(part => part.id))]
        if (ids.length === 0) continue
        const rows = await db
          .select({ id: table.id, shopId: table.shopId })
          .from(table)
          .where(inArray(table.id, ids))
        for (const row of rows) found.set(`${kind} ${row.id}`, Number(row.shopId))
      }
      return found
    },
  }
}

function shopPlace(shop: typeof shops.$inferSelect): Place {
  return {
    shopId: Number(shop.id),
    timeZone: shop.timeZone,
    deviceId: 0,
    cityId: Number(shop.cityId),
    line: undefined,
  }
}

function lineOf(line: LineRow): Line {
  return {
    number: line.number,
    place: line.place,
    nodeId: Number(nodeIdOf(line) ?? 0),
    entranceId: Number(line.entranceId ?? 0),
    floorId: Number(line.floorId ?? 0),
    zoneId: Number(line.zoneId ?? 0),
    isSwapped: line.isSwapped,
  }
}
