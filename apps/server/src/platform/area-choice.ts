import type { AreaLevel, AreaSelection } from '@aisle/contract'
import { eq, like, or, type SQL, sql } from 'drizzle-orm'
import { shops } from './schema/places.ts'

const shopColumnOf = {
  region: shops.regionId,
  province: shops.provinceId,
  city: shops.cityId,
  county: shops.countyId,
} as const satisfies Record<AreaLevel, unknown>

const levelOfType: readonly AreaLevel[] = ['region', 'province', 'city', 'county']

/** The area that a selection means, or all: the specification's `type` decides, else the smallest area named. */
function selectedArea(selection: AreaSelection): { level: AreaLevel; id: string } | undefined {
  const { type, id, provinceid, cityid, countyid } = selection
  const level = type === undefined ? undefined : levelOfType[type]
  if (level) {
    const byLevel = { region: id, province: id ?? provinceid, city: id ?? cityid, county: id ?? countyid }
    const areaId = byLevel[level]
    return areaId === undefined ? undefined : { level, id: areaId }
  }
  if (type === 100) return undefined
  if (countyid) return { level: 'county', id: countyid }
  if (cityid) return { level: 'city', id: cityid }
  if (provinceid) return { level: 'province', id: provinceid }
  return undefined
}

/** Condition on a statement that has `shops` in it; none where all are chosen. */
export function inArea(selection: AreaSelection): SQL | undefined {
  const chosen = selectedArea(selection)
  return chosen && eq(shopColumnOf[chosen.level], chosen.id)
}

/** The same by name, code, pinyin and initials of the shop; what the user typed is never a pattern. */
export function matchingShop(searchKey: string | undefined): SQL | undefined {
  if (!searchKey) return undefined
  const literal = searchKey.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
  const pattern = `%${literal}%`
  return or(
    sql`lower(${shops.name}) like ${pattern}`,
    sql`lower(${shops.nameEn}) like ${pattern}`,
    sql`lower(${shops.code}) like ${pattern}`,
    like(shops.pinyin, `%${literal.replaceAll(' ', '')}%`),
    like(shops.initials, pattern),
  )
}
