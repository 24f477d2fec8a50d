import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { factKindNames } from './ingest-rows.ts'
import { answerId, id, isoTime, page, pageQuery } from './shared.ts'

/** Files of facts that are read in: uploaded, looked at, tried, then run, with progress and a report of what was rejected. */
const tag = 'ingest'
const manager = ['device.manage'] as const

export const importStates = ['new', 'waiting', 'running', 'done', 'failed', 'stopped'] as const
export const factKind = z.enum(factKindNames)

export const factImport = z.object({
  id: answerId,
  kind: factKind,
  fileName: z.string(),
  state: z.enum(importStates),
  /** Judges every row and writes nothing. */
  isDryRun: z.boolean(),
  mapping: z.record(z.string(), z.string()),
  timeZone: z.string(),
  bytes: z.number(),
  readBytes: z.number(),
  rows: z.number(),
  accepted: z.number(),
  duplicates: z.number(),
  rejectedCount: z.number(),
  /** The first of them. */
  rejected: z.array(z.object({ line: z.number(), path: z.string(), message: z.string() })),
  message: z.string(),
  createdBy: z.string(),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
})
export type FactImport = z.infer<typeof factImport>

const uploaded = factImport.extend({
  /** Titles of the columns; empty for a file of JSON whose rows are taken as they are. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  fields: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['text', 'number', 'flag', 'time', 'value']),
      isRequired: z.boolean(),
    }),
  ),
})
export type UploadedImport = z.infer<typeof uploaded>

const params = z.object({ importId: id })
export const importFileBytes = 40_000_000

export const importCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/ingest/imports',
    summary: 'Files that were read in, or are being read, the newest first.',
    tag,
    authority: manager,
    query: z.object(pageQuery(10)),
    answer: page(factImport),
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/ingest/imports',
    summary:
      'Takes a file (CSV, XLSX, NDJSON or JSON by the ending of its name, up to 40 MB) and answers its columns, its first rows and where each field is likely to stand. Nothing is read in yet. Larger files: npm run import.',
    tag,
    authority: manager,
    upload: true,
    bodyLimit: 56_000_000,
    fileLimit: importFileBytes,
    body: z.object({
      kind: factKind,
      name: z.string().trim().max(200).optional(),
      /** Base64, also as a data URL, where the body is JSON. */
      file: z.string().optional(),
    }),
    answer: uploaded,
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/ingest/imports/:importId',
    summary: 'How far an import is.',
    tag,
    authority: manager,
    params,
    answer: factImport,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/ingest/imports/:importId/run',
    summary:
      'Reads the file in, by a job. `mapping`: field to title of a column, or "=" and a constant ("=+15m" for an end so long after the begin), "date+hour" for two columns behind each other, "quantity*price" for one times the other. A dry run writes nothing; run again nothing counts twice.',
    tag,
    authority: manager,
    params,
    body: z.object({
      mapping: z.record(z.string().max(60), z.string().max(200)).default({}),
      timeZone: z.string().trim().min(1).max(60).default('Asia/Shanghai'),
      isDryRun: z.boolean().default(false),
    }),
    answer: factImport,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/ingest/imports/:importId/stop',
    summary: 'Stops an import after the rows that are being written; what was written stays.',
    tag,
    authority: manager,
    params,
    answer: factImport,
  }),
}
