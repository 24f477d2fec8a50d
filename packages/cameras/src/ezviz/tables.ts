import type { Movement, RecordStore } from '@aisle/contract'
import { z } from 'zod'
import type { Assumptions } from '../assumptions.ts'
import type { Faults } from '../failure.ts'
import { limits } from '../limits.ts'
import type { VendorErrorCode } from '../provider.ts'

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

export const direction: Partial<Record<Movement, number>> = {
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
export const speedCode = (speed: number) => (speed <= 5 ? 1 : 2)

export const recType: Record<RecordStore, number> = { cloud: 1, device: 2 }
export const filesPerPage: Record<RecordStore, number> = { cloud: 1000, device: 500 }

export const faults: Faults = {
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
export const liveAlreadyOpen = '60062'

/** `exception` of a live address: why it will not play. */
export const exceptionCode: Record<number, VendorErrorCode> = {
  1: 'offline',
  2: 'encrypted',
  3: 'misconfigured',
  4: 'misconfigured',
  5: 'misconfigured',
  6: 'quotaExceeded',
}

// Numbers come as text or as numbers; only the fields that are read are named.
const text = z.union([z.string(), z.number()]).transform(String)
export const number = text.transform(Number).pipe(z.number())
export const envelope = z.object({ code: text, msg: z.string().nullish(), data: z.unknown().optional() })
export const token = z.object({
  accessToken: z.string().min(1),
  expireTime: number,
  areaDomain: z.string().nullish(),
})
export const capacity = z.record(z.string(), z.unknown()).nullish()
export const address = z.object({
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
export type Address = z.infer<typeof address>
export const opened = z.array(
  z.object({ deviceSerial: z.string(), ret: text.nullish(), desc: z.string().nullish() }),
)
export const file = z.object({ recType: number.nullish(), startTime: number, endTime: number })
export const files = z.union([
  z.array(file),
  z.object({ files: z.array(file).nullish(), isAll: z.unknown().optional(), nextFileTime: number.nullish() }),
  z.null(),
])
export const recordedAddress = z.object({ url: z.string().min(1) })
