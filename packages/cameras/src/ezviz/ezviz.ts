import type { Movement } from '@aisle/contract'
import { z } from 'zod'
import type { CameraProvider, ProviderOptions, VendorCamera } from '../provider.ts'
import { known, steering } from '../steering.ts'
import { ezvizLive } from './live.ts'
import { ezvizPlatform, serialOf } from './platform.ts'
import { ezvizPlayback } from './playback.ts'
import { capacity, direction, number, speedCode } from './tables.ts'

/** EZVIZ / Hikvision open cloud, `ys` 0. Credentials: `appKey`, `appSecret`. */
export function ezviz(options: ProviderOptions): CameraProvider {
  const { now, sleep } = options
  const platform = ezvizPlatform(options)
  const { facts, http, request, onDevice } = platform
  const command = { repeatable: false, command: true } as const

  const capacities = new Map<string, { value: Record<string, unknown>; until: number }>()
  async function capacityOf(camera: VendorCamera): Promise<Record<string, unknown>> {
    const serial = serialOf(camera)
    const cached = capacities.get(serial)
    if (cached && now() < cached.until) return cached.value
    const form = { deviceSerial: serial }
    const value = (await http.call(request('device/capacity', { camera, form }), capacity)) ?? {}
    capacities.set(serial, { value, until: now() + facts.capacityCacheMs })
    return value
  }

  async function clearPreset(camera: VendorCamera, index: number): Promise<void> {
    const clear = onDevice('device/preset/clear', camera, { index })
    await http.call({ ...clear, command: true }, z.unknown())
  }

  return {
    name: 'ezviz',
    ...ezvizLive(platform, options),

    async capabilities(camera) {
      const answer = await capacityOf(camera)
      const may = (name: string) => answer[name] === undefined || String(answer[name]) !== '0'
      const ptz = may('support_ptz')
      const axis = (name: string, ...movements: Movement[]) => (ptz && may(name) ? movements : [])
      return {
        ptz,
        zoom: ptz,
        movements: [
          ...axis('ptz_top_bottom', 'up', 'down'),
          ...axis('ptz_left_right', 'left', 'right'),
          ...axis('ptz_45', 'upLeft', 'upRight', 'downLeft', 'downRight'),
          ...axis('support_ptz', 'zoomIn', 'zoomOut', 'focusNear', 'focusFar'),
        ],
        presets: ptz && may('ptz_preset'),
        playback: may('support_cloud') || may('support_disk'),
        capture: may('support_capture'),
        talk: String(answer.support_talk) === '1',
        speeds: [1],
        seek: true,
        certain: answer.support_ptz !== undefined,
      }
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          const form = { direction: known(direction, movement), speed: speedCode(speed) }
          await http.call({ ...onDevice('device/ptz/start', camera, form), ...command }, z.unknown())
        },
        async stop(camera, movement) {
          const form = movement ? { direction: known(direction, movement) } : {}
          const stop = onDevice('device/ptz/stop', camera, form)
          await http.call({ ...stop, ...command, urgent: true }, z.unknown())
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      /** The platform chooses the number, so that overwriting stores anew and clears the old one. */
      async save(camera, { taken, overwrite }) {
        const add = async () => {
          const stored = z.object({ index: number.pipe(z.int().positive()) })
          return (await http.call({ ...onDevice('device/preset/add', camera), ...command }, stored)).index
        }
        if (overwrite === undefined) return { index: await add() }
        if (taken.length >= presetsOfOneCamera) {
          await clearPreset(camera, overwrite)
          return { index: await add() }
        }
        const index = await add()
        if (index !== overwrite) await clearPreset(camera, overwrite)
        return { index }
      },
      async go(camera, index) {
        await http.call({ ...onDevice('device/preset/move', camera, { index }), ...command }, z.unknown())
      },
      remove: clearPreset,
    },

    playback: ezvizPlayback(platform, options),

    capture: (camera, { patienceMs } = {}) =>
      http.spaced(
        'capture',
        camera,
        facts.captureSpacingMs,
        async () => {
          const shape = z.object({ picUrl: z.string().min(1) })
          const taken = onDevice('device/capture', camera)
          const { picUrl } = await http.call({ ...taken, repeatable: false }, shape)
          return http.picture({ name: 'device/capture picture', url: picUrl })
        },
        patienceMs,
      ),

    async browserToken() {
      const { token, expiresAt } = await http.session()
      return { token, expiresAt }
    },
  }
}

/** Presets on one camera of the vendor's commonest family; storing one more is refused with 60008. */
const presetsOfOneCamera = 12
