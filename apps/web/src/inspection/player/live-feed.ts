import type { LiveSession, StreamCandidate } from '@aisle/contract'
import { choices, heldHost, type Surroundings, stallAfterMs } from './candidates.ts'
import type { Clock } from './clock.ts'
import type { HostSlots } from './host-slots.ts'
import { step } from './live-machine.ts'
import {
  idle,
  isUnsteady,
  type LiveEvent,
  type LiveState,
  liveAttempts,
  playingOf,
  type Trouble,
  trialOf,
  type Wanted,
  wakeAt,
} from './live-state.ts'
import type { OpeningQueue } from './opening-queue.ts'
import type { Playback, Player } from './player.ts'
import { keepStill } from './still.ts'

/** The server's side of a camera: opening live video, and giving it back. */
export type LiveSource = {
  open(wanted: Wanted): Promise<LiveSession>
  close(sessionId: string): void
  /** What a failed `open` means. */
  troubleOf(error: unknown): Trouble
}

export type FeedDeps = {
  stage: HTMLElement
  source: LiveSource
  players: Partial<Record<StreamCandidate['kind'], Player>>
  clock: Clock
  random: () => number
  slots: HostSlots
  queue: OpeningQueue
  surroundings: Surroundings
  /** Decode off the main thread (many panes). */
  worker: boolean
  wanted: Wanted
}

/** What is on the screen, for pictures and for the pane's chips. */
export type Shown = { element: HTMLElement; candidate: StreamCandidate; canReadFrame: boolean }

export type LiveFeed = {
  readonly stage: HTMLElement
  state(): LiveState
  /** The state as listeners were last told of it: the same object until they are told again. */
  told(): LiveState
  /** Tells of every change of state except the mere arrival of frames; answers how to stop listening. */
  subscribe(listener: () => void): () => void
  shown(): Shown | undefined
  send(event: LiveEvent): void
  /** Ends everything: streams, timers, sessions. The feed may be started again. */
  close(): void
}

/** Frames are reported to the machine no more often than this. */
const frameEveryMs = 250

/** Everything that exists for one attempt. */
type Run = {
  session?: LiveSession
  byMode?: Map<string, StreamCandidate>
  candidate?: StreamCandidate
  playback?: Playback
  frameAt: number
  isAsked: boolean
  leaveQueue?: () => void
  giveSlot?: () => void
}

/** Carries out what the machine of `live-machine.ts` decides: asks, queues, plays, stops, frees. */
export function liveFeed(deps: FeedDeps): LiveFeed {
  const { clock, stage } = deps
  let state = idle(deps.wanted, clock.now())
  let told = state
  let events: LiveEvent[] = []
  let isBusy = false
  let cancelWake = () => {}
  const runs = new Map<number, Run>()
  const listeners = new Set<() => void>()

  function send(event: LiveEvent) {
    events.push(event)
    if (isBusy) return
    isBusy = true
    while (events.length > 0) {
      const [next, ...rest] = events
      events = rest
      if (!next) break
      state = step(state, next, { now: clock.now(), random: deps.random, stallAfterMs })
      carryOut()
    }
    isBusy = false
    cancelWake()
    const due = wakeAt(state)
    if (due !== undefined) cancelWake = clock.at(due, () => send({ type: 'tick' }))
    if (!hasVisiblyChanged(told, state)) return
    told = state
    for (const listener of [...listeners]) listener()
  }

  /** Makes the world match the state. */
  function carryOut() {
    const wantedRuns = liveAttempts(state)
    for (const [attempt, run] of runs) if (!wantedRuns.includes(attempt)) drop(attempt, run)
    const trial = trialOf(state)
    if (trial) {
      const run = runs.get(trial.attempt) ?? { frameAt: 0, isAsked: false }
      runs.set(trial.attempt, run)
      if (trial.step === 'queued' && !run.leaveQueue) {
        run.leaveQueue = deps.queue.enter(() => send({ type: 'turn', attempt: trial.attempt }))
      }
      if (trial.step === 'asking' && !run.isAsked) ask(trial.attempt, run)
      if (trial.step === 'opening' && !run.playback && trial.mode) begin(trial.attempt, run, trial.mode)
    }
    for (const [attempt, run] of runs) {
      const isShown = attempt === playingOf(state)?.attempt
      if (isShown) run.leaveQueue?.()
      run.playback?.element.toggleAttribute('data-shown', isShown)
    }
  }

  function ask(attempt: number, run: Run) {
    run.isAsked = true
    deps.source.open(state.wanted).then(
      session => {
        if (runs.get(attempt) !== run) {
          deps.source.close(session.sessionId)
          return
        }
        const { byMode, modes, blocked } = choices(session, deps.surroundings, deps.slots)
        run.session = session
        run.byMode = byMode
        send({ type: 'offered', attempt, modes, blocked })
      },
      (error: unknown) => send({ type: 'refused', attempt, trouble: deps.source.troubleOf(error) }),
    )
  }

  function begin(attempt: number, run: Run, mode: string) {
    const candidate = run.byMode?.get(mode)
    const player = candidate && deps.players[candidate.kind]
    if (!candidate || !player) {
      send({ type: 'ended', attempt })
      return
    }
    const host = heldHost(candidate)
    if (host !== undefined) run.giveSlot = deps.slots.take(host)
    run.candidate = candidate
    const settings = {
      sound: state.wanted.sound,
      worker: deps.worker,
      unsteady: isUnsteady(state, clock.now()),
    }
    run.playback = player(stage, candidate, settings, {
      frame() {
        const now = clock.now()
        if (now - run.frameAt < frameEveryMs) return
        run.frameAt = now
        send({ type: 'frame', attempt })
      },
      ended: () => send({ type: 'ended', attempt }),
    })
  }

  function drop(attempt: number, run: Run) {
    runs.delete(attempt)
    if (run.playback?.element.hasAttribute('data-shown') && !playingOf(state)) {
      keepStill(stage, run.playback.element)
    }
    run.playback?.stop()
    run.leaveQueue?.()
    run.giveSlot?.()
    if (run.session) deps.source.close(run.session.sessionId)
  }

  return {
    stage,
    state: () => state,
    told: () => told,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown() {
      const run = runs.get(playingOf(state)?.attempt ?? -1)
      if (!run?.playback || !run.candidate) return undefined
      return {
        element: run.playback.element,
        candidate: run.candidate,
        canReadFrame: (run.session?.canReadFrame ?? false) && run.candidate.kind !== 'framedPage',
      }
    },
    send,
    close() {
      send({ type: 'stop' })
      cancelWake()
    },
  }
}

/** Frames only move two times; everything else is worth telling. */
function hasVisiblyChanged(before: LiveState, after: LiveState): boolean {
  if (before === after) return false
  const [a, b] = [playingOf(before), playingOf(after)]
  return (
    before.phase !== after.phase ||
    before.since !== after.since ||
    before.retry !== after.retry ||
    before.wanted !== after.wanted ||
    a?.attempt !== b?.attempt ||
    trialOf(before)?.step !== trialOf(after)?.step ||
    trialOf(before)?.attempt !== trialOf(after)?.attempt
  )
}
