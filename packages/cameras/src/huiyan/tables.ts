import type { Movement, RecordTrigger } from '@aisle/contract'
import { z } from 'zod'
import type { Assumptions } from '../assumptions.ts'
import type { Faults } from '../failure.ts'
import { limits } from '../limits.ts'

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

export const command: Partial<Record<Movement, string>> = {
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
export const stopCommand = 'stop'

export type PresetVerb = 'set' | 'go' | 'remove'
export const presetCode: Record<PresetVerb, number> = { set: 129, go: 130, remove: 131 }
export const presetPath: Record<PresetVerb, string> = { set: 'add', go: 'call', remove: 'delete' }

export const trigger: Record<string, RecordTrigger> = { time: 'plan', alarm: 'alarm', manual: 'manual' }

export const generalFailure = '100'
export const faults: Faults = {
  [generalFailure]: { code: 'upstream' },
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

export const envelope = z.object({
  code: z.number(),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
})
export const login = z.object({ accessToken: z.string().min(1) })
const url = z.string().nullish()
export const stream = z.object({
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
export type Stream = z.infer<typeof stream>
export const records = z
  .object({
    sumNum: z.coerce.number().nullish(),
    count: z.coerce.number().nullish(),
    recordList: z
      .array(z.object({ startTime: z.string(), endTime: z.string(), type: z.string().nullish() }))
      .nullish(),
  })
  .nullable()

export const rawPerLevel = 23
export const zoomPerLevel = 1.35
export const halfAnHourMs = 1_800_000
export const monthMs = 30 * 86_400_000
export const alreadyClosed = [generalFailure, '404', 'HTTP 404', '-100']
