import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localDate } from './shared.ts'

/** What a column holds: numbers stay numbers in a spreadsheet, texts are never read as formulas. */
export const columnKinds = ['text', 'number', 'percent', 'money', 'time'] as const
const column = z.object({
  title: z.string().max(200),
  /** Stands in the header, not in the cells. A percent column is in % by itself: 8.3 means 8.3 %. */
  unit: z.string().max(40).optional(),
  kind: z.enum(columnKinds),
  /** How many a number is shown with; what its values need where it says nothing. */
  decimals: z.number().int().min(0).max(6).optional(),
})
export type ExportColumn = z.infer<typeof column>

const cell = z.union([z.string().max(5000), z.number(), z.null()])
export const exportLimits = {
  bytes: 40_000_000,
  parts: 80,
  columns: 100,
  rows: 100_000,
  pdfRows: 2000,
} as const

const tablePart = z.object({
  title: z.string().max(200),
  columns: z.array(column).min(1).max(exportLimits.columns),
  rows: z.array(z.array(cell).max(exportLimits.columns)).max(exportLimits.rows),
})
const picturePart = z.object({
  title: z.string().max(200),
  /** PNG or JPEG as a data URL; only a PDF has room for it. */
  picture: z.string().regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=\s]+$/, 'PNG or JPEG as a data URL'),
})
const part = z.union([tablePart, picturePart])
export type TablePart = z.infer<typeof tablePart>
export type ExportPart = z.infer<typeof part>

/** `xls` is what the inherited console called so: a table whose columns are parted by tabs. */
export const exportFormats = ['xlsx', 'csv', 'xls', 'pdf'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportRequest = z.object({
  format: z.enum(exportFormats),
  /** What it is called: 巡店记录. Also the beginning of the file's name. */
  name: z.string().trim().min(1).max(100),
  /** Where: 华东大区, a shop. */
  scope: z.string().trim().max(100).default(''),
  /** From when to when, where it has a period. */
  period: z.object({ from: localDate, to: localDate }).optional(),
  /** What it was narrowed by, as the page says it. */
  filters: z
    .array(z.object({ label: z.string().max(100), value: z.string().max(500) }))
    .max(40)
    .default([]),
  parts: z.array(part).min(1).max(exportLimits.parts),
  /** The zone whose clock the time of making is written in. */
  timeZone: z.string().max(60).default('Asia/Shanghai'),
})
export type ExportRequest = z.infer<typeof exportRequest>

/** A file made from what a page shows. */
export const exportCalls = {
  table: endpoint({
    method: 'POST',
    path: '/api/exports/table',
    summary:
      'Makes a spreadsheet, a CSV, a tab-separated table or a PDF of tables and pictures that the caller has.',
    tag: 'exports',
    authority: ['export.run'],
    bodyLimit: exportLimits.bytes,
    body: exportRequest,
    answer: z.object({ fileName: z.string(), mime: z.string(), base64: z.string() }),
  }),
}
