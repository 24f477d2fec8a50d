import { whole } from '../input.ts'
import type { Movement } from '../steering.ts'
import type { SimulatedCamera } from '../world.ts'
import { EzvizError } from './answers.ts'
import type { EzvizCall, EzvizContext } from './context.ts'

/** providers/ezviz.md 4.4. Automatic turning goes round to the right here. */
const directions: Record<number, Movement> = {
  0: 'up',
  1: 'down',
  2: 'left',
  3: 'right',
  4: 'upLeft',
  5: 'downLeft',
  6: 'upRight',
  7: 'downRight',
  8: 'zoomIn',
  9: 'zoomOut',
  10: 'focusNear',
  11: 'focusFar',
  16: 'right',
}
const limitCodes = { up: 60002, down: 60003, left: 60004, right: 60005 } as const
/** Speed 0 is refused by Hikvision devices, and all devices here are such. */
const speeds: Record<number, number> = { 1: 0.4, 2: 0.8 }
const mostPresets = 12
const presetCallMs = 800

/** Movement and presets. After a start only stop is accepted; the platform chooses the number of a preset. */
export function ptzCalls({ online, steering, world, now }: EzvizContext): Record<string, EzvizCall> {
  const presetCalledAt = new Map<string, number>()

  function steerable(camera: SimulatedCamera): SimulatedCamera {
    if (!camera.ptz) throw new EzvizError(60000)
    return camera
  }

  return {
    'device/ptz/start': async (form, account) => {
      const camera = steerable(await online(form, account))
      const movement = directions[whole(form.direction, 0, 16) ?? -1]
      const speed = speeds[whole(form.speed, 0, 2) ?? -1]
      if (movement === undefined || speed === undefined) throw new EzvizError(10001)
      if (camera.quirks?.noDiagonals && /^(up|down)(Left|Right)$/.test(movement)) throw new EzvizError(60000)
      if (steering.moving(camera)) throw new EzvizError(60006)
      const side = steering.endStop(camera, movement)
      if (side && !camera.faults.ignoresPtz) throw new EzvizError(limitCodes[side])
      steering.start(camera, movement, speed)
    },
    'device/ptz/stop': async (form, account) => {
      const camera = steerable(await online(form, account))
      if (form.direction !== undefined && directions[whole(form.direction, 0, 16) ?? -1] === undefined) {
        throw new EzvizError(10001)
      }
      steering.stop(camera)
    },
    'device/preset/add': async (form, account) => {
      const camera = steerable(await online(form, account))
      const taken = world.presets(camera.id)
      const index = Array.from({ length: mostPresets }, (_, at) => at + 1).find(at => !taken.has(at))
      if (index === undefined) throw new EzvizError(60008)
      steering.savePreset(camera, index)
      return { index }
    },
    'device/preset/move': async (form, account) => {
      const camera = steerable(await online(form, account))
      const index = whole(form.index, 1, 256)
      if (index === undefined || !world.presets(camera.id).has(index)) throw new EzvizError(10001)
      if (now() - (presetCalledAt.get(camera.id) ?? 0) < presetCallMs) throw new EzvizError(60009)
      presetCalledAt.set(camera.id, now())
      steering.callPreset(camera, index)
    },
    'device/preset/clear': async (form, account) => {
      const camera = steerable(await online(form, account))
      const index = whole(form.index, 1, 256)
      if (index === undefined) throw new EzvizError(10001)
      world.removePreset(camera.id, index)
    },
  }
}
