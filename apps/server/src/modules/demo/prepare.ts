import { setTimeout as pause } from 'node:timers/promises'
import { eq, isNull } from 'drizzle-orm'
import { hashPassword } from '../../platform/passwords.ts'
import type { Database } from '../../platform/postgres.ts'
import { cameras } from '../../platform/schema/index.ts'
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

/** A first picture of each camera, one after the other, so that lists have something to show before anyone watched. */
async function keepPosters(
  db: Database,
  control: string,
  thumbnails: ThumbnailKeeper,
  signal: AbortSignal,
): Promise<void> {
  const bare = await db
    .select({
      id: cameras.id,
      provider: cameras.provider,
      deviceCode: cameras.deviceCode,
      channel: cameras.channel,
      status: cameras.status,
    })
    .from(cameras)
    .where(isNull(cameras.posterAt))
    .orderBy(cameras.id)
  for (const camera of bare) {
    if (camera.status === 'offline') continue
    const name = encodeURIComponent(`${camera.provider}/${camera.deviceCode}/${camera.channel}`)
    const answer = await fetch(`${control}/control/cameras/${name}/still`, { signal })
    if (!answer.ok) continue
    await thumbnails.keep('camera', camera.id, new Uint8Array(await answer.arrayBuffer()))
    await db.update(cameras).set({ posterAt: new Date() }).where(eq(cameras.id, camera.id))
    await pause(50, undefined, { signal })
  }
}
