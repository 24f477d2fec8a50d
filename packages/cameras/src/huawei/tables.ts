import type { Movement, RecordStore, RecordTrigger } from '@aisle/contract'
import { z } from 'zod'
import type { Assumptions } from '../assumptions.ts'
import type { Faults } from '../failure.ts'
import { limits } from '../limits.ts'

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

export const direction: Record<Movement, string> = {
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
export const stopOf = {
  turn: 'STOP',
  zoom: 'ZOOM_STOP',
  lens: 'FI_STOP',
} as const

export const trigger: Record<string, RecordTrigger> = {
  NORMAL_RECORD: 'plan',
  MOTION_RECORD: 'motion',
  ALARM_RECORD: 'alarm',
  // As the vendor's reference prints it.
  ALRAM_RECORD: 'alarm',
}
export const recordsPath: Record<RecordStore, string> = { cloud: '/cloud-records', device: '/device-records' }

const noRecording = 'IVM.20020012'
export const faults: Faults = {
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
  'IVM.20030004': { code: 'notSupported' },
  'IVM.20030002': { code: 'busy', againAfterMs: 300, evenCommands: true },
  'HTTP 409': { code: 'controlledByOther' },
  'HTTP 500': { code: 'upstream', againAfterMs: 500 },
  'HTTP 502': { code: 'upstream', againAfterMs: 500 },
}

export const failureBody = z.object({
  error_code: z.string().nullish(),
  error_msg: z.string().nullish(),
  error_message: z.string().nullish(),
})
export const token = z.object({ access_token: z.string().min(1), expire_time: z.coerce.number() })
export const liveAnswer = z.object({
  channels: z.array(
    z.object({
      device_id: z.string(),
      channel_id: z.coerce.string(),
      live_url: z.string().nullish(),
      result: z.object({ code: z.string().nullish(), msg: z.string().nullish() }).nullish(),
    }),
  ),
})
export type LiveChannel = z.infer<typeof liveAnswer>['channels'][number]
export const records = z.object({
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
export const playbackUrl = z.object({ playback_url: z.string().min(1) })
export const snapshot = z.object({ pic_data: z.string().min(1) })
export const preset = z.object({ preset_index: z.coerce.number().int(), preset_name: z.string().nullish() })
export const presetList = z
  .looseObject({ presets: z.array(preset).nullish(), preset_positions: z.array(preset).nullish() })
  .or(z.array(preset))
