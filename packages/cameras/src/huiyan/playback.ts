import { z } from 'zod'
import { listed } from '../assumptions.ts'
import { beijingDays, beijingText, beijingTextUp, fromBeijingText } from '../beijing-time.ts'
import { fromHandle, handleOf } from '../handle.ts'
import { openedAddresses } from '../opened.ts'
import {
  type Playback,
  type PlaySession,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
} from '../provider.ts'
import { mustBeInside, nothingRecorded, timeline } from '../timeline.ts'
import { candidatesOf } from './live.ts'
import type { HuiyanPlatform } from './platform.ts'
import { alreadyClosed, generalFailure, records, stream, trigger } from './tables.ts'

const playbackHandle = z.object({
  stream: z.string(),
  start: z.number(),
  end: z.number(),
  secure: z.boolean(),
})

export function huiyanPlayback(
  { facts, http, request, onCamera }: HuiyanPlatform,
  { account, memory, now }: ProviderOptions,
): Playback {
  const speeds = listed(facts.playbackSpeeds).map(Number)
  const secureByDefault = /^https:/.test(account.baseUrl)
  const opened = openedAddresses(memory, `huiyan:${account.id}:playback`, now)

  function recordedOn(camera: VendorCamera, range: TimeRange): Promise<RecordTimeline> {
    const query = { startTime: beijingText(range.start), endTime: beijingTextUp(range.end) }
    const asked = onCamera('gb_record/query', camera, { query, timeoutMs: facts.recordsTimeoutMs })
    return http.spaced('records', { ...camera, id: camera.deviceCode }, 0, async () => {
      try {
        const answer = await http.call(asked, records)
        const found = answer?.recordList ?? []
        const complete = (answer?.count ?? found.length) >= (answer?.sumNum ?? 0)
        return timeline(found.map(spanOf), range, complete)
      } catch (error) {
        // Some cameras answer nothing when there is nothing; that cannot be told from a camera too slow to answer.
        if (isSilence(error)) return { ...nothingRecorded, complete: false }
        throw error
      }
    })
  }

  async function list(camera: VendorCamera, range: TimeRange): Promise<RecordTimeline> {
    const days = beijingDays(range)
    if (days.length > facts.longestListDays) {
      throw new VendorError(
        'invalidRequest',
        `recordings are listed for at most ${facts.longestListDays} days`,
      )
    }
    const parts: RecordTimeline[] = []
    for (const { start, end } of days) {
      const part = { start: Math.max(start, range.start), end: Math.min(end, range.end) }
      parts.push(await recordedOn(camera, part))
    }
    return timeline(
      parts.flatMap(({ spans }) => spans),
      range,
      parts.every(({ complete }) => complete),
    )
  }

  async function openRecording(
    camera: VendorCamera,
    range: TimeRange,
    secure: boolean,
  ): Promise<PlaySession> {
    const query = { startTime: beijingText(range.start), endTime: beijingTextUp(range.end) }
    const start = onCamera('playback/start', camera, {
      query,
      timeoutMs: facts.playTimeoutMs,
      repeatable: false,
    })
    const answer = await http.call(start, stream).catch(async error => {
      throw await whyNotOpened(camera, range, error)
    })
    const candidates = candidatesOf(answer, secure)
    await opened.keep(answer.stream, candidates)
    const handle = handleOf({ stream: answer.stream, start: range.start, end: range.end, secure })
    return { handle, candidates, expiresAt: null, canReadFrame: true, control: 'server' }
  }

  /** A device that has nothing to send lets the start run out of time: where it lists nothing either, that is why. */
  async function whyNotOpened(camera: VendorCamera, range: TimeRange, error: unknown): Promise<unknown> {
    if (!(error instanceof VendorError) || !(error.code === 'timeout' || isSilence(error))) return error
    const listed = await list(camera, range).catch(() => undefined)
    return listed?.complete && listed.spans.length === 0
      ? new VendorError('noRecording', 'nothing is recorded in this time', {}, { cause: error })
      : error
  }

  function control(camera: VendorCamera, verb: string, handle: string, value?: number): Promise<unknown> {
    const { stream: id } = fromHandle(handle, playbackHandle)
    const tail = value === undefined ? '' : `/${value}`
    const sent = request(`playback/${verb}`, { camera })
    return http.call({ ...sent, path: `${sent.path}/${encodeURIComponent(id)}${tail}` }, z.unknown())
  }

  async function close(camera: VendorCamera, handle: string): Promise<void> {
    const { stream: id } = fromHandle(handle, playbackHandle)
    const stop = onCamera('playback/stop', camera)
    try {
      await http.call({ ...stop, path: `${stop.path}/${encodeURIComponent(id)}` }, z.unknown())
    } catch (error) {
      // The platform no longer knows it: closed is closed.
      if (!(error instanceof VendorError) || !alreadyClosed.includes(error.vendorCode ?? '')) throw error
    }
    await opened.forget(id)
  }

  return {
    /** GB28181 knows the recordings of the device only. */
    list: async (camera, range, store) => (store === 'cloud' ? nothingRecorded : list(camera, range)),
    async open(camera, range, store, secure = secureByDefault) {
      if (store === 'cloud') throw new VendorError('noRecording', 'this platform keeps no cloud recordings')
      return openRecording(camera, range, secure)
    },
    close,
    async pause(camera, handle) {
      await control(camera, 'pause', handle)
    },
    async resume(camera, handle) {
      await control(camera, 'resume', handle)
    },
    async seek(camera, handle, at) {
      const { stream: id, ...range } = fromHandle(handle, playbackHandle)
      mustBeInside(range, at)
      await control(camera, 'seek', handle, Math.floor((at - range.start) / 1000))
      const candidates = await opened.recall(id)
      return { handle, candidates, expiresAt: null, canReadFrame: true, control: 'server' }
    },
    async setSpeed(camera, handle, rate) {
      if (!speeds.includes(rate)) throw new VendorError('invalidRequest', `${rate} is not a playback speed`)
      await control(camera, 'speed', handle, rate)
    },
  }
}

function spanOf({
  startTime,
  endTime,
  type,
}: {
  startTime: string
  endTime: string
  type?: string | null | undefined
}): RecordSpan {
  const [start, end] = [fromBeijingText(startTime), fromBeijingText(endTime)]
  if (start === undefined || end === undefined) {
    throw new VendorError('upstream', `huiyan gb_record/query: ${startTime} is not a time`)
  }
  return { start, end, store: 'device', trigger: trigger[type ?? ''] ?? 'unknown' }
}

function isSilence(error: unknown): boolean {
  return (
    error instanceof VendorError &&
    error.vendorCode === generalFailure &&
    /time.?out|超时/i.test(error.message)
  )
}
