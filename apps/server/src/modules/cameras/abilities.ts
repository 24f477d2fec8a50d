import { setTimeout as pause } from 'node:timers/promises'
import { type CameraProvider, VendorError } from '@aisle/cameras'
import type { Capabilities } from '@aisle/contract'
import { vendorCamera } from './providers.ts'
import type { CameraStore, Found } from './store.ts'
import { asProblem } from './vendor-problem.ts'

/** What a camera can do changes with firmware, not by the hour. */
const freshMs = 24 * 3_600_000
const askTimeoutMs = 4_000
const askedAtOnce = 6
/** A list is not held up longer; what comes later is kept for the next one. */
const listWaitMs = 2_000
/** A platform that did not say is not asked again by every list. */
const silentMs = 5 * 60_000

/** Until a platform has said: nothing is promised but a picture. */
const unknown: Capabilities = {
  ptz: false,
  zoom: false,
  movements: [],
  presets: false,
  playback: true,
  capture: true,
  talk: false,
  speeds: [1],
  seek: true,
  certain: false,
}

type Deps = {
  store: CameraStore
  providerOf(found: Found): CameraProvider
  now: () => Date
  log(message: string, error: unknown): void
}

/** What each camera can do, as its platform says, asked once a day and kept. */
export function abilityService({ store, providerOf, now, log }: Deps) {
  const asking = new Map<string, Promise<Capabilities>>()
  const silentUntil = new Map<string, number>()

  return {
    /**
     * Of one camera, before it is told to do something; asks the platform where nothing fresh is known.
     * @throws what the platform failed with where nothing is known at all: a platform that is down is no fixed camera
     */
    async of(found: Found): Promise<Capabilities> {
      const { camera } = found
      if (
        camera.capabilities &&
        camera.capabilitiesAt &&
        now().getTime() - camera.capabilitiesAt.getTime() < freshMs
      )
        return camera.capabilities
      try {
        return await ask(found)
      } catch (error) {
        if (camera.capabilities) return camera.capabilities
        throw asProblem(error)
      }
    },

    /** Of many; those never asked are asked a few at a time, and not waited for long. */
    async ofAll(all: readonly Found[]): Promise<Map<string, Capabilities>> {
      const known = new Map(
        all.flatMap(({ camera }) => (camera.capabilities ? [[camera.id, camera.capabilities] as const] : [])),
      )
      const at = now().getTime()
      const queue = all.filter(
        ({ camera }) => !known.has(camera.id) && (silentUntil.get(camera.id) ?? 0) < at,
      )
      const answers = queue.values()
      const asked = Promise.all(
        Array.from({ length: askedAtOnce }, async () => {
          for (const found of answers) known.set(found.camera.id, await ask(found).catch(() => unknown))
        }),
      )
      await Promise.race([asked, pause(listWaitMs, undefined, { ref: false })])
      return new Map(known)
    },
  }

  async function ask(found: Found): Promise<Capabilities> {
    const { camera } = found
    const question =
      asking.get(camera.id) ??
      providerOf(found)
        .capabilities(vendorCamera(camera))
        .finally(() => asking.delete(camera.id))
    asking.set(camera.id, question)
    try {
      const answer = await Promise.race([question, later(askTimeoutMs)])
      await store.noteCapabilities(camera.id, answer, now())
      return answer
    } catch (error) {
      if (!(error instanceof VendorError && error.code === 'offline'))
        log(`capabilities of ${camera.id}`, error)
      silentUntil.set(camera.id, now().getTime() + silentMs)
      throw error
    }
  }
}
export type AbilityService = ReturnType<typeof abilityService>

function later(ms: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new VendorError('timeout', 'no answer about abilities')), ms).unref(),
  )
}
