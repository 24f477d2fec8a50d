import { type EncodedFrame, openH264, type ParameterSets, type VideoFormat } from './h264.ts'
import type { Picture } from './yuv.ts'

/** What a channel shows next: a picture, nothing for now (the clock goes on), or the end. */
export type Shot = { picture: Picture; key?: boolean | undefined } | 'pause' | 'end'

/** Takes what a channel makes. A viewer that has nothing to do with the camera any more is told `end` once. */
export type Viewer = {
  start(stream: { format: VideoFormat; sets: ParameterSets }): void
  frame(frame: StreamFrame): void
  /** Once per picture time, also when there is no picture. */
  tick(): void
  end(): void
}

/** An encoded picture with the number it has in its stream, and room to keep what it was packed into. */
export type StreamFrame = EncodedFrame & { number: number; takenAt: number; flv?: Buffer; fmp4?: Buffer }

export type ChannelOptions = {
  format: VideoFormat
  /** Loads what the first picture needs; the clock starts afterwards. */
  prepare(): Promise<void>
  /** The picture for a moment, epoch ms: now, or a little ago for the lead. */
  shoot(takenAt: number): Promise<Shot>
  /** Pictures of so many seconds before the first, made at once, for players that want several segments. */
  leadSeconds: number
  /** How long it goes on without viewers. */
  lingerMs: number
  /** No viewer is taken any more; `shoot` is not called again. */
  onStop(): void
  onError(error: unknown): void
}

/** One encoder and everyone who watches it. */
export type Channel = {
  add(viewer: Viewer): () => void
  /** Counts as a viewer until `lingerMs` have passed. */
  touch(): void
  viewers(): number
  /** The newest groups of pictures, each beginning with a key frame; the last one may still grow. */
  groups(): { number: number; frames: StreamFrame[] }[]
  sets(): ParameterSets | undefined
  /** Resolves with true when the lead, or else a whole group is there, with false when the time is over or the channel ended. */
  ready(timeoutMs: number): Promise<boolean>
  stop(): Promise<void>
}

const keptGroups = 9
const keyEveryMs = 1000

export function openChannel(options: ChannelOptions): Channel {
  const { format, lingerMs } = options
  const viewers = new Set<Viewer>()
  const groups: { number: number; frames: StreamFrame[] }[] = []
  const waiting = new Set<() => void>()
  const openedAt = Date.now()
  // Group numbers go on over restarts, about one a second: a playlist's numbers never fall back.
  let nextGroup = Math.floor(openedAt / 1000)
  let sets: ParameterSets | undefined
  let neededAt = openedAt
  let stopping = false
  let wake = () => {}

  const isReady = () => groups.length > Math.max(1, options.leadSeconds)

  function publish(frame: StreamFrame): void {
    if (frame.key) {
      groups.push({ number: nextGroup++, frames: [] })
      if (groups.length > keptGroups) groups.shift()
    }
    groups.at(-1)?.frames.push(frame)
    const known = sets
    if (!known) return
    for (const viewer of viewers) viewer.frame(frame)
    if (isReady()) for (const resolve of waiting) resolve()
  }

  async function run(): Promise<void> {
    const encoder = await openH264(format)
    try {
      await options.prepare()
      const startedAt = Date.now()
      neededAt = startedAt
      const frameMs = 1000 / format.fps
      const lead = options.leadSeconds * format.fps
      let lastKey = Number.NEGATIVE_INFINITY
      let idle = 0
      let number = 0
      for (let n = -lead; !stopping; n++) {
        const due = startedAt + n * frameMs
        const late = Date.now() - due
        // Whoever is late leaves pictures out rather than fall behind; the lead is made as fast as it goes.
        if (n >= 0 && late > 2 * frameMs) n += Math.floor(late / frameMs) - 1
        const takenAt = Math.round(startedAt + n * frameMs)
        if (n >= 0) await sleepUntil(takenAt)
        if (stopping) break
        if (viewers.size > 0 || waiting.size > 0) neededAt = Date.now()
        if (Date.now() - neededAt > lingerMs) break
        const shot = await options.shoot(takenAt)
        if (shot === 'end') break
        if (shot !== 'pause') {
          const atMs = Math.round((n + lead) * frameMs - idle)
          const key = shot.key || Math.floor(atMs / keyEveryMs) !== Math.floor(lastKey / keyEveryMs)
          const frame = await encoder.encode(shot.picture, atMs, key)
          if (frame.key) lastKey = atMs
          if (!sets) {
            sets = encoder.parameterSets()
            if (sets) for (const viewer of viewers) viewer.start({ format, sets })
          }
          publish({ ...frame, number: number++, takenAt })
        } else idle += frameMs
        for (const viewer of viewers) viewer.tick()
      }
    } finally {
      stopping = true
      options.onStop()
      await encoder.close()
    }
  }

  function sleepUntil(time: number): Promise<void> {
    const wait = time - Date.now()
    if (wait <= 0) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, wait)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const finished = run()
    .catch(options.onError)
    .finally(() => {
      for (const viewer of [...viewers]) viewer.end()
      viewers.clear()
      for (const resolve of waiting) resolve()
    })

  return {
    add(viewer) {
      if (stopping) {
        viewer.end()
        return () => {}
      }
      viewers.add(viewer)
      if (sets) {
        viewer.start({ format, sets })
        for (const frame of groups.at(-1)?.frames ?? []) viewer.frame(frame)
      }
      return () => viewers.delete(viewer)
    },
    touch() {
      neededAt = Date.now()
    },
    viewers: () => viewers.size,
    groups: () => groups,
    sets: () => sets,
    async ready(timeoutMs) {
      if (isReady()) return true
      if (stopping) return false
      await new Promise<void>(resolve => {
        const timer = setTimeout(done, timeoutMs)
        function done() {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      })
      return isReady()
    },
    async stop() {
      stopping = true
      wake()
      await finished
    },
  }
}
