import type { RecordStore } from '@aisle/contract'
import { z } from 'zod'
import { listed } from '../assumptions.ts'
import { beijingDays } from '../beijing-time.ts'
import type { VendorRequest } from '../exchange.ts'
import { fromHandle, handleOf } from '../handle.ts'
import { openedAddresses } from '../opened.ts'
import {
  type EpochMs,
  type Playback,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
} from '../provider.ts'
import { cloudFirst, mustBeInside, storeOf, timeline } from '../timeline.ts'
import { playable } from './live.ts'
import type { ShilianPlatform } from './platform.ts'
import { cloudFlag, dayIndex, monthIndex, playback, recordControl } from './tables.ts'

const playbackHandle = z.object({ playId: z.string(), start: z.number(), end: z.number() })

export function shilianPlayback(
  { facts, http, request, onCamera, remembered }: ShilianPlatform,
  { memory, now }: ProviderOptions,
): Playback {
  const speeds = listed(facts.playbackSpeeds).map(Number)
  const opened = openedAddresses(memory, remembered('playback'), now)

  async function daysOf(camera: VendorCamera, month: { year: number; month: number }, store: RecordStore) {
    const asked = onCamera(facts['path.recordIndex'], camera, { type: 0, ...month, cloud: cloudFlag[store] })
    return (await http.call(asked, monthIndex)).days ?? []
  }

  async function storedIn(
    store: RecordStore,
    camera: VendorCamera,
    range: TimeRange,
  ): Promise<RecordTimeline> {
    const days = beijingDays(range)
    if (days.length > facts.longestListDays) {
      throw new VendorError(
        'invalidRequest',
        `recordings are listed for at most ${facts.longestListDays} days`,
      )
    }
    const spans: RecordSpan[] = []
    for (const { year, month, day } of days) {
      const fields = { type: 1, year, month, day, cloud: cloudFlag[store] }
      const { times } = await http.call(onCamera(facts['path.recordIndex'], camera, fields), dayIndex)
      for (const { start_ts, end_ts } of times ?? []) {
        spans.push({ start: start_ts * 1000, end: end_ts * 1000, store, trigger: 'unknown' })
      }
    }
    return timeline(spans, range)
  }

  const list = cloudFirst(storedIn)

  function control(camera: VendorCamera, playId: string, ctrl: number, at?: EpochMs): VendorRequest {
    const json = { play_id: playId, ctrl, ...(at === undefined ? {} : { ts: Math.floor(at / 1000) }) }
    return request(facts['path.recordControl'], json, { camera })
  }

  return {
    list,

    async days(camera, month) {
      const cloud = await daysOf(camera, month, 'cloud')
      const device = await daysOf(camera, month, 'device')
      return [...new Set([...cloud, ...device])].sort((a, b) => a - b)
    },

    async open(camera, range, asked) {
      const store = await storeOf(list, camera, range, asked)
      const fields = {
        start_ts: Math.floor(range.start / 1000),
        end_ts: Math.ceil(range.end / 1000),
        cloud: cloudFlag[store],
      }
      const answer = await http.call(
        { ...onCamera(facts['path.recordPlayback'], camera, fields), repeatable: false },
        playback,
      )
      const handle = handleOf({ playId: answer.play_id, start: range.start, end: range.end })
      try {
        const session = {
          ...playable(answer, 'high', now() + facts.addressLifetimeMs),
          handle,
          control: 'server',
        } as const
        await opened.keep(answer.play_id, session.candidates)
        return session
      } catch (error) {
        // The platform counts what it has opened, whether or not it can be shown.
        await http
          .call(control(camera, answer.play_id, recordControl.stop), z.unknown())
          .catch(() => undefined)
        throw error
      }
    },

    async close(camera, handle) {
      const { playId } = fromHandle(handle, playbackHandle)
      await opened.forget(playId)
      try {
        await http.call(control(camera, playId, recordControl.stop), z.unknown())
      } catch (error) {
        // The platform no longer knows it: closed is closed.
        if (!(error instanceof VendorError) || error.code !== 'invalidRequest') throw error
      }
    },

    async pause(camera, handle) {
      const { playId } = fromHandle(handle, playbackHandle)
      await http.call(control(camera, playId, recordControl.pause), z.unknown())
    },

    async resume(camera, handle) {
      const { playId } = fromHandle(handle, playbackHandle)
      await http.call(control(camera, playId, recordControl.resume), z.unknown())
    },

    async seek(camera, handle, at) {
      const { playId, ...range } = fromHandle(handle, playbackHandle)
      mustBeInside(range, at)
      await http.call(control(camera, playId, recordControl.play, at), z.unknown())
      const candidates = await opened.recall(playId)
      return { handle, candidates, expiresAt: null, canReadFrame: true, control: 'server' }
    },

    async setSpeed(camera, handle, rate) {
      const { playId } = fromHandle(handle, playbackHandle)
      if (!speeds.includes(rate)) throw new VendorError('invalidRequest', `${rate} is not a playback speed`)
      const json = { play_id: playId, speed: rate }
      await http.call(request(facts['path.recordSpeed'], json, { camera }), z.unknown())
    },
  }
}
