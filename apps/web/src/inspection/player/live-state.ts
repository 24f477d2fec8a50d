import type { Quality } from '@aisle/contract'

/** What a live picture can be in, and what follows from it alone. All times are epoch milliseconds. */

/** What the viewer asks for. */
export type Wanted = { readonly quality: Quality; readonly sound: boolean }

/** One try at a picture, from waiting for its time to the first frame. */
export type Trial = {
  readonly attempt: number
  /** waiting for its time → queued for its turn → asking the server → opening the stream */
  readonly step: 'waiting' | 'queued' | 'asking' | 'opening'
  readonly since: number
  /** When the step ends by itself: waiting begins, asking and opening fail. */
  readonly until: number | undefined
  readonly mode?: string
  readonly modes?: readonly string[]
  /** Looks whether a better mode plays again, while a lesser one is on the screen. */
  readonly upgrade?: true
}

/** The stream on the screen. */
export type Playing = {
  readonly attempt: number
  readonly mode: string
  /** Nothing better was offered. */
  readonly best: boolean
  readonly since: number
  readonly lastFrameAt: number
  /** How long without a frame means stalled; Infinity where frames cannot be seen (a framed page). */
  readonly stallAfterMs: number
  /** When to try the better mode again. */
  readonly upgradeAt: number | undefined
}

/** Why there is no picture, in the server's words where it said something. */
export type Trouble = { readonly reason: TroubleReason; readonly message?: string }
export type TroubleReason =
  | 'offline'
  | 'forbidden'
  | 'taken'
  | 'refused'
  | 'noFirstFrame'
  | 'noFrames'
  | 'closed'
  | 'nothingPlayable'

export type Common = {
  /** When the phase began. */
  readonly since: number
  readonly wanted: Wanted
  /** Numbers every attempt, so that late answers of earlier ones are known as such. */
  readonly attempts: number
  /** n-th reconnect of the present trouble; 0 while all is well. */
  readonly retry: number
  /** Failures of each mode in a row. */
  readonly failures: Readonly<Record<string, number>>
  /** Times of recent losses of the picture: many mean an unsteady line. */
  readonly losses: readonly number[]
  /** When the last frame of the last picture came; undefined before the first picture. */
  readonly lastPictureAt: number | undefined
  /** When the pane went out of sight, and how long it may stay so before the stream is closed. */
  readonly unseen: { readonly since: number; readonly graceMs: number } | undefined
  readonly trouble: Trouble | undefined
}

export type LiveState = Common &
  (
    | { readonly phase: 'idle' }
    | { readonly phase: 'paused'; readonly by: 'user' | 'unseen' }
    | { readonly phase: 'connecting'; readonly trial: Trial }
    | { readonly phase: 'live'; readonly playing: Playing; readonly trial?: Trial }
    | { readonly phase: 'stalled'; readonly playing: Playing; readonly trial: Trial }
    | { readonly phase: 'reconnecting'; readonly trial: Trial }
    /** Every mode was tried in vain; tries go on, slowly. */
    | { readonly phase: 'failed'; readonly trial: Trial }
    | { readonly phase: 'offline'; readonly trial: Trial }
    | { readonly phase: 'taken'; readonly trial: Trial }
    | { readonly phase: 'forbidden' }
  )
export type LivePhase = LiveState['phase']

export type LiveEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'want'; readonly wanted: Wanted }
  | { readonly type: 'retryNow' }
  | { readonly type: 'seen' }
  | { readonly type: 'unseen'; readonly graceMs: number }
  | { readonly type: 'tick' }
  /** The opening queue let the attempt begin. */
  | { readonly type: 'turn'; readonly attempt: number }
  /** The server's offer: modes this browser can play, best first, and those that may not be opened just now. */
  | {
      readonly type: 'offered'
      readonly attempt: number
      readonly modes: readonly string[]
      readonly blocked: readonly string[]
    }
  | { readonly type: 'refused'; readonly attempt: number; readonly trouble: Trouble }
  | { readonly type: 'frame'; readonly attempt: number }
  /** The stream is over, whatever the player called it: error, complete, ended. */
  | { readonly type: 'ended'; readonly attempt: number }

export type Circumstances = {
  readonly now: number
  /** 0 to 1, for jitter. */
  readonly random: () => number
  readonly stallAfterMs: (mode: string) => number
}

export const firstFrameMs = 8_000
export const askMs = 15_000
export const backOffMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const
export const failuresPerMode = 3
export const upgradeEveryMs = 60_000
/** Playing this long without trouble ends the count of reconnects. */
export const steadyMs = 10_000
export const offlineRetryMs = 30_000
export const takenRetryMs = 10_000

export function idle(wanted: Wanted, now: number): LiveState {
  return {
    phase: 'idle',
    since: now,
    wanted,
    attempts: 0,
    retry: 0,
    failures: {},
    losses: [],
    lastPictureAt: undefined,
    unseen: undefined,
    trouble: undefined,
  }
}

/** The attempts whose streams should exist now; all others are to be closed. */
export function liveAttempts(state: LiveState): number[] {
  return [playingOf(state)?.attempt, trialOf(state)?.attempt].filter(attempt => attempt !== undefined)
}

export function trialOf(state: LiveState): Trial | undefined {
  return 'trial' in state ? state.trial : undefined
}

export function playingOf(state: LiveState): Playing | undefined {
  return 'playing' in state ? state.playing : undefined
}

/** Three losses within a minute: the line needs a larger buffer. */
export function isUnsteady(state: LiveState, now: number): boolean {
  return state.losses.filter(at => now - at < 60_000).length >= 3
}

/** When `tick` is next due; undefined when only an event can change anything. */
export function wakeAt(state: LiveState): number | undefined {
  const times: (number | undefined)[] = [trialOf(state)?.until]
  if (state.unseen && state.phase !== 'paused' && state.phase !== 'idle' && state.phase !== 'forbidden') {
    times.push(state.unseen.since + state.unseen.graceMs)
  }
  if (state.phase === 'live') {
    const { playing } = state
    if (!state.unseen) times.push(playing.lastFrameAt + playing.stallAfterMs)
    if (!state.trial) times.push(playing.upgradeAt)
    if (state.retry > 0) times.push(playing.since + steadyMs)
  }
  const due = times.filter(at => at !== undefined && Number.isFinite(at)) as number[]
  return due.length === 0 ? undefined : Math.min(...due)
}
