import { createHash } from 'node:crypto'
import type { Movement, RecordTrigger, StreamCandidate } from '@aisle/contract'
import { z } from 'zod'
import { candidate, openable } from './addresses.ts'
import { type Assumptions, assumed, listed } from './assumptions.ts'
import { beijingDays, beijingText, beijingTextUp, fromBeijingText } from './beijing-time.ts'
import { requiredCredential } from './credentials.ts'
import { fromHandle, handleOf } from './handle.ts'
import { type Faults, limits, type VendorRequest, vendorHttp } from './http.ts'
import { openedAddresses } from './opened.ts'
import {
  type CameraProvider,
  type PlaySession,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
} from './provider.ts'
import { known, lowestFreePreset, steering } from './steering.ts'
import { nothingRecorded, timeline } from './timeline.ts'

/** WVP-GB28181-pro with ZLMediaKit, `ys` 3. Credentials: `user`, `password` (plain), or `apiKey` alone. */

/** Read from the platform's source, so that little is assumed; what differs between installations is here too. */
export const huiyanAssumptions = {
  ...limits({ callsPerSecond: 20, commandSpacingMs: 200 }),
  edition: {
    value: '2.7.0',
    oneOf: ['2.7.0', 'current'],
    why: 'later editions renamed the steering calls and check the zoom speed',
  },
  'path.prefix': { value: '/api', why: 'documented; differs behind a proxy' },
  sessionMs: {
    value: 0,
    why: '0: 30 days for 2.7.0, 30 minutes for current; a token refused earlier is renewed anyway',
  },
  renewBeforeMs: { value: 120_000, why: 'the current edition gives tokens for half an hour' },
  playTimeoutMs: { value: 25_000, why: 'the platform itself waits 18 s for a stream' },
  recordsTimeoutMs: { value: 20_000, why: 'cameras send long lists in pieces' },
  longestListDays: { value: 31, why: 'recordings are asked for day by day' },
  captureSpacingMs: { value: 1000, why: 'no figure is published' },
  playbackSpeeds: { value: '0.25,0.5,1,2,4', why: 'documented: others are refused' },
} as const satisfies Assumptions

const command: Partial<Record<Movement, string>> = {
  up: 'up',
  down: 'down',
  left: 'left',
  right: 'right',
  upLeft: 'upleft',
  upRight: 'upright',
  downLeft: 'downleft',
  downRight: 'downright',
  zoomIn: 'zoomin',
  zoomOut: 'zoomout',
}
const stopCommand = 'stop'

type PresetVerb = 'set' | 'go' | 'remove'
const presetCode: Record<PresetVerb, number> = { set: 129, go: 130, remove: 131 }
const presetPath: Record<PresetVerb, string> = { set: 'add', go: 'call', remove: 'delete' }

const trigger: Record<string, RecordTrigger> = { time: 'plan', alarm: 'alarm', manual: 'manual' }

const faults: Faults = {
  '100': { code: 'upstream' },
  '-100': { code: 'upstream' },
  '400': { code: 'misconfigured' },
  '404': { code: 'misconfigured' },
  '401': { code: 'notAllowed', renew: true },
  'HTTP 401': { code: 'notAllowed', renew: true },
  '403': { code: 'notAllowed' },
  '500': { code: 'upstream', againAfterMs: 500 },
  '-1': { code: 'offline' },
  '-2': { code: 'timeout', againAfterMs: 2000 },
  '-3': { code: 'limitReached' },
  '-5': { code: 'offline' },
  '-10': { code: 'offline' },
  '-6': { code: 'upstream', againAfterMs: 500 },
  '-7': { code: 'upstream', againAfterMs: 500 },
  '-8': { code: 'upstream', againAfterMs: 500 },
  '-9': { code: 'upstream', againAfterMs: 500 },
  '-11': { code: 'notSupported' },
  '-13': { code: 'invalidRequest' },
}

const envelope = z.object({ code: z.number(), msg: z.string().nullish(), data: z.unknown().optional() })
const login = z.object({ accessToken: z.string().min(1) })
const url = z.string().nullish()
const stream = z.object({
  stream: z.string().min(1),
  ws_flv: url,
  wss_flv: url,
  flv: url,
  https_flv: url,
  hls: url,
  https_hls: url,
  fmp4: url,
  https_fmp4: url,
  rtc: url,
  rtcs: url,
})
type Stream = z.infer<typeof stream>
const records = z
  .object({
    sumNum: z.coerce.number().nullish(),
    count: z.coerce.number().nullish(),
    recordList: z
      .array(z.object({ startTime: z.string(), endTime: z.string(), type: z.string().nullish() }))
      .nullish(),
  })
  .nullable()
const playbackHandle = z.object({
  stream: z.string(),
  start: z.number(),
  end: z.number(),
  secure: z.boolean(),
})

export function huiyan(options: ProviderOptions): CameraProvider {
  const { account, memory, now, sleep } = options
  const facts = assumed(huiyanAssumptions, account.settings)
  const isCurrent = facts.edition === 'current'
  const speeds = listed(facts.playbackSpeeds).map(Number)
  const secureByDefault = /^https:/.test(account.baseUrl)
  const prefix = account.baseUrl.replace(/\/+$/, '').endsWith(facts['path.prefix'])
    ? ''
    : facts['path.prefix']
  const apiKey = account.credentials.apiKey

  const http = vendorHttp('huiyan', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { code, msg, data } = answer.data
      return code === 0 ? { data: data ?? null } : { vendorCode: String(code), message: msg ?? '' }
    },
    authorize: (request, session) => ({
      ...request,
      headers: session ? { 'access-token': session.token } : { 'api-key': apiKey ?? '' },
    }),
    ...(apiKey
      ? {}
      : {
          session: {
            renewBeforeMs: facts.renewBeforeMs,
            async login() {
              const query = {
                username: requiredCredential(account, 'user'),
                password: createHash('md5').update(requiredCredential(account, 'password')).digest('hex'),
              }
              const { accessToken } = await http.bare(request('user/login', { query }), login)
              return {
                token: accessToken,
                lifetimeMs: facts.sessionMs || (isCurrent ? halfAnHourMs : monthMs),
              }
            },
          },
        }),
  })

  function request(name: string, rest: Partial<VendorRequest> = {}): VendorRequest {
    return { name, method: 'GET', path: `${prefix}/${name}`, repeatable: true, ...rest }
  }
  /** A call whose path ends with the two codes of the camera. */
  function onCamera(name: string, camera: VendorCamera, rest: Partial<VendorRequest> = {}): VendorRequest {
    const codes = [camera.deviceCode, camera.channel].map(encodeURIComponent).join('/')
    return { ...request(name, rest), camera, path: `${prefix}/${name}/${codes}` }
  }

  // Steering and presets --------------------------------------------------------------------------------------------

  function ptz(camera: VendorCamera, text: string, speed: number, urgent = false): Promise<unknown> {
    const raw = Math.round(speed * rawPerLevel)
    const query = {
      command: text,
      horizonSpeed: raw,
      verticalSpeed: raw,
      // The current edition refuses more than 15; the old one takes the upper hex digit of 0 to 255.
      zoomSpeed: isCurrent ? Math.round(speed * zoomPerLevel) : raw,
    }
    const sent = isCurrent
      ? onCamera('front-end/ptz', camera, { query })
      : onCamera('ptz/control', camera, { method: 'POST', query })
    return http.call({ ...sent, repeatable: false, command: true, urgent }, z.unknown())
  }

  async function preset(camera: VendorCamera, verb: PresetVerb, index: number): Promise<void> {
    const query = { cmdCode: presetCode[verb], parameter1: 0, parameter2: index, combindCode2: 0 }
    const sent = isCurrent
      ? onCamera(`front-end/preset/${presetPath[verb]}`, camera, { query: { presetId: index } })
      : onCamera('ptz/front_end_command', camera, { method: 'POST', query })
    await http.call({ ...sent, repeatable: verb === 'remove', command: true }, z.unknown())
  }

  // Live ------------------------------------------------------------------------------------------------------------

  function play(camera: VendorCamera): Promise<Stream> {
    return http.call(onCamera('play/start', camera, { timeoutMs: facts.playTimeoutMs }), stream)
  }

  // Recordings ------------------------------------------------------------------------------------------------------

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
    const answer = await http.call(start, stream)
    const candidates = candidatesOf(answer, secure)
    await opened.keep(answer.stream, candidates)
    const handle = handleOf({ stream: answer.stream, start: range.start, end: range.end, secure })
    return { handle, candidates, expiresAt: null, canReadFrame: true, control: 'server' }
  }

  function control(camera: VendorCamera, verb: string, handle: string, value?: number): Promise<unknown> {
    const { stream: id } = fromHandle(handle, playbackHandle)
    const tail = value === undefined ? '' : `/${value}`
    const path = `${prefix}/playback/${verb}/${encodeURIComponent(id)}${tail}`
    return http.call({ ...request(`playback/${verb}`), camera, path }, z.unknown())
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
    name: 'huiyan',

    /** Pan and tilt always count as supported (specification, section 5): GB28181 has no reliable flag. */
    async capabilities() {
      return {
        ptz: true,
        zoom: true,
        movements: [
          'up',
          'down',
          'left',
          'right',
          'upLeft',
          'upRight',
          'downLeft',
          'downRight',
          'zoomIn',
          'zoomOut',
        ],
        presets: true,
        playback: true,
        capture: true,
        talk: false,
        speeds,
        seek: true,
        certain: false,
      }
    },

    async isOnline() {
      return null
    },

    async live(camera, { secure }) {
      const answer = await play(camera)
      return {
        handle: handleOf({ live: answer.stream }),
        candidates: candidatesOf(answer, secure),
        expiresAt: null,
        canReadFrame: true,
        control: 'player',
      }
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await ptz(camera, known(command, movement), speed)
        },
        async stop(camera) {
          await ptz(camera, stopCommand, 0, true)
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      async save(camera, { taken, overwrite }) {
        const index = overwrite ?? lowestFreePreset(taken)
        await preset(camera, 'set', index)
        return { index }
      },
      go: (camera, index) => preset(camera, 'go', index),
      remove: (camera, index) => preset(camera, 'remove', index),
    },

    playback: {
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
        const { stream: id, start, end } = fromHandle(handle, playbackHandle)
        if (at < start || at >= end) throw new VendorError('invalidRequest', 'outside the opened recording')
        await control(camera, 'seek', handle, Math.floor((at - start) / 1000))
        const candidates = await opened.recall(id)
        return { handle, candidates, expiresAt: null, canReadFrame: true, control: 'server' }
      },
      async setSpeed(camera, handle, rate) {
        if (!speeds.includes(rate)) throw new VendorError('invalidRequest', `${rate} is not a playback speed`)
        await control(camera, 'speed', handle, rate)
      },
    },

    /**
     * A fresh picture of the stream, which is started where nobody watches. The platform files it under a name that
     * holds the time, and hands out the last one of the stream's start when no time is named.
     */
    capture: camera =>
      http.spaced('capture', camera, facts.captureSpacingMs, async () => {
        await play(camera)
        const query = { deviceId: camera.deviceCode, channelId: camera.channel }
        const filed = await http.call(request('play/snap', { query, camera }), z.unknown())
        const mark = markOf(filed, camera)
        return http.picture(onCamera('device/query/snap', camera, { query: { mark } }))
      }),
  }
}

const rawPerLevel = 23
const zoomPerLevel = 1.35
const halfAnHourMs = 1_800_000
const monthMs = 30 * 86_400_000
const alreadyClosed = ['100', '404', 'HTTP 404', '-100']

function candidatesOf(found: Stream, secure: boolean): StreamCandidate[] {
  const all = [
    ...candidate('wsFlv', secure ? found.wss_flv : found.ws_flv, 'high'),
    ...candidate('httpFlv', secure ? found.https_flv : found.flv, 'high'),
    ...candidate('hls', secure ? found.https_hls : found.hls, 'high'),
    ...candidate('fmp4', secure ? found.https_fmp4 : found.fmp4, 'high'),
    ...candidate('webrtc', secure ? found.rtcs : found.rtc, 'high'),
  ]
  // Without a TLS port the media server has plain addresses only.
  return all.length > 0 || !secure ? openable(all, secure) : candidatesOf(found, false)
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
  return error instanceof VendorError && error.vendorCode === '100' && /time.?out|超时/i.test(error.message)
}

/** The part of the file's name that tells this picture from others: `{device}_{channel}_{mark}.jpg`. */
function markOf(filed: unknown, { channel }: VendorCamera): string | undefined {
  return typeof filed === 'string' ? filed.match(new RegExp(`${channel}_(\\w+)\\.jpg$`))?.[1] : undefined
}
