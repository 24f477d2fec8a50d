import type { Quality } from '@aisle/contract'

/**
 * The life of one live picture as a pure function: what happened and when goes in, what should be running comes
 * out. No timers, network or elements here: `live-feed.ts` carries it out. All times are epoch milliseconds.
 */

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

type Common = {
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

export function step(state: LiveState, event: LiveEvent, around: Circumstances): LiveState {
  switch (event.type) {
    case 'start':
      return state.phase === 'idle' ? connect(state, around) : state
    case 'stop':
      return state.phase === 'idle' ? state : { ...common(state), phase: 'idle', since: around.now }
    case 'pause':
      return state.phase === 'idle' || state.phase === 'forbidden' ? state : paused(state, 'user', around)
    case 'resume':
      return state.phase === 'paused' ? connect(state, around) : state
    case 'want':
      return want(state, event.wanted, around)
    case 'retryNow':
      return retryNow(state, around)
    case 'seen':
      return seen(state, around)
    case 'unseen':
      return state.unseen ? state : { ...state, unseen: { since: around.now, graceMs: event.graceMs } }
    case 'tick':
      return tick(state, around)
    case 'turn':
      return onTrial(state, event.attempt, 'queued', trial =>
        withTrial(state, { ...trial, step: 'asking', since: around.now, until: around.now + askMs }),
      )
    case 'offered':
      return onTrial(state, event.attempt, 'asking', trial =>
        choose(state, trial, event.modes, event.blocked, around),
      )
    case 'refused':
      return onTrial(state, event.attempt, 'asking', trial => refused(state, trial, event.trouble, around))
    case 'frame':
      return frame(state, event.attempt, around)
    case 'ended':
      return ended(state, event.attempt, around)
  }
}

function common(state: LiveState): Common {
  const { since, wanted, attempts, retry, failures, losses, lastPictureAt, unseen, trouble } = state
  return { since, wanted, attempts, retry, failures, losses, lastPictureAt, unseen, trouble }
}

function onTrial(
  state: LiveState,
  attempt: number,
  at: Trial['step'],
  then: (trial: Trial) => LiveState,
): LiveState {
  const trial = trialOf(state)
  return trial?.attempt === attempt && trial.step === at ? then(trial) : state
}

/** The same phase with another trial. */
function withTrial(state: LiveState, trial: Trial): LiveState {
  switch (state.phase) {
    case 'idle':
    case 'paused':
    case 'forbidden':
      return state
    default:
      return { ...state, trial }
  }
}

function queued(state: Common, now: number): { attempts: number; trial: Trial } {
  const attempt = state.attempts + 1
  return { attempts: attempt, trial: { attempt, step: 'queued', since: now, until: undefined } }
}

function waiting(state: Common, now: number, delayMs: number): { attempts: number; trial: Trial } {
  const attempt = state.attempts + 1
  return { attempts: attempt, trial: { attempt, step: 'waiting', since: now, until: now + delayMs } }
}

/** 1, 2, 4, 8, 15 seconds, each up to a fifth shorter or longer so that panes do not return all at once. */
function backOff(retry: number, random: () => number): number {
  const base = backOffMs[Math.min(Math.max(retry, 1), backOffMs.length) - 1] ?? backOffMs[0]
  return Math.round(base * (0.8 + 0.4 * random()))
}

function connect(state: LiveState, { now }: Circumstances): LiveState {
  return {
    ...common(state),
    phase: 'connecting',
    since: now,
    retry: 0,
    trouble: undefined,
    unseen: undefined,
    ...queued(state, now),
  }
}

function paused(state: LiveState, by: 'user' | 'unseen', { now }: Circumstances): LiveState {
  return { ...common(state), phase: 'paused', by, since: now }
}

function want(state: LiveState, wanted: Wanted, { now }: Circumstances): LiveState {
  if (wanted.quality === state.wanted.quality && wanted.sound === state.wanted.sound) return state
  const next = { ...state, wanted }
  const trial = trialOf(next)
  switch (next.phase) {
    case 'idle':
    case 'paused':
    case 'forbidden':
      return next
    case 'live':
      // The old picture stays until the new one has its first frame.
      return { ...next, ...queued(next, now) }
    default:
      return trial && (trial.step === 'asking' || trial.step === 'opening')
        ? ({ ...next, ...queued(next, now) } as LiveState)
        : next
  }
}

function retryNow(state: LiveState, around: Circumstances): LiveState {
  switch (state.phase) {
    case 'forbidden':
      return connect(state, around)
    case 'idle':
    case 'paused':
    case 'live':
      return state
    default:
      return state.trial.step === 'queued' ? state : { ...state, ...queued(state, around.now) }
  }
}

function seen(state: LiveState, around: Circumstances): LiveState {
  if (state.phase === 'paused' && state.by === 'unseen') return connect(state, around)
  if (!state.unseen) return state
  const next = { ...state, unseen: undefined }
  // Frames are not counted out of sight: the time away is no stall.
  return next.phase === 'live' ? { ...next, playing: { ...next.playing, lastFrameAt: around.now } } : next
}

function tick(state: LiveState, around: Circumstances): LiveState {
  const { now } = around
  if (state.phase === 'idle' || state.phase === 'paused' || state.phase === 'forbidden') return state
  if (state.unseen && now >= state.unseen.since + state.unseen.graceMs) return paused(state, 'unseen', around)
  const { trial } = state
  if (trial?.until !== undefined && now >= trial.until) {
    if (trial.step === 'waiting') {
      return withTrial(state, { attempt: trial.attempt, step: 'queued', since: now, until: undefined })
    }
    return trialFailed(state, trial, { reason: 'noFirstFrame' }, around)
  }
  return state.phase === 'live' ? tickLive(state, around) : state
}

function tickLive(state: LiveState & { phase: 'live' }, around: Circumstances): LiveState {
  const { now } = around
  const { playing } = state
  if (!state.unseen && now >= playing.lastFrameAt + playing.stallAfterMs) {
    const lost = countLoss(state, playing.mode, now)
    const next = state.trial ? { trial: state.trial } : waiting(lost, now, backOff(lost.retry, around.random))
    return { ...lost, phase: 'stalled', since: now, trouble: { reason: 'noFrames' }, playing, ...next }
  }
  if (state.retry > 0 && now >= playing.since + steadyMs) {
    return { ...state, retry: 0, failures: { ...state.failures, [playing.mode]: 0 } }
  }
  if (!state.trial && playing.upgradeAt !== undefined && now >= playing.upgradeAt) {
    // The better modes get a clean slate, and one chance.
    const { attempts, trial } = queued(state, now)
    const later = { ...playing, upgradeAt: now + upgradeEveryMs }
    return { ...state, failures: {}, playing: later, attempts, trial: { ...trial, upgrade: true } }
  }
  return state
}

function choose(
  state: LiveState,
  trial: Trial,
  modes: readonly string[],
  blocked: readonly string[],
  around: Circumstances,
): LiveState {
  const open = modes.filter(mode => !blocked.includes(mode))
  const fresh = open.find(mode => (state.failures[mode] ?? 0) < failuresPerMode)
  const opening = (mode: string): Trial => ({
    ...trial,
    step: 'opening',
    since: around.now,
    until: around.now + firstFrameMs,
    mode,
    modes,
  })
  if (trial.upgrade && state.phase === 'live' && !isBetter(modes, fresh, state.playing.mode)) {
    const { trial: _, ...rest } = state
    return rest
  }
  if (fresh !== undefined) return withTrial(state, opening(fresh))
  const first = open[0]
  if (first === undefined) {
    const reason = modes.length === 0 ? 'nothingPlayable' : 'refused'
    return exhausted(trialFailed(state, trial, { reason }, around), around.now)
  }
  // All were tried in vain: begin again from the best, and say so.
  return exhausted({ ...withTrial(state, opening(first)), failures: {} }, around.now)
}

function isBetter(modes: readonly string[], mode: string | undefined, than: string): boolean {
  if (mode === undefined) return false
  const present = modes.indexOf(than)
  return present < 0 || modes.indexOf(mode) < present
}

/** No picture and no mode left that has not failed. */
function exhausted(state: LiveState, now: number): LiveState {
  if (state.phase === 'connecting' || state.phase === 'reconnecting') {
    return { ...state, phase: 'failed', since: now }
  }
  return state
}

function refused(state: LiveState, trial: Trial, trouble: Trouble, around: Circumstances): LiveState {
  const { now, random } = around
  if (state.phase === 'live') return trialFailed(state, trial, trouble, around)
  const base = { ...common(state), since: now, trouble }
  const again = (ms: number) => waiting(state, now, Math.round(ms * (0.8 + 0.4 * random())))
  switch (trouble.reason) {
    case 'forbidden':
      return { ...base, phase: 'forbidden' }
    case 'offline':
      return {
        ...base,
        phase: 'offline',
        since: state.phase === 'offline' ? state.since : now,
        ...again(offlineRetryMs),
      }
    case 'taken':
      return { ...base, phase: 'taken', ...again(takenRetryMs) }
    default:
      return trialFailed(state, trial, trouble, around)
  }
}

function trialFailed(state: LiveState, trial: Trial, trouble: Trouble, around: Circumstances): LiveState {
  const { now, random } = around
  const failures = trial.mode
    ? { ...state.failures, [trial.mode]: (state.failures[trial.mode] ?? 0) + 1 }
    : state.failures
  if (state.phase === 'live') {
    const { trial: _, ...rest } = state
    return {
      ...rest,
      failures,
      playing: { ...state.playing, upgradeAt: state.playing.best ? undefined : now + upgradeEveryMs },
    }
  }
  if (state.phase === 'idle' || state.phase === 'paused' || state.phase === 'forbidden') return state
  const retry = state.retry + 1
  const next = { failures, retry, trouble, ...waiting(state, now, backOff(retry, random)) }
  if (state.phase === 'stalled') {
    return { ...common(state), phase: 'reconnecting', since: state.since, ...next }
  }
  return { ...state, ...next }
}

function countLoss(state: LiveState, mode: string, now: number): Common {
  const base = common(state)
  return {
    ...base,
    retry: base.retry + 1,
    failures: { ...base.failures, [mode]: (base.failures[mode] ?? 0) + 1 },
    losses: [...base.losses.filter(at => now - at < 60_000), now],
  }
}

function frame(state: LiveState, attempt: number, around: Circumstances): LiveState {
  const { now, stallAfterMs } = around
  const trial = trialOf(state)
  if (trial?.attempt === attempt && trial.step === 'opening' && trial.mode !== undefined) {
    const best = trial.modes?.[0] === trial.mode
    return {
      ...common(state),
      phase: 'live',
      since: now,
      trouble: undefined,
      lastPictureAt: now,
      playing: {
        attempt,
        mode: trial.mode,
        best,
        since: now,
        lastFrameAt: now,
        stallAfterMs: stallAfterMs(trial.mode),
        upgradeAt: best ? undefined : now + upgradeEveryMs,
      },
    }
  }
  const playing = playingOf(state)
  if (playing?.attempt !== attempt) return state
  const fresh = { ...playing, lastFrameAt: now }
  if (state.phase === 'live') return { ...state, lastPictureAt: now, playing: fresh }
  if (state.phase !== 'stalled') return state
  // The old stream came back before the new one had a picture.
  return {
    ...common(state),
    phase: 'live',
    since: now,
    trouble: undefined,
    lastPictureAt: now,
    playing: { ...fresh, since: now },
  }
}

function ended(state: LiveState, attempt: number, around: Circumstances): LiveState {
  const { now, random } = around
  const trial = trialOf(state)
  if (trial?.attempt === attempt && trial.step === 'opening') {
    return trialFailed(state, trial, { reason: 'closed' }, around)
  }
  const playing = playingOf(state)
  if (playing?.attempt !== attempt) return state
  const trouble: Trouble = { reason: 'closed' }
  if (state.phase === 'stalled') {
    return { ...common(state), phase: 'reconnecting', since: state.since, trouble, trial: state.trial }
  }
  const lost = countLoss(state, playing.mode, now)
  const next = trial ? { trial } : waiting(lost, now, backOff(lost.retry, random))
  return { ...lost, phase: 'reconnecting', since: now, trouble, ...next }
}
