import type { CameraProvider } from '@aisle/cameras'
import { AppError, type Picture } from '@aisle/contract'
import { type Capture, captureKinds } from '../../platform/capture.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureService } from '../pictures/service.ts'
import { vendorCamera } from './providers.ts'
import type { Found } from './store.ts'
import { text } from './text.ts'
import { onPlatform } from './vendor-problem.ts'

const captureTimeoutMs = 10_000
/** Longer than this nobody who looks on waits for a platform's next turn: the stream is there at once. */
const usualPatienceMs = 500
/** 1: taken by hand (specification, section 9). */
const byHand = 1

type Deps = {
  providerOf(found: Found): CameraProvider
  capture: Capture
  pictures: PictureService
  now: () => Date
  log(message: string, error: unknown): void
}

/** Pictures that the server takes itself: through the platform's capture call, else from the stream. */
export function snapshotService({ providerOf, capture, pictures, now, log }: Deps) {
  return {
    /** A JPEG of what the camera sees now, and when it was taken; `patienceMs`: how long the platform's turn is waited for. */
    frame,

    async take(caller: Caller, found: Found, presetId: string | undefined): Promise<Picture> {
      const { data, takenAt } = await frame(found)
      return pictures.save({
        data,
        takenAt,
        cameraId: found.camera.id,
        shopId: found.camera.shopId,
        presetId: presetId ?? null,
        userId: caller.userId,
        screenshotType: byHand,
      })
    },
  }

  async function frame(found: Found, patienceMs = usualPatienceMs): Promise<{ data: Buffer; takenAt: Date }> {
    const provider = providerOf(found)
    const camera = vendorCamera(found.camera)
    if (provider.capture)
      try {
        const picture = await provider.capture(camera, { patienceMs })
        return { data: Buffer.from(picture.data), takenAt: new Date(picture.takenAt) }
      } catch (error) {
        // Quotas, spacing and devices without the call: the stream has the same picture.
        log(`capture of ${camera.id} on the platform`, error)
      }
    const session = await onPlatform(() => provider.live(camera, { quality: 'high', secure: false }))
    const source = captureKinds.flatMap(kind => {
      const url = session.candidates.find(candidate => candidate.kind === kind)?.url
      return url === undefined ? [] : [{ kind, url }]
    })[0]
    try {
      if (!source) throw new AppError('vendorFailed', text.noFrame, { reason: 'noFrame' })
      const { jpeg } = await capture.take(source.url, source.kind, { timeoutMs: captureTimeoutMs })
      return { data: jpeg, takenAt: now() }
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('vendorFailed', text.noFrame, { reason: 'noFrame' }, { cause: error })
    } finally {
      await provider
        .closeLive?.(camera, session.handle)
        .catch(error => log(`close live of ${camera.id}`, error))
    }
  }
}
export type SnapshotService = ReturnType<typeof snapshotService>
