import type { Camera, Text } from '@aisle/contract'
import type { TextValues } from '../../lib/i18n.ts'
import type { Tone } from '../../ui/bits.tsx'
import type { LivePhase, LiveState } from '../player/live-state.ts'
import { liveText as words } from './text.ts'

export type PaneAction = 'retry' | 'smooth' | 'resume'
type Said = { text: Text; values?: TextValues }

/** What a pane says over its picture: nothing while live. */
export type PaneWords = {
  title: Said
  details: Said[]
  /** The server's own words, in the language of the user already. */
  message?: string
  actions: { action: PaneAction; text: Text }[]
}

/** Dot of each phase: the same in list, pane and phone. */
export const phaseTone: Record<LivePhase, Tone> = {
  idle: 'neutral',
  paused: 'neutral',
  connecting: 'primary',
  live: 'positive',
  stalled: 'warning',
  reconnecting: 'warning',
  failed: 'error',
  offline: 'neutral',
  taken: 'warning',
  forbidden: 'neutral',
}

/** One or two words for each phase: label of the pane, list of cameras, announcements. */
export const phaseName: Record<LivePhase, Text> = {
  idle: words.connecting,
  paused: words.paused,
  connecting: words.connecting,
  live: words.normal,
  stalled: words.stalledName,
  reconnecting: words.lostName,
  failed: words.failed,
  offline: words.offline,
  taken: words.taken,
  forbidden: words.forbidden,
}

const retry = { action: 'retry', text: words.reconnect } as const
const askAgain = { action: 'retry', text: words.askAgain } as const

type Facts = { now: number; camera: Camera; clock(time: number): string; moment(date: Date): string }

/** The words of a state at a time. */
export function paneWords(state: LiveState, { now, camera, clock, moment }: Facts): PaneWords | undefined {
  const seconds = Math.max(0, Math.floor((now - state.since) / 1000))
  const message = state.trouble?.message
  const withMessage = message === undefined ? {} : { message }
  const since = state.lastPictureAt
  const frozen: Said[] =
    since === undefined ? [] : [{ text: words.noPictureSince, values: { time: clock(since) } }]
  const lower = state.wanted.quality === 'smooth' ? [] : [{ action: 'smooth', text: words.toSmooth } as const]
  switch (state.phase) {
    case 'live':
      return undefined
    case 'idle':
      return { title: { text: words.connecting }, details: [], actions: [] }
    case 'connecting':
      return {
        title: { text: words.connecting },
        details: [
          state.retry === 0
            ? { text: words.waited, values: { seconds } }
            : { text: words.tryNumber, values: { seconds, count: state.retry + 1 } },
        ],
        ...(state.retry > 0 ? withMessage : {}),
        actions:
          seconds >= 8
            ? [...(lower.length > 0 ? [{ action: 'smooth', text: words.otherQuality } as const] : []), retry]
            : [],
      }
    case 'stalled':
    case 'reconnecting': {
      const without = since === undefined ? seconds : Math.max(0, Math.floor((now - since) / 1000))
      return {
        title: {
          text: state.phase === 'stalled' ? words.stalled : words.lost,
          values: { seconds: without },
        },
        details:
          since === undefined
            ? []
            : [{ text: words.lastFrame, values: { time: clock(since), count: Math.max(1, state.retry) } }],
        ...withMessage,
        actions: [...lower, retry],
      }
    }
    case 'failed':
      return {
        title: { text: words.failed },
        details: [
          {
            text: state.trouble?.reason === 'nothingPlayable' ? words.nothingPlayable : words.failedWhy,
          },
          ...frozen,
        ],
        ...withMessage,
        actions: [...lower, retry],
      }
    case 'offline':
      return {
        title: { text: words.offline },
        details: [
          camera.lastOnlineAt === null
            ? { text: words.neverOnline }
            : { text: words.lastOnline, values: { time: moment(new Date(camera.lastOnlineAt)) } },
        ],
        actions: [askAgain],
      }
    case 'taken':
      return {
        title: { text: words.taken },
        details: message === undefined ? [{ text: words.takenWhy }] : [],
        ...withMessage,
        actions: [askAgain],
      }
    case 'forbidden':
      return {
        title: { text: words.forbidden },
        details: [{ text: words.forbiddenWhy }],
        actions: [askAgain],
      }
    case 'paused':
      return state.by === 'user'
        ? {
            title: { text: words.paused },
            details: frozen,
            actions: [{ action: 'resume', text: words.resume }],
          }
        : { title: { text: words.unseen }, details: [], actions: [] }
  }
}
