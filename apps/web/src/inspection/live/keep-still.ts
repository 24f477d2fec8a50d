import type { Camera, Preset } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import type { LiveFeed } from '../player/live-feed.ts'
import { grabFrame } from '../player/still.ts'

/** A poster is made anew no more often than this. */
const posterEveryMs = 10 * 60_000
const keptAt = new Map<string, number>()

async function frameOf(feed: LiveFeed | undefined): Promise<FormData | undefined> {
  const shown = feed?.shown()
  const frame = shown?.canReadFrame ? await grabFrame(shown.element) : undefined
  if (!frame) return undefined
  const body = new FormData()
  body.set('file', frame, 'frame.jpg')
  return body
}

/**
 * Keeps the frame on the screen as what is shown of a camera until its next first frame. A courtesy to whoever comes next:
 * where it fails nothing is said.
 */
export async function keepPoster(camera: Camera, feed: LiveFeed, now = Date.now()): Promise<void> {
  if (now - (keptAt.get(camera.id) ?? Number.NEGATIVE_INFINITY) < posterEveryMs) return
  keptAt.set(camera.id, now)
  const body = await frameOf(feed)
  if (body) await api.cameras.savePoster({ params: { cameraId: camera.id }, body }).catch(() => undefined)
}

/** Keeps the frame on the screen as the picture of a preset; false where there is none to keep. */
export async function keepPresetPicture(
  camera: Camera,
  preset: Preset,
  feed: LiveFeed | undefined,
): Promise<boolean> {
  const body = await frameOf(feed)
  if (!body) return false
  const params = { cameraId: camera.id, presetId: preset.id }
  return api.cameras.savePresetThumbnail({ params, body }).then(
    () => true,
    () => false,
  )
}
