import { setTimeout as pause } from 'node:timers/promises'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { wordsOf } from '../../platform/logged-error.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import { cameras, presets, shopCollects } from '../../platform/schema/index.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { every } from '../../platform/ticker.ts'
import type { ThumbnailKeeper } from '../cameras/thumbnails.ts'
import { type EvidenceDeps, keepEvidence } from './evidence.ts'
import { keepFindingPictures } from './finding-pictures.ts'
import { demoHistory, type HistoryDeps } from './history/history.ts'
import { provisionSimulator, type SimulatorAddresses } from './provision.ts'
import { seedDemo } from './seed.ts'
import { topUpDemo } from './top-up.ts'
import { handleWarnings, setPlaceTargets } from './warnings.ts'

type Deps = {
  db: Database
  secrets: Secrets
  /** Absent where the demo runs without simulated platforms. */
  simulator: SimulatorAddresses | undefined
  thumbnails: ThumbnailKeeper
  pictures: EvidenceDeps['pictures']
  standards: EvidenceDeps['standards']
  /** Where counts and sales go; `historyDays` 0 leaves the measure store as it is. */
  facts: Pick<HistoryDeps, 'measures' | 'locks' | 'rollups'> & { historyDays: number }
  /** The past is there as a whole: whoever looks through it need not wait for his hour. */
  historyMade(): void
  log(message: string): void
}
type Camera = { provider: string; deviceCode: string; channel: string }
type Still = (camera: Camera, preset?: number, at?: Date) => Promise<Uint8Array | undefined>

/** Makes the demo ready to be signed in to: the chain in the database, its cameras on the simulated platforms. */
export async function prepareDemo({
  db,
  secrets,
  simulator,
  thumbnails,
  pictures,
  standards,
  facts,
  historyMade,
  log,
}: Deps): Promise<{ stop(): Promise<void> }> {
  const now = new Date()
  await seedDemo({ db, now, hashPassword, encrypt: secrets.encrypt, log })
  await topUpDemo({ db, now, log })
  const stopping = new AbortController()
  const { signal } = stopping
  const history = keepHistory({ db, facts, historyMade, signal, log })
  const stop = async (drawn?: Promise<void>) => {
    stopping.abort()
    await Promise.all([history.stop(), drawn])
  }
  if (!simulator) return { stop }
  await provisionSimulator({ addresses: simulator, db, fetch })
  const still = stillsOf(simulator.control, signal)
  const drawn = (async () => {
    await keepPosters(db, still, thumbnails)
    await keepFindingPictures({
      db,
      pictures,
      still: (camera, at, preset) => still(camera, preset, at),
      now,
      signal,
    })
    await keepEvidence({
      db,
      pictures,
      standards,
      still: (camera, at, preset) => still(camera, preset, at),
      now,
      signal,
    })
  })().catch(error => {
    if (!signal.aborted) log(`pictures of the demo: ${wordsOf(error)}`)
  })
  return { stop: () => stop(drawn) }
}

/** Makes the past in the background, then each window of the present soon after it is over. */
function keepHistory({
  db,
  facts,
  historyMade,
  signal,
  log,
}: Pick<Deps, 'db' | 'facts' | 'historyMade' | 'log'> & { signal: AbortSignal }) {
  const { historyDays: days, ...rest } = facts
  if (days === 0) return { stop: async () => undefined }
  const now = () => new Date()
  const history = demoHistory({ db, ...rest, now, days })
  const told = (message: string, error: unknown) => {
    if (!signal.aborted) log(`${message}: ${wordsOf(error)}`)
  }
  let isMade = false
  const made = every(
    5000,
    'facts of the demo',
    async () => {
      let isMore = false
      while (!signal.aborted && (await history.step(signal))) isMore = true
      if (isMade || !isMore || signal.aborted) return
      isMade = true
      historyMade()
    },
    told,
  )
  let haveTargets = false
  const duty = every(
    20_000,
    'people of the demo',
    async () => {
      if (!haveTargets) haveTargets = await setPlaceTargets({ db, measures: rest.measures, now })
      await handleWarnings({ db, now })
    },
    told,
  )
  return { stop: async () => void (await Promise.all([made.stop(), duty.stop()])) }
}

/** What the simulated cameras see, one picture after the other: whoever watches meanwhile comes first. */
function stillsOf(control: string, signal: AbortSignal): Still {
  return async (camera, preset, at) => {
    const id = encodeURIComponent(`${camera.provider}/${camera.deviceCode}/${camera.channel}`)
    const query = new URLSearchParams({
      ...(preset === undefined ? {} : { preset: String(preset) }),
      ...(at === undefined ? {} : { at: String(at.getTime()) }),
    })
    const answer = await fetch(`${control}/control/cameras/${id}/still?${query}`, { signal })
    await pause(40, undefined, { signal })
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
  }
}

/**
 * First pictures of cameras and, in favourite shops, of their presets, one after the other, so that lists have something to
 * show before anyone watched. Favourite shops come first.
 */
async function keepPosters(db: Database, still: Still, thumbnails: ThumbnailKeeper): Promise<void> {
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
