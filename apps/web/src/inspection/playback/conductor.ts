import type { Clock } from '../player/clock.ts'
import { changed, clockFrom, isRunning, type PlayClock, timeOf } from './play-clock.ts'
import type { PlayTrack, TrackView } from './play-track.ts'
import { coverageOf, landing, lastRecorded, type Recorded, type Span } from './recorded.ts'

/** A jump that ended elsewhere, for a note to the user; back in time where a visit without a time found nothing newer. */
export type Landing = { number: number; jumpedMs: number }
export type ConductorView = {
  isPlaying: boolean
  /** Waits for a picture. */
  isHeld: boolean
  rate: number
  tracks: ReadonlyMap<string, TrackView>
  landed?: Landing | undefined
  /** Nothing more is recorded after this time. */
  isAtEnd: boolean
}

export type Conductor = ReturnType<typeof conductor>

const tickMs = 80
const seekDebounceMs = 300
/** A hiccup shorter than this does not stop the others. */
const hiccupMs = 250

/** A step that has not shown another frame yet. Cameras leave frames out: some steps are longer than others. */
type Stepping = { track: PlayTrack; by: 1 | -1; shownAt: number | undefined; since: number; left: number }
const stepPatienceMs = 240
const stepsAtMost = 12

const presentMs = 180_000
/** Further off, a picture is on its way elsewhere. */
const offMs = 1000

/** So much of the last recording is shown to who asked for no time. */
const lastMs = 60_000

type Deps = {
  clock: Clock
  at: number
  /** Somebody asked for this time; otherwise the last recording before it will do. */
  isAsked: boolean
  createTrack(id: string, changed: () => void): PlayTrack
}

/** One clock, up to four pictures: what moves the clock moves all of them, and it waits for who is late. */
export function conductor({ clock: wall, at, isAsked, createTrack }: Deps) {
  let clock: PlayClock = clockFrom(at, wall.now())
  const tracks = new Map<string, PlayTrack>()
  const recorded = new Map<string, readonly Recorded[] | undefined>()
  let coverage: Span[] = []
  let isStarted = false
  /** Where to go is not settled: a jump is debounced, or the list of recordings is still to come. */
  let isAiming = true
  let isTimeAsked = isAsked
  let landed: Landing | undefined
  let isAtEnd = false
  let stepping: Stepping | undefined
  let cancelAim = () => {}
  let cancelTick = () => {}
  const listeners = new Set<() => void>()
  let told = viewNow()

  function viewNow(): ConductorView {
    return {
      isPlaying: clock.isPlaying,
      isHeld: clock.isHeld,
      rate: clock.rate,
      tracks: new Map([...tracks].map(([id, track]) => [id, track.view()])),
      landed,
      isAtEnd,
    }
  }

  function tell() {
    told = viewNow()
    for (const listener of [...listeners]) listener()
  }

  const now = () => timeOf(clock, wall.now())

  function change(next: Parameters<typeof changed>[1]) {
    const before = clock
    clock = changed(clock, next, wall.now())
    if (before.isPlaying !== clock.isPlaying || before.isHeld !== clock.isHeld || before.rate !== clock.rate)
      tell()
  }

  const isListed = () => [...tracks.keys()].every(id => recorded.get(id) !== undefined)

  /** Sends every picture to the clock's time; into a gap of all of them, on to where something is recorded again. */
  function aim() {
    cancelAim()
    if (!isStarted) return
    isAiming = !isListed()
    if (!isAiming) {
      const place =
        landing(coverage, now()) ?? (isTimeAsked ? undefined : lastRecorded(coverage, now(), lastMs))
      isAtEnd = place === undefined
      isTimeAsked ||= place !== undefined
      if (place && place.jumpedMs !== 0) {
        landed = { number: (landed?.number ?? 0) + 1, jumpedMs: place.jumpedMs }
        change({ at: place.at })
      }
    }
    for (const track of tracks.values()) track.aim(now())
    tell()
  }

  function aimSoon(ms: number) {
    isAiming = true
    cancelAim()
    change({ isHeld: true })
    if (ms === 0) aim()
    else cancelAim = wall.at(wall.now() + ms, aim)
  }

  function tick() {
    cancelTick = wall.at(wall.now() + tickMs, tick)
    if (isAiming) return
    const time = now()
    // All pictures ran into a gap: on to the next recording, or the end.
    if (clock.isPlaying && !isAtEnd && !coverage.some(({ from, to }) => time >= from && time < to)) aim()
    const late = [...tracks.values()].filter(
      track => track.standing() === 'waiting' && track.isWorthWaiting(),
    )
    const mustWait = late.some(track => clock.isHeld || wall.now() - track.waitingSince() > hiccupMs)
    const mustStand = mustWait || isAtEnd
    if (mustStand !== clock.isHeld) change({ isHeld: mustStand })
    if (isAtEnd && clock.isPlaying && !isStillRecording()) change({ isPlaying: false })
    stepOn()
    for (const track of tracks.values()) track.tick(now(), isRunning(clock), !clock.isPlaying)
  }

  /** Goes on by another frame's length while a step shows the same picture. */
  function stepOn() {
    if (!stepping) return
    const { track, by, shownAt, since, left } = stepping
    if (clock.isPlaying || left === 0 || track.shownAt() !== shownAt) stepping = undefined
    else if (wall.now() - since > stepPatienceMs && track.standing() === 'there') {
      stepping = { ...stepping, since: wall.now(), left: left - 1 }
      change({ at: now() + by * track.frameMs() })
    }
  }

  /** The time on the first picture that is as good as on time. */
  const shownNow = (): number | undefined =>
    [...tracks.values()]
      .map(track => track.shownAt())
      .find(at => at !== undefined && Math.abs(at - now()) < offMs)

  /** So near the present the list of recordings grows while one watches. */
  const isStillRecording = () => Math.abs(wall.now() - now()) < presentMs

  function restock() {
    coverage = coverageOf([...tracks.keys()].flatMap(id => recorded.get(id) ?? []))
  }

  return {
    now,
    view: () => told,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    track: (id: string) => tracks.get(id),
    coverage: () => coverage,

    start() {
      if (isStarted) return
      isStarted = true
      tick()
      aimSoon(0)
    },
    /** Gives every session back. It may be started again. */
    stop() {
      isStarted = false
      cancelAim()
      cancelTick()
      change({ isHeld: true })
      for (const track of tracks.values()) track.close()
    },

    setCameras(ids: readonly string[]) {
      for (const [id, track] of tracks) {
        if (ids.includes(id)) continue
        track.close()
        tracks.delete(id)
      }
      const added = ids.filter(id => !tracks.has(id))
      for (const id of added) {
        const track = createTrack(id, tell)
        track.setRecorded(recorded.get(id))
        track.setRate(clock.rate)
        tracks.set(id, track)
      }
      restock()
      if (added.length > 0 && isStarted) aimSoon(0)
      tell()
    },

    /** What is recorded of a camera around the time of the clock; undefined until it is known. */
    setRecorded(id: string, list: readonly Recorded[] | undefined) {
      const wasKnown = recorded.get(id) !== undefined
      recorded.set(id, list)
      tracks.get(id)?.setRecorded(list)
      restock()
      if (tracks.has(id) && !wasKnown && list && isStarted) aimSoon(0)
      // The present day grows: what was the end may go on.
      else if (isAtEnd && isStarted && landing(coverage, now())) aimSoon(0)
    },

    seek(to: number) {
      isAtEnd = false
      isTimeAsked = true
      stepping = undefined
      change({ at: Math.floor(to / 1000) * 1000 })
      aimSoon(seekDebounceMs)
      tell()
    },
    /** A pause keeps the picture that is on the screen: while playing it may be a little off the clock. */
    setPlaying(isPlaying: boolean) {
      if (isPlaying) isAtEnd = false
      const shown = isPlaying || !clock.isPlaying ? undefined : shownNow()
      change({ isPlaying, ...(shown === undefined ? {} : { at: shown }) })
      tell()
    },
    setRate(rate: number) {
      change({ rate })
      for (const track of tracks.values()) track.setRate(rate)
    },
    /** One frame of a picture forward or back; everything pauses. */
    step(id: string, by: 1 | -1) {
      const track = tracks.get(id)
      if (!track) return
      const from = clock.isPlaying ? (track.shownAt() ?? now()) : now()
      change({ isPlaying: false })
      change({ at: from + by * track.frameMs() })
      stepping = { track, by, shownAt: track.shownAt(), since: wall.now(), left: stepsAtMost }
      tell()
    },
  }
}
