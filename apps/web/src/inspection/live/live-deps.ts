import type { Camera } from '@aisle/contract'
import { api } from '../../lib/api.ts'
import { isProblem } from '../../lib/problem.ts'
import { browserSurroundings } from '../player/candidates.ts'
import { wallClock } from '../player/clock.ts'
import { hostSlots } from '../player/host-slots.ts'
import type { FeedDeps, LiveSource } from '../player/live-feed.ts'
import type { Trouble, TroubleReason } from '../player/live-state.ts'
import { openingQueue } from '../player/opening-queue.ts'
import { players } from '../player/players.ts'

/** Shared by all panes of the tab: connections per host and turns to open. */
const slots = hostSlots()
const queue = openingQueue(wallClock)

const reasons: Readonly<Record<string, TroubleReason>> = {
  offline: 'offline',
  limitReached: 'taken',
  controlledByOther: 'taken',
  busy: 'taken',
}

/** What a refused live session means for a pane. */
export function troubleOf(error: unknown): Trouble {
  if (!isProblem(error)) return { reason: 'refused' }
  const { message, status, reason } = error
  if (reason !== undefined && reasons[reason]) return { reason: reasons[reason], message }
  if (status === 401 || status === 403 || status === 404) return { reason: 'forbidden', message }
  return { reason: 'refused', message }
}

function liveSource(cameraId: string): LiveSource {
  const params = { cameraId }
  return {
    open: ({ quality }) =>
      api.cameras.live({ params, body: { quality, secure: location.protocol === 'https:' } }),
    close(sessionId) {
      // Nothing is lost where it fails: the server forgets sessions by itself.
      api.cameras.endLive({ params: { cameraId, sessionId }, keepalive: true }).catch(() => {})
    },
    troubleOf,
  }
}

/** What a feed of the real browser needs. */
export function browserDeps(camera: Camera): Omit<FeedDeps, 'wanted' | 'worker'> {
  const stage = document.createElement('div')
  stage.className = 'live-stage'
  return {
    stage,
    source: liveSource(camera.id),
    players,
    clock: wallClock,
    random: Math.random,
    slots,
    queue,
    surroundings: browserSurroundings(),
  }
}
