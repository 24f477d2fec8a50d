import { z } from 'zod'
import {
  capabilities,
  defaultMoveMs,
  maxPresets,
  movements,
  providerNames,
  quality,
  recordStore,
  recordTrigger,
  speedLevel,
  streamCandidate,
  streamControl,
} from './camera-words.ts'
import { endpoint } from './endpoint.ts'
import { answerId, changes, done, flag, id, isoTime, numeric } from './shared.ts'

export const cameraStatus = z.enum(['online', 'offline', 'unknown'])

export const camera = z.object({
  id: answerId,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  /** Two digits, as on the label in the shop: 01, 02 … */
  number: z.string(),
  name: z.string(),
  nameEn: z.string(),
  /** Which part of the shop: entrance, checkout, floor, back. */
  group: z.enum(['entrance', 'checkout', 'floor', 'back']),
  floorId: answerId.nullable(),
  status: cameraStatus,
  lastOnlineAt: isoTime.nullable(),
  capabilities,
  /** A recent picture to show until the first frame; null where there is none. */
  posterUrl: z.string().nullable(),
  /** Which platform stands behind, for support; nothing in the console depends on it. */
  provider: z.enum(providerNames),
  ys: z.number(),
})
export type Camera = z.infer<typeof camera>

export const liveSession = z.object({
  sessionId: z.string(),
  expiresAt: isoTime.nullable(),
  candidates: z.array(streamCandidate),
  canReadFrame: z.boolean(),
  control: streamControl,
})
export type LiveSession = z.infer<typeof liveSession>

export const preset = z.object({
  id: answerId,
  presetName: z.string(),
  presetIndex: z.number(),
  thumbnailUrl: z.string().nullable(),
})
export type Preset = z.infer<typeof preset>

/** A saved picture. `fileAddr` needs the session; `thumbnailUrl` too. */
export const picture = z.object({
  id: answerId,
  fileType: z.number(),
  fileTypeName: z.string(),
  fileAddr: z.string(),
  thumbnailUrl: z.string(),
  fileTime: z.string(),
  takenAt: isoTime,
  shopId: answerId,
  shopname: z.string(),
  videoNo: z.string(),
  channelNo: z.string(),
  cameraId: answerId.nullable(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  presetId: answerId.nullable(),
  areaname: z.string(),
  delFlag: z.number(),
  screenshotType: z.number(),
  userId: answerId.nullable(),
  userName: z.string(),
  width: z.number(),
  height: z.number(),
  sizeBytes: z.number(),
})
export type Picture = z.infer<typeof picture>

/** Who steers a camera now, and until when if nothing more comes of it. */
export const cameraControl = z.object({
  userId: answerId,
  name: z.string(),
  until: isoTime,
  isOwn: z.boolean(),
})
export type CameraControl = z.infer<typeof cameraControl>

const cameraParams = z.object({ cameraId: id })
const presetParams = cameraParams.extend({ presetId: id })
const playbackParams = cameraParams.extend({ sessionId: z.string().min(1).max(200) })
const presetName = z.string().trim().min(1).max(40)
const tag = 'cameras'

export const cameraBody = z.object({
  shopId: id,
  provider: z.enum(providerNames),
  /** The platform account; its id from /api/camera-accounts. */
  accountId: id,
  deviceCode: z.string().trim().min(1).max(64),
  channel: z.string().trim().min(1).max(64).default('1'),
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().max(80).default(''),
  number: z.string().trim().max(6).optional(),
  group: z.enum(['entrance', 'checkout', 'floor', 'back']).default('floor'),
  floorId: id.nullable().default(null),
})

export const cameraAccount = z.object({
  id: answerId,
  provider: z.enum(providerNames),
  name: z.string(),
  baseUrl: z.string(),
  ysAccountId: z.number().nullable(),
  /** Names of the credentials that are set; the values never leave the server. */
  credentialNames: z.array(z.string()),
  settings: z.record(z.string(), z.string()),
  cameraCount: z.number(),
})
const accountBody = z.object({
  provider: z.enum(providerNames),
  name: z.string().trim().min(1).max(60),
  baseUrl: z.url({ protocol: /^https?$/ }),
  ysAccountId: numeric(z.number().int().min(1).max(99).nullable()).default(null),
  credentials: z.record(z.string(), z.string().max(500)).default({}),
  settings: z.record(z.string(), z.string().max(500)).default({}),
})

export const cameras = {
  list: endpoint({
    method: 'GET',
    path: '/api/cameras',
    summary: 'Cameras of one or several shops (comma) with status and capabilities.',
    tag,
    authority: ['inspect.view', 'device.view'],
    query: z.object({ shopId: z.string().max(4000), ids: z.string().max(4000) }).partial(),
    answer: z.array(camera),
  }),
  shopsOfPlatform: endpoint({
    method: 'GET',
    path: '/api/camera-shops',
    summary:
      'Shops in scope that have cameras of a platform (`ys`), those with most of them online first; 20.',
    tag,
    authority: ['inspect.view', 'device.view'],
    query: z.object({ ys: numeric(z.number().int().min(0).max(3)) }),
    answer: z.array(
      z.object({
        shopId: answerId,
        shopname: z.string(),
        shopnameEn: z.string(),
        cameraCount: z.number(),
        onlineCount: z.number(),
      }),
    ),
  }),
  live: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/live',
    summary: 'Opens live video: addresses of the platform, best first. Asked anew at each reconnect.',
    tag,
    authority: ['inspect.view'],
    params: cameraParams,
    body: z.object({ quality: quality.default('standard'), secure: flag.default(false) }),
    answer: liveSession,
  }),
  endLive: endpoint({
    method: 'DELETE',
    path: '/api/cameras/:cameraId/live/:sessionId',
    summary: 'Gives a live session back, where the platform counts them.',
    tag,
    authority: ['inspect.view'],
    params: playbackParams,
    answer: done,
  }),
  ptz: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/ptz',
    summary:
      'Starts a move; the server stops it after durationMs even if the browser goes away. stop stops now.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    body: z.object({
      command: z.enum([...movements, 'stop']),
      speed: speedLevel.default(5),
      durationMs: numeric(z.number().int().min(100).max(10_000)).default(defaultMoveMs),
    }),
    answer: z.object({ stopsAt: isoTime.nullable(), heldUntil: isoTime.nullable() }),
  }),
  releaseControl: endpoint({
    method: 'DELETE',
    path: '/api/cameras/:cameraId/ptz',
    summary: 'Stops the user’s move and gives the camera back to others.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    answer: done,
  }),
  control: endpoint({
    method: 'GET',
    path: '/api/cameras/:cameraId/control',
    summary: 'Who has the camera to themselves now; null where nobody has.',
    tag,
    authority: ['inspect.view'],
    params: cameraParams,
    answer: cameraControl.nullable(),
  }),
  takeControl: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/control',
    summary:
      'Takes the camera for a minute, also from the platform where it has a lock of its own; taken again it is kept. Given back by DELETE ptz.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    answer: cameraControl,
  }),
  setEncoding: endpoint({
    method: 'PUT',
    path: '/api/cameras/:cameraId/encoding',
    summary: 'Sets the picture that the camera makes for everybody who watches, where its platform can.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    body: z.object({ quality }),
    answer: done,
  }),
  presets: endpoint({
    method: 'GET',
    path: '/api/cameras/:cameraId/presets',
    summary: 'Presets of the camera.',
    tag,
    authority: ['inspect.view'],
    params: cameraParams,
    answer: z.array(preset),
  }),
  savePreset: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/presets',
    summary: 'Saves the present position as a preset, on the device and here: both or neither.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    body: z.object({
      presetName: presetName.optional(),
      /** Store under this number again (Shift + number). */
      presetIndex: numeric(z.number().int().min(1).max(maxPresets).optional()),
    }),
    answer: preset,
  }),
  goPreset: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/presets/:presetId/go',
    summary: 'Turns the camera to a preset.',
    tag,
    authority: ['inspect.operate'],
    params: presetParams,
    answer: done,
  }),
  renamePreset: endpoint({
    method: 'PUT',
    path: '/api/cameras/:cameraId/presets/:presetId',
    summary: 'Renames a preset.',
    tag,
    authority: ['inspect.operate'],
    params: presetParams,
    body: z.object({ presetName }),
    answer: preset,
  }),
  removePreset: endpoint({
    method: 'DELETE',
    path: '/api/cameras/:cameraId/presets/:presetId',
    summary: 'Removes a preset from the device and here: both or neither.',
    tag,
    authority: ['inspect.operate'],
    params: presetParams,
    answer: done,
  }),
  snapshot: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/snapshot',
    summary: 'Takes a picture through the platform, or from the stream where it has no such call.',
    tag,
    authority: ['inspect.operate'],
    params: cameraParams,
    body: z.object({ presetId: id.optional() }),
    answer: picture,
  }),
  savePoster: endpoint({
    method: 'PUT',
    path: '/api/cameras/:cameraId/poster',
    summary: 'Keeps a frame that a viewer has on screen as the picture shown until the next first frame.',
    tag,
    authority: ['inspect.view'],
    upload: true,
    bodyLimit: 2_000_000,
    params: cameraParams,
    body: z.object({ file: z.string().optional() }),
    answer: done,
  }),
  savePresetThumbnail: endpoint({
    method: 'PUT',
    path: '/api/cameras/:cameraId/presets/:presetId/thumbnail',
    summary: 'Keeps the frame on screen as the picture of a preset.',
    tag,
    authority: ['inspect.operate'],
    upload: true,
    bodyLimit: 2_000_000,
    params: presetParams,
    body: z.object({ file: z.string().optional() }),
    answer: preset,
  }),
  recordings: endpoint({
    method: 'GET',
    path: '/api/cameras/:cameraId/recordings',
    summary: 'Which times have recordings, by store.',
    tag,
    authority: ['inspect.playback'],
    params: cameraParams,
    query: z.object({ from: isoTime, to: isoTime }),
    answer: z.object({
      complete: z.boolean(),
      tracks: z.array(
        z.object({
          source: recordStore,
          ranges: z.array(
            z.object({ from: isoTime, to: isoTime, kind: recordTrigger, id: z.string().optional() }),
          ),
        }),
      ),
    }),
  }),
  recordingDays: endpoint({
    method: 'GET',
    path: '/api/cameras/:cameraId/recordings/days',
    summary: 'Days of a month that have recordings.',
    tag,
    authority: ['inspect.playback'],
    params: cameraParams,
    query: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'YYYY-MM') }),
    answer: z.array(z.number()),
  }),
  playback: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/playback',
    summary: 'Opens a recording.',
    tag,
    authority: ['inspect.playback'],
    params: cameraParams,
    body: z.object({
      from: isoTime,
      to: isoTime,
      source: recordStore.optional(),
      secure: flag.default(false),
    }),
    answer: liveSession,
  }),
  playbackSpeed: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/playback/:sessionId/speed',
    summary: 'Sets the speed on the platform (control: server).',
    tag,
    authority: ['inspect.playback'],
    params: playbackParams,
    body: z.object({ rate: numeric(z.number().min(0.1).max(32)) }),
    answer: done,
  }),
  playbackSeek: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/playback/:sessionId/seek',
    summary: 'Goes to a time; answers the session to play on.',
    tag,
    authority: ['inspect.playback'],
    params: playbackParams,
    body: z.object({ at: isoTime }),
    answer: liveSession,
  }),
  playbackPause: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/playback/:sessionId/pause',
    summary: 'Pauses, or resumes with paused: false.',
    tag,
    authority: ['inspect.playback'],
    params: playbackParams,
    body: z.object({ paused: flag.default(true) }),
    answer: done,
  }),
  playbackKeep: endpoint({
    method: 'POST',
    path: '/api/cameras/:cameraId/playback/:sessionId/keep',
    summary:
      'Says that the session is still watched; one not heard of for a minute is closed on the platform.',
    tag,
    authority: ['inspect.playback'],
    params: playbackParams,
    answer: done,
  }),
  endPlayback: endpoint({
    method: 'DELETE',
    path: '/api/cameras/:cameraId/playback/:sessionId',
    summary: 'Closes the session on the platform.',
    tag,
    authority: ['inspect.playback'],
    params: playbackParams,
    answer: done,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/cameras',
    summary: 'Registers a camera of a platform in a shop.',
    tag,
    authority: ['device.manage'],
    body: cameraBody,
    answer: camera,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/cameras/:cameraId',
    summary: 'Changes the given fields of a camera.',
    tag,
    authority: ['device.manage'],
    params: cameraParams,
    body: changes(cameraBody),
    answer: camera,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/cameras/:cameraId',
    summary: 'Takes a camera out of its shop; its pictures stay.',
    tag,
    authority: ['device.manage'],
    params: cameraParams,
    answer: done,
  }),
  accounts: endpoint({
    method: 'GET',
    path: '/api/camera-accounts',
    summary: 'Platform accounts, without their secrets.',
    tag,
    authority: ['device.manage'],
    answer: z.array(cameraAccount),
  }),
  createAccount: endpoint({
    method: 'POST',
    path: '/api/camera-accounts',
    summary: 'Adds a platform account; its credentials are encrypted at rest.',
    tag,
    authority: ['device.manage'],
    body: accountBody,
    answer: cameraAccount,
  }),
  updateAccount: endpoint({
    method: 'PUT',
    path: '/api/camera-accounts/:accountId',
    summary: 'Changes an account; credentials left out stay as they are.',
    tag,
    authority: ['device.manage'],
    params: z.object({ accountId: id }),
    body: changes(accountBody.omit({ provider: true })),
    answer: cameraAccount,
  }),
  removeAccount: endpoint({
    method: 'DELETE',
    path: '/api/camera-accounts/:accountId',
    summary: 'Removes an account that no camera uses.',
    tag,
    authority: ['device.manage'],
    params: z.object({ accountId: id }),
    answer: done,
  }),
}
