import type { Movement } from '@aisle/contract'
import type { Clock } from '../player/clock.ts'

export const tapMs = 300
/** A tap moves for a second; a held button is renewed well before the server would stop the move. */
export const firstMoveMs = 1_000
export const firstRenewMs = 600
export const heldMoveMs = 3_000
export const renewMs = 1_500

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

type Moving = { command: Command; since: number; isHeld: boolean; isStarting: boolean; cancel: () => void }

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

  function stop(move: Moving, urgent: boolean) {
    move.cancel()
    if (moving === move) moving = undefined
    const command: Command = { ...move.command, command: 'stop', durationMs: firstMoveMs }
    send(command, urgent).catch(() => {})
    if (move.isStarting) move.cancel = () => void send(command, urgent).catch(() => {})
    else move.cancel = () => {}
  }

  return {
    press(movement, speed) {
      if (moving?.isHeld && moving.command.command === movement) return
      moving?.cancel()
      const move: Moving = {
        command: { command: movement, speed, durationMs: firstMoveMs },
        since: clock.now(),
        isHeld: true,
        isStarting: true,
        cancel: () => {},
      }
      moving = move
      renewLater(move, firstRenewMs)
      send(move.command, false)
        .catch((error: unknown) => {
          if (moving === move) {
            move.cancel()
            moving = undefined
          }
          failed(error)
        })
        .finally(() => {
          move.isStarting = false
          // Let go meanwhile: the first stop may have overtaken the start.
          if (moving === undefined) move.cancel()
        })
    },
    release() {
      const move = moving
      if (!move?.isHeld) return
      move.isHeld = false
      const ranMs = clock.now() - move.since
      if (ranMs >= tapMs) {
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
