import { randomUUID } from 'node:crypto'
import type { CameraProvider, PlaySession, VendorCamera } from '@aisle/cameras'
import { VendorError } from '@aisle/cameras'
import { AppError, isAllowed, type LiveSession, type Quality, type RecordStore } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import { vendorCamera } from './providers.ts'
import type { CameraStore, Found, PlayRow } from './store.ts'
import { text } from './text.ts'
import { asProblem, onPlatform } from './vendor-problem.ts'

/** A playback nobody was heard to watch for this long is closed on the platform: its tab is gone. */
const playbackForgottenMs = 60_000
const liveForgottenMs = 6 * 3_600_000
/** A camera that is online is noted no more often than this. */
const noteEveryMs = 60_000

type Deps = {
  store: CameraStore
  providerOf(found: Found): CameraProvider
  find(cameraId: string): Promise<Found | undefined>
  now: () => Date
  log(message: string, error: unknown): void
}

/** Live and recorded video: sessions opened on platforms, and closed there whatever becomes of the browser. */
export function playSessions({ store, providerOf, find, now, log }: Deps) {
  return {
    async live(
      caller: Caller,
      found: Found,
      options: { quality: Quality; secure: boolean },
    ): Promise<LiveSession> {
      const provider = providerOf(found)
      try {
        const session = await provider.live(vendorCamera(found.camera), options)
        await noteOnline(found)
        return await opened(caller, found, 'live', session, provider.closeLive !== undefined)
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline')
          await store.noteStatus(found.camera.id, 'offline', now())
        throw asProblem(error)
      }
    },

    async endLive(caller: Caller, found: Found, sessionId: string): Promise<void> {
      const row = await own(caller, found, sessionId)
      if (row && (await store.dropPlay(row.id))) await close(found, row)
    },

    async playback(
      caller: Caller,
      found: Found,
      range: { start: number; end: number },
      source: RecordStore | undefined,
      { secure, isKeptBySelf = false }: { secure: boolean; isKeptBySelf?: boolean },
    ): Promise<LiveSession> {
      const session = await onPlatform(() =>
        providerOf(found).playback.open(vendorCamera(found.camera), range, source, secure),
      )
      // The inherited client never says that it still watches: its session lives for as long as the recording.
      const keptMs = isKeptBySelf ? range.end - range.start : 0
      return opened(caller, found, 'playback', session, session.control !== 'player', keptMs)
    },

    async control(
      caller: Caller,
      found: Found,
      sessionId: string,
      act: (
        playback: CameraProvider['playback'],
        camera: VendorCamera,
        handle: string,
      ) => Promise<void> | undefined,
    ): Promise<void> {
      const row = await playing(caller, found, sessionId)
      const acted = await onPlatform(async () => {
        const work = act(providerOf(found).playback, vendorCamera(found.camera), row.handle)
        await work
        return work !== undefined
      })
      if (!acted) throw new AppError('ruleBroken', text.noPlaybackHere, { reason: 'notSupported' })
      await store.keepPlay(row.id, now())
    },

    async seek(caller: Caller, found: Found, sessionId: string, at: number): Promise<LiveSession> {
      const row = await playing(caller, found, sessionId)
      const session = await onPlatform(() =>
        providerOf(found).playback.seek(vendorCamera(found.camera), row.handle, at),
      )
      await store.keepPlay(row.id, now(), session.handle)
      return answerOf(caller, found, row.id, session)
    },

    async keep(caller: Caller, found: Found, sessionId: string): Promise<void> {
      const row = await playing(caller, found, sessionId)
      await store.keepPlay(row.id, now())
    },

    async endPlayback(caller: Caller, found: Found, sessionId: string): Promise<void> {
      const row = await own(caller, found, sessionId)
      if (row && (await store.dropPlay(row.id))) await close(found, row)
    },

    /** Closes what nobody watches any more. Run every few seconds. */
    async sweep(): Promise<void> {
      const at = now().getTime()
      const forgotten = [
        ...(await store.claimForgottenPlays('playback', new Date(at - playbackForgottenMs))),
        ...(await store.claimForgottenPlays('live', new Date(at - liveForgottenMs))),
      ]
      for (const row of forgotten) {
        const found = await find(row.cameraId)
        if (found) await close(found, row)
      }
    },
  }

  async function opened(
    caller: Caller,
    found: Found,
    kind: PlayRow['kind'],
    session: PlaySession,
    mustClose: boolean,
    keptMs = 0,
  ): Promise<LiveSession> {
    const id = randomUUID()
    // Playback is kept even where nothing must be closed: pause, seek and speed find their handle in the row.
    if (mustClose || kind === 'playback')
      await store.openPlay({
        id,
        cameraId: found.camera.id,
        userId: caller.userId,
        kind,
        handle: session.handle,
        openedAt: now(),
        keptAt: new Date(now().getTime() + keptMs),
      })
    return answerOf(caller, found, id, session)
  }

  async function own(caller: Caller, found: Found, sessionId: string): Promise<PlayRow | undefined> {
    const row = await store.play(sessionId, caller.userId)
    return row?.cameraId === found.camera.id ? row : undefined
  }
  async function playing(caller: Caller, found: Found, sessionId: string): Promise<PlayRow> {
    const row = await own(caller, found, sessionId)
    if (!row) throw new AppError('notFound', text.noSession, { reason: 'sessionGone' })
    return row
  }

  /** Closes on the platform what was forgotten here, unless another viewer shares it. */
  async function close(found: Found, row: PlayRow): Promise<void> {
    if (await store.isPlayed(row)) return
    const provider = providerOf(found)
    const camera = vendorCamera(found.camera)
    try {
      if (row.kind === 'live') await provider.closeLive?.(camera, row.handle)
      else await provider.playback.close(camera, row.handle)
    } catch (error) {
      log(`close ${row.kind} of ${row.cameraId}`, error)
    }
  }

  /** What the browser gets; the account's token, which a vendor's own player needs, only where the user may have it. */
  async function answerOf(
    caller: Caller,
    found: Found,
    sessionId: string,
    session: PlaySession,
  ): Promise<LiveSession> {
    const mayHaveToken = isAllowed(caller.authorities, ['camera.token'])
    const wantsToken = mayHaveToken && session.candidates.some(candidate => candidate.kind === 'pluginPlayer')
    const token = wantsToken ? await onPlatform(async () => providerOf(found).browserToken?.()) : undefined
    return {
      sessionId,
      expiresAt: session.expiresAt === null ? null : new Date(session.expiresAt).toISOString(),
      candidates: session.candidates.flatMap(candidate => {
        if (candidate.kind !== 'pluginPlayer') return [candidate]
        return token ? [{ ...candidate, credential: token.token }] : []
      }),
      canReadFrame: session.canReadFrame,
      control: session.control,
    }
  }

  async function noteOnline({ camera }: Found): Promise<void> {
    const at = now()
    if (
      camera.status === 'online' &&
      camera.lastOnlineAt &&
      at.getTime() - camera.lastOnlineAt.getTime() < noteEveryMs
    )
      return
    await store.noteStatus(camera.id, 'online', at)
  }
}
export type PlaySessionsService = ReturnType<typeof playSessions>
