import type { World } from './cameras.ts'
import type { CameraPosition, Media, SimulatedMovement } from './media.ts'
import type { SimulatedCamera } from './world.ts'

/** Focus and iris are accepted where the vendor has them; the picture does not show them. */
export type LensMovement = 'focusNear' | 'focusFar' | 'irisOpen' | 'irisClose'
export type Movement = SimulatedMovement | LensMovement
export type Move = { cameraId: string; movement: Movement; speed: number; since: number; stopsAt?: number }

/** The motors of all cameras: moves in progress and presets. */
export interface Steering {
  /** Replaces a move in progress. `speed` above 0, up to 1. Stops by itself after `runsOnMs`, else never. */
  start(camera: SimulatedCamera, movement: Movement, speed: number, runsOnMs?: number): void
  stop(camera: SimulatedCamera): void
  moving(camera: SimulatedCamera): Move | undefined
  moves(): Move[]
  /** The side at which the camera can turn no further in this direction. */
  endStop(camera: SimulatedCamera, movement: Movement): 'up' | 'down' | 'left' | 'right' | undefined
  savePreset(camera: SimulatedCamera, index: number, name?: string): void
  /** False when there is no such preset. */
  callPreset(camera: SimulatedCamera, index: number): boolean
  /** Back to where the camera looked at first. */
  goHome(camera: SimulatedCamera): void
  close(): void
}

/** Width of the window at zoom 1 as a share of the whole picture (scenes.json: 1792 of 2560 pixels). */
const widestWindow = 0.7
const nearEnd = 0.005

export function createSteering(world: World, media: Media, now: () => number): Steering {
  const moves = new Map<string, Move>()
  const timers = new Map<string, NodeJS.Timeout>()
  const homes = new Map<string, CameraPosition>()

  function stop(camera: SimulatedCamera) {
    clearTimeout(timers.get(camera.id))
    timers.delete(camera.id)
    if (moves.delete(camera.id)) media.move(camera, undefined, 0)
  }

  function goTo(camera: SimulatedCamera, position: CameraPosition) {
    stop(camera)
    rememberHome(camera)
    if (!camera.faults.ignoresPtz) media.goTo(camera, position)
  }

  function rememberHome(camera: SimulatedCamera) {
    if (!homes.has(camera.id)) homes.set(camera.id, { ...media.position(camera) })
  }

  return {
    start(camera, movement, speed, runsOnMs) {
      stop(camera)
      rememberHome(camera)
      if (camera.faults.ignoresPtz) return
      moves.set(camera.id, {
        cameraId: camera.id,
        movement,
        speed,
        since: now(),
        ...(runsOnMs !== undefined && { stopsAt: now() + runsOnMs }),
      })
      if (isSeen(movement)) media.move(camera, movement, speed)
      if (runsOnMs !== undefined) timers.set(camera.id, setTimeout(stop, runsOnMs, camera).unref())
    },
    stop,
    moving: camera => moves.get(camera.id),
    moves: () => [...moves.values()],
    endStop(camera, movement) {
      const { x, y, zoom } = media.position(camera)
      const half = widestWindow / zoom / 2
      const blocked = {
        up: y - half <= nearEnd,
        down: y + half >= 1 - nearEnd,
        left: x - half <= nearEnd,
        right: x + half >= 1 - nearEnd,
      }
      const sides = sidesOf[movement] ?? []
      return sides.length > 0 && sides.every(side => blocked[side]) ? sides[0] : undefined
    },
    savePreset(camera, index, name = '') {
      world.savePreset(camera.id, index, { name, position: { ...media.position(camera) }, savedAt: now() })
    },
    callPreset(camera, index) {
      const preset = world.presets(camera.id).get(index)
      if (preset) goTo(camera, preset.position)
      return preset !== undefined
    },
    goHome: camera => goTo(camera, homes.get(camera.id) ?? media.position(camera)),
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

type Side = 'up' | 'down' | 'left' | 'right'
const sidesOf: { [movement in Movement]?: Side[] } = {
  up: ['up'],
  down: ['down'],
  left: ['left'],
  right: ['right'],
  upLeft: ['up', 'left'],
  upRight: ['up', 'right'],
  downLeft: ['down', 'left'],
  downRight: ['down', 'right'],
}

function isSeen(movement: Movement): movement is SimulatedMovement {
  return !movement.startsWith('focus') && !movement.startsWith('iris')
}
