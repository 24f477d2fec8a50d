import type { Movement, Quality, RecordStore } from '@aisle/contract'
import { z } from 'zod'
import { candidate, kindOfAddress } from './addresses.ts'
import { type Assumptions, assumed, listed } from './assumptions.ts'
import { beijingDays } from './beijing-time.ts'
import { requiredCredential } from './credentials.ts'
import { fromHandle, handleOf } from './handle.ts'
import { type Faults, limits, type VendorRequest, vendorHttp } from './http.ts'
import { type OpenedAddresses, openedAddresses } from './opened.ts'
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
} from './provider.ts'
import { lowestFreePreset, steering } from './steering.ts'
import { timeline } from './timeline.ts'

/** Wholeally QY video platform, `ys` 1. Credentials: `user`, `password` (in the form the installation wants). */

/** There is no public reference of this platform: more is assumed here than elsewhere. */
export const shilianAssumptions = {
  ...limits({ callsPerSecond: 20, commandSpacingMs: 200 }),
  'path.prefix': { value: '/webapi', why: 'seen in two public clients; installations may differ' },
  'path.setQuality': { value: '/v4/preview/setcode', why: 'named by the specification, fields assumed' },
  'path.recordIndex': { value: '/v4/record/index', why: 'named by the specification, fields assumed' },
  'path.recordPlayback': { value: '/v4/record/playback', why: 'named by the specification, fields assumed' },
  'path.recordControl': { value: '/v4/record/control', why: 'named by the specification, fields assumed' },
  'path.recordSpeed': { value: '/v4/record/speed', why: 'named by the specification, fields assumed' },
  'path.rename': { value: '/v4/channel/setinfo', why: 'named by the specification, fields assumed' },
  sessionMs: { value: 7_200_000, why: 'lifetime is not public; taken to slide with use' },
  takeOverEveryMs: { value: 3_600_000, why: 'how often a session of somebody else is ended with `force` 1' },
  previewType: { value: 2, why: '1 is the native player context; 2 is taken to ask for a web stream' },
  'stream.high': { value: 0, why: '`stream` 0 is taken to be the main stream' },
  'stream.standard': { value: 1, why: '`stream` 1 is taken to be the sub stream' },
  'stream.smooth': { value: 1, why: '`stream` 1 is taken to be the sub stream' },
  addressLifetimeMs: {
    value: 60_000,
    why: 'addresses are taken to be single use, a minute before first use',
  },
  speedMemoryMs: { value: 600_000, why: 'how long the speed set on a camera is believed to be still set' },
  playbackSpeeds: { value: '0.25,0.5,1,2,4,8', why: 'speeds that record/speed is taken to accept' },
  abilityCacheMs: { value: 600_000, why: 'abilities change with the device only' },
  longestListDays: { value: 62, why: 'recordings are asked for day by day' },
} as const satisfies Assumptions

const action: Record<Movement, number> = {
  zoomIn: 0,
  zoomOut: 1,
  irisOpen: 2,
  irisClose: 3,
  focusNear: 4,
  focusFar: 5,
  up: 6,
  down: 7,
  left: 8,
  right: 9,
  upLeft: 10,
  upRight: 11,
  downLeft: 12,
  downRight: 13,
}
const stopAction = 14
const speedAction = 15
const presetAction = { set: 17, go: 18, remove: 19 } as const

/** The SDK's levels; a fourth, "super", is left to the platform's own console. */
const qualityCode: Record<Quality, number> = { smooth: 1, standard: 2, high: 3 }
const cloudFlag: Record<RecordStore, number> = { device: 0, cloud: 1 }
const recordControl = { stop: 0, play: 1, pause: 2, resume: 3 } as const

const alreadySignedIn = '-30005'
const faults: Faults = {
  '-1': { code: 'offline', againAfterMs: 500 },
  '-2': { code: 'invalidRequest' },
  '-30007': { code: 'invalidRequest' },
  '-3': { code: 'upstream' },
  '-4': { code: 'timeout', renew: true },
  '-5': { code: 'notAllowed', renew: true },
  '-9': { code: 'limitReached' },
  '-30001': { code: 'notSupported' },
  '-30002': { code: 'misconfigured' },
  '-30003': { code: 'misconfigured' },
  '-30004': { code: 'frozen' },
  [alreadySignedIn]: { code: 'busy' },
  '-30008': { code: 'misconfigured' },
  '-30009': { code: 'upstream', againAfterMs: 500 },
  '-30010': { code: 'notAllowed' },
  '-30011': { code: 'offline' },
  '-30012': { code: 'offline' },
  '-30013': { code: 'offline' },
}

const envelope = z.looseObject({ ret: z.coerce.number(), msg: z.string().nullish() })
const login = z
  .object({ tk: z.string().nullish(), session_id: z.string().nullish() })
  .transform(({ tk, session_id }) => tk || session_id || '')
  .pipe(z.string().min(1))
const view = z.object({ url: z.string().nullish(), view_context: z.string().nullish() })
const playback = view.extend({ play_id: z.coerce.string().min(1) })
const flag = z.coerce.number().nullish()
const ability = z.object({
  ptz: flag,
  zoom: flag,
  aperture: flag,
  focus: flag,
  replay: flag,
  talk: flag,
  venc: flag,
})
type Ability = z.infer<typeof ability>
const monthIndex = z.object({ days: z.array(z.coerce.number()).nullish() })
const dayIndex = z.object({
  times: z.array(z.object({ start_ts: z.coerce.number(), end_ts: z.coerce.number() })).nullish(),
})
const playbackHandle = z.object({ playId: z.string(), start: z.number(), end: z.number() })

export function shilian(options: ProviderOptions): CameraProvider {
  const { account, memory, now, sleep } = options
  const facts = assumed(shilianAssumptions, account.settings)
  const speeds = listed(facts.playbackSpeeds).map(Number)
  const prefix = account.baseUrl.replace(/\/+$/, '').endsWith(facts['path.prefix'])
    ? ''
    : facts['path.prefix']
  const remembered = (what: string) => `shilian:${account.id}:${what}`

  const http = vendorHttp('shilian', options, {
    limits: facts,
    faults,
    unwrap({ status, body }) {
      const answer = envelope.safeParse(body)
      if (!answer.success) return { vendorCode: `HTTP ${status}`, message: 'no envelope' }
      const { ret, msg } = answer.data
      return ret === 0 ? { data: body } : { vendorCode: String(ret), message: msg ?? '' }
    },
    authorize: (request, session) => ({ ...request, query: { ...request.query, tk: session?.token } }),
    session: {
      renewBeforeMs: 0,
      sliding: true,
      async login() {
        return { token: await signIn(), lifetimeMs: facts.sessionMs }
      },
    },
  })

  function request(path: string, json: unknown, rest: Partial<VendorRequest> = {}): VendorRequest {
    const name = path.replace(/^\//, '')
    return { name, method: 'POST', path: `${prefix}${path}`, json, repeatable: true, ...rest }
  }
  function onCamera(path: string, camera: VendorCamera, fields: Record<string, unknown>): VendorRequest {
    return request(path, { chan_serial: serialOf(camera), ...fields }, { camera })
  }

  /** Signs in; ends a foreign session of the account at most once an hour, as two servers would throw each other out. */
  async function signIn(): Promise<string> {
    const attempt = (force: 0 | 1) => {
      const [user, password] = [requiredCredential(account, 'user'), requiredCredential(account, 'password')]
      return http.bare(request('/login', { user, password, force, login_mode: 0 }), login)
    }
    try {
      return await attempt(0)
    } catch (error) {
      if (!(error instanceof VendorError) || error.vendorCode !== alreadySignedIn) throw error
      const key = remembered('takeover')
      const last = await memory.read(key)
      if (last && last.expiresAt > now()) throw error
      await memory.write(key, 'taken', now() + facts.takeOverEveryMs)
      return attempt(1)
    }
  }

  // Steering --------------------------------------------------------------------------------------------------------

  function ptz(
    camera: VendorCamera,
    fields: { action: number; speed?: number; prepoint?: number },
  ): VendorRequest {
    return { ...onCamera('/v4/ptz/control', camera, fields), repeatable: false, command: true }
  }

  /** Speed is a state of the device: it is sent when it is not known to be the wanted one. */
  async function setMoveSpeed(camera: VendorCamera, speed: number): Promise<void> {
    const key = remembered(`speed:${serialOf(camera)}`)
    const last = await memory.read(key)
    if (last && last.expiresAt > now() && last.value === String(speed)) return
    await http.call({ ...ptz(camera, { action: speedAction, speed }), repeatable: true }, z.unknown())
    await memory.write(key, String(speed), now() + facts.speedMemoryMs)
  }

  // Abilities -------------------------------------------------------------------------------------------------------

  const abilities = new Map<string, { value: Ability; until: EpochMs }>()
  async function abilityOf(camera: VendorCamera): Promise<Ability> {
    const cached = abilities.get(camera.id)
    if (cached && now() < cached.until) return cached.value
    const value = await http.call(onCamera('/v4/channel/ability', camera, {}), ability)
    abilities.set(camera.id, { value, until: now() + facts.abilityCacheMs })
    return value
  }

  // Recordings ------------------------------------------------------------------------------------------------------

  const opened: OpenedAddresses = openedAddresses(memory, remembered('playback'), now)

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

  async function list(camera: VendorCamera, range: TimeRange, store?: RecordStore): Promise<RecordTimeline> {
    if (store) return storedIn(store, camera, range)
    const cloud = await storedIn('cloud', camera, range)
    return cloud.spans.length > 0 ? cloud : storedIn('device', camera, range)
  }

  function control(camera: VendorCamera, playId: string, ctrl: number, at?: EpochMs): VendorRequest {
    const json = { play_id: playId, ctrl, ...(at === undefined ? {} : { ts: Math.floor(at / 1000) }) }
    return request(facts['path.recordControl'], json, { camera })
  }

  function sessionOf(handle: string, address: string, quality: Quality): PlaySession {
    const kind = kindOfAddress(address)
    if (!kind) throw new VendorError('notSupported', 'the platform gave no stream that a browser can play')
    return {
      handle,
      candidates: candidate(kind, address, quality),
      expiresAt: now() + facts.addressLifetimeMs,
      canReadFrame: true,
      control: 'server',
    }
  }

  return {
    name: 'shilian',

    async capabilities(camera) {
      const answer = await abilityOf(camera)
      const may = (value: number | null | undefined) => value !== 0
      const turns = may(answer.ptz)
      const zooms = may(answer.zoom)
      const movements: Movement[] = []
      if (turns) movements.push('up', 'down', 'left', 'right', 'upLeft', 'upRight', 'downLeft', 'downRight')
      if (zooms) movements.push('zoomIn', 'zoomOut')
      if (may(answer.focus)) movements.push('focusNear', 'focusFar')
      if (may(answer.aperture)) movements.push('irisOpen', 'irisClose')
      return {
        ptz: turns,
        zoom: zooms,
        movements,
        presets: turns,
        playback: may(answer.replay),
        capture: false,
        talk: answer.talk === 1,
        speeds,
        seek: true,
        certain: typeof answer.ptz === 'number',
      }
    },

    /** A camera that is off answers the ability call with -1. */
    async isOnline(camera) {
      try {
        await http.call(onCamera('/v4/channel/ability', camera, {}), ability)
        return true
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality }) {
      const fields = { type: facts.previewType, stream: facts[`stream.${quality}`] }
      const answer = await http.call(onCamera('/v4/preview/view', camera, fields), view)
      const handle = handleOf({ live: serialOf(camera) })
      return { ...sessionOf(handle, addressIn(answer), quality), control: 'player' }
    },

    async setQuality(camera, quality) {
      const fields = { code: qualityCode[quality] }
      await http.call(onCamera(facts['path.setQuality'], camera, fields), z.unknown())
    },

    steering: steering(
      {
        async start(camera, movement, speed) {
          await setMoveSpeed(camera, speed)
          await http.call(ptz(camera, { action: action[movement] }), z.unknown())
        },
        async stop(camera) {
          await http.call({ ...ptz(camera, { action: stopAction }), urgent: true }, z.unknown())
        },
      },
      { sleep, stopRepeatMs: facts.stopRepeatMs },
    ),

    presets: {
      async save(camera, { taken, overwrite }) {
        const index = overwrite ?? lowestFreePreset(taken)
        await http.call(ptz(camera, { action: presetAction.set, prepoint: index }), z.unknown())
        return { index }
      },
      async go(camera, index) {
        await http.call(ptz(camera, { action: presetAction.go, prepoint: index }), z.unknown())
      },
      async remove(camera, index) {
        const remove = ptz(camera, { action: presetAction.remove, prepoint: index })
        await http.call({ ...remove, repeatable: true }, z.unknown())
      },
    },

    playback: {
      list,

      async days(camera, month) {
        const cloud = await daysOf(camera, month, 'cloud')
        const device = await daysOf(camera, month, 'device')
        return [...new Set([...cloud, ...device])].sort((a, b) => a - b)
      },

      async open(camera, range, asked) {
        const store = asked ?? (await list(camera, range)).spans[0]?.store
        if (!store) throw new VendorError('noRecording', 'nothing is recorded in this time')
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
          const session = sessionOf(handle, addressIn(answer), 'high')
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
        const { playId, start, end } = fromHandle(handle, playbackHandle)
        if (at < start || at >= end) throw new VendorError('invalidRequest', 'outside the opened recording')
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
    },

    async rename(camera, name) {
      await http.call(onCamera(facts['path.rename'], camera, { name }), z.unknown())
    },
  }
}

const serialOf = (camera: VendorCamera) => `${camera.deviceCode}:${camera.channel}`

/** The address for a browser: `url`, else the player context where that is an address by luck. */
function addressIn({ url, view_context }: z.infer<typeof view>): string {
  return url || view_context || ''
}
