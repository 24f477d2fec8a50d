import { inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { floors } from '../../platform/schema/index.ts'

/** Which floor a map of the measure store is of. */
export function floorMaps(db: Database) {
  return {
    async floorsOfMaps(maps: readonly number[]): Promise<ReadonlyMap<number, number>> {
      if (maps.length === 0) return new Map()
      const rows = await db
        .select({ id: floors.id })
        .from(floors)
        .where(inArray(floors.id, maps.map(String)))
      return new Map(rows.map(({ id }) => [Number(id), Number(id)]))
    },
    mapsOfFloors: async (wanted: readonly number[]): Promise<readonly number[]> => wanted,
  }
}
