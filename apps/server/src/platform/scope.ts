import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { shops } from './schema/places.ts'

/** Which shops a user may see. An argument of every store call that reads or writes what belongs to a shop. */
export type Scope =
  | { readonly all: true }
  | { readonly all: false; readonly areaIds: readonly string[]; readonly shopIds: readonly string[] }

export const everyShop: Scope = { all: true }

/** Condition on a statement that has `shops` in it. Nothing in scope matches nothing. */
export function inScope(scope: Scope): SQL {
  if (scope.all) return sql`true`
  const { areaIds, shopIds } = scope
  return (
    or(
      ...(areaIds.length > 0
        ? [shops.regionId, shops.provinceId, shops.cityId, shops.countyId].map(column =>
            inArray(column, [...areaIds]),
          )
        : []),
      ...(shopIds.length > 0 ? [inArray(shops.id, [...shopIds])] : []),
    ) ?? sql`false`
  )
}
