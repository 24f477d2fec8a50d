import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { factKindNames, sensorDialects } from './ingest-rows.ts'
import { answerId, done, id, isoTime } from './shared.ts'

/** Devices that are asked, and brokers that are listened to, for sources that do not post by themselves. */
const tag = 'ingest'
const manager = ['device.manage'] as const

/** `pull`: a device is asked every few minutes; `mqtt`: topics of a broker are listened to. */
export const linkKinds = ['pull', 'mqtt'] as const
export type LinkKind = (typeof linkKinds)[number]
/** Makes that can be asked. */
export const pullFormats = ['dahua'] as const
/** What comes: messages of a make of sensors, or rows of a kind of fact. */
export const linkFormats = [...sensorDialects, ...factKindNames] as const
export type LinkFormat = (typeof linkFormats)[number]

/**
 * What stands in the way: nobody answers; the user or password is refused; the broker gives no leave for a topic; what is
 * answered is not understood; our own stores did not take it.
 */
export const linkFaults = ['unreachable', 'refused', 'noTopic', 'strange', 'notStored'] as const
export type LinkFaultCode = (typeof linkFaults)[number]
const linkFault = z.object({ code: z.enum(linkFaults), detail: z.string() })
export type LinkFault = z.infer<typeof linkFault>

/** `waiting`: not tried yet; `revoked`: its source may post nothing more. */
export const linkStates = ['waiting', 'working', 'failing', 'paused', 'revoked'] as const
export type LinkState = (typeof linkStates)[number]

export const ingestLink = z.object({
  id: answerId,
  sourceId: answerId,
  sourceName: z.string(),
  kind: z.enum(linkKinds),
  format: z.enum(linkFormats),
  name: z.string(),
  url: z.string(),
  username: z.string(),
  /** The password itself never leaves the server. */
  hasPassword: z.boolean(),
  topics: z.array(z.string()),
  deviceSn: z.string(),
  channels: z.array(z.number()),
  state: z.enum(linkStates),
  /** Of a device that is asked: up to when it was. */
  reachedAt: isoTime.nullable(),
  /** When something last came. */
  heardAt: isoTime.nullable(),
  triedAt: isoTime.nullable(),
  /** When it is tried again. */
  nextAt: isoTime.nullable(),
  /** In a row. */
  failures: z.number(),
  fault: linkFault.nullable(),
  createdAt: isoTime,
})
export type IngestLink = z.infer<typeof ingestLink>

const linkBody = z.object({
  sourceId: id,
  kind: z.enum(linkKinds),
  format: z.enum(linkFormats),
  name: z.string().trim().min(1).max(60),
  /** `http(s)://host[:port]` of a device; `mqtt://`, `mqtts://`, `ws://` or `wss://` of a broker. */
  url: z.string().trim().min(1).max(300),
  username: z.string().trim().max(120).default(''),
  password: z.string().max(500).default(''),
  /** Of a broker, with `+` and `#` as MQTT has them. */
  topics: z.array(z.string().trim().min(1).max(250)).max(50).default([]),
  /** Of a device that is asked: as which device its counts are taken. */
  deviceSn: z.string().trim().max(120).default(''),
  /** Of a device that is asked: its channels, from 1 on. */
  channels: z.array(z.number().int().min(1).max(256)).max(64).default([]),
  /** Of a device that is asked: how many days before today are fetched at first. */
  catchUpDays: z.number().int().min(0).max(365).default(7),
})
export type NewLink = z.output<typeof linkBody>
const linkChange = z.object({
  name: linkBody.shape.name.optional(),
  url: linkBody.shape.url.optional(),
  username: z.string().trim().max(120).optional(),
  /** Left out: as it is. Another host, port or way of speaking needs it anew. */
  password: z.string().max(500).optional(),
  topics: z.array(z.string().trim().min(1).max(250)).max(50).optional(),
  deviceSn: z.string().trim().max(120).optional(),
  channels: z.array(z.number().int().min(1).max(256)).max(64).optional(),
})
export type LinkChange = z.output<typeof linkChange>

const linkTrial = z.object({
  isReached: z.boolean(),
  fault: linkFault.nullable(),
  tookMs: z.number(),
  /** What came meanwhile: rows of a device's last day, messages of a broker's topics. */
  count: z.number(),
  /** The first of it, as it came. */
  sample: z.string(),
})
export type LinkTrial = z.infer<typeof linkTrial>
const params = z.object({ linkId: id })

export const ingestLinkCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/ingest/links',
    summary:
      'Devices that are asked and brokers that are listened to, with how they fare; without their passwords.',
    tag,
    authority: manager,
    answer: z.array(ingestLink),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ingest/links',
    summary:
      'Adds a link; what comes by it counts as posted by its source. The password is encrypted at rest. A device (`pull`) is asked every five minutes for what it counted since the last time, a broker (`mqtt`) listened to with quality of service 1 and a lasting session, so that it keeps what comes while nobody listens.',
    tag,
    authority: manager,
    body: linkBody,
    answer: ingestLink,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/ingest/links/:linkId',
    summary: 'Changes a link; what is left out stays as it is.',
    tag,
    authority: manager,
    params,
    body: linkChange,
    answer: ingestLink,
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/ingest/links/:linkId/pause',
    summary: 'Stops a link for a while, or lets it go on at once: what was missed is caught up.',
    tag,
    authority: manager,
    params,
    body: z.object({ isPaused: z.boolean() }),
    answer: ingestLink,
  }),
  try: endpoint({
    method: 'POST',
    path: '/api/ingest/links/:linkId/try',
    summary: 'Reaches out now and tells what came, without keeping it.',
    tag,
    authority: manager,
    params,
    answer: linkTrial,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/ingest/links/:linkId',
    summary: 'Removes a link; what came by it stays.',
    tag,
    authority: manager,
    params,
    answer: done,
  }),
}
