import type { VendorMemory } from '@aisle/cameras'
import { and, eq, lt } from 'drizzle-orm'
import { type Database, withAdvisoryLock } from '../../platform/postgres.ts'
import { vendorMemory } from '../../platform/schema/index.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** What the adapters of one account remember, shared by all servers and encrypted at rest. */
export function accountMemory(
  db: Database,
  locks: Database,
  secrets: Secrets,
  accountId: string,
): VendorMemory {
  const queues = new Map<string, Promise<unknown>>()
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
    async exclusive(key, work) {
      // Callers on this server queue up here, so that only one connection waits for the lock in the database.
      const before = queues.get(key) ?? Promise.resolve()
      const turn = before
        .catch(() => undefined)
        .then(() => withAdvisoryLock(locks, `vendor:${accountId}:${key}`, work))
      queues.set(key, turn)
      try {
        return await turn
      } finally {
        if (queues.get(key) === turn) queues.delete(key)
      }
    },
  }
}

/** Forgets what expired a day ago. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await db.delete(vendorMemory).where(lt(vendorMemory.expiresAt, new Date(now.getTime() - 86_400_000)))
}
