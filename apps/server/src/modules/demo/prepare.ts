import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { hashPassword } from '../../platform/passwords.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import { cameras, presets, shopCollects } from '../../platform/schema/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ThumbnailKeeper } from '../cameras/thumbnails.ts'
import { provisionSimulator, type SimulatorAddresses } from './provision.ts'
import { seedDemo } from './seed.ts'

type Deps = {
  db: Database
  secrets: Secrets
  /** Absent where the demo runs without simulated platforms. */
  simulator: SimulatorAddresses | undefined
  thumbnails: ThumbnailKeeper
  log(message: string): void
}

/** Makes the demo ready to be signed in to: the chain in the database, its cameras on the simulated platforms. */
export async function prepareDemo({
  db,
  secrets,
  simulator,
  thumbnails,
  log,
}: Deps): Promise<{ stop(): Promise<void> }> {
  await seedDemo({ db, now: new Date(), hashPassword, encrypt: secrets.encrypt, log })
  if (!simulator) return { stop: async () => undefined }
  await provisionSimulator({ addresses: simulator, db, fetch })
  const stopping = new AbortController()
  const posters = keepPosters(db, simulator.control, thumbnails, stopping.signal).catch(error => {
    if (!stopping.signal.aborted)
      log(`posters of the demo: ${error instanceof Error ? error.message : error}`)
  })
  return {
    async stop() {
      stopping.abort()
      await posters
    },
  }
}

/**
 * First pictures of cameras and, in favourite shops, of their presets, one after the other, so that lists have something to
 * show before anyone watched. Favourite shops come first.
 */
async function keepPosters(
  db: Database,
  control: string,
  thumbnails: ThumbnailKeeper,
  signal: AbortSignal,
): Promise<void> {
  async function still(camera: { provider: string; deviceCode: string; channel: string }, preset?: number) {
    const id = encodeURIComponent(`${camera.provider}/${camera.deviceCode}/${camera.channel}`)
    const query = preset === undefined ? '' : `?preset=${preset}`
    const answer = await fetch(`${control}/control/cameras/${id}/still${query}`, { signal })
    await pause(40, undefined, { signal })
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
  }

  const isFavourite = sql<boolean>`exists(select 1 from ${shopCollects} where ${outer(shopCollects.shopId)} = ${outer(cameras.shopId)})`
  const watchable = await db
    .select({ camera: cameras, isFavourite })
    .from(cameras)
    .where(ne(cameras.status, 'offline'))
    .orderBy(desc(isFavourite), cameras.id)
  for (const { camera, isFavourite } of watchable) {
    if (!camera.posterAt) {
      const picture = await still(camera)
      if (picture) await thumbnails.keep('camera', camera.id, picture)
      if (picture) await db.update(cameras).set({ posterAt: new Date() }).where(eq(cameras.id, camera.id))
    }
    if (!isFavourite) continue
    const bare = await db
      .select()
      .from(presets)
      .where(and(eq(presets.cameraId, camera.id), isNull(presets.thumbnailAt)))
    for (const preset of bare) {
      const picture = await still(camera, preset.index)
      if (picture) await thumbnails.keep('preset', preset.id, picture)
      if (picture) await db.update(presets).set({ thumbnailAt: new Date() }).where(eq(presets.id, preset.id))
    }
  }
}
