import { whole } from '../input.ts'
import type { Movement } from '../steering.ts'
import { ShilianError } from './answers.ts'
import type { ShilianCall, ShilianContext } from './context.ts'

/** providers/shilian.md 4.3. */
const movements: Record<number, Movement> = {
  0: 'zoomIn',
  1: 'zoomOut',
  2: 'irisOpen',
  3: 'irisClose',
  4: 'focusNear',
  5: 'focusFar',
  6: 'up',
  7: 'down',
  8: 'left',
  9: 'right',
  10: 'upLeft',
  11: 'upRight',
  12: 'downLeft',
  13: 'downRight',
}
const actions = {
  stop: 14,
  setSpeed: 15,
  goHome: 16,
  setPreset: 17,
  callPreset: 18,
  deletePreset: 19,
} as const
const usualSpeed = 5
const fastest = 10
const mostPresets = 64
/** A move that nobody stops. */
const runsOnMs = 60_000

/** Movement with speed as a state of the device, and presets numbered by the caller. */
export function ptzCalls({ online, steering, world }: ShilianContext): Record<string, ShilianCall> {
  const speeds = new Map<string, number>()

  return {
    'v4/ptz/control': async body => {
      const camera = await online(body)
      const action = whole(body.action, 0, 19)
      if (action === undefined) throw new ShilianError(-2)
      if (!camera.ptz) throw new ShilianError(-3)
      const movement = movements[action]
      if (movement) {
        steering.start(camera, movement, (speeds.get(camera.id) ?? usualSpeed) / fastest, runsOnMs)
        return undefined
      }
      if (action === actions.stop) steering.stop(camera)
      else if (action === actions.goHome) steering.goHome(camera)
      else if (action === actions.setSpeed) {
        const speed = whole(body.speed, 1, fastest)
        if (speed === undefined) throw new ShilianError(-2)
        speeds.set(camera.id, speed)
      } else {
        const prepoint = whole(body.prepoint, 1, mostPresets)
        if (prepoint === undefined) throw new ShilianError(-2)
        if (action === actions.setPreset) steering.savePreset(camera, prepoint)
        if (action === actions.deletePreset) world.removePreset(camera.id, prepoint)
        if (action === actions.callPreset && !steering.callPreset(camera, prepoint))
          throw new ShilianError(-2)
      }
      return undefined
    },
  }
}
