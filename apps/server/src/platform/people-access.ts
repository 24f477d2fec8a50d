import type { Authority } from '@aisle/contract'
import { type SQL, sql } from 'drizzle-orm'
import { outer } from './postgres.ts'
import { roles, shops, userRoles, userScopes, users } from './schema/index.ts'

/** Condition on a statement that has `users` in it: holds the authority by one of the roles. */
export function holdsAuthority(authority: Authority): SQL {
  return sql`exists (select from ${userRoles} join ${roles} on ${outer(roles.id)} = ${outer(userRoles.roleId)} where ${outer(userRoles.userId)} = ${outer(users.id)} and ${authority} = any(${outer(roles.authorities)}))`
}

/** The same: the shop is within what the user may see. */
export function seesShop(shopId: string): SQL {
  const inside = sql`(${outer(userScopes.kind)} = 'shop' and ${outer(userScopes.targetId)} = ${outer(shops.id)}) or (${outer(userScopes.kind)} = 'area' and ${outer(userScopes.targetId)} in (${outer(shops.regionId)}, ${outer(shops.provinceId)}, ${outer(shops.cityId)}, ${outer(shops.countyId)}))`
  return sql`exists (select from ${shops} where ${outer(shops.id)} = ${shopId} and (${outer(users.allShops)} or exists (select from ${userScopes} where ${outer(userScopes.userId)} = ${outer(users.id)} and (${inside}))))`
}
