import { AppError, initialQualitySettings, type QualitySettings } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { qualitySettings } from '../../platform/schema/index.ts'
import { text } from './text.ts'

const key = 'default'

/** The chain's thresholds, and how far days were looked through. */
export function qualitySettingService({ db, now }: { db: Database; now: () => Date }) {
  async function read(): Promise<QualitySettings & { version: number }> {
    const [row] = await db.select().from(qualitySettings).where(eq(qualitySettings.id, key))
    return {
      isImputing: row?.value?.isImputing ?? initialQualitySettings.isImputing,
      thresholds: { ...initialQualitySettings.thresholds, ...row?.value?.thresholds },
      version: row?.version ?? 0,
    }
  }

  return {
    read,

    /** @throws forbidden without sight of every shop; conflict with the present state */
    async save(caller: Caller, { version, ...value }: QualitySettings & { version: number }) {
      if (!caller.scope.all) throw new AppError('forbidden', text.everyShopOnly)
      await db.transaction(async tx => {
        await tx.insert(qualitySettings).values({ id: key }).onConflictDoNothing()
        const [present] = await tx
          .select()
          .from(qualitySettings)
          .where(eq(qualitySettings.id, key))
          .for('update')
        if (present?.version !== version)
          throw new AppError('conflict', text.changed, { reason: 'changed', current: await read() })
        await tx
          .update(qualitySettings)
          // Everything within sight is looked through again, with the new thresholds.
          .set({ value, version: version + 1, examinedUpTo: 0, updatedBy: caller.userId, updatedAt: now() })
          .where(eq(qualitySettings.id, key))
      })
      return { ...value, version: version + 1 }
    },

    async examinedUpTo(): Promise<number> {
      const [row] = await db.select().from(qualitySettings).where(eq(qualitySettings.id, key))
      return row?.examinedUpTo ?? 0
    },

    /** Moves on from where it was read; not where somebody set it back meanwhile. */
    async setExaminedUpTo(before: number, ver: number): Promise<void> {
      await db
        .insert(qualitySettings)
        .values({ id: key, examinedUpTo: ver })
        .onConflictDoUpdate({
          target: qualitySettings.id,
          set: { examinedUpTo: ver },
          setWhere: eq(qualitySettings.examinedUpTo, before),
        })
    },
  }
}
export type QualitySettingService = ReturnType<typeof qualitySettingService>
