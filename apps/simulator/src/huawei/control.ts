import { newKey } from '../addresses.ts'
import { oneOf, whole } from '../input.ts'
import type { Movement } from '../steering.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuaweiError } from './answers.ts'
import { type HuaweiContext, namesOf } from './context.ts'

type Lock = { token: string; holder: string; expiresAt: number }
type Kind = 'move' | 'zoom' | 'lens'
/** What the preset calls need of the control calls. */
export interface Control {
  /** Renews the lock, and throws when `token` does not hold it. */
  use(camera: SimulatedCamera, holder: string, token: unknown): void
  locks(): { cameraId: string; holder: string; expiresAt: number }[]
  reset(): void
}

const lockMs = 120_000
/** 300 ms in the document; timers of clients may be a little early. */
const spacingMs = 290
const stepMs = 300
const runsOnMs = 30_000
const fastest = 10

const movements: Record<string, Movement> = {
  UP: 'up',
  DOWN: 'down',
  LEFT: 'left',
  RIGHT: 'right',
  UPPER_LEFT: 'upLeft',
  UPPER_RIGHT: 'upRight',
  LOWER_LEFT: 'downLeft',
  LOWER_RIGHT: 'downRight',
  IN: 'zoomIn',
  OUT: 'zoomOut',
  FOCUS_FAR: 'focusFar',
  FOCUS_NEAR: 'focusNear',
  IRIS_OPEN: 'irisOpen',
  IRIS_CLOSE: 'irisClose',
}
const stops: Record<string, Kind> = { STOP: 'move', ZOOM_STOP: 'zoom', FI_STOP: 'lens' }

/** The two-minute lock and the movement calls. */
export function controlCalls({ call, online, steering, now }: HuaweiContext): Control {
  const locks = new Map<string, Lock>()
  const commandedAt = new Map<string, number>()
  const path = 'devices/:device_id/channels/:channel_id'

  function heldLock(camera: SimulatedCamera, holder: string): Lock | undefined {
    const lock = locks.get(camera.id)
    const isHeld = lock !== undefined && lock.expiresAt > now()
    if (camera.faults.lockedBy !== '' || (isHeld && lock.holder !== holder))
      throw new HuaweiError('lockedByOther')
    return isHeld ? lock : undefined
  }

  function take(camera: SimulatedCamera, holder: string) {
    if (!camera.ptz) throw new HuaweiError('notSupported')
    const lock = heldLock(camera, holder) ?? { token: newKey(), holder, expiresAt: 0 }
    lock.expiresAt = now() + lockMs
    locks.set(camera.id, lock)
    return { control_token: lock.token }
  }

  function use(camera: SimulatedCamera, holder: string, token: unknown) {
    const lock = heldLock(camera, holder)
    if (!lock || lock.token !== token) throw new HuaweiError('lockInvalid')
    lock.expiresAt = now() + lockMs
  }

  function space(camera: SimulatedCamera) {
    const before = commandedAt.get(camera.id) ?? Number.NEGATIVE_INFINITY
    if (now() - before < spacingMs) throw new HuaweiError('tooFast')
    commandedAt.set(camera.id, now())
  }

  call('GET', `${path}/control-lock`, async ({ params, holder }) => take(await online(params), holder))
  call('POST', `${path}/control-lock`, async ({ params, body, holder }) => {
    const camera = await online(params)
    if (body.action === 'acquire') return take(camera, holder)
    heldLock(camera, holder)
    locks.delete(camera.id)
    return namesOf(camera)
  })

  call('POST', `${path}/ptz-spin`, async ({ params, body, holder }) => {
    const camera = await online(params)
    if (!camera.ptz) throw new HuaweiError('notSupported')
    const direction = String(body.direction)
    const movement = movements[direction]
    const stop = stops[direction]
    const speed = whole(body.speed ?? fastest, 1, fastest)
    const mode = oneOf(['POINT', 'NON_POINT'], body.mode ?? 'POINT')
    const isKnown = movement || stop || direction === 'AUTO_FOCUS'
    const heartbeat = oneOf(['OPEN', 'CLOSE'], body.heartbeat_mode ?? 'CLOSE')
    if (!isKnown || speed === undefined || !mode || !heartbeat) throw new HuaweiError('badParameter')
    use(camera, holder, body.control_lock)
    space(camera)
    if (movement) {
      const isStep = mode === 'POINT'
      // Zoom and focus of direct cameras, and everything on a GB28181 device, only turn until stopped.
      const cannotStep = camera.quirks?.nationalStandard || kindOf(movement) !== 'move'
      if (isStep && cannotStep) throw new HuaweiError('badParameter')
      steering.start(camera, movement, speed / fastest, isStep ? stepMs : runsOnMs)
    }
    if (stop && isStoppedBy(camera, stop, steering.moving(camera)?.movement)) steering.stop(camera)
    return namesOf(camera)
  })

  return {
    use(camera, holder, token) {
      use(camera, holder, token)
      space(camera)
    },
    locks: () => [...locks].map(([cameraId, { holder, expiresAt }]) => ({ cameraId, holder, expiresAt })),
    reset() {
      locks.clear()
      commandedAt.clear()
    },
  }
}

function kindOf(movement: Movement): Kind {
  if (movement.startsWith('zoom')) return 'zoom'
  return movement.startsWith('focus') || movement.startsWith('iris') ? 'lens' : 'move'
}

/** On a direct camera each kind has its own stop; a GB28181 device stops altogether. */
function isStoppedBy(camera: SimulatedCamera, stop: Kind, movement: Movement | undefined): boolean {
  return movement !== undefined && (camera.quirks?.nationalStandard === true || kindOf(movement) === stop)
}
