import type { RecordStore } from '@aisle/contract'
import { z } from 'zod'
import { candidate, kindOfAddress } from '../addresses.ts'
import { beijingDigits, beijingText, beijingTextUp } from '../beijing-time.ts'
import { prefixOf } from '../exchange.ts'
import { fromHandle, handleOf } from '../handle.ts'
import {
  type EpochMs,
  type Playback,
  type PlaySession,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
  type VendorErrorCode,
} from '../provider.ts'
import { cloudFirst, mustBeInside, storeOf, timeline } from '../timeline.ts'
import { type EzvizPlatform, serialOf } from './platform.ts'
import { type file, files, filesPerPage, recordedAddress, recType } from './tables.ts'

const playbackHandle = z.object({ store: z.enum(['cloud', 'device']), start: z.number(), end: z.number() })

/** Where the account may not use the second generation, the vendor's own player may still play. */
const playerMayStillDo: readonly VendorErrorCode[] = [
  'notSupported',
  'invalidRequest',
  'misconfigured',
  'upstream',
]

export function ezvizPlayback(
  { facts, http, onDevice }: EzvizPlatform,
  { account, now }: ProviderOptions,
): Playback {
  const prefix = prefixOf(account.baseUrl, facts['path.prefix'])

  async function filesOf(
    store: RecordStore,
    camera: VendorCamera,
    range: TimeRange,
  ): Promise<RecordTimeline> {
    const spans: RecordSpan[] = []
    let from: number | undefined = range.start
    for (let page = 0; from !== undefined && page < facts.recordPages; page++) {
      const answer: z.infer<typeof files> = await http.call(
        onDevice('video/by/time', camera, {
          startTime: from,
          endTime: range.end,
          recType: recType[store],
          version: '2.0',
          pageSize: filesPerPage[store],
        }),
        files,
      )
      const found = Array.isArray(answer) ? answer : (answer?.files ?? [])
      spans.push(...found.map(item => spanOf(item, store)))
      const next: number | undefined = nextPage(answer)
      // A platform that answers the same page for ever must not be asked for ever.
      from = next !== undefined && next > from ? next : undefined
      if (next !== undefined && from === undefined) return timeline(spans, range, false)
    }
    return timeline(spans, range, from === undefined)
  }

  const list = cloudFirst(filesOf)

  async function openRecording(
    camera: VendorCamera,
    range: TimeRange,
    asked?: RecordStore,
    from = range.start,
  ): Promise<PlaySession> {
    const store = await storeOf(list, camera, range, asked)
    const url = await recordingUrl(camera, { start: from, end: range.end }, store)
    const kind = url === undefined ? undefined : kindOfAddress(url)
    return {
      handle: handleOf({ store, start: range.start, end: range.end }),
      candidates: [
        ...(kind ? candidate(kind, url, 'high') : []),
        { kind: 'pluginPlayer', url: ezopen(camera, from, store), quality: 'high', player: 'ezuikit' },
      ],
      expiresAt: now() + facts.playbackExpireSeconds * 1000,
      canReadFrame: kind !== undefined,
      // A stream of a recording cannot be wound; the vendor's own player can.
      control: kind ? 'reopen' : 'player',
    }
  }

  /** undefined where the account may not use this call: the vendor's own player is left. */
  async function recordingUrl(
    camera: VendorCamera,
    range: TimeRange,
    store: RecordStore,
  ): Promise<string | undefined> {
    const form = {
      protocol: facts.playbackProtocol,
      quality: 1,
      type: store === 'device' ? '2' : facts.playbackType,
      startTime: beijingText(range.start),
      stopTime: beijingTextUp(range.end),
      expireTime: facts.playbackExpireSeconds,
    }
    const path = `${prefix}${facts['path.playback']}`
    try {
      return (await http.call({ ...onDevice('v2/live/address/get', camera, form), path }, recordedAddress))
        .url
    } catch (error) {
      if (error instanceof VendorError && playerMayStillDo.includes(error.code)) return undefined
      throw error
    }
  }

  return {
    list,
    open: (camera, range, store) => openRecording(camera, range, store),
    // Addresses end by themselves.
    async close(_camera, handle) {
      fromHandle(handle, playbackHandle)
    },
    async seek(camera, handle, at) {
      const { store, ...range } = fromHandle(handle, playbackHandle)
      mustBeInside(range, at)
      return openRecording(camera, range, store, at)
    },
  }
}

function spanOf({ recType: type, startTime, endTime }: z.infer<typeof file>, asked: RecordStore): RecordSpan {
  const store = type === recType.cloud ? 'cloud' : type === recType.device ? 'device' : asked
  return { start: startTime, end: endTime, store, trigger: 'unknown' }
}

/** The start of the next page; undefined at the last one. */
function nextPage(answer: z.infer<typeof files>): number | undefined {
  if (answer === null || Array.isArray(answer)) return undefined
  const isAll = answer.isAll === true || answer.isAll === 'true' || Number(answer.isAll) === 1
  return isAll || !answer.files?.length ? undefined : (answer.nextFileTime ?? undefined)
}

function ezopen(camera: VendorCamera, from: EpochMs, store: RecordStore): string {
  const kind = store === 'cloud' ? 'cloud.rec' : 'rec'
  return `ezopen://open.ys7.com/${serialOf(camera)}/${camera.channel}.${kind}?begin=${beijingDigits(from)}`
}
