import {
  askMs,
  backOffMs,
  type Circumstances,
  type Common,
  failuresPerMode,
  firstFrameMs,
  type LiveEvent,
  type LiveState,
  offlineRetryMs,
  playingOf,
  steadyMs,
  type Trial,
  type Trouble,
  takenRetryMs,
  trialOf,
  upgradeEveryMs,
  type Wanted,
} from './live-state.ts'

/**
 * The life of one live picture as a pure function: what happened and when goes in, what should be running comes
 * out. No timers, network or elements here: `live-feed.ts` carries it out.
 */
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
