import type { VendorMemory } from '@aisle/cameras'
import { and, eq, lt } from 'drizzle-orm'
import type { Locks } from '../../platform/locks.ts'
import type { Database } from '../../platform/postgres.ts'
import { vendorMemory } from '../../platform/schema/index.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** What the adapters of one account remember, shared by all servers and encrypted at rest. */
export function accountMemory(db: Database, locks: Locks, secrets: Secrets, accountId: string): VendorMemory {
  const row = (key: string) => and(eq(vendorMemory.accountId, accountId), eq(vendorMemory.key, key))
  return {
    async read(key) {
      const [found] = await db.select().from(vendorMemory).where(row(key))
      return found && { value: secrets.decrypt(found.value), expiresAt: found.expiresAt.getTime() }
    },
    async write(key, value, expiresAt) {
      const set = { value: secrets.encrypt(value), expiresAt: new Date(expiresAt) }
      await db
        .insert(vendorMemory)
        .values({ accountId, key, ...set })
        .onConflictDoUpdate({ target: [vendorMemory.accountId, vendorMemory.key], set })
    },
    async remove(key) {
      await db.delete(vendorMemory).where(row(key))
    },
    exclusive: (key, work) => locks.exclusive(`vendor:${accountId}:${key}`, work),
  }
}

/** Forgets what expired a day ago. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await db.delete(vendorMemory).where(lt(vendorMemory.expiresAt, new Date(now.getTime() - 86_400_000)))
}
