import type { Movement, Quality, RecordStore } from '@aisle/contract'
import { z } from 'zod'
import type { Assumptions } from '../assumptions.ts'
import type { Faults } from '../failure.ts'
import { limits } from '../limits.ts'

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

export const action: Record<Movement, number> = {
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
export const stopAction = 14
export const speedAction = 15
export const presetAction = { set: 17, go: 18, remove: 19 } as const

/** The SDK's levels; a fourth, "super", is left to the platform's own console. */
export const qualityCode: Record<Quality, number> = { smooth: 1, standard: 2, high: 3 }
export const cloudFlag: Record<RecordStore, number> = { device: 0, cloud: 1 }
export const recordControl = { stop: 0, play: 1, pause: 2, resume: 3 } as const

export const alreadySignedIn = '-30005'
export const faults: Faults = {
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

export const envelope = z.looseObject({ ret: z.coerce.number(), msg: z.string().nullish() })
export const login = z
  .object({ tk: z.string().nullish(), session_id: z.string().nullish() })
  .transform(({ tk, session_id }) => tk || session_id || '')
  .pipe(z.string().min(1))
export const view = z.object({ url: z.string().nullish(), view_context: z.string().nullish() })
export const playback = view.extend({ play_id: z.coerce.string().min(1) })
const flag = z.coerce.number().nullish()
export const ability = z.object({
  ptz: flag,
  zoom: flag,
  aperture: flag,
  focus: flag,
  replay: flag,
  talk: flag,
  venc: flag,
})
export type Ability = z.infer<typeof ability>
export const monthIndex = z.object({ days: z.array(z.coerce.number()).nullish() })
export const dayIndex = z.object({
  times: z.array(z.object({ start_ts: z.coerce.number(), end_ts: z.coerce.number() })).nullish(),
})
