import type { LiveSession, RecordStore, StreamCandidate } from '@aisle/contract'
import { choices, type Surroundings } from '../player/candidates.ts'
import type { Clock } from '../player/clock.ts'
import { hostSlots } from '../player/host-slots.ts'
import { keepStill } from '../player/still.ts'
import { follow } from './follow.ts'
import { mediaAt, type PictureMap, pictureAt, rateAt, withJump, withRate } from './picture-map.ts'
import { isGone, type PlaySource } from './play-source.ts'
import { type Recorded, type Stretch, stretchAt, stretchesOf } from './recorded.ts'
import { type Asked, openRecording, playableKinds, type RecordingPlayer } from './recording-player.ts'

export type TrackPhase = 'idle' | 'gap' | 'opening' | 'playing' | 'failed'
/** What a pane is told: changes rarely, never by the mere passing of time. */
export type TrackView = {
  phase: TrackPhase
  /** Wall time of the last change of phase. */
  since: number
  /** The server's or the browser's reason, where there is one. */
  message?: string | undefined
  store?: RecordStore | undefined
  candidate?: StreamCandidate | undefined
  height?: number | undefined
  /** Pictures came since it was last opened. */
  hasPicture: boolean
  /** The platform sends this recording at 1× only. */
  isFixedRate: boolean
}

export type TrackDeps = {
  stage: HTMLElement
  source: PlaySource
  clock: Clock
  random: () => number
  surroundings: Surroundings
  open?: typeof openRecording
  worker: boolean
  messageOf(error: unknown): string
  changed(): void
}

/** `waiting`: the time is still coming and the others should wait; `apart`: nothing to wait for. */
export type Standing = 'there' | 'waiting' | 'apart'

const keepEveryMs = 15_000
/** A device that is opened anew for each jump is asked no more often. */
const reopenEveryMs = 2_000
const longestSessionMs = 6 * 3_600_000
/** So much before the wanted time is opened where the player can go back in it by itself. */
const marginMs = 600_000
/** What the platform has sent and the browser not yet received when it says that it went to a time. */
const onTheWayS = 0.12
const givenUpAfter = 4
const patienceMs = 10_000

type Opened = {
  session: LiveSession
  from: number
  to: number
  store: RecordStore
  player: RecordingPlayer
  candidate: StreamCandidate
  map: PictureMap
  isPaused: boolean
  isFinished: boolean
  sentRate: number
  stopKeeping(): void
}

/**
 * A platform may know a session by its range alone (WVP): two viewers of one range would wind the same tape. So each
 * ends a little earlier, by chance; what is left is opened when it comes.
 */
export function ownEnd(from: number, to: number, chance: number): number {
  const length = to - from
  return length < 120_000 ? to : to - Math.floor((chance * Math.min(length / 4, 300_000)) / 1000) * 1000
}

const floorSecond = (at: number) => Math.floor(at / 1000) * 1000

/** One camera's recording under the common clock: opens what the time needs, and stays with it. */
export function playTrack(deps: TrackDeps) {
  const { stage, source, clock, surroundings } = deps
  const open = deps.open ?? openRecording
  let stretches: Stretch[] | undefined
  let opened: Opened | undefined
  let generation = 0
  let aimedAt = 0
  let rate = 1
  let failures = 0
  let goodSince = 0
  let openedAt = Number.NEGATIVE_INFINITY
  let isWoundByPlayer = false
  let standing: Standing = 'apart'
  let waitingSince = 0
  let view: TrackView = { phase: 'idle', since: clock.now(), hasPicture: false, isFixedRate: false }
  /** Calls to the platform about one session go one after another. */
  let calls: Promise<unknown> = Promise.resolve()
  let cancelLater = () => {}
  const bad = new Set<string>()

  function tell(change: Partial<TrackView>) {
    const phase = change.phase ?? view.phase
    const next = { ...view, ...change, since: phase === view.phase ? view.since : clock.now() }
    if (Object.entries(next).every(([key, value]) => Reflect.get(view, key) === value)) return
    view = next
    deps.changed()
  }

  function stand(next: Standing) {
    if (next === 'waiting' && standing !== 'waiting') waitingSince = clock.now()
    standing = next
  }

  /** Gives the session back; the last picture stays on the stage. */
  function end() {
    generation += 1
    cancelLater()
    if (!opened) return
    const { player, session, stopKeeping } = opened
    opened = undefined
    stopKeeping()
    keepStill(stage, player.element)
    player.stop()
    source.close(session.sessionId)
  }

  function aim(at: number) {
    aimedAt = at
    cancelLater()
    if (!stretches) {
      end()
      stand('waiting')
      tell({ phase: 'idle', hasPicture: false })
      return
    }
    const stretch = stretchAt(stretches, at)
    if (!stretch) {
      end()
      stand('apart')
      tell({ phase: 'gap', hasPicture: false, store: undefined, candidate: undefined })
      return
    }
    stand('waiting')
    if (opened && opened.store === stretch.store && at >= opened.from && at < opened.to - 500) {
      if (isLoaded(opened, at)) return
      if (opened.player.isWound) return
      if (opened.session.control === 'server' && !opened.isFinished) {
        jumpOnPlatform(opened, at)
        return
      }
    }
    const wait = view.isFixedRate ? openedAt + reopenEveryMs - clock.now() : 0
    if (wait > 0) cancelLater = clock.at(clock.now() + wait, () => openAt(stretch, at))
    else openAt(stretch, at)
  }

  function openAt(stretch: Stretch, at: number) {
    end()
    const mine = generation
    openedAt = clock.now()
    const from = floorSecond(isWoundByPlayer ? Math.max(stretch.from, at - marginMs) : at)
    const to = ownEnd(from, Math.min(stretch.to, from + longestSessionMs), deps.random())
    tell({ phase: 'opening', hasPicture: false, message: undefined, store: stretch.store })
    source.open({ from, to, store: stretch.store }).then(
      session => {
        if (mine === generation) begin(session, { from, to, store: stretch.store }, at)
        else source.close(session.sessionId)
      },
      (error: unknown) => {
        if (mine === generation) refused(deps.messageOf(error))
      },
    )
  }

  function begin(session: LiveSession, range: { from: number; to: number; store: RecordStore }, at: number) {
    const { byMode } = choices(session, surroundings, hostSlots())
    const playable = [...byMode.values()].filter(({ kind }) => playableKinds.includes(kind))
    const candidate = playable.find(({ kind }) => !bad.has(kind)) ?? playable[0]
    const mine = generation
    const asked = candidate && {
      candidate,
      from: range.from,
      startS: (at - range.from) / 1000,
      worker: deps.worker,
    }
    const player = asked && start(asked, mine)
    if (!candidate || !player) {
      source.close(session.sessionId)
      failures = givenUpAfter
      refused(undefined)
      return
    }
    isWoundByPlayer = player.isWound
    const me: Opened = {
      session,
      ...range,
      player,
      candidate,
      map: [],
      isPaused: false,
      isFinished: false,
      sentRate: 1,
      stopKeeping: keeping(session.sessionId, mine),
    }
    opened = me
    tell({ candidate, isFixedRate: !player.isWound && session.control !== 'server' })
    sendRate(me)
  }

  function start(asked: Asked, mine: number): RecordingPlayer | undefined {
    return open(stage, asked, {
      frame() {
        if (mine !== generation || !opened) return
        if (!view.hasPicture || view.phase !== 'playing') {
          goodSince = clock.now()
          opened.player.element.toggleAttribute('data-shown', true)
          tell({ phase: 'playing', hasPicture: true, height: opened.player.element.videoHeight })
        } else if (failures > 0 && clock.now() - goodSince > patienceMs) failures = 0
      },
      mapped(map) {
        if (mine === generation && opened) opened.map = map
      },
      ended(why) {
        if (mine === generation) streamEnded(why)
      },
    })
  }

  function keeping(sessionId: string, mine: number): () => void {
    let cancel = () => {}
    const again = () => {
      cancel = clock.at(clock.now() + keepEveryMs, () => {
        source.keep(sessionId).catch((error: unknown) => {
          if (mine === generation && isGone(error)) aimAnew()
        })
        again()
      })
    }
    again()
    return () => cancel()
  }

  function aimAnew() {
    end()
    aim(aimedAt)
  }

  /** A stream that ends where its recording ends is done; any other end is a loss. */
  function streamEnded(why: string) {
    if (!opened) return
    const loaded = lastLoaded(opened.player.element)
    const until = loaded && pictureAt(opened.map, loaded.end)
    if (until !== undefined && until >= opened.to - 3_000) {
      opened.isFinished = true
      return
    }
    if (!view.hasPicture) bad.add(opened.candidate.kind)
    refused(why === 'loading complete' ? undefined : why)
  }

  function refused(message: string | undefined) {
    failures += 1
    end()
    stand('apart')
    if (failures >= givenUpAfter) {
      tell({ phase: 'failed', message })
      return
    }
    tell({ phase: 'opening', message, hasPicture: false })
    cancelLater = clock.at(clock.now() + 1000 * 2 ** (failures - 1), () => aim(aimedAt))
  }

  /** True where the time is among what the browser holds already. */
  function isLoaded({ map, player }: Opened, at: number): boolean {
    const wanted = mediaAt(map, at)
    return wanted !== undefined && loadedAround(player.element, wanted) !== undefined
  }

  function onPlatform(me: Opened, call: () => Promise<unknown>, done: () => void) {
    calls = calls.then(async () => {
      if (opened !== me) return
      try {
        await call()
        if (opened === me) done()
      } catch (error) {
        if (opened !== me) return
        if (isGone(error)) aimAnew()
        else refused(deps.messageOf(error))
      }
    })
  }

  /** The second of the stream from which on it shows what the platform was just told to. */
  const turn = (me: Opened) => {
    const loaded = lastLoaded(me.player.element)
    return loaded ? loaded.end + onTheWayS * Number(!me.isPaused) : (me.map[0]?.media ?? 0)
  }

  function jumpOnPlatform(me: Opened, at: number) {
    onPlatform(
      me,
      async () => {
        // Of several jumps in a row only the last one counts.
        if (at !== aimedAt) return
        await source.seek(me.session.sessionId, at)
        if (me.isPaused) await source.pause(me.session.sessionId, false)
      },
      () => {
        if (at !== aimedAt) return
        me.map = withJump(me.map, turn(me), at)
        me.isPaused = false
      },
    )
  }

  function sendRate(me: Opened) {
    const wanted = rate
    if (me.session.control !== 'server' || me.player.isWound || me.sentRate === wanted) return
    me.sentRate = wanted
    onPlatform(
      me,
      () => source.setSpeed(me.session.sessionId, wanted),
      () => {
        me.map = withRate(me.map, turn(me), wanted)
      },
    )
  }

  function sendPause(me: Opened, paused: boolean) {
    me.isPaused = paused
    onPlatform(
      me,
      () => source.pause(me.session.sessionId, paused),
      () => {},
    )
  }

  /** Keeps what lies ahead in the browser between two bounds: the platform sends whether or not it is watched. */
  function holdBack(me: Opened, isUserPause: boolean) {
    if (me.session.control !== 'server' || me.player.isWound || me.isFinished) return
    const { element } = me.player
    const ahead = (lastLoaded(element)?.end ?? element.currentTime) - element.currentTime
    const [least, most] = isUserPause ? [0.3, 2] : [3, 8]
    if (!me.isPaused && ahead > most) sendPause(me, true)
    else if (me.isPaused && ahead < least) sendPause(me, false)
  }

  return {
    stage,
    view: () => view,
    standing: () => standing,
    waitingSince: () => waitingSince,
    /** True where others may wait for it: it has not been lost before, or is coming back. */
    isWorthWaiting: () => clock.now() - waitingSince < patienceMs && (failures === 0 || view.hasPicture),

    setRecorded(recorded: readonly Recorded[] | undefined) {
      stretches = recorded && stretchesOf(recorded)
    },

    /** Shows another time, by the shortest way. */
    aim(at: number) {
      failures = 0
      aim(at)
    },

    setRate(next: number) {
      rate = next
      if (opened) sendRate(opened)
    },

    /** Called some times a second with the time of the clock: stays with it, and opens what comes next. */
    tick(at: number, isRunning: boolean, isUserPause: boolean) {
      if (view.phase === 'gap' && stretches && stretchAt(stretches, at)) aim(at)
      if (!opened) return
      if (isRunning) aimedAt = at
      if (at >= opened.to || at < opened.from - 1000) {
        aim(at)
        return
      }
      const { player, map } = opened
      const video = player.element
      holdBack(opened, isUserPause)
      const wanted = mediaAt(map, at)
      if (wanted === undefined) return
      const loaded = loadedAround(video, wanted)
      const step = follow({
        wanted,
        current: video.currentTime,
        loaded,
        rate: rate / rateAt(map, video.currentTime),
        isRunning,
        isSeekable: player.isWound,
      })
      const isThere = step.isThere && video.readyState >= 2
      const isAtEnd = opened.isFinished && wanted > (lastLoaded(video)?.end ?? 0) - 0.5
      stand(isThere ? 'there' : isAtEnd ? 'apart' : 'waiting')
      if (standing === 'waiting' && !opened.isPaused && clock.now() - waitingSince > patienceMs) {
        refused(undefined)
        return
      }
      if (step.jumpTo !== undefined && !video.seeking) video.currentTime = step.jumpTo
      if (video.playbackRate !== step.rate) video.playbackRate = Math.min(16, Math.max(0.0625, step.rate))
      if (step.play && video.paused) void video.play().catch(() => {})
      else if (!step.play && !video.paused) video.pause()
    },

    /** The time that the picture on the screen shows. */
    shownAt(): number | undefined {
      return opened && view.hasPicture ? pictureAt(opened.map, opened.player.shownS()) : undefined
    },
    /** Length of one frame of the recording, ms. */
    frameMs: () =>
      (opened?.player.frameS() ?? 0.04) * 1000 * (opened ? rateAt(opened.map, opened.player.shownS()) : 1),
    /** What is on the screen, for a capture. */
    shown() {
      if (!opened || !view.hasPicture) return undefined
      const { player, candidate, session } = opened
      return { element: player.element, candidate, canReadFrame: session.canReadFrame }
    },
    close() {
      end()
      stand('apart')
      tell({ phase: 'idle', hasPicture: false })
    },
  }
}
export type PlayTrack = ReturnType<typeof playTrack>

type Loaded = { start: number; end: number }

function rangesOf({ buffered }: HTMLVideoElement): Loaded[] {
  return Array.from({ length: buffered.length }, (_, at) => ({
    start: buffered.start(at),
    end: buffered.end(at),
  }))
}
const lastLoaded = (video: HTMLVideoElement) => rangesOf(video).at(-1)
const loadedAround = (video: HTMLVideoElement, second: number) =>
  rangesOf(video).find(({ start, end }) => second >= start - 0.1 && second <= end)
