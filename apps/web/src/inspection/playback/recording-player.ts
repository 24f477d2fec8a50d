import type { StreamCandidate } from '@aisle/contract'
import { gentleEnd } from '../player/mpegts-end.ts'
import { watchFrames, whenLoaded } from '../player/player.ts'
import { mapFrom, type PictureMap } from './picture-map.ts'

/** What is played: an address that begins at `from` (epoch ms), entered `startS` seconds later. */
export type Asked = { candidate: StreamCandidate; from: number; startS: number; worker: boolean }
export type PlayerReport = {
  frame(): void
  /** Which time is at which second, as soon as the stream says it. */
  mapped(map: PictureMap): void
  ended(why: string): void
}
export type RecordingPlayer = {
  readonly element: HTMLVideoElement
  /** Any second can be gone to and played at any speed, without asking the platform. */
  readonly isWound: boolean
  /** Length of one frame in seconds, measured. */
  frameS(): number
  /** The second of the frame on the screen. */
  shownS(): number
  stop(): void
}

const usualFrameS = 1 / 15

/** Plays a recording inside a stage; it is paused until told to play. undefined for kinds that have no player here. */
export function openRecording(
  stage: HTMLElement,
  asked: Asked,
  report: PlayerReport,
): RecordingPlayer | undefined {
  const start = players[asked.candidate.kind]
  if (!start) return undefined
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.disablePictureInPicture = true
  video.preload = 'auto'
  video.tabIndex = -1
  video.setAttribute('aria-hidden', 'true')
  stage.append(video)
  const frames = frameTimes(video, report.frame)
  const onError = () => report.ended(video.error?.message || `media error ${video.error?.code ?? ''}`)
  video.addEventListener('error', onError)
  const end = start.play(video, asked, report)
  return {
    element: video,
    isWound: start.isWound,
    frameS: frames.frameS,
    shownS: frames.shownS,
    stop() {
      video.removeEventListener('error', onError)
      frames.stop()
      end()
      video.pause()
      video.removeAttribute('src')
      video.load()
      video.remove()
    },
  }
}

type Start = {
  isWound: boolean
  play(video: HTMLVideoElement, asked: Asked, report: PlayerReport): () => void
}

/** FLV comes as it is sent: what was received may be gone through, the rest is up to the platform. */
const flv: Start = {
  isWound: false,
  play(video, { candidate, from, worker }, report) {
    const load = async () => (await import('mpegts.js')).default
    // The first second of the stream is where the recording was opened, whatever number it has.
    const onData = () => {
      if (video.buffered.length === 0) return
      video.removeEventListener('progress', onData)
      video.removeEventListener('loadeddata', onData)
      report.mapped(mapFrom(video.buffered.start(0), from))
    }
    video.addEventListener('progress', onData)
    video.addEventListener('loadeddata', onData)
    const stop = whenLoaded(load, report, mpegts => {
      mpegts.LoggingControl.applyConfig({ enableAll: false })
      const player = mpegts.createPlayer(
        { type: 'flv', isLive: true, url: candidate.url, hasVideo: true, hasAudio: false },
        {
          enableWorker: worker,
          enableStashBuffer: false,
          lazyLoad: false,
          liveSync: false,
          autoCleanupSourceBuffer: true,
          autoCleanupMaxBackwardDuration: 60,
          autoCleanupMinBackwardDuration: 30,
        },
      )
      player.on(mpegts.Events.ERROR, (type: string, detail: string) => report.ended(`${type} ${detail}`))
      player.on(mpegts.Events.LOADING_COMPLETE, () => report.ended('loading complete'))
      const end = gentleEnd(player, mpegts.Events, candidate.url)
      player.attachMediaElement(video)
      player.load()
      return end
    })
    return () => {
      video.removeEventListener('progress', onData)
      video.removeEventListener('loadeddata', onData)
      stop()
    }
  },
}

/** HLS of a recording is a list of segments: any of them can be had at any time. */
const hls: Start = {
  isWound: true,
  play(video, { candidate, from, startS, worker }, report) {
    const load = async () => (await import('hls.js/light')).default
    return whenLoaded(load, report, Hls => {
      if (!Hls.isSupported()) {
        report.mapped(mapFrom(0, from))
        video.src = candidate.url
        video.currentTime = startS
        return () => {}
      }
      const player = new Hls({
        startPosition: startS,
        enableWorker: worker,
        maxBufferLength: 24,
        maxMaxBufferLength: 40,
        backBufferLength: 40,
      })
      player.on(Hls.Events.ERROR, (_event, { fatal, type, details }) => {
        if (fatal) report.ended(`${type} ${details}`)
      })
      player.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
        report.mapped(mapOfFragments(details.fragments, from))
      })
      player.loadSource(candidate.url)
      player.attachMedia(video)
      return () => player.destroy()
    })
  },
}

const players: Partial<Record<StreamCandidate['kind'], Start>> = { wsFlv: flv, httpFlv: flv, hls }
export const playableKinds = Object.keys(players)

/** Pieces from the segments' own dates, where the playlist has them; otherwise one piece from where it was opened. */
function mapOfFragments(
  fragments: readonly { start: number; programDateTime: number | null }[],
  from: number,
): PictureMap {
  const pieces = fragments.flatMap(({ start, programDateTime: at }) =>
    at === null ? [] : [{ media: start, at, rate: 1, isJump: false }],
  )
  const breaks = pieces.filter((piece, index) => {
    const last = pieces[index - 1]
    return !last || Math.abs(piece.at - last.at - (piece.media - last.media) * 1000) > 500
  })
  const [first, ...others] = breaks
  return first ? [{ ...first, isJump: true }, ...others] : mapFrom(0, from)
}

/** Follows the frames on the screen: when the last one is, and how far apart they are. */
function frameTimes(video: HTMLVideoElement, frame: () => void) {
  let last: number | undefined
  let apart: number[] = []
  let handle = 0
  if (!('requestVideoFrameCallback' in video)) {
    const stop = watchFrames(video, frame)
    return { frameS: () => usualFrameS, shownS: () => Reflect.get(video, 'currentTime') as number, stop }
  }
  const next = () => {
    handle = video.requestVideoFrameCallback((_now, { mediaTime }) => {
      const step = last === undefined ? 0 : mediaTime - last
      if (step > 0.005 && step < 0.5) apart = [...apart.slice(-8), step]
      last = mediaTime
      frame()
      next()
    })
  }
  next()
  return {
    frameS: () => apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? usualFrameS,
    shownS: () => last ?? video.currentTime,
    stop: () => video.cancelVideoFrameCallback(handle),
  }
}
