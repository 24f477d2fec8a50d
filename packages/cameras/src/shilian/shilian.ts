import type { Movement } from '@aisle/contract'
import { z } from 'zod'
import { listed } from '../assumptions.ts'
import type { VendorRequest } from '../exchange.ts'
import { handleOf } from '../handle.ts'
import {
  type CameraProvider,
  type EpochMs,
  type ProviderOptions,
  type VendorCamera,
  VendorError,
} from '../provider.ts'
import { lowestFreePreset, steering } from '../steering.ts'
import { playable } from './live.ts'
import { serialOf, shilianPlatform } from './platform.ts'
import { shilianPlayback } from './playback.ts'
import {
  type Ability,
  ability,
  action,
  presetAction,
  qualityCode,
  speedAction,
  stopAction,
  view,
} from './tables.ts'

/** Wholeally QY video platform, `ys` 1. Credentials: `user`, `password` (in the form the installation wants). */
export function shilian(options: ProviderOptions): CameraProvider {
  const { memory, now, sleep } = options
  const platform = shilianPlatform(options)
  const { facts, http, onCamera, remembered } = platform
  const speeds = listed(facts.playbackSpeeds).map(Number)

  function ptz(
    camera: VendorCamera,
    fields: { action: number; speed?: number; prepoint?: number },
  ): VendorRequest {
    return { ...onCamera('/v4/ptz/control', camera, fields), repeatable: false, command: true }
  }

  /** Speed is a state of the device: it is sent when it is not known to be the wanted one. */
  async function setMoveSpeed(camera: VendorCamera, speed: number): Promise<void> {
    const key = remembered(`speed:${serialOf(camera)}`)
    const last = await memory.read(key)
    if (last && last.expiresAt > now() && last.value === String(speed)) return
    await http.call({ ...ptz(camera, { action: speedAction, speed }), repeatable: true }, z.unknown())
    await memory.write(key, String(speed), now() + facts.speedMemoryMs)
  }

  const abilities = new Map<string, { value: Ability; until: EpochMs }>()
  async function abilityOf(camera: VendorCamera): Promise<Ability> {
    const cached = abilities.get(camera.id)
    if (cached && now() < cached.until) return cached.value
    const value = await http.call(onCamera('/v4/channel/ability', camera, {}), ability)
    abilities.set(camera.id, { value, until: now() + facts.abilityCacheMs })
    return value
  }

  return {
    name: 'shilian',

    async capabilities(camera) {
      const answer = await abilityOf(camera)
      const may = (value: number | null | undefined) => value !== 0
      const turns = may(answer.ptz)
      const zooms = may(answer.zoom)
      const movements: Movement[] = []
      if (turns) movements.push('up', 'down', 'left', 'right', 'upLeft', 'upRight', 'downLeft', 'downRight')
      if (zooms) movements.push('zoomIn', 'zoomOut')
      if (may(answer.focus)) movements.push('focusNear', 'focusFar')
      if (may(answer.aperture)) movements.push('irisOpen', 'irisClose')
      return {
        ptz: turns,
        zoom: zooms,
        movements,
        presets: turns,
        playback: may(answer.replay),
        capture: false,
        talk: answer.talk === 1,
        speeds,
        seek: true,
        certain: typeof answer.ptz === 'number',
      }
    },

    /** A camera that is off answers the ability call with -1. */
    async isOnline(camera) {
      try {
        await http.call(onCamera('/v4/channel/ability', camera, {}), ability)
        return true
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality }) {
      const fields = { type: facts.previewType, stream: facts[`stream.${quality}`] }
      const answer = await http.call(onCamera('/v4/preview/view', camera, fields), view)
      const playing = playable(answer, quality, now() + facts.addressLifetimeMs)
      return { ...playing, handle: handleOf({ live: serialOf(camera) }), control: 'player' }
    },

    async setQuality(camera, quality) {
      const fields = { code: qualityCode[quality] }
      await http.call(onCamera(facts['path.setQuality'], camera, fields), z.unknown())
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await setMoveSpeed(camera, speed)
          await http.call(ptz(camera, { action: action[movement] }), z.unknown())
        },
        async stop(camera) {
          await http.call({ ...ptz(camera, { action: stopAction }), urgent: true }, z.unknown())
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      async save(camera, { taken, overwrite }) {
        const index = overwrite ?? lowestFreePreset(taken)
        await http.call(ptz(camera, { action: presetAction.set, prepoint: index }), z.unknown())
        return { index }
      },
      async go(camera, index) {
        await http.call(ptz(camera, { action: presetAction.go, prepoint: index }), z.unknown())
      },
      async remove(camera, index) {
        const remove = ptz(camera, { action: presetAction.remove, prepoint: index })
        await http.call({ ...remove, repeatable: true }, z.unknown())
      },
    },

    playback: shilianPlayback(platform, options),

    async rename(camera, name) {
      await http.call(onCamera(facts['path.rename'], camera, { name }), z.unknown())
    },
  }
}
