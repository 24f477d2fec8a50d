import type { Movement, Quality, RecordStore, StreamCandidate } from '@aisle/contract'
import { z } from 'zod'
import { candidate, kindOfAddress, openable } from './addresses.ts'
import { type Assumptions, assumed } from './assumptions.ts'
import { beijingDigits, beijingText, beijingTextUp } from './beijing-time.ts'
import { requiredCredential } from './credentials.ts'
import { gathered } from './gather.ts'
import { fromHandle, handleOf } from './handle.ts'
import { type Faults, limits, type VendorRequest, vendorHttp } from './http.ts'
import {
  type CameraProvider,
  type EpochMs,
  type PlaySession,
  type ProviderOptions,
  type RecordSpan,
  type RecordTimeline,
  type TimeRange,
  type VendorCamera,
  VendorError,
  type VendorErrorCode,
} from './provider.ts'
import { known, steering } from './steering.ts'
import { timeline } from './timeline.ts'

/** EZVIZ / Hikvision open cloud, `ys` 0. Credentials: `appKey`, `appSecret`. */

/** What the vendor's pages do not say. Each value can be replaced by a setting of the same name. */
export const ezvizAssumptions = {
  ...limits({ callsPerSecond: 5, commandSpacingMs: 0 }),
  'path.prefix': { value: '/api/lapp', why: 'documented; differs behind a proxy' },
  'path.playback': {
    value: '/v2/live/address/get',
    why: 'the second generation of the live call, the only one that gives recordings',
  },
  renewBeforeMs: { value: 600_000, why: 'tokens live 7 days; ten minutes cover a slow renewal' },
  addressLifetimeMs: { value: 600_000, why: 'addresses live minutes to hours, no figure is published' },
  capacityCacheMs: { value: 600_000, why: 'what a device can do changes with its firmware only' },
  captureSpacingMs: { value: 4000, why: 'documented: at least 4 s between captures of one camera' },
  playbackType: {
    value: '3',
    why: '`type` of cloud recordings in the second generation; 2 for local ones is documented',
  },
  playbackProtocol: { value: 4, why: 'HTTP-FLV: recordings are not offered over HLS' },
  playbackExpireSeconds: { value: 3600, why: 'lifetime that is asked for' },
  sourcesPerCall: { value: 50, why: 'documented for live/video/open, taken to hold for live/address/get' },
  recordPages: { value: 40, why: 'pages of 500 files that are read at most' },
} as const satisfies Assumptions

const direction: Partial<Record<Movement, number>> = {
  up: 0,
  down: 1,
  left: 2,
  right: 3,
  upLeft: 4,
  downLeft: 5,
  upRight: 6,
  downRight: 7,
  zoomIn: 8,
  zoomOut: 9,
  focusNear: 10,
  focusFar: 11,
}

/** 0 is refused by Hikvision devices, so the slow half of our range is 1. */
const speedCode = (speed: number) => (speed <= 5 ? 1 : 2)

const recType: Record<RecordStore, number> = { cloud: 1, device: 2 }
const filesPerPage: Record<RecordStore, number> = { cloud: 1000, device: 500 }

const faults: Faults = {
  '10001': { code: 'invalidRequest' },
  '10002': { code: 'upstream', renew: true },
  '10005': { code: 'frozen' },
  '10017': { code: 'misconfigured' },
  '10028': { code: 'quotaExceeded' },
  '10029': { code: 'quotaExceeded' },
  '10030': { code: 'misconfigured' },
  '10031': { code: 'notAllowed' },
  '10051': { code: 'notAllowed' },
  '20018': { code: 'notAllowed' },
  '20002': { code: 'misconfigured' },
  '20014': { code: 'misconfigured' },
  '20032': { code: 'misconfigured' },
  '20006': { code: 'offline', againAfterMs: 2000 },
  '20007': { code: 'offline' },
  '20008': { code: 'timeout', againAfterMs: 4000 },
  '49999': { code: 'upstream', againAfterMs: 500 },
  '5000': { code: 'upstream', againAfterMs: 500 },
  '60000': { code: 'notSupported' },
  '60020': { code: 'notSupported' },
  '60001': { code: 'notAllowed' },
  '60002': { code: 'atEndStop' },
  '60003': { code: 'atEndStop' },
  '60004': { code: 'atEndStop' },
  '60005': { code: 'atEndStop' },
  '60006': { code: 'busy' },
  '60007': { code: 'presetsFull' },
  '60008': { code: 'presetsFull' },
  '60009': { code: 'busy', againAfterMs: 2000, evenCommands: true },
  '60012': { code: 'upstream' },
  '60017': { code: 'upstream' },
  '60058': { code: 'frozen' },
  '60061': { code: 'quotaExceeded' },
  '60068': { code: 'timeout', againAfterMs: 4000 },
}
const liveAlreadyOpen = '60062'

/** `exception` of a live address: why it will not play. */
const exceptionCode: Record<number, VendorErrorCode> = {
  1: 'offline',
  2: 'encrypted',
  3: 'misconfigured',
  4: 'misconfigured',
  5: 'misconfigured',
  6: 'quotaExceeded',
}

// Numbers come as text or as numbers; only the fields that are read are named.
const text = z.union([z.string(), z.number()]).transform(String)
const number = text.transform(Number).pipe(z.number())
const envelope = z.object({ code: text, msg: z.string().nullish(), data: z.unknown().optional() })
const token = z.object({
  accessToken: z.string().min(1),
  expireTime: number,
  areaDomain: z.string().nullish(),
})
const capacity = z.record(z.string(), z.unknown()).nullish()
const address = z.object({
  deviceSerial: z.string(),
  channelNo: number,
  hls: z.string().nullish(),
  hlsHd: z.string().nullish(),
  liveAddress: z.string().nullish(),
  hdAddress: z.string().nullish(),
  flvAddress: z.string().nullish(),
  hdFlvAddress: z.string().nullish(),
  status: number.nullish(),
  exception: number.nullish(),
  ret: text.nullish(),
  desc: z.string().nullish(),
})
type Address = z.infer<typeof address>
const opened = z.array(
  z.object({ deviceSerial: z.string(), ret: text.nullish(), desc: z.string().nullish() }),
)
const file = z.object({ recType: number.nullish(), startTime: number, endTime: number })
const files = z.union([
  z.array(file),
  z.object({ files: z.array(file).nullish(), isAll: z.unknown().optional(), nextFileTime: number.nullish() }),
  z.null(),
])
const recordedAddress = z.object({ url: z.string().min(1) })
const playbackHandle = z.object({ store: z.enum(['cloud', 'device']), start: z.number(), end: z.number() })

export function ezviz(options: ProviderOptions): CameraProvider {
  const { account, now, sleep } = options
  const facts = assumed(ezvizAssumptions, account.settings)
  const prefix = account.baseUrl.replace(/\/+$/, '').endsWith(facts['path.prefix'])
    ? ''
    : facts['path.prefix']

  const http = vendorHttp('ezviz', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { code, msg, data } = answer.data
      return code === '200' ? { data: data ?? null } : { vendorCode: code, message: msg ?? '' }
    },
    authorize: (request, session) => ({
      ...request,
      form: { accessToken: session?.token, ...request.form },
    }),
    session: {
      renewBeforeMs: facts.renewBeforeMs,
      async login() {
        const form = {
          appKey: requiredCredential(account, 'appKey'),
          appSecret: requiredCredential(account, 'appSecret'),
        }
        const answer = await http.bare(request('token/get', { form }), token)
        const baseUrl = answer.areaDomain ? answer.areaDomain : undefined
        return { token: answer.accessToken, lifetimeMs: Math.max(0, answer.expireTime - now()), baseUrl }
      },
    },
    // A recorder takes one command at a time for all its channels.
    line: camera => serialOf(camera),
  })

  function request(name: string, rest: Partial<VendorRequest> = {}): VendorRequest {
    return { name, method: 'POST', path: `${prefix}/${name}`, repeatable: true, ...rest }
  }
  function onDevice(name: string, camera: VendorCamera, form: VendorRequest['form'] = {}): VendorRequest {
    return request(name, {
      camera,
      form: { deviceSerial: serialOf(camera), channelNo: camera.channel, ...form },
    })
  }
  const command = { repeatable: false, command: true } as const

  // Live ------------------------------------------------------------------------------------------------------------

  const askAddress = gathered<string, Address>({ limit: facts.sourcesPerCall, sleep }, async sources => {
    const wanted = [...new Set(sources)]
    const found = await http.call(
      request('live/address/get', { form: { source: wanted.join(',') } }),
      z.array(address),
    )
    const bySource = new Map(found.map(item => [`${item.deviceSerial}:${item.channelNo}`, item]))
    return sources.map(
      source => bySource.get(source) ?? new VendorError('misconfigured', `ezviz does not know ${source}`),
    )
  })

  async function addressOf(camera: VendorCamera): Promise<Address> {
    const found = await askAddress(sourceOf(camera))
    if (found.ret && found.ret !== '200') {
      throw itemError('live/address/get', found.ret, found.desc)
    }
    return found
  }

  async function openLive(camera: VendorCamera): Promise<void> {
    const form = { source: sourceOf(camera) }
    const [item] = await http.call(request('live/video/open', { camera, form }), opened)
    if (item?.ret && item.ret !== '200' && item.ret !== liveAlreadyOpen) {
      throw itemError('live/video/open', item.ret, item.desc)
    }
  }

  /** The addresses that play; opens live once where it is switched off. */
  async function liveCandidates(camera: VendorCamera, quality: Quality): Promise<StreamCandidate[]> {
    const first = playableOf(await addressOf(camera), quality)
    if (first.length > 0) return first
    await openLive(camera)
    const second = playableOf(await addressOf(camera), quality)
    if (second.length === 0) throw new VendorError('notAllowed', 'live is switched off for this camera')
    return second
  }

  // Abilities -------------------------------------------------------------------------------------------------------

  const capacities = new Map<string, { value: Record<string, unknown>; until: number }>()
  async function capacityOf(camera: VendorCamera): Promise<Record<string, unknown>> {
    const serial = serialOf(camera)
    const cached = capacities.get(serial)
    if (cached && now() < cached.until) return cached.value
    const form = { deviceSerial: serial }
    const value = (await http.call(request('device/capacity', { camera, form }), capacity)) ?? {}
    capacities.set(serial, { value, until: now() + facts.capacityCacheMs })
    return value
  }

  async function clearPreset(camera: VendorCamera, index: number): Promise<void> {
    const clear = onDevice('device/preset/clear', camera, { index })
    await http.call({ ...clear, command: true }, z.unknown())
  }

  // Recordings ------------------------------------------------------------------------------------------------------

  async function filesOf(
    camera: VendorCamera,
    range: TimeRange,
    store: RecordStore,
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

  async function list(camera: VendorCamera, range: TimeRange, store?: RecordStore): Promise<RecordTimeline> {
    if (store) return filesOf(camera, range, store)
    const cloud = await filesOf(camera, range, 'cloud')
    return cloud.spans.length > 0 ? cloud : filesOf(camera, range, 'device')
  }

  async function openRecording(
    camera: VendorCamera,
    range: TimeRange,
    asked?: RecordStore,
    from = range.start,
  ): Promise<PlaySession> {
    const store = asked ?? (await list(camera, range)).spans[0]?.store
    if (!store) throw new VendorError('noRecording', 'nothing is recorded in this time')
    const url = await recordingUrl(camera, { start: from, end: range.end }, store)
    const kind = url === undefined ? undefined : kindOfAddress(url)
    return {
      handle: handleOf({ store, start: range.start, end: range.end }),
      candidates: [
        ...(kind ? candidate(kind, url, 'high') : []),
        { kind: 'pluginPlayer', url: ezopen(camera, from, store), quality: 'high', player: 'ezuikit' },
      ],
      expiresAt: now() + facts.playbackExpireSeconds * 1000,
      canReadFrame: true,
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
    name: 'ezviz',

    async capabilities(camera) {
      const answer = await capacityOf(camera)
      const may = (name: string) => answer[name] === undefined || String(answer[name]) !== '0'
      const ptz = may('support_ptz')
      const axis = (name: string, ...movements: Movement[]) => (ptz && may(name) ? movements : [])
      return {
        ptz,
        zoom: ptz,
        movements: [
          ...axis('ptz_top_bottom', 'up', 'down'),
          ...axis('ptz_left_right', 'left', 'right'),
          ...axis('ptz_45', 'upLeft', 'upRight', 'downLeft', 'downRight'),
          ...axis('support_ptz', 'zoomIn', 'zoomOut', 'focusNear', 'focusFar'),
        ],
        presets: ptz && may('ptz_preset'),
        playback: may('support_cloud') || may('support_disk'),
        capture: may('support_capture'),
        talk: String(answer.support_talk) === '1',
        speeds: [1],
        seek: true,
        certain: answer.support_ptz !== undefined,
      }
    },

    async isOnline(camera) {
      try {
        const { exception } = await addressOf(camera)
        return exceptionCode[exception ?? 0] !== 'offline'
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality, secure }) {
      const candidates = openable(await liveCandidates(camera, quality), secure)
      return {
        handle: handleOf({ live: sourceOf(camera) }),
        candidates,
        expiresAt: now() + facts.addressLifetimeMs,
        canReadFrame: true,
        control: 'player',
      }
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          const form = { direction: known(direction, movement), speed: speedCode(speed) }
          await http.call({ ...onDevice('device/ptz/start', camera, form), ...command }, z.unknown())
        },
        async stop(camera, movement) {
          const form = movement ? { direction: known(direction, movement) } : {}
          const stop = onDevice('device/ptz/stop', camera, form)
          await http.call({ ...stop, ...command, urgent: true }, z.unknown())
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      /** The platform chooses the number, so that overwriting stores anew and clears the old one. */
      async save(camera, { taken, overwrite }) {
        const add = async () => {
          const stored = z.object({ index: number.pipe(z.int().positive()) })
          return (await http.call({ ...onDevice('device/preset/add', camera), ...command }, stored)).index
        }
        if (overwrite === undefined) return { index: await add() }
        if (taken.length >= presetsOfOneCamera) {
          await clearPreset(camera, overwrite)
          return { index: await add() }
        }
        const index = await add()
        if (index !== overwrite) await clearPreset(camera, overwrite)
        return { index }
      },
      async go(camera, index) {
        await http.call({ ...onDevice('device/preset/move', camera, { index }), ...command }, z.unknown())
      },
      remove: clearPreset,
    },

    playback: {
      list,
      open: (camera, range, store) => openRecording(camera, range, store),
      // Addresses end by themselves.
      async close(_camera, handle) {
        fromHandle(handle, playbackHandle)
      },
      async seek(camera, handle, at) {
        const { store, start, end } = fromHandle(handle, playbackHandle)
        if (at < start || at >= end) throw new VendorError('invalidRequest', 'outside the opened recording')
        return openRecording(camera, { start, end }, store, at)
      },
    },

    capture: camera =>
      http.spaced('capture', camera, facts.captureSpacingMs, async () => {
        const shape = z.object({ picUrl: z.string().min(1) })
        const taken = onDevice('device/capture', camera)
        const { picUrl } = await http.call({ ...taken, repeatable: false, command: true }, shape)
        return http.picture({ name: 'device/capture picture', url: picUrl })
      }),

    async browserToken() {
      const { token, expiresAt } = await http.session()
      return { token, expiresAt }
    },
  }
}

/** Presets on one camera of the vendor's commonest family; storing one more is refused with 60008. */
const presetsOfOneCamera = 12
const playerMayStillDo: readonly VendorErrorCode[] = [
  'notSupported',
  'invalidRequest',
  'misconfigured',
  'upstream',
]

/** Letters of a serial must be upper case. */
const serialOf = (camera: VendorCamera) => camera.deviceCode.toUpperCase()
const sourceOf = (camera: VendorCamera) => `${serialOf(camera)}:${Number(camera.channel)}`

function itemError(call: string, ret: string, desc: string | null | undefined): VendorError {
  const code = faults[ret]?.code ?? 'upstream'
  return new VendorError(code, `ezviz ${call}: ${ret}: ${desc ?? ''}`, { vendorCode: ret })
}

/** FLV shows a picture after 2-4 s, HLS after 4-10 s. Throws where the address is known not to play. */
function playableOf(found: Address, quality: Quality): StreamCandidate[] {
  const exception = exceptionCode[found.exception ?? 0]
  if (exception) {
    throw new VendorError(exception, `ezviz live/address/get: exception ${found.exception}`, {
      vendorCode: `exception ${found.exception}`,
    })
  }
  const high = [
    ...candidate('httpFlv', found.hdFlvAddress, 'high'),
    ...candidate('hls', found.hlsHd ?? found.hdAddress, 'high'),
  ]
  const fluent = [
    ...candidate('httpFlv', found.flvAddress, 'smooth'),
    ...candidate('hls', found.hls ?? found.liveAddress, 'smooth'),
  ]
  return quality === 'high' ? [...high, ...fluent] : [...fluent, ...high]
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
