import type { RecordStore } from '@aisle/contract'
import { z } from 'zod'
import { beijingText, beijingTextUp, fromBeijingText } from '../beijing-time.ts'
import { fromHandle, handleOf } from '../handle.ts'
import {
  type Playback,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
} from '../provider.ts'
import { cloudFirst, mustBeInside, timeline } from '../timeline.ts'
import { candidatesOf, playable } from './live.ts'
import { type HuaweiPlatform, isGb } from './platform.ts'
import { playbackUrl, records, recordsPath, trigger } from './tables.ts'

const playbackHandle = z.object({
  store: z.enum(['cloud', 'device']),
  start: z.number(),
  end: z.number(),
  secure: z.boolean(),
})
type Recording = z.infer<typeof playbackHandle>

export function huaweiPlayback(
  { facts, http, onChannel, secureByDefault }: HuaweiPlatform,
  { now }: ProviderOptions,
): Playback {
  async function page(camera: VendorCamera, range: TimeRange, store: RecordStore, number: number) {
    const limit = facts.recordsPerPage
    const query = {
      start_time: beijingText(range.start),
      end_time: beijingTextUp(range.end),
      limit,
      offset: facts.offsetCounts === 'items' ? number * limit : number,
    }
    try {
      return (await http.call(onChannel('GET', camera, recordsPath[store], { query }), records)).records ?? []
    } catch (error) {
      if (error instanceof VendorError && error.code === 'noRecording') return []
      throw error
    }
  }

  async function storedIn(
    store: RecordStore,
    camera: VendorCamera,
    range: TimeRange,
  ): Promise<RecordTimeline> {
    const spans: RecordSpan[] = []
    for (let number = 0; number < facts.recordPages; number++) {
      const found = await page(camera, range, store, number)
      for (const { record_id, record_type, start_time, end_time } of found) {
        const [start, end] = [fromBeijingText(start_time), fromBeijingText(end_time)]
        if (start === undefined || end === undefined) {
          throw new VendorError('upstream', `huawei ${store}-records: ${start_time} is not a time`)
        }
        const kind = trigger[record_type ?? ''] ?? 'unknown'
        spans.push({ start, end, store, trigger: kind, ...(record_id ? { id: record_id } : {}) })
      }
      // `total` is not to be trusted: the vendor's own sample has 0 beside one record.
      if (found.length < facts.recordsPerPage) return timeline(spans, range)
    }
    return timeline(spans, range, false)
  }

  const list = cloudFirst(storedIn)

  async function recordingUrl(camera: VendorCamera, { store, secure, ...range }: Recording): Promise<string> {
    const protocol = playbackProtocol(store, camera, secure)
    const query = {
      ...(store === 'device' ? { protocol } : {}),
      playback_protocol: protocol,
      start_time: beijingText(range.start),
      end_time: beijingTextUp(range.end),
      stream_type: facts['stream.high'],
      expire_time: facts.addressSeconds,
      use_times: facts.addressUses,
    }
    const path = `${recordsPath[store]}${facts['path.webPlayback']}`
    return (await http.call(onChannel('GET', camera, path, { query }), playbackUrl)).playback_url
  }

  /** Plays from a time inside the recording; the handle keeps the whole of it, so that one can go back. */
  async function openRecording(camera: VendorCamera, recording: Recording, from = recording.start) {
    const url = await recordingUrl(camera, { ...recording, start: from })
    const expiresAt = now() + facts.addressSeconds * 1000
    const playing = playable(candidatesOf([url], 'high'), expiresAt)
    return { ...playing, handle: handleOf(recording), control: 'reopen' } as const
  }

  return {
    list,
    async open(camera, { start, end }, store, secure = secureByDefault) {
      if (store) return openRecording(camera, { store, start, end, secure })
      try {
        return await openRecording(camera, { store: 'cloud', start, end, secure })
      } catch (error) {
        if (!(error instanceof VendorError) || error.code !== 'noRecording') throw error
        return openRecording(camera, { store: 'device', start, end, secure })
      }
    },
    // Addresses end by themselves.
    async close(_camera, handle) {
      fromHandle(handle, playbackHandle)
    },
    async seek(camera, handle, at) {
      const recording = fromHandle(handle, playbackHandle)
      mustBeInside(recording, at)
      return openRecording(camera, recording, at)
    },
  }
}

function playbackProtocol(store: RecordStore, camera: VendorCamera, secure: boolean): string {
  if (store === 'cloud') return secure ? 'HLS_HTTPS' : 'HLS'
  if (isGb(camera)) return secure ? 'HTTPS_FLV_DEV' : 'HTTP_FLV_DEV'
  return secure ? 'HLS_DEV_HTTPS' : 'HLS_DEV'
}
