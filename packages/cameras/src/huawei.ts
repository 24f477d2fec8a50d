import {
  type Movement,
  maxPresets,
  movements,
  type Quality,
  type RecordStore,
  type RecordTrigger,
  type StreamCandidate,
} from '@aisle/contract'
import { z } from 'zod'
import { candidate, kindOfAddress, openable } from './addresses.ts'
import { type Assumptions, assumed, listed } from './assumptions.ts'
import { beijingText, beijingTextUp, fromBeijingText } from './beijing-time.ts'
import { requiredCredential } from './credentials.ts'
import { gathered } from './gather.ts'
import { fromHandle, handleOf } from './handle.ts'
import { type Faults, limits, type VendorRequest, vendorHttp } from './http.ts'
import { huaweiLock } from './huawei-lock.ts'
import { mimeOf } from './picture.ts'
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
import { timeline } from './timeline.ts'

/** Huawei Cloud IVM (HoloSens), `ys` 2. Credentials: `ak`, `sk`, `userId` (digits, of the vendor's own console). */

/** Several calls are of an edition that the vendor no longer describes. */
export const huaweiAssumptions = {
  ...limits({ callsPerSecond: 20, commandSpacingMs: 300 }),
  'path.token': {
    value: '/v2/{user_id}/enterprises/access-token',
    why: 'documented; `/v1` exists in older clients',
  },
  'path.live': {
    value: '/v1/{user_id}/devices/channels/cloud-live/web-url',
    why: 'named by the specification; the reference has cloud-live/url',
  },
  'path.channel': { value: '/v1/{user_id}/devices/{device_id}/channels/{channel_id}', why: 'documented' },
  'path.steer': { value: '/ptz-spin', why: 'named by the specification; the reference has ptz/angle-spin' },
  'path.webPlayback': {
    value: '/web-playback-url',
    why: 'below cloud-records and device-records; for cloud the reference has playback-url',
  },
  'path.snap': { value: '/v1/{user_id}/devices/snap', why: 'documented' },
  lockTake: {
    value: 'GET',
    oneOf: ['GET', 'POST'],
    why: 'the reference takes the lock by GET; an older edition may take it by POST with an action',
  },
  lockMs: { value: 120_000, why: 'documented: two minutes, renewed by every command' },
  renewBeforeMs: {
    value: 172_800_000,
    why: 'a key pair holds two tokens and gives another at two days left',
  },
  liveProtocols: {
    value: 'FLV,HLS',
    why: 'asked for in this order, one channel entry each; the address itself tells what it is',
  },
  'stream.high': { value: 'PRIMARY_STREAM', why: 'documented values; which quality is ours to choose' },
  'stream.standard': { value: 'SECONDARY_STREAM_1', why: 'every camera has this one' },
  'stream.smooth': { value: 'SECONDARY_STREAM_1', why: 'many cameras lack SECONDARY_STREAM_2' },
  addressSeconds: { value: 3600, why: 'the default of 30 s is over after a page reload' },
  addressUses: { value: 1, why: '1 is any number of uses within the time' },
  channelsPerCall: { value: 100, why: 'documented for a relative of the live call' },
  recordsPerPage: { value: 1000, why: 'documented maximum' },
  recordPages: { value: 20, why: 'pages that are read at most' },
  offsetCounts: {
    value: 'items',
    oneOf: ['items', 'pages'],
    why: 'one page of the reference reads as if `offset` were a page number',
  },
  presets: {
    value: true,
    why: 'documented for HoloSens devices, though the specification names no such call',
  },
  captureSpacingMs: { value: 10_000, why: 'documented: one capture per channel every 10 s' },
  playbackSpeeds: { value: '0.5,1,2,4', why: 'speed is up to the player' },
} as const satisfies Assumptions

const direction: Record<Movement, string> = {
  up: 'UP',
  down: 'DOWN',
  left: 'LEFT',
  right: 'RIGHT',
  upLeft: 'UPPER_LEFT',
  upRight: 'UPPER_RIGHT',
  downLeft: 'LOWER_LEFT',
  downRight: 'LOWER_RIGHT',
  zoomIn: 'IN',
  zoomOut: 'OUT',
  focusNear: 'FOCUS_NEAR',
  focusFar: 'FOCUS_FAR',
  irisOpen: 'IRIS_OPEN',
  irisClose: 'IRIS_CLOSE',
}
/** What ends which movement; GB28181 devices end a zoom with `STOP` too. */
const stopOf = {
  turn: 'STOP',
  zoom: 'ZOOM_STOP',
  lens: 'FI_STOP',
} as const

const trigger: Record<string, RecordTrigger> = {
  NORMAL_RECORD: 'plan',
  MOTION_RECORD: 'motion',
  ALARM_RECORD: 'alarm',
  // As the vendor's reference prints it.
  ALRAM_RECORD: 'alarm',
}
const recordsPath: Record<RecordStore, string> = { cloud: '/cloud-records', device: '/device-records' }

const noRecording = 'IVM.20020012'
const faults: Faults = {
  [noRecording]: { code: 'noRecording' },
  'IVM.20000036': { code: 'offline' },
  'IVM.10000001': { code: 'notAllowed', renew: true },
  'IVM.10000002': { code: 'notAllowed', renew: true },
  'IVM.10000004': { code: 'notAllowed', renew: true },
  'IVM.10000005': { code: 'notAllowed', renew: true },
  'HTTP 401': { code: 'notAllowed', renew: true },
  'IVM.10000003': { code: 'frozen' },
  'IVM.10000006': { code: 'frozen' },
  'IVM.10000012': { code: 'frozen' },
  'IVM.10000007': { code: 'misconfigured' },
  'IVM.10000008': { code: 'misconfigured' },
  'IVM.10020000': { code: 'misconfigured' },
  'IVM.10020001': { code: 'invalidRequest' },
  // Invented by our simulator: the reference's list beyond these was not available.
  'IVM.20030001': { code: 'controlledByOther' },
  'IVM.20030003': { code: 'misconfigured' },
  'IVM.20030002': { code: 'busy', againAfterMs: 300, evenCommands: true },
  'HTTP 409': { code: 'controlledByOther' },
  'HTTP 500': { code: 'upstream', againAfterMs: 500 },
  'HTTP 502': { code: 'upstream', againAfterMs: 500 },
}

const failureBody = z.object({
  error_code: z.string().nullish(),
  error_msg: z.string().nullish(),
  error_message: z.string().nullish(),
})
const token = z.object({ access_token: z.string().min(1), expire_time: z.coerce.number() })
const liveAnswer = z.object({
  channels: z.array(
    z.object({
      device_id: z.string(),
      channel_id: z.coerce.string(),
      live_url: z.string().nullish(),
      result: z.object({ code: z.string().nullish(), msg: z.string().nullish() }).nullish(),
    }),
  ),
})
type LiveChannel = z.infer<typeof liveAnswer>['channels'][number]
const records = z.object({
  records: z
    .array(
      z.object({
        record_id: z.coerce.string().nullish(),
        record_type: z.string().nullish(),
        start_time: z.string(),
        end_time: z.string(),
      }),
    )
    .nullish(),
})
const playbackUrl = z.object({ playback_url: z.string().min(1) })
const snapshot = z.object({ pic_data: z.string().min(1) })
const preset = z.object({ preset_index: z.coerce.number().int(), preset_name: z.string().nullish() })
const presetList = z
  .looseObject({ presets: z.array(preset).nullish(), preset_positions: z.array(preset).nullish() })
  .or(z.array(preset))
const playbackHandle = z.object({
  store: z.enum(['cloud', 'device']),
  start: z.number(),
  end: z.number(),
  secure: z.boolean(),
})

export function huawei(options: ProviderOptions): CameraProvider {
  const { account, now, sleep } = options
  const facts = assumed(huaweiAssumptions, account.settings)
  const secureByDefault = /^https:/.test(account.baseUrl)
  const ofUser = (path: string) =>
    path.replace('{user_id}', encodeURIComponent(requiredCredential(account, 'userId')))

  const http = vendorHttp('huawei', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const failed = failureBody.safeParse(body).data
      const code = failed?.error_code
      if (code && code !== 'IVM.0') {
        return { vendorCode: code, message: failed.error_msg ?? failed.error_message ?? '' }
      }
      return status < 400 ? { data: body } : { vendorCode: `HTTP ${status}`, message: 'no error code' }
    },
    authorize: (request, session) => ({
      ...request,
      headers: { ...request.headers, 'Access-Token': session?.token ?? '' },
    }),
    session: {
      renewBeforeMs: facts.renewBeforeMs,
      async login(again) {
        const keys = { ak: requiredCredential(account, 'ak'), sk: requiredCredential(account, 'sk') }
        const json = again ? { ...keys, force_update: true } : keys
        const answer = await http.bare(request('POST', 'access-token', facts['path.token'], { json }), token)
        return { token: answer.access_token, lifetimeMs: answer.expire_time * 1000 }
      },
    },
  })

  function request(
    method: VendorRequest['method'],
    name: string,
    path: string,
    rest: Partial<VendorRequest> = {},
  ): VendorRequest {
    return { name, method, path: ofUser(path), repeatable: true, ...rest }
  }
  function onChannel(
    method: VendorRequest['method'],
    camera: VendorCamera,
    below: string,
    rest: Partial<VendorRequest> = {},
  ): VendorRequest {
    const path = facts['path.channel']
      .replace('{device_id}', encodeURIComponent(camera.deviceCode))
      .replace('{channel_id}', encodeURIComponent(camera.channel))
    return request(method, below.slice(1), `${path}${below}`, { camera, ...rest })
  }

  // Live ------------------------------------------------------------------------------------------------------------

  type LiveWish = { camera: VendorCamera; stream: string; protocol: string }
  const askLive = gathered<LiveWish, LiveChannel>({ limit: facts.channelsPerCall, sleep }, async wishes => {
    const json = {
      channels: wishes.map(({ camera, stream, protocol }) => ({
        device_id: camera.deviceCode,
        channel_id: camera.channel,
        stream_type: stream,
        live_protocol: protocol,
      })),
      expire_time: facts.addressSeconds,
      use_times: facts.addressUses,
    }
    const name = 'cloud-live/web-url'
    const { channels } = await http.call(request('POST', name, facts['path.live'], { json }), liveAnswer)
    const left = [...channels]
    return wishes.map(({ camera }) => {
      const at = left.findIndex(
        ({ device_id, channel_id }) => device_id === camera.deviceCode && channel_id === camera.channel,
      )
      const [channel] = at < 0 ? [] : left.splice(at, 1)
      return channel ?? new VendorError('upstream', `huawei ${name}: no answer for ${camera.deviceCode}`)
    })
  })

  async function liveUrl(wish: LiveWish): Promise<string> {
    const { live_url, result } = await askLive(wish)
    if (live_url) return live_url
    const vendorCode = result?.code ?? 'no address'
    const code = faults[vendorCode]?.code ?? 'upstream'
    throw new VendorError(code, `huawei cloud-live/web-url: ${vendorCode}: ${result?.msg ?? ''}`, {
      vendorCode,
    })
  }

  // Steering --------------------------------------------------------------------------------------------------------

  const lock = huaweiLock({
    options,
    lockMs: facts.lockMs,
    take: (camera, urgent) =>
      http.call(
        onChannel(facts.lockTake === 'POST' ? 'POST' : 'GET', camera, '/control-lock', {
          urgent,
          ...(facts.lockTake === 'POST' ? { json: { action: 'acquire' } } : {}),
        }),
        z.object({ control_token: z.string().min(1) }),
      ),
    giveBack: camera => http.call(onChannel('POST', camera, '/control-lock'), z.unknown()),
  })

  function spin(camera: VendorCamera, json: Record<string, unknown>, urgent = false): Promise<unknown> {
    const send = (control_lock: string) => {
      const command = { json: { ...json, control_lock }, repeatable: false, command: true, urgent }
      return http.call(onChannel('POST', camera, facts['path.steer'], command), z.unknown())
    }
    return lock.with(camera, send, urgent)
  }

  // Presets ---------------------------------------------------------------------------------------------------------

  function mustKeepPresets(camera: VendorCamera): void {
    if (!facts.presets || isGb(camera)) throw new VendorError('notSupported', 'this camera keeps no presets')
  }

  async function presetsOn(camera: VendorCamera) {
    const answer = await http.call(onChannel('GET', camera, '/preset-position'), presetList)
    return Array.isArray(answer) ? answer : (answer.presets ?? answer.preset_positions ?? [])
  }

  async function removePreset(camera: VendorCamera, index: number): Promise<void> {
    mustKeepPresets(camera)
    if (!(await presetsOn(camera)).some(({ preset_index }) => preset_index === index)) return
    const json = { preset_index: index }
    await http.call(onChannel('DELETE', camera, '/preset-position', { json, command: true }), z.unknown())
  }

  async function addPreset(camera: VendorCamera, name: string): Promise<number> {
    const before = await presetsOn(camera)
    const json = { preset_name: name.slice(0, 128) || '1' }
    const add = onChannel('POST', camera, '/preset-position', { json, repeatable: false, command: true })
    const answer = await http.call(add, preset.partial().nullish())
    if (answer?.preset_index !== undefined) return answer.preset_index
    const old = new Set(before.map(({ preset_index }) => preset_index))
    const added = (await presetsOn(camera)).find(({ preset_index }) => !old.has(preset_index))
    if (!added) throw new VendorError('upstream', 'huawei preset-position: the new preset is not in the list')
    return added.preset_index
  }

  // Recordings ------------------------------------------------------------------------------------------------------

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

  async function list(camera: VendorCamera, range: TimeRange, store?: RecordStore): Promise<RecordTimeline> {
    if (store) return storedIn(store, camera, range)
    const cloud = await storedIn('cloud', camera, range)
    return cloud.spans.length > 0 ? cloud : storedIn('device', camera, range)
  }

  type Recording = z.infer<typeof playbackHandle>
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
    return sessionOf(handleOf(recording), candidatesOf([url], 'high'), 'reopen')
  }

  function sessionOf(
    handle: string,
    candidates: StreamCandidate[],
    control: PlaySession['control'],
  ): PlaySession {
    return {
      handle,
      candidates,
      expiresAt: now() + facts.addressSeconds * 1000,
      canReadFrame: candidates.some(({ kind }) => kind !== 'framedPage'),
      control,
    }
  }

  return {
    name: 'huawei',

    /** Pan and tilt always count as supported (specification, section 5): the platform has no call that tells. */
    async capabilities(camera) {
      return {
        ptz: true,
        zoom: true,
        movements: [...movements],
        presets: facts.presets && !isGb(camera),
        playback: true,
        capture: true,
        talk: false,
        speeds: listed(facts.playbackSpeeds).map(Number),
        seek: true,
        certain: false,
      }
    },

    /** Asks for an address that nobody opens. */
    async isOnline(camera) {
      try {
        await liveUrl({
          camera,
          stream: facts['stream.smooth'],
          protocol: liveProtocol('HLS', secureByDefault),
        })
        return true
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality, secure }) {
      const stream = facts[`stream.${quality}`]
      const wishes = listed(facts.liveProtocols).map(form => liveProtocol(form, secure))
      const answers = await Promise.allSettled(wishes.map(protocol => liveUrl({ camera, stream, protocol })))
      const urls = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
      const refused = answers.find(answer => answer.status === 'rejected')
      if (urls.length === 0)
        throw refused?.reason ?? new VendorError('misconfigured', 'liveProtocols is empty')
      const candidates = openable(candidatesOf(urls, quality), secure)
      return sessionOf(handleOf({ live: camera.channel }), candidates, 'player')
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await spin(camera, { direction: known(direction, movement), speed, mode: 'NON_POINT' })
        },
        async stop(camera, movement) {
          for (const stop of stopsFor(camera, movement)) await spin(camera, { direction: stop }, true)
        },
        release: camera => lock.release(camera),
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      async save(camera, { name, taken, overwrite }) {
        mustKeepPresets(camera)
        if (overwrite === undefined) lowestFreePreset(taken)
        else await removePreset(camera, overwrite)
        const index = await addPreset(camera, name)
        if (index <= maxPresets) return { index }
        await removePreset(camera, index)
        throw new VendorError('presetsFull', `the platform chose number ${index}, beyond ${maxPresets}`)
      },
      async go(camera, index) {
        mustKeepPresets(camera)
        await lock.with(camera, control_token =>
          http.call(
            onChannel('POST', camera, '/preset-position/move', {
              json: { control_token, preset_index: index },
              repeatable: false,
              command: true,
            }),
            z.unknown(),
          ),
        )
      },
      remove: removePreset,
    },

    playback: {
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
        if (at < recording.start || at >= recording.end) {
          throw new VendorError('invalidRequest', 'outside the opened recording')
        }
        return openRecording(camera, recording, at)
      },
    },

    capture: camera =>
      http.spaced('capture', camera, facts.captureSpacingMs, async () => {
        const query = { device_id: camera.deviceCode, channel_id: camera.channel, storage: false }
        const snap = request('GET', 'snap', facts['path.snap'], { query, camera, repeatable: false })
        const data = new Uint8Array(Buffer.from((await http.call(snap, snapshot)).pic_data, 'base64'))
        const mime = mimeOf(data)
        if (!mime) throw new VendorError('upstream', 'huawei snap: the answer is not a picture')
        return { data, mime, takenAt: now() }
      }),
  }
}

/** GB28181 devices have 20 digits; HoloSens devices 8 to 32 letters and digits. */
const isGb = ({ deviceCode }: VendorCamera) => /^\d{20}$/.test(deviceCode)

function stopsFor(camera: VendorCamera, movement: Movement | undefined): string[] {
  if (!movement) return isGb(camera) ? [stopOf.turn, stopOf.lens] : [stopOf.turn, stopOf.zoom, stopOf.lens]
  if (/^(focus|iris)/.test(movement)) return [stopOf.lens]
  return [movement.startsWith('zoom') && !isGb(camera) ? stopOf.zoom : stopOf.turn]
}

/** `FLV` to `HTTPS_FLV` or `HTTP_FLV`, `HLS` to `HLS_HTTPS` or `HLS`: the plain ones do not play on an https page. */
function liveProtocol(form: string, secure: boolean): string {
  if (form === 'FLV') return secure ? 'HTTPS_FLV' : 'HTTP_FLV'
  if (form === 'HLS') return secure ? 'HLS_HTTPS' : 'HLS'
  return form
}

function playbackProtocol(store: RecordStore, camera: VendorCamera, secure: boolean): string {
  if (store === 'cloud') return secure ? 'HLS_HTTPS' : 'HLS'
  if (isGb(camera)) return secure ? 'HTTPS_FLV_DEV' : 'HTTP_FLV_DEV'
  return secure ? 'HLS_DEV_HTTPS' : 'HLS_DEV'
}

/** An address that is neither FLV nor HLS is taken for a page of the vendor's, to be framed; one frame is enough. */
function candidatesOf(urls: string[], quality: Quality): StreamCandidate[] {
  const streams = urls.flatMap(url => {
    const kind = kindOfAddress(url)
    return kind ? candidate(kind, url, quality) : []
  })
  const page = urls.find(url => /^https?:/.test(url) && !kindOfAddress(url))
  return [...streams, ...candidate('framedPage', page, quality)]
}
