import type { Camera, LiveSession, RecordStore } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'

/** The server's side of a recording: opened once, told where to go, kept alive, given back. */
export type PlaySource = {
  open(range: { from: number; to: number; store: RecordStore }): Promise<LiveSession>
  seek(sessionId: string, at: number): Promise<LiveSession>
  setSpeed(sessionId: string, rate: number): Promise<unknown>
  pause(sessionId: string, paused: boolean): Promise<unknown>
  keep(sessionId: string): Promise<unknown>
  close(sessionId: string): void
}

const iso = (at: number) => new Date(at).toISOString()

export function playSource({ id: cameraId }: Camera): PlaySource {
  const session = (sessionId: string) => ({ cameraId, sessionId })
  return {
    open: ({ from, to, store }) =>
      api.cameras.playback({
        params: { cameraId },
        body: { from: iso(from), to: iso(to), source: store, secure: location.protocol === 'https:' },
      }),
    seek: (sessionId, at) => api.cameras.playbackSeek({ params: session(sessionId), body: { at: iso(at) } }),
    setSpeed: (sessionId, rate) => api.cameras.playbackSpeed({ params: session(sessionId), body: { rate } }),
    pause: (sessionId, paused) => api.cameras.playbackPause({ params: session(sessionId), body: { paused } }),
    keep: sessionId => api.cameras.playbackKeep({ params: session(sessionId) }),
    close(sessionId) {
      // Nothing is lost where it fails: the server closes what it has not heard of for a minute.
      api.cameras.endPlayback({ params: session(sessionId), keepalive: true }).catch(() => {})
    },
  }
}

export const isGone = (error: unknown) => isProblem(error) && error.status === 404
