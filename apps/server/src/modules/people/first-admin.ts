import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { hashPassword } from '../../platform/passwords.ts'
import type { Database } from '../../platform/postgres.ts'
import { userRoles, users } from '../../platform/schema/index.ts'
import { seedRoles } from './seed-roles.ts'

const lockKey = 7_214_002

/** An empty installation gets its roles and one administrator, whose random password is printed once. */
export async function prepareEmpty(db: Database, log: (message: string) => void): Promise<void> {
  await seedRoles(db)
  const password = randomBytes(9).toString('base64url')
  const passwordHash = await hashPassword(password)
  const made = await db.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lockKey})`)
    const known = await transaction.select({ id: users.id }).from(users).limit(1)
    if (known.length > 0) return false
    const [admin] = await transaction
      .insert(users)
      .values({
        loginName: 'admin',
        realName: 'Administrator',
        passwordHash,
        allShops: true,
        mustChangePassword: true,
      })
      .returning({ id: users.id })
    if (admin) await transaction.insert(userRoles).values({ userId: admin.id, roleId: 'administrator' })
    return true
  })
  if (made) log(`administrator: admin, password ${password} (shown only now; change it after signing in)`)
}
