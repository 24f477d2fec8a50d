import type { Movement } from '@aisle/contract'
import type { Clock } from '../player/clock.ts'

const tapMs = 300
/** A tap moves for a second; a held button is renewed well before the server would stop the move. */
const firstMoveMs = 1_000
const firstRenewMs = 600
const heldMoveMs = 3_000
const renewMs = 1_500

export type Command = { command: Movement | 'stop'; speed: number; durationMs: number }
export type SteerDeps = {
  /** `urgent` calls must outlive the page. */
  send(command: Command, urgent: boolean): Promise<void>
  /** A move could not begin. */
  failed(error: unknown): void
  clock: Clock
}

export type Steer = {
  /** Begins a move, or turns the running one into this one. */
  press(movement: Movement, speed: number): void
  /** The button or key went up: a held move stops now, a tap runs its second. */
  release(): void
  /** Stops now, whatever runs: focus lost, tab hidden, pane changed, page left. */
  halt(): void
}

type Moving = {
  command: Command
  readonly since: number
  isHeld: boolean
  isStopped: boolean
  /** Calls off the next renewal, or the end of a tap. */
  cancel: () => void
}

/**
 * Press and hold over a network that may fail: the server ends each move by itself (`durationMs`), holding renews it,
 * and letting go always sends a stop. If the start was still on its way, the stop is sent once more after it.
 */
export function steer({ send, failed, clock }: SteerDeps): Steer {
  let moving: Moving | undefined

  function renewLater(move: Moving, delayMs: number) {
    move.cancel = clock.at(clock.now() + delayMs, () => {
      move.command = { ...move.command, durationMs: heldMoveMs }
      // A renewal that fails lets the server's own stop come: nothing runs away.
      send(move.command, false).catch(() => {})
      renewLater(move, renewMs)
    })
  }

  function sendStop({ command }: Moving, urgent: boolean) {
    send({ ...command, command: 'stop', durationMs: firstMoveMs }, urgent).catch(() => {})
  }

  function stop(move: Moving, urgent: boolean) {
    move.cancel()
    move.isStopped = true
    if (moving === move) moving = undefined
    sendStop(move, urgent)
  }

  async function start(move: Moving) {
    try {
      await send(move.command, false)
    } catch (error) {
      move.cancel()
      if (moving === move) moving = undefined
      failed(error)
    }
    // Let go meanwhile, and nothing else begun: the first stop may have overtaken the start.
    if (move.isStopped && moving === undefined) sendStop(move, false)
  }

  return {
    press(movement, speed) {
      if (moving?.isHeld && moving.command.command === movement) return
      moving?.cancel()
      moving = {
        command: { command: movement, speed, durationMs: firstMoveMs },
        since: clock.now(),
        isHeld: true,
        isStopped: false,
        cancel: () => {},
      }
      renewLater(moving, firstRenewMs)
      void start(moving)
    },
    release() {
      const move = moving
      if (!move?.isHeld) return
      move.isHeld = false
      if (clock.now() - move.since >= tapMs) {
        stop(move, false)
        return
      }
      move.cancel()
      move.cancel = clock.at(move.since + firstMoveMs, () => stop(move, false))
    },
    halt() {
      if (moving) stop(moving, true)
    },
  }
}
