import { type Movement, maxPresets } from '@aisle/contract'
import { type Speed, type Steering, type VendorCamera, VendorError } from './provider.ts'

type Commands = {
  start(camera: VendorCamera, movement: Movement, speed: Speed): Promise<void>
  stop(camera: VendorCamera, movement: Movement | undefined): Promise<void>
  take?(camera: VendorCamera): Promise<void>
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
  const inTurn = oneAtATime()

  async function stop(camera: VendorCamera, given: Movement | undefined): Promise<void> {
    const movement = given ?? running.get(camera.id)
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

  const { take } = commands
  return {
    ...(take ? { take: camera => inTurn(camera.id, () => take(camera)) } : {}),
    start: (camera, movement, speed) =>
      inTurn(camera.id, async () => {
        running.set(camera.id, movement)
        try {
          await commands.start(camera, movement, level(speed))
        } catch (error) {
          if (mayHaveStarted(error)) await stop(camera, movement).catch(() => undefined)
          else running.delete(camera.id)
          throw error
        }
      }),
    stop: (camera, movement) => inTurn(camera.id, () => stop(camera, movement)),
    release: camera => inTurn(camera.id, async () => commands.release?.(camera)),
  }
}

/**
 * A start may be several calls: a stop that is given meanwhile must come after the last of them, or the camera would
 * go on turning.
 */
function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work)
    const ended = turn.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, ended)
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key)
    })
    return turn
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
