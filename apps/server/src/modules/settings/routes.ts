import { AppError, settings } from '@aisle/contract'
import { and, eq, ne } from 'drizzle-orm'
import type { Mount } from '../../platform/http/mount.ts'
import type { Database } from '../../platform/postgres.ts'
import { userSettings } from '../../platform/schema/index.ts'

const maxBytes = 64_000
/** Keys of one user: the console has some dozens. */
const mostKeys = 300
const text = { tooLarge: { zh: '设置内容过大', en: 'That is too much to remember' } }

/** What the console remembers for a user: any JSON up to 64 kB a key, and no more than some hundred keys. It belongs to the user alone, so there is no scope. */
export function settingsRoutes(mount: Mount, db: Database): void {
  mount(settings, {
    async read({ params }, { caller }) {
      const [row] = await db
        .select({ value: userSettings.value })
        .from(userSettings)
        .where(and(eq(userSettings.userId, caller.userId), eq(userSettings.key, params.key)))
      return row?.value ?? null
    },
    async write({ params, body }, { caller }) {
      const value = body.value ?? null
      if (JSON.stringify(value).length > maxBytes) throw new AppError('tooLarge', text.tooLarge)
      const own = and(eq(userSettings.userId, caller.userId), eq(userSettings.key, params.key))
      if (value === null) {
        await db.delete(userSettings).where(own)
        return null
      }
      const others = and(eq(userSettings.userId, caller.userId), ne(userSettings.key, params.key))
      if ((await db.$count(userSettings, others)) >= mostKeys) throw new AppError('tooLarge', text.tooLarge)
      await db
        .insert(userSettings)
        .values({ userId: caller.userId, key: params.key, value })
        .onConflictDoUpdate({
          target: [userSettings.userId, userSettings.key],
          set: { value, updatedAt: new Date() },
        })
      return null
    },
  })
}
