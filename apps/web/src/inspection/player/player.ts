import type { StreamCandidate } from '@aisle/contract'

export type PlayerSettings = {
  /** Sound is asked for; players begin muted where the browser insists. */
  readonly sound: boolean
  /** Many panes: work off the main thread. */
  readonly worker: boolean
  /** The line loses pictures: keep a larger buffer. */
  readonly unsteady: boolean
}

/** What a player tells: each new frame, and the end of the stream, whatever its library calls it. */
export type Report = { frame(): void; ended(why: string): void }

export type Playback = {
  /** What it draws into, already inside the stage. */
  readonly element: HTMLElement
  /** Stops and frees everything: sockets, buffers, listeners, the element. May be called twice. */
  stop(): void
}

/** Plays one address inside a stage, outside React. One module per kind. */
export type Player = (
  stage: HTMLElement,
  candidate: StreamCandidate,
  settings: PlayerSettings,
  report: Report,
) => Playback

/** A muted video element that starts by itself and reports each frame it presents. */
export function videoElement(stage: HTMLElement, { sound }: PlayerSettings, report: Report) {
  const video = document.createElement('video')
  video.muted = !sound
  video.autoplay = true
  video.playsInline = true
  video.disablePictureInPicture = true
  video.tabIndex = -1
  video.setAttribute('aria-hidden', 'true')
  stage.append(video)
  const stopWatching = watchFrames(video, report.frame)
  const onEnded = () => report.ended('ended')
  const onError = () => report.ended(video.error?.message || `media error ${video.error?.code ?? ''}`)
  // A browser that refuses sound pauses the video: it goes on muted.
  const onPause = () => {
    if (!video.ended && !video.error) void play(video)
  }
  video.addEventListener('ended', onEnded)
  video.addEventListener('error', onError)
  video.addEventListener('pause', onPause)
  return {
    video,
    free() {
      stopWatching()
      video.removeEventListener('ended', onEnded)
      video.removeEventListener('error', onError)
      video.removeEventListener('pause', onPause)
      video.pause()
      video.removeAttribute('src')
      video.load()
      video.remove()
    },
  }
}

/** Plays; a refusal because of sound is met by muting. Other refusals show as a missing first frame. */
export async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError' && !video.muted) {
      video.muted = true
      await video.play().catch(() => {})
    }
  }
}

/** Calls back at each frame that reaches the screen; answers how to stop. */
export function watchFrames(video: HTMLVideoElement, frame: () => void): () => void {
  if (!('requestVideoFrameCallback' in video)) return watchClock(video, frame)
  let handle = 0
  const next = () => {
    handle = video.requestVideoFrameCallback(() => {
      frame()
      next()
    })
  }
  next()
  return () => video.cancelVideoFrameCallback(handle)
}

/** Where frames cannot be observed, a moving media clock with data stands for them. */
function watchClock(video: HTMLVideoElement, frame: () => void): () => void {
  let last = 0
  const look = () => {
    if (video.currentTime === last || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    last = video.currentTime
    frame()
  }
  video.addEventListener('timeupdate', look)
  return () => video.removeEventListener('timeupdate', look)
}

/** Runs a player whose library comes later; a stop in between is kept. */
export function whenLoaded<Library>(
  load: () => Promise<Library>,
  report: Report,
  begin: (library: Library) => () => void,
): () => void {
  let stopped = false
  let end: (() => void) | undefined
  load().then(
    library => {
      if (!stopped) end = begin(library)
    },
    (error: unknown) => {
      if (!stopped) report.ended(`player not loaded: ${String(error)}`)
    },
  )
  return () => {
    stopped = true
    end?.()
    end = undefined
  }
}
