import { type Movement, maxPresets } from '@aisle/contract'
import { type Speed, type Steering, type VendorCamera, VendorError } from './provider.ts'

type Commands = {
  start(camera: VendorCamera, movement: Movement, speed: Speed): Promise<void>
  stop(camera: VendorCamera, movement: Movement | undefined): Promise<void>
  release?(camera: VendorCamera): Promise<void>
}

/**
 * The rules of safety around a vendor's own start and stop: a start whose outcome is not known is followed by a stop,
 * and a stop that fails is repeated twice. Remembers what runs, for platforms that must be told what to stop.
 */
export function steering(
  commands: Commands,
  { sleep, stopRepeatMs }: { sleep: (ms: number) => Promise<void>; stopRepeatMs: number },
): Steering {
  const running = new Map<string, Movement>()

  async function stop(camera: VendorCamera, movement = running.get(camera.id)): Promise<void> {
    for (let repeats = 0; ; repeats++) {
      try {
        await commands.stop(camera, movement)
        running.delete(camera.id)
        return
      } catch (error) {
        if (error instanceof VendorError && error.code === 'atEndStop') return
        if (repeats === 2) throw error
        await sleep(stopRepeatMs)
      }
    }
  }

  return {
    async start(camera, movement, speed) {
      running.set(camera.id, movement)
      try {
        await commands.start(camera, movement, level(speed))
      } catch (error) {
        if (mayHaveStarted(error)) await stop(camera, movement).catch(() => undefined)
        else running.delete(camera.id)
        throw error
      }
    },
    stop,
    async release(camera) {
      await commands.release?.(camera)
    },
  }
}

function mayHaveStarted(error: unknown): boolean {
  return error instanceof VendorError && (error.code === 'timeout' || error.code === 'upstream')
}

function level(speed: Speed): Speed {
  return Math.min(10, Math.max(1, Math.round(speed)))
}

/** The lowest preset number from 1 to 12 that is not in use; VendorError `presetsFull` when all are. */
export function lowestFreePreset(taken: readonly number[]): number {
  for (let index = 1; index <= maxPresets; index++) if (!taken.includes(index)) return index
  throw new VendorError('presetsFull', `all ${maxPresets} presets are in use`)
}

/** For a movement that a platform's table lacks. */
export function known<K extends string, V>(table: Partial<Record<K, V>>, name: K): V {
  const value = table[name]
  if (value === undefined) throw new VendorError('notSupported', `${name} is not offered by this platform`)
  return value
}
