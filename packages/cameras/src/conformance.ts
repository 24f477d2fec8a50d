import {
  capabilities,
  type Movement,
  maxPresets,
  movements,
  type StreamCandidate,
  streamCandidate,
} from '@aisle/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { mimeOf } from './picture.ts'
import {
  type CameraProvider,
  type PlaySession,
  type TimeRange,
  type VendorCamera,
  VendorError,
  type VendorErrorCode,
  vendorErrorCodes,
} from './provider.ts'

/** What the suite needs of a platform: a provider before it, and cameras of certain kinds. */
export type Subject = {
  readonly provider: CameraProvider
  /** On, steerable, with recordings in `recorded`. */
  readonly camera: VendorCamera
  /** Another one on the same account, steerable. */
  readonly otherCamera: VendorCamera
  /** Not known to the platform. */
  readonly absentCamera: VendorCamera
  readonly offlineCamera: VendorCamera
  /** On, without any recording. */
  readonly emptyCamera?: VendorCamera
  /** On, cannot be steered; where the platform can tell. */
  readonly fixedCamera?: VendorCamera
  /** An hour that is recorded from begin to end. */
  readonly recorded: TimeRange
  /** Secrets of the account: no session may contain one. */
  readonly secrets: readonly string[]
  /** Where a camera looks, and whether it moves: the proof that a command arrived. */
  observe(camera: VendorCamera): { position: unknown; moving: boolean }
  /** Lets the platform refuse the token that the provider holds. */
  expireTokens(): void
  close(): Promise<void>
}

const nowhere = { start: Date.parse('2001-01-01T00:00:00Z'), end: Date.parse('2001-01-01T01:00:00Z') }
const schemes: Record<StreamCandidate['kind'], RegExp> = {
  wsFlv: /^wss?:/,
  httpFlv: /^https?:/,
  hls: /^https?:/,
  fmp4: /^https?:/,
  webrtc: /^https?:/,
  framedPage: /^https?:/,
  pluginPlayer: /^[a-z]+:/,
  jpeg: /^https?:/,
}

/**
 * The suite that every adapter passes against its simulator: what `provider.ts` promises, and nothing of how a vendor
 * does it. A group that a provider lacks is left out by its absence.
 */
export function conforms(name: string, make: () => Promise<Subject>): void {
  describe(`${name} as a camera provider`, () => {
    let subject: Subject
    beforeAll(async () => {
      subject = await make()
    }, 60_000)
    afterAll(() => subject?.close())

    async function failure(work: Promise<unknown>): Promise<VendorErrorCode> {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(VendorError)
      if (!(error instanceof VendorError)) throw error
      expect(vendorErrorCodes).toContain(error.code)
      for (const secret of subject.secrets) expect(String(error)).not.toContain(secret)
      return error.code
    }

    function expectPlayable(session: PlaySession) {
      expect(session.candidates.length).toBeGreaterThan(0)
      for (const candidate of session.candidates) {
        expect(streamCandidate.parse(candidate)).toEqual(candidate)
        expect(candidate.url).toMatch(schemes[candidate.kind])
        expect(candidate.credential).toBeUndefined()
      }
      expect(session.handle).not.toBe('')
      if (session.expiresAt !== null) expect(session.expiresAt).toBeGreaterThan(Date.now())
      for (const secret of subject.secrets) expect(JSON.stringify(session)).not.toContain(secret)
    }

    const untilMoved = (camera: VendorCamera, from: unknown) =>
      vi.waitFor(() => expect(subject.observe(camera).position).not.toEqual(from), {
        timeout: 5000,
        interval: 20,
      })
    const untilStill = (camera: VendorCamera) =>
      vi.waitFor(() => expect(subject.observe(camera).moving).toBe(false), { timeout: 10_000, interval: 20 })

    async function moved(camera: VendorCamera, movement: Movement) {
      const { position } = subject.observe(camera)
      await subject.provider.steering.start(camera, movement, 8)
      await untilMoved(camera, position)
      await subject.provider.steering.stop(camera, movement)
      await untilStill(camera)
    }

    describe('abilities', () => {
      it('are told in our words', async () => {
        const found = await subject.provider.capabilities(subject.camera)
        expect(capabilities.parse(found)).toEqual(found)
        expect(found.ptz).toBe(true)
        expect(found.playback).toBe(true)
        expect(found.speeds).toContain(1)
        expect(found.capture).toBe(subject.provider.capture !== undefined)
      })

      it('leave out steering where the camera has none', async ({ skip }) => {
        const { fixedCamera, provider } = subject
        if (!fixedCamera) return skip()
        expect(await provider.capabilities(fixedCamera)).toMatchObject({ ptz: false, presets: false })
      })

      it('tell whether a camera is on, or that this is not known', async () => {
        const on = await subject.provider.isOnline(subject.camera)
        expect(await subject.provider.isOnline(subject.offlineCamera)).toBe(on === null ? null : false)
        expect(on).not.toBe(false)
      })
    })

    describe('live', () => {
      it.each(['smooth', 'standard', 'high'] as const)(
        'gives something to play in quality %s',
        async quality => {
          const session = await subject.provider.live(subject.camera, { quality, secure: false })
          expectPlayable(session)
          await subject.provider.closeLive?.(subject.camera, session.handle)
        },
      )

      it('gives addresses that answer', async () => {
        const { candidates } = await subject.provider.live(subject.camera, {
          quality: 'smooth',
          secure: false,
        })
        const url = candidates.map(candidate => candidate.url.replace(/^ws/, 'http')).at(0)
        const ended = new AbortController()
        const response = await fetch(url ?? '', { signal: ended.signal })
        // A WebSocket address answers a plain request with a demand to upgrade.
        expect([200, 400, 426]).toContain(response.status)
        ended.abort()
      })

      it('says that a camera is off', async () => {
        const live = subject.provider.live(subject.offlineCamera, { quality: 'smooth', secure: false })
        expect(await failure(live)).toBe('offline')
      })

      it('fails for a camera that the platform does not know', async () => {
        const live = subject.provider.live(subject.absentCamera, { quality: 'smooth', secure: false })
        expect(['misconfigured', 'notAllowed', 'invalidRequest']).toContain(await failure(live))
      })

      it('goes on when the platform ends the token', async () => {
        subject.expireTokens()
        expectPlayable(await subject.provider.live(subject.camera, { quality: 'smooth', secure: false }))
      })

      it('changes the quality where that is a call', async ({ skip }) => {
        const { provider, camera } = subject
        if (!provider.setQuality) return skip()
        await provider.setQuality(camera, 'standard')
      })
    })

    describe('steering', () => {
      it('moves the camera until it is stopped', async () => {
        const { provider, camera } = subject
        const { position } = subject.observe(camera)
        await provider.steering.start(camera, 'right', 5)
        await untilMoved(camera, position)
        expect(subject.observe(camera).moving).toBe(true)
        await provider.steering.stop(camera, 'right')
        await untilStill(camera)
        const after = subject.observe(camera).position
        await new Promise(resolve => setTimeout(resolve, 150))
        expect(subject.observe(camera).position).toEqual(after)
      })

      it('starts and stops each movement that the camera is said to have; others move nothing', async () => {
        const { provider, camera } = subject
        const has = (await provider.capabilities(camera)).movements
        for (const movement of movements) {
          const start = provider.steering.start(camera, movement, 5)
          if (has.includes(movement)) await start
          else await start.catch(async () => expect(await failure(start)).toBe('notSupported'))
          await provider.steering.stop(camera, has.includes(movement) ? movement : undefined)
        }
        await untilStill(camera)
      }, 60_000)

      it.each([1, 5, 10])('takes speed %i', async speed => {
        await subject.provider.steering.start(subject.camera, 'left', speed)
        await subject.provider.steering.stop(subject.camera, 'left')
        await untilStill(subject.camera)
      })

      it('zooms', async () => {
        await moved(subject.camera, 'zoomIn')
        await moved(subject.camera, 'zoomOut')
      })

      it('stops without being told what moves, and when nothing does', async () => {
        const { provider, camera } = subject
        const { position } = subject.observe(camera)
        await provider.steering.start(camera, 'left', 5)
        await untilMoved(camera, position)
        await provider.steering.stop(camera)
        await untilStill(camera)
        await provider.steering.stop(camera)
        await provider.steering.stop(subject.otherCamera)
      })

      it('obeys a stop that is given before the start has been answered', async () => {
        const { provider, camera } = subject
        await Promise.all([
          provider.steering.start(camera, 'left', 5),
          provider.steering.stop(camera, 'left'),
        ])
        await untilStill(camera)
      })

      it('can be given back, more than once', async () => {
        const { provider, camera } = subject
        await provider.steering.start(camera, 'up', 3)
        await provider.steering.stop(camera, 'up')
        await provider.steering.release(camera)
        await provider.steering.release(camera)
        await moved(camera, 'down')
        await provider.steering.release(camera)
      })

      it('goes on when the platform ends the token', async () => {
        subject.expireTokens()
        await moved(subject.camera, 'left')
      })

      it('fails for a camera that is off', async () => {
        expect(await failure(subject.provider.steering.start(subject.offlineCamera, 'left', 5))).toBe(
          'offline',
        )
      })
    })

    describe('presets', () => {
      it('bring the camera back to where it looked', async () => {
        const { provider, camera } = subject
        const saved = subject.observe(camera).position
        const { index } = await provider.presets.save(camera, { name: '收银台', taken: [] })
        expect(index).toBeGreaterThanOrEqual(1)
        expect(index).toBeLessThanOrEqual(maxPresets)
        await moved(camera, 'right')
        expect(subject.observe(camera).position).not.toEqual(saved)
        await provider.presets.go(camera, index)
        await vi.waitFor(() => expect(subject.observe(camera).position).toEqual(saved), {
          timeout: 8000,
          interval: 20,
        })
        await provider.presets.remove(camera, index)
      })

      it('may be removed twice', async () => {
        const { provider, camera } = subject
        const { index } = await provider.presets.save(camera, { name: 'a', taken: [] })
        await provider.presets.remove(camera, index)
        await provider.presets.remove(camera, index)
      })

      it('can be stored over', async () => {
        const { provider, camera } = subject
        const { index } = await provider.presets.save(camera, { name: 'a', taken: [] })
        await moved(camera, 'right')
        const later = subject.observe(camera).position
        const over = await provider.presets.save(camera, { name: 'a', taken: [index], overwrite: index })
        await moved(camera, 'left')
        await provider.presets.go(camera, over.index)
        await vi.waitFor(() => expect(subject.observe(camera).position).toEqual(later), {
          timeout: 8000,
          interval: 20,
        })
        await provider.presets.remove(camera, over.index)
      })

      it('are twelve at most', async () => {
        const { provider, otherCamera } = subject
        const taken: number[] = []
        for (let n = 0; n < maxPresets; n++) {
          taken.push((await provider.presets.save(otherCamera, { name: `${n}`, taken })).index)
        }
        expect(new Set(taken).size).toBe(maxPresets)
        expect(await failure(provider.presets.save(otherCamera, { name: 'one more', taken }))).toBe(
          'presetsFull',
        )
        const over = await provider.presets.save(otherCamera, {
          name: 'again',
          taken,
          overwrite: taken[3] ?? 0,
        })
        expect(over.index).toBeLessThanOrEqual(maxPresets)
        for (const index of taken) await provider.presets.remove(otherCamera, index)
      }, 60_000)
    })

    describe('recordings', () => {
      it('are listed in order, inside the range and without overlap of their own kind', async () => {
        const { provider, camera, recorded } = subject
        const { spans, complete } = await provider.playback.list(camera, recorded)
        expect(complete).toBe(true)
        expect(spans.length).toBeGreaterThan(0)
        for (const [n, span] of spans.entries()) {
          expect(span.start).toBeGreaterThanOrEqual(recorded.start)
          expect(span.end).toBeLessThanOrEqual(recorded.end)
          expect(span.start).toBeLessThan(span.end)
          expect(span.start).toBeGreaterThanOrEqual(spans[n - 1]?.start ?? 0)
        }
      })

      it('are told for each store by itself', async () => {
        const { provider, camera, recorded } = subject
        for (const store of ['cloud', 'device'] as const) {
          const { spans } = await provider.playback.list(camera, recorded, store)
          expect(spans.filter(span => span.store !== store)).toEqual([])
        }
      })

      it('are an empty list where there are none', async () => {
        const { provider, camera, emptyCamera, recorded } = subject
        expect(await provider.playback.list(camera, nowhere)).toEqual({ spans: [], complete: true })
        expect(await failure(provider.playback.open(camera, nowhere))).toBe('noRecording')
        if (emptyCamera) {
          expect(await provider.playback.list(emptyCamera, recorded)).toEqual({ spans: [], complete: true })
          expect(await failure(provider.playback.open(emptyCamera, recorded))).toBe('noRecording')
        }
      })

      it('name the days of a month where the platform can', async ({ skip }) => {
        const { provider, camera, recorded } = subject
        if (!provider.playback.days) return skip()
        const date = new Date(recorded.start + 8 * 3_600_000)
        const month = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
        expect(await provider.playback.days(camera, month)).toContain(date.getUTCDate())
      })

      it('play, and end twice', async () => {
        const { provider, camera, recorded } = subject
        const session = await provider.playback.open(camera, recorded)
        expectPlayable(session)
        await provider.playback.close(camera, session.handle)
        await provider.playback.close(camera, session.handle)
      })

      it('play on from another time, forwards and back', async () => {
        const { provider, camera, recorded } = subject
        const session = await provider.playback.open(camera, recorded)
        const later = await provider.playback.seek(camera, session.handle, recorded.start + 1_800_000)
        expectPlayable(later)
        const earlier = await provider.playback.seek(camera, later.handle, recorded.start + 60_000)
        expectPlayable(earlier)
        expect(await failure(provider.playback.seek(camera, earlier.handle, recorded.end))).toBe(
          'invalidRequest',
        )
        await provider.playback.close(camera, earlier.handle)
      })

      it('pause, go on and change speed where the platform does that', async ({ skip }) => {
        const { provider, camera, recorded } = subject
        const { playback } = provider
        if (!playback.pause || !playback.resume || !playback.setSpeed) return skip()
        const { handle, control } = await playback.open(camera, recorded)
        expect(control).toBe('server')
        await playback.pause(camera, handle)
        await playback.resume(camera, handle)
        for (const speed of (await provider.capabilities(camera)).speeds) {
          await playback.setSpeed(camera, handle, speed)
        }
        expect(await failure(playback.setSpeed(camera, handle, 3))).toBe('invalidRequest')
        await playback.close(camera, handle)
      })

      it('are refused for a handle that the platform never gave', async () => {
        const { playback } = subject.provider
        expect(await failure(playback.seek(subject.camera, 'made-up', 0))).toBe('invalidRequest')
        expect(await failure(playback.close(subject.camera, 'made-up'))).toBe('invalidRequest')
      })
    })

    describe('what only some have', () => {
      it('takes a picture', async ({ skip }) => {
        const { provider, camera } = subject
        if (!provider.capture) return skip()
        const { data, mime, takenAt } = await provider.capture(camera)
        expect(mimeOf(data)).toBe(mime)
        expect(data.byteLength).toBeGreaterThan(1000)
        expect(Math.abs(takenAt - Date.now())).toBeLessThan(60_000)
      }, 60_000)

      it('renames a camera', async ({ skip }) => {
        const { provider, camera } = subject
        if (!provider.rename) return skip()
        await provider.rename(camera, '收银台 2')
      })

      it('gives the token of the vendor player', async ({ skip }) => {
        const { provider } = subject
        if (!provider.browserToken) return skip()
        const { token, expiresAt } = await provider.browserToken()
        expect(token).not.toBe('')
        expect(expiresAt).toBeGreaterThan(Date.now())
      })
    })
  })
}
