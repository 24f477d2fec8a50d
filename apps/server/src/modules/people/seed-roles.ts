import { seedRoles as rolesOfContract } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import { roles } from '../../platform/schema/people.ts'

/** Puts in the roles an installation begins with. A role that is there stays as its administrator left it. */
export async function seedRoles(db: Queryable): Promise<void> {
  const rows = Object.entries(rolesOfContract).map(([id, { name, authorities }]) => ({
    id,
    nameZh: name.zh,
    nameEn: name.en,
    authorities: [...authorities],
  }))
  await db.insert(roles).values(rows).onConflictDoNothing()
}
