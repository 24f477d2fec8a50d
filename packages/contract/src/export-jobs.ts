import { z } from 'zod'
import { moneyScale, question } from './analysis.ts'
import { endpoint, fileAnswer } from './endpoint.ts'
import { answerId, id, isoTime, localDate, page, pageQuery } from './shared.ts'

/** Exports that are made by a job: long ones, many at once, with progress, kept for seven days. */
const tag = 'exports'
const exporter = ['export.run'] as const

export const exportStates = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired'] as const
export type ExportState = (typeof exportStates)[number]
/** Where it was asked for: a page of figures, the overall export, a batch, the export of customers, a template. */
export const exportKinds = ['page', 'overall', 'batch', 'customer', 'template'] as const
export type ExportKind = (typeof exportKinds)[number]
export const jobFormats = ['xlsx', 'csv', 'xls'] as const
export type JobFormat = (typeof jobFormats)[number]

export const exportJobLimits = {
  sheets: 40,
  files: 2000,
  /** Exports of one person that wait or run at once. */
  waiting: 20,
  keptDays: 7,
  /** How long the list tells of an export whose files are gone, from when it was made. */
  listedDays: 30,
  workbookRows: 200_000,
  leastGroup: 5,
} as const

/** A column of a file that is laid out: who or when, by name, by id or by a code of the file's own, or a figure; under its own heading where it has one. */
const layoutColumn = z.strictObject({
  kind: z.enum(['group', 'groupId', 'code', 'time', 'metric']),
  /** A dimension or a metric; `time` for the time. */
  name: z.string().min(1).max(60),
  heading: z.string().trim().max(60).default(''),
})
export type LayoutColumn = z.infer<typeof layoutColumn>
/** What a shop is called by those who read the file: one code a shop, none of two. */
export const shopCodes = z
  .array(z.strictObject({ shopId: id, code: z.string().trim().min(1).max(60) }))
  .max(5000)
  .refine(codes => new Set(codes.map(({ shopId }) => shopId)).size === codes.length, {
    message: '每家门店只能有一个代码 / one code a shop',
  })
  .refine(codes => new Set(codes.map(({ code }) => code)).size === codes.length, {
    message: '代码不能重复 / no code of two shops',
  })
export type ShopCodes = z.output<typeof shopCodes>

export const sheetLayout = z.strictObject({
  columns: z.array(layoutColumn).min(1).max(40),
  /** Headings and rows alone: nothing above, no totals, no remarks below. */
  isPlain: z.boolean().default(false),
  /** What columns of the kind `code` hold; empty for a shop without one. */
  shopCodes: shopCodes.default([]),
})
export type SheetLayout = z.infer<typeof sheetLayout>

const sheet = z.strictObject({
  title: z.string().trim().min(1).max(100),
  question,
  /** These columns in this order, instead of all that the answer has. */
  layout: sheetLayout.optional(),
})
export const exportOrder = z.strictObject({
  kind: z.enum(exportKinds),
  name: z.string().trim().min(1).max(100),
  format: z.enum(jobFormats).default('xlsx'),
  /** What amounts are written in: what the page had that it was ordered on. */
  money: moneyScale.default('yuan'),
  sheets: z.array(sheet).min(1).max(exportJobLimits.sheets),
  /** One file for all, or a file for each shop or each day, which are then handed out as a ZIP. */
  split: z.enum(['none', 'shop', 'day']).default('none'),
  /** Only days whose counts were corrected since then. */
  correctedSince: localDate.optional(),
  /** Names of the files of a batch: {name}, {shop}, {shopId}, {day}, {from}, {to}. */
  pattern: z.string().trim().max(100).default('{name}_{shop}{day}'),
})
export type ExportOrder = z.input<typeof exportOrder>
export type FullExportOrder = z.output<typeof exportOrder>

const file = z.object({
  name: z.string(),
  state: z.enum(['waiting', 'done', 'failed']),
  rows: z.number(),
  bytes: z.number(),
  message: z.string(),
})

export const exportJob = z.object({
  id: answerId,
  kind: z.enum(exportKinds),
  name: z.string(),
  format: z.enum(jobFormats),
  state: z.enum(exportStates),
  /** 0–1. */
  progress: z.number(),
  rows: z.number(),
  bytes: z.number(),
  message: z.string(),
  filesDone: z.number(),
  filesFailed: z.number(),
  /** The first hundred; failed ones first. */
  files: z.array(file),
  fileCount: z.number(),
  createdAt: isoTime,
  endedAt: isoTime.nullable(),
  expiresAt: isoTime.nullable(),
})
export type ExportJob = z.infer<typeof exportJob>

const params = z.object({ jobId: id })
const base = '/api/exports/jobs'

export const exportJobCalls = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: "The caller's exports, the newest first.",
    tag,
    authority: exporter,
    query: z.object({ ...pageQuery(10), kind: z.enum(exportKinds).optional() }),
    answer: page(exportJob),
  }),
  submit: endpoint({
    method: 'POST',
    path: base,
    summary:
      'Has questions answered whole, each as a sheet, and written into files by a job. Every figure is asked for with the authorities and the shops of the caller when it runs.',
    tag,
    authority: exporter,
    bodyLimit: 4_000_000,
    body: exportOrder,
    answer: exportJob,
  }),
  one: endpoint({
    method: 'GET',
    path: `${base}/:jobId`,
    summary: 'How far an export is.',
    tag,
    authority: exporter,
    params,
    answer: exportJob,
  }),
  retry: endpoint({
    method: 'POST',
    path: `${base}/:jobId/retry`,
    summary: 'Makes the files that failed once more; those that were made stay.',
    tag,
    authority: exporter,
    params,
    answer: exportJob,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${base}/:jobId/cancel`,
    summary: 'Stops an export that waits or runs.',
    tag,
    authority: exporter,
    params,
    answer: exportJob,
  }),
  download: endpoint({
    method: 'GET',
    path: `${base}/:jobId/file`,
    summary: 'The file of an export, or its files as a ZIP.',
    tag,
    authority: exporter,
    file: true,
    params,
    answer: fileAnswer,
  }),
}
