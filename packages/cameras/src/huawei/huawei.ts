import { type Movement, movements } from '@aisle/contract'
import { z } from 'zod'
import { listed } from '../assumptions.ts'
import { mimeOf } from '../picture.ts'
import { type CameraProvider, type ProviderOptions, type VendorCamera, VendorError } from '../provider.ts'
import { known, steering } from '../steering.ts'
import { huaweiLive } from './live.ts'
import { huaweiLock } from './lock.ts'
import { huaweiPlatform, isGb } from './platform.ts'
import { huaweiPlayback } from './playback.ts'
import { huaweiPresets } from './presets.ts'
import { direction, snapshot, stopOf } from './tables.ts'

/** Huawei Cloud IVM (HoloSens), `ys` 2. Credentials: `ak`, `sk`, `userId` (digits, of the vendor's own console). */
export function huawei(options: ProviderOptions): CameraProvider {
  const { now, sleep } = options
  const platform = huaweiPlatform(options)
  const { facts, http, request, onChannel } = platform

  const lock = huaweiLock({
    options,
    lockMs: facts.lockMs,
    take: (camera, urgent) =>
      http.call(
        onChannel(facts.lockTake === 'POST' ? 'POST' : 'GET', camera, '/control-lock', {
          urgent,
          ...(facts.lockTake === 'POST' ? { json: { action: 'acquire' } } : {}),
        }),
        z.object({ control_token: z.string().min(1) }),
      ),
    giveBack: camera => http.call(onChannel('POST', camera, '/control-lock'), z.unknown()),
  })

  function spin(camera: VendorCamera, json: Record<string, unknown>, urgent = false): Promise<unknown> {
    const send = (control_lock: string) => {
      const command = { json: { ...json, control_lock }, repeatable: false, command: true, urgent }
      return http.call(onChannel('POST', camera, facts['path.steer'], command), z.unknown())
    }
    return lock.with(camera, send, urgent)
  }

  return {
    name: 'huawei',
    ...huaweiLive(platform, options),

    /** Pan and tilt always count as supported (specification, section 5): the platform has no call that tells. */
    async capabilities(camera) {
      return {
        ptz: true,
        zoom: true,
        movements: [...movements],
        presets: facts.presets && !isGb(camera),
        playback: true,
        capture: true,
        talk: false,
        speeds: listed(facts.playbackSpeeds).map(Number),
        seek: true,
        certain: false,
      }
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await spin(camera, { direction: known(direction, movement), speed, mode: 'NON_POINT' })
        },
        async stop(camera, movement) {
          for (const stop of stopsFor(camera, movement)) await spin(camera, { direction: stop }, true)
        },
        take: camera => lock.take(camera),
        release: camera => lock.release(camera),
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: huaweiPresets(platform, lock),

    playback: huaweiPlayback(platform, options),

    capture: (camera, { patienceMs } = {}) =>
      http.spaced(
        'capture',
        camera,
        facts.captureSpacingMs,
        async () => {
          const query = { device_id: camera.deviceCode, channel_id: camera.channel, storage: false }
          const snap = request('GET', 'snap', facts['path.snap'], { query, camera, repeatable: false })
          const data = new Uint8Array(Buffer.from((await http.call(snap, snapshot)).pic_data, 'base64'))
          const mime = mimeOf(data)
          if (!mime) throw new VendorError('upstream', 'huawei snap: the answer is not a picture')
          return { data, mime, takenAt: now() }
        },
        patienceMs,
      ),
  }
}

function stopsFor(camera: VendorCamera, movement: Movement | undefined): string[] {
  if (!movement) return isGb(camera) ? [stopOf.turn, stopOf.lens] : [stopOf.turn, stopOf.zoom, stopOf.lens]
  if (/^(focus|iris)/.test(movement)) return [stopOf.lens]
  return [movement.startsWith('zoom') && !isGb(camera) ? stopOf.zoom : stopOf.turn]
}
