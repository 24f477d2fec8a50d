import type { CameraProvider } from '@aisle/cameras'
import { AppError, type Movement } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import { vendorCamera } from './providers.ts'
import type { CameraStore, Found, Hold } from './store.ts'
import { text } from './text.ts'
import { onPlatform } from './vendor-problem.ts'

/** How long a camera stays with a user after the last command. */
const holdMs = 15_000
/** How long a camera stays with a user who took it without a move; taken again it stays on. */
const takenMs = 60_000
/** A move this much overdue was started by a server that is gone: any other stops it. */
const graceMs = 2_000
const retryOverdueMs = 10_000

type Deps = {
  store: CameraStore
  providerOf(found: Found): CameraProvider
  /** The camera of a hold, whoever may see it: stopping is never a question of scope. */
  find(cameraId: string): Promise<Found | undefined>
  now: () => Date
  log(message: string, error: unknown): void
}
export type Move = { command: Movement | 'stop'; speed: number; durationMs: number }

/**
 * One user steers a camera at a time; each move is stopped by the server. The move is written down before the platform
 * is asked, so that a server that dies leaves no camera turning: the next one reads what was written and stops it.
 */
export function steering({ store, providerOf, find, now, log }: Deps) {
  const timers = new Map<string, NodeJS.Timeout>()
  const queues = new Map<string, Promise<unknown>>()

  return {
    /** @throws cameraHeld while another user steers */
    async steer(caller: Caller, found: Found, { command, speed, durationMs }: Move) {
      return inTurn(found.camera.id, async () => {
        const running = await heldByOthers(caller, found)
        if (command === 'stop') {
          await stopNow(found, running)
          return { stopsAt: null, heldUntil: running ? running.heldUntil.toISOString() : null }
        }
        const at = now()
        const end = (from: Date) => ({
          stopsAt: new Date(from.getTime() + durationMs),
          heldUntil: new Date(from.getTime() + durationMs + holdMs),
        })
        const moving =
          running?.movement && running.stopsAt && running.stopsAt > at ? running.movement : undefined
        if (running && moving === command) {
          // The button is still held: the same move goes on, the platform need not be told again.
          const next = end(at)
          if (await store.setStop(found.camera.id, running.turn, next.stopsAt, next.heldUntil)) {
            schedule(found, running.turn, durationMs)
            return answer(next)
          }
        }
        const hold = await take(caller, found, { ...end(at), movement: command })
        const { steering: platform } = providerOf(found)
        const camera = vendorCamera(found.camera)
        try {
          await onPlatform(async () => {
            if (moving) await platform.stop(camera, moving)
            await platform.start(camera, command, speed)
          })
        } catch (error) {
          await store.noteStopped(found.camera.id, hold.turn)
          throw error
        }
        // The wait counts from the moment the platform answered.
        const next = end(now())
        await store.setStop(found.camera.id, hold.turn, next.stopsAt, next.heldUntil)
        schedule(found, hold.turn, durationMs)
        return answer(next)
      })
    },

    /** Takes the camera for something else that turns it, such as going to a preset; stops a running move first. */
    async whileHeld<T>(caller: Caller, found: Found, work: () => Promise<T>): Promise<T> {
      return inTurn(found.camera.id, async () => {
        const running = await heldByOthers(caller, found)
        if (running?.movement) await stopNow(found, running)
        await take(caller, found, {
          heldUntil: new Date(now().getTime() + holdMs),
          movement: null,
          stopsAt: null,
        })
        return work()
      })
    },

    /** Who has the camera now; undefined where nobody has. */
    async holder(found: Found) {
      const hold = await store.hold(found.camera.id)
      return hold && hold.heldUntil > now() ? hold : undefined
    },

    /**
     * Takes the camera for the user, before any move and also from the platform where it has a lock; a move of the user's
     * own goes on. @throws cameraHeld while another user has it
     */
    async take(caller: Caller, found: Found): Promise<void> {
      await inTurn(found.camera.id, async () => {
        const own = await heldByOthers(caller, found)
        const heldUntil = new Date(now().getTime() + takenMs)
        const isOn = own !== undefined && own.userId === caller.userId && own.heldUntil > now()
        if (isOn && (await store.prolongHold(found.camera.id, caller.userId, heldUntil))) return
        await take(caller, found, { heldUntil, movement: null })
        try {
          await onPlatform(async () => providerOf(found).steering.take?.(vendorCamera(found.camera)))
        } catch (error) {
          await store.dropHold(found.camera.id, caller.userId)
          throw error
        }
      })
    },

    /** Stops the user’s move and gives the camera back to others. */
    async release(caller: Caller, found: Found): Promise<void> {
      await inTurn(found.camera.id, async () => {
        const hold = await store.hold(found.camera.id)
        if (!hold || hold.userId !== caller.userId) return
        if (hold.movement) await stopNow(found, hold)
        await store.dropHold(found.camera.id, caller.userId)
        await giveBack(found)
      })
    },

    /** Stops moves whose server is gone and gives back locks of users who went on. Run every second. */
    async sweep(): Promise<void> {
      const at = now()
      const overdue = await store.claimOverdueMoves(
        new Date(at.getTime() - graceMs),
        new Date(at.getTime() + retryOverdueMs),
      )
      await Promise.all(
        overdue.map(async hold => {
          const found = await find(hold.cameraId)
          if (found)
            await inTurn(hold.cameraId, () => stopNow(found, hold)).catch(error =>
              log(`stop ${hold.cameraId}`, error),
            )
          else await store.noteStopped(hold.cameraId, hold.turn)
        }),
      )
      for (const hold of await store.claimEndedHolds(at)) {
        const found = await find(hold.cameraId)
        if (found) await giveBack(found)
      }
    },

    /** Ends every move this server started, at once: it is about to leave. */
    async close(): Promise<void> {
      await Promise.all(
        [...timers.keys()].map(async cameraId => {
          clearTimeout(timers.get(cameraId))
          timers.delete(cameraId)
          const [found, hold] = await Promise.all([find(cameraId), store.hold(cameraId)])
          if (found && hold?.movement)
            await stopNow(found, hold).catch(error => log(`stop ${cameraId}`, error))
        }),
      )
      await Promise.allSettled(queues.values())
    },
  }

  /** The user's own hold, or none. @throws cameraHeld */
  async function heldByOthers(caller: Caller, found: Found) {
    const hold = await store.hold(found.camera.id)
    if (hold && hold.userId !== caller.userId && hold.heldUntil > now()) throw held(hold)
    return hold
  }

  async function take(
    caller: Caller,
    found: Found,
    next: { heldUntil: Date; movement: Movement | null; stopsAt?: Date | null },
  ): Promise<Hold> {
    const hold = await store.takeHold(found.camera.id, caller.userId, now(), { stopsAt: null, ...next })
    if (hold) return hold
    const other = await store.hold(found.camera.id)
    throw other ? held(other) : new AppError('conflict', text.heldBy('', 0))
  }

  function held(hold: Hold & { holderName: string }) {
    const seconds = Math.max(1, Math.ceil((hold.heldUntil.getTime() - now().getTime()) / 1000))
    return new AppError('cameraHeld', text.heldBy(hold.holderName, seconds), {
      reason: 'controlledByOther',
      heldBy: { userId: hold.userId, name: hold.holderName, until: hold.heldUntil.toISOString() },
      retryAfterSeconds: seconds,
    })
  }

  async function stopNow(found: Found, hold: Hold | undefined): Promise<void> {
    clearTimeout(timers.get(found.camera.id))
    timers.delete(found.camera.id)
    await onPlatform(() =>
      providerOf(found).steering.stop(vendorCamera(found.camera), hold?.movement ?? undefined),
    )
    if (hold) await store.noteStopped(found.camera.id, hold.turn)
  }

  function schedule(found: Found, turn: number, ms: number): void {
    clearTimeout(timers.get(found.camera.id))
    timers.set(
      found.camera.id,
      setTimeout(() => {
        timers.delete(found.camera.id)
        void inTurn(found.camera.id, () => finish(found, turn)).catch(error =>
          log(`stop ${found.camera.id}`, error),
        )
      }, ms),
    )
  }

  /** The time of a move is over, unless it was prolonged or replaced, here or on another server. */
  async function finish(found: Found, turn: number): Promise<void> {
    const hold = await store.hold(found.camera.id)
    if (!hold || hold.turn !== turn || !hold.stopsAt) return
    const left = hold.stopsAt.getTime() - now().getTime()
    if (left > 20) schedule(found, turn, left)
    else await stopNow(found, hold)
  }

  async function giveBack(found: Found): Promise<void> {
    try {
      await providerOf(found).steering.release(vendorCamera(found.camera))
    } catch (error) {
      log(`release ${found.camera.id}`, error)
    }
  }

  /** Commands to one camera go out one after the other. */
  function inTurn<T>(cameraId: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(cameraId) ?? Promise.resolve()).catch(() => undefined).then(work)
    queues.set(cameraId, turn)
    const done = () => {
      if (queues.get(cameraId) === turn) queues.delete(cameraId)
    }
    turn.then(done, done)
    return turn
  }
}
export type SteeringService = ReturnType<typeof steering>

const answer = ({ stopsAt, heldUntil }: { stopsAt: Date; heldUntil: Date }) => ({
  stopsAt: stopsAt.toISOString(),
  heldUntil: heldUntil.toISOString(),
})
