import { z } from 'zod'
import { outsideAlgorithms } from './algorithms.ts'
import { endpoint } from './endpoint.ts'
import { findingBox } from './findings.ts'
import { type FactKind, factKindNames, factKinds, sensorDialects } from './ingest-rows.ts'
import { answerId, id, isoTime, optionalId, page, pageQuery } from './shared.ts'

/** Programs of others that post to us: each is a source with a token of its own and shops that it may speak of. */
const tag = 'ingest'
const manager = ['device.manage'] as const

/** What a source may post: everything, one kind of rows, findings, or what a make of sensors sends. */
export const sourceKinds = ['any', ...factKindNames, 'findings', ...sensorDialects] as const
export const sourceKind = z.enum(sourceKinds)
export type SourceKind = z.infer<typeof sourceKind>

export const ingestSource = z.object({
  id: answerId,
  name: z.string(),
  kind: sourceKind,
  /** The library of faces whose names for people it uses: sources of one library know the same people. */
  library: z.string(),
  /** Empty lists and `allShops`: every shop. */
  allShops: z.boolean(),
  areaIds: z.array(answerId),
  shopIds: z.array(answerId),
  /** The last four characters, to tell tokens apart. */
  tokenEnd: z.string(),
  createdAt: isoTime,
  rotatedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
  lastUsedAt: isoTime.nullable(),
})
export type IngestSource = z.infer<typeof ingestSource>
const withToken = ingestSource.extend({
  /** Shown this once: the server keeps its hash alone. */
  token: z.string(),
})

const sourceParams = z.object({ sourceId: id })

export const ingestSourceCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/ingest/sources',
    summary: 'Programs that may post to us.',
    tag,
    authority: manager,
    answer: z.array(ingestSource),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ingest/sources',
    summary: 'Adds a source; answers its token once.',
    tag,
    authority: manager,
    body: z.object({
      name: z.string().trim().min(1).max(60),
      kind: sourceKind.default('any'),
      library: z.string().trim().max(60).default(''),
      allShops: z.boolean().default(false),
      areaIds: z.array(id).max(500).default([]),
      shopIds: z.array(id).max(5000).default([]),
    }),
    answer: withToken,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/ingest/sources/:sourceId/rotate',
    summary: 'Gives a source a new token; the one before is worth nothing from now on.',
    tag,
    authority: manager,
    params: sourceParams,
    answer: withToken,
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api/ingest/sources/:sourceId/revoke',
    summary: 'Takes the token away; what was posted stays.',
    tag,
    authority: manager,
    params: sourceParams,
    answer: ingestSource,
  }),
}

/** One finding as an outside detector posts it. The camera is named by its id, or by shop, device and channel. */
export const postedFinding = z
  .object({
    /** Names it at the source: posted twice it is one finding. */
    id: z.string().trim().min(1).max(120),
    algorithm: z.enum(outsideAlgorithms as [string, ...string[]] as [(typeof outsideAlgorithms)[number]]),
    at: isoTime,
    confidence: z.number().min(0).max(1),
    cameraId: optionalId,
    shopId: optionalId,
    deviceCode: z.string().trim().min(1).max(64).optional(),
    channel: z.string().trim().min(1).max(64).optional(),
    presetId: optionalId,
    boxes: z.array(findingBox).max(200).default([]),
    measures: z.record(z.string().max(40), z.number()).default({}),
    /** A picture of the shop that we have, or one in Base64 (also as a data URL): JPEG, PNG or WebP. */
    pictureId: optionalId,
    picture: z.string().max(14_000_000).optional(),
  })
  .refine(row => row.cameraId !== undefined || row.shopId !== undefined, {
    path: ['cameraId'],
    message: 'cameraId, or shopId (with deviceCode and channel where a camera saw it)',
  })
export type PostedFinding = z.output<typeof postedFinding>

export const postedAtOnce = 1000

export const ingestVerdict = z.object({
  accepted: z.number(),
  /** Posted before under the same id. */
  duplicates: z.number(),
  rejected: z.array(z.object({ index: z.number(), path: z.string(), message: z.string() })),
})
export type IngestVerdict = z.infer<typeof ingestVerdict>

/** What each row of such a list should be: for the description of the call. */
export const judgedRows = new WeakMap<object, z.ZodType>()

/** A list whose rows are judged one by one: refused as a whole only where it is no list. */
function rowsLike(row: z.ZodType, most: number) {
  const judged = z.unknown()
  judgedRows.set(judged, row)
  return z.array(judged).min(1).max(most)
}

/** Rows and bytes of one post of facts. */
export const factsAtOnce = { rows: 50_000, bytes: 20_000_000 } as const
const howPosted =
  'A JSON array, or one JSON object a line (application/x-ndjson), also with "Content-Encoding: gzip". Needs "Authorization: Bearer <token of the source>". Each row is judged by itself; what is accepted is on disk when this answers, and may be sent again at any time. 429 with Retry-After: send the same again later.'

const factCall = (name: FactKind) =>
  endpoint({
    method: 'POST',
    path: `/api/ingest/${name}`,
    summary: `Takes ${factKinds[name].about}. ${howPosted}`,
    tag,
    authority: 'public',
    bodyLimit: factsAtOnce.bytes,
    body: rowsLike(factKinds[name].row, factsAtOnce.rows),
    answer: ingestVerdict,
  })
/** One call a kind, as the table of kinds has them. */
const factCalls = Object.fromEntries(factKindNames.map(name => [name, factCall(name)])) as {
  [Name in FactKind]: ReturnType<typeof factCall>
}

const dialect = z.enum(sensorDialects)
const pushed = {
  method: 'POST',
  tag,
  authority: 'public',
  anyBody: true,
  bodyLimit: 10_000_000,
  answer: ingestVerdict,
} as const

/**
 * What makes of sensors send by themselves. Devices that can set a header send "Authorization: Bearer <token>", those that know a
 * user and a password any user with the token as password (Basic), all others an address with the token in it.
 */
export const sensorCalls = {
  push: endpoint({
    ...pushed,
    path: '/api/ingest/:dialect/push',
    summary:
      'Takes a message of a sensor as it sends it (hikvision: ISAPI event as XML or multipart; axis, xovis, milesight, vivotek, footfallcam, dahua: JSON). Needs the token as Bearer, as password of Basic, or as `token`. Running counters become windows of five minutes. What is not understood waits in quarantine; 202 then.',
    params: z.object({ dialect }),
    query: z.object({ token: z.string().max(200).optional() }),
  }),
  pushTo: endpoint({
    ...pushed,
    path: '/api/ingest/:dialect/push/:token',
    summary: 'The same for sensors that know an address and nothing else (Hikvision, FootfallCam).',
    params: z.object({ dialect, token: z.string().max(200) }),
  }),
}

export const ingestCalls = {
  ...factCalls,
  findings: endpoint({
    method: 'POST',
    path: '/api/ingest/findings',
    summary: `Takes findings of an outside detector. ${howPosted}`,
    tag,
    authority: 'public',
    bodyLimit: 30_000_000,
    body: rowsLike(postedFinding, postedAtOnce),
    answer: ingestVerdict,
  }),
}

const quarantineGroup = z.object({
  sourceId: answerId,
  sourceName: z.string(),
  /** A kind of fact, or the make of a sensor. */
  kind: z.string(),
  path: z.string(),
  message: z.string(),
  rows: z.number(),
  /** How often they were sent. */
  times: z.number(),
  firstAt: isoTime,
  lastAt: isoTime,
  /**
   * How far ahead of their receipt the times lay (the median), where they lay in the future: that much was the clock of the device
   * wrong. Such rows never become true by waiting; they are read again with their times put right.
   */
  aheadSeconds: z.number().nullable(),
})
export type QuarantineGroup = z.infer<typeof quarantineGroup>

const quarantined = z.object({
  id: answerId,
  path: z.string(),
  message: z.string(),
  /** As it was sent: a row as JSON, or the body of a sensor. */
  body: z.string(),
  times: z.number(),
  receivedAt: isoTime,
})

/** Which rows are meant: those named, or all of a source, kind and reason. */
const selection = {
  sourceId: id,
  kind: z.string().trim().min(1).max(60),
  path: z.string().max(200).optional(),
  message: z.string().max(500).optional(),
}
const chosen = z.object({ ...selection, ids: z.array(id).max(1000).optional() })
export type QuarantineChoice = z.output<typeof chosen>

/** What sources posted and nobody understood. */
export const quarantineCalls = {
  groups: endpoint({
    method: 'GET',
    path: '/api/ingest/quarantine',
    summary: 'What waits in quarantine, by source, kind and reason, the newest first.',
    tag,
    authority: manager,
    answer: z.array(quarantineGroup),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/ingest/quarantine/rows',
    summary: 'The rows of one source, kind and reason as they were sent.',
    tag,
    authority: manager,
    query: z.object({ ...selection, ...pageQuery(20) }),
    answer: page(quarantined),
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/ingest/quarantine/replay',
    summary:
      'Reads rows again, once the cause is mended, up to 5000 at a time: `remaining` says how many still wait. `shiftSeconds` puts their times right where the clock of a device was wrong.',
    tag,
    authority: manager,
    body: chosen.extend({ shiftSeconds: z.number().int().min(-864_000_000).max(864_000_000).default(0) }),
    answer: z.object({ accepted: z.number(), duplicates: z.number(), remaining: z.number() }),
  }),
  discard: endpoint({
    method: 'POST',
    path: '/api/ingest/quarantine/discard',
    summary: 'Throws rows away.',
    tag,
    authority: manager,
    body: chosen,
    answer: z.object({ discarded: z.number() }),
  }),
}
