import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  changes,
  done,
  flag,
  id,
  isoTime,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** Devices that count, recognise, sell or listen: what tells the measure store where a fact happened. Cameras are apart. */
const tag = 'devices'

export const deviceKinds = {
  counter: { zh: '客流计数器', en: 'People counter' },
  face: { zh: '人脸识别', en: 'Face recognition' },
  till: { zh: '收银台', en: 'Till' },
  probe: { zh: 'WiFi 探针', en: 'WiFi probe' },
  shelf: { zh: '货架传感器', en: 'Shelf sensor' },
  gateway: { zh: '网关', en: 'Gateway' },
} as const
export const deviceKind = z.enum(Object.keys(deviceKinds) as [keyof typeof deviceKinds])
export type DeviceKind = z.infer<typeof deviceKind>

/** What a line of a counter counts: people through a door, past the shop, between parts of it, into a floor or a zone. */
export const linePlace = z.enum(['entrance', 'outside', 'inner', 'floor', 'zone'])
export type LinePlace = z.infer<typeof linePlace>

const sn = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .transform(value => value.toLowerCase())

export const deviceLine = z.object({
  /** As the device names it. */
  line: z.string().trim().min(1).max(60),
  name: z.string().trim().max(60).default(''),
  place: linePlace.default('entrance'),
  entranceId: optionalId,
  floorId: optionalId,
  zoneId: optionalId,
  /** The line was drawn the other way round: in is out. */
  isSwapped: flag.default(false),
})
export type DeviceLine = z.output<typeof deviceLine>

const body = z.object({
  sn,
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().max(60).default(''),
  kind: deviceKind,
  shopId: id,
  /** Lines of a counter; a device without any has one, `1`, at the shop's door. */
  lines: z.array(deviceLine).max(64).default([]),
})

export const device = z.object({
  id: answerId,
  sn: z.string(),
  name: z.string(),
  nameEn: z.string(),
  kind: deviceKind,
  shopId: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  lines: z.array(
    z.object({
      line: z.string(),
      name: z.string(),
      place: linePlace,
      entranceId: answerId.nullable(),
      floorId: answerId.nullable(),
      zoneId: answerId.nullable(),
      isSwapped: z.boolean(),
    }),
  ),
  createdAt: isoTime,
})
export type Device = z.infer<typeof device>

const params = z.object({ deviceId: id })

export const devices = {
  list: endpoint({
    method: 'GET',
    path: '/api/devices',
    summary: 'Devices of the shops in scope, by shop, area, kind and words in serial number or name.',
    tag,
    authority: ['device.view', 'device.manage'],
    query: z.object({
      ...pageQuery(10),
      ...areaQuery,
      shopId: optionalId,
      kind: deviceKind.optional(),
      keyword: optionalText(60),
    }),
    answer: page(device),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/devices',
    summary: 'Adds a device with its lines. A serial number is one device, whatever its letter case.',
    tag,
    authority: ['device.manage'],
    body,
    answer: device,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/devices/:deviceId',
    summary:
      'Changes the given fields; `lines` replaces all lines. What was counted stays where it was counted.',
    tag,
    authority: ['device.manage'],
    params,
    body: changes(body),
    answer: device,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/devices/:deviceId',
    summary:
      'Takes a device out of its shop. What it counted stays; what it sends from then on waits in quarantine.',
    tag,
    authority: ['device.manage'],
    params,
    answer: done,
  }),
}
