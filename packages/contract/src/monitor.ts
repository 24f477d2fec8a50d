import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, changes, done, id, legacyTime, numeric, optionalId } from './shared.ts'

/** The inherited live and steering calls, by platform. Each meets the unified calls in the same service. */
const tag = 'monitor'
const code = z.string().trim().min(1).max(64)
const channel = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(64))
const recorded = { deviceCode: code, channelId: channel, startTime: legacyTime, endTime: legacyTime }
const raw = numeric(z.number().int().min(0).max(255))

export const streamAddresses = z.object({
  flv: z.string().optional(),
  hls: z.string().optional(),
  wsFlv: z.string().optional(),
  fmp4: z.string().optional(),
  webrtc: z.string().optional(),
})

export const monitor = {
  getAccessToken: endpoint({
    method: 'GET',
    path: '/api/monitor/getAccessToken',
    bare: true,
    summary: 'Account token that the first provider’s own browser player needs.',
    tag,
    authority: ['camera.token'],
    query: z.object({ ysAccountId: numeric(z.number().int().min(1)).default(1) }),
    answer: z.object({ accessToken: z.string(), expireTime: z.number() }),
  }),
  accountList: endpoint({
    method: 'GET',
    path: '/api/monitor/ys/account/info/list',
    bare: true,
    summary: 'Accounts of the first provider with their tokens.',
    tag,
    authority: ['camera.token'],
    answer: z.object({ dataList: z.array(z.object({ ysAccountId: z.number(), token: z.string() })) }),
  }),
  ptzStart: endpoint({
    method: 'GET',
    path: '/api/monitor/device/ptz/start',
    acts: true,
    bare: true,
    summary: 'Starts a move of a first-provider camera by its direction number (0 up … 9 zoom out).',
    tag,
    authority: ['inspect.operate'],
    query: z.object({
      deviceSerial: code,
      channelNo: channel.default('1'),
      direction: numeric(z.number().int().min(0).max(11)),
      speed: numeric(z.number().int().min(0).max(2)).default(1),
    }),
    answer: done,
  }),
  ptzStop: endpoint({
    method: 'GET',
    path: '/api/monitor/device/ptz/stop',
    acts: true,
    bare: true,
    summary: 'Stops the move.',
    tag,
    authority: ['inspect.operate'],
    query: z.object({
      deviceSerial: code,
      channelNo: channel.default('1'),
      direction: numeric(z.number().int().min(0).max(16).optional()),
    }),
    answer: done,
  }),
  huiyanPtz: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/ptz/control',
    acts: true,
    bare: true,
    summary:
      'Steers a GB28181 camera: left right up down upleft upright downleft downright zoomin zoomout stop.',
    tag,
    authority: ['inspect.operate'],
    query: z.object({
      deviceCode: code,
      channelId: channel,
      command: z.enum([
        'left',
        'right',
        'up',
        'down',
        'upleft',
        'upright',
        'downleft',
        'downright',
        'zoomin',
        'zoomout',
        'stop',
      ]),
      horizonSpeed: raw.default(115),
      verticalSpeed: raw.default(115),
      zoomSpeed: raw.default(115),
    }),
    answer: done,
  }),
  huiyanFrontEnd: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/ptz/front/end/command',
    acts: true,
    bare: true,
    summary: 'Preset commands of a GB28181 camera: 129 set, 130 call, 131 clear; parameter2 is the number.',
    tag,
    authority: ['inspect.operate'],
    query: z.object({
      deviceCode: code,
      channelId: channel,
      shopId: optionalId,
      cmdCode: numeric(
        z
          .number()
          .int()
          .refine(value => [129, 130, 131].includes(value), '129, 130 or 131'),
      ),
      parameter1: raw.default(0),
      parameter2: numeric(z.number().int().min(1).max(12)),
      combindCode2: raw.default(0),
    }),
    answer: done,
  }),
  huiyanPlay: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/play',
    acts: true,
    bare: true,
    summary: 'Live addresses of a GB28181 camera.',
    tag,
    authority: ['inspect.view'],
    query: z.object({ deviceCode: code, channelId: channel }),
    answer: streamAddresses,
  }),
  huiyanPlaybackStart: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/playback/start',
    acts: true,
    bare: true,
    summary:
      'Opens a recording of a GB28181 camera; `stream` closes it again. It closes by itself a minute after its end.',
    tag,
    authority: ['inspect.playback'],
    query: z.object(recorded),
    answer: streamAddresses.extend({ stream: z.string() }),
  }),
  huiyanPlaybackStop: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/playback/stop',
    acts: true,
    bare: true,
    summary: 'Closes a recording of a GB28181 camera; one that is closed already stays so.',
    tag,
    authority: ['inspect.playback'],
    query: z.object({ deviceCode: code, channelId: channel, stream: z.string().trim().min(1).max(200) }),
    answer: done,
  }),
  huiyanRecords: endpoint({
    method: 'GET',
    path: '/api/monitor/huiyan/gb/record/query',
    bare: true,
    summary:
      'Recordings that a GB28181 camera has between two times; the platform does not tell their sizes.',
    tag,
    authority: ['inspect.playback'],
    query: z.object(recorded),
    answer: z.object({
      recordList: z.array(
        z.object({
          name: z.string(),
          startTime: legacyTime,
          endTime: legacyTime,
          fileSize: z.number().nullable(),
        }),
      ),
    }),
  }),
}

/** What the console remembers for a user: layouts, choices, recent places. A value is any JSON of up to 64 kB. */
export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings/:key',
    summary: 'A remembered choice of the user; null where nothing was kept.',
    tag: 'settings',
    authority: [],
    params: z.object({ key: z.string().regex(/^[a-zA-Z][a-zA-Z0-9.-]{0,60}$/) }),
    answer: z.unknown(),
  }),
  write: endpoint({
    method: 'PUT',
    path: '/api/settings/:key',
    summary: 'Remembers a choice of the user.',
    tag: 'settings',
    authority: [],
    params: z.object({ key: z.string().regex(/^[a-zA-Z][a-zA-Z0-9.-]{0,60}$/) }),
    body: z.object({ value: z.unknown() }),
    answer: done,
  }),
}

export const wallLayouts = ['1', '2x2', '3x3', '1+5', '4x4'] as const
export const wallLayout = z.enum(wallLayouts)
export type WallLayout = z.infer<typeof wallLayout>
export const wallPane = z.object({
  cameraId: z.string().max(64),
  pinned: z.boolean().default(false),
  fit: z.enum(['cover', 'contain']).default('cover'),
})
const wallBody = z.object({
  name: z.string().trim().min(1).max(60),
  layout: wallLayout,
  panes: z.array(wallPane.nullable()).max(400),
  isPublic: z.boolean().default(false),
  rotateSeconds: z
    .union([z.literal(0), z.literal(10), z.literal(15), z.literal(30), z.literal(60)])
    .default(0),
})
export const wall = wallBody.extend({
  id: answerId,
  own: z.boolean(),
  ownerName: z.string(),
  updatedAt: z.string(),
})
export type Wall = z.infer<typeof wall>

export const walls = {
  list: endpoint({
    method: 'GET',
    path: '/api/walls',
    summary:
      'Named walls: the user’s own and public ones. Panes of cameras outside the scope are kept as places without a picture.',
    tag: 'walls',
    authority: ['inspect.view'],
    answer: z.array(wall),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/walls',
    summary: 'Saves a wall.',
    tag: 'walls',
    authority: ['inspect.view'],
    body: wallBody,
    answer: wall,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/walls/:wallId',
    summary: 'Changes an own wall.',
    tag: 'walls',
    authority: ['inspect.view'],
    params: z.object({ wallId: id }),
    body: changes(wallBody),
    answer: wall,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/walls/:wallId',
    summary: 'Deletes an own wall.',
    tag: 'walls',
    authority: ['inspect.view'],
    params: z.object({ wallId: id }),
    answer: done,
  }),
}
