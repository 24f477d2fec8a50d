import { z } from 'zod'
import { moneyScale, type Question } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { type ExportOrder, jobFormats, sheetLayout } from './export-jobs.ts'
import { answerId, done, id, isoTime } from './shared.ts'

/** Layouts of exports that are kept: which columns in which order under which headings, in which files. */
const tag = 'exports'
const exporter = ['export.run'] as const
const params = z.object({ templateId: id })
const base = '/api/exports/templates'

export const templateGrains = ['day', 'week', 'month', 'quarter', 'year', 'hour'] as const

/** The columns decide what a row is: one for each shop and day where both are among them. */
export const templateLayout = z
  .strictObject({
    /** Stands above the table and names the sheet and the files. */
    title: z.string().trim().min(1).max(100),
    ...sheetLayout.shape,
    granularity: z.enum(templateGrains).default('day'),
    format: z.enum(jobFormats).default('xlsx'),
    /** Of the template, not of whoever uses it: its headings may name the unit. */
    money: moneyScale.default('yuan'),
    /** The day that its “last week” begins with when it is exported by a schedule; 1 Monday to 7 Sunday. */
    weekStart: z.number().int().min(1).max(7).default(1),
    split: z.enum(['none', 'shop', 'day']).default('none'),
    pattern: z.string().trim().max(100).default('{name}_{shop}{day}'),
  })
  .refine(({ columns }) => columns.some(({ kind }) => kind === 'metric'), {
    message: '至少需要一个指标列 / at least one column is a metric',
    path: ['columns'],
  })
  .refine(({ columns }) => columns.every(({ kind, name }) => kind !== 'code' || name === 'shop'), {
    message: '只有门店有代码 / only shops have codes',
    path: ['columns'],
  })
  .refine(
    ({ columns }) => new Set(columns.map(({ kind, name }) => `${kind} ${name}`)).size === columns.length,
    {
      message: '同一列不能重复 / each column once',
      path: ['columns'],
    },
  )
export type TemplateLayout = z.infer<typeof templateLayout>

const body = z.strictObject({
  name: z.string().trim().min(1).max(60),
  note: z.string().trim().max(200).default(''),
  /** Seen by everyone who may export; needs `query.publish`. */
  isShared: z.boolean().default(false),
  layout: templateLayout,
})
export type ExportTemplateBody = z.output<typeof body>

const template = body.extend({
  id: answerId,
  isMine: z.boolean(),
  mayEdit: z.boolean(),
  ownerName: z.string(),
  version: z.number(),
  updatedAt: isoTime,
})
export type ExportTemplate = z.infer<typeof template>

/** The export that a template makes of places and days. */
export function templateOrder(
  { title, columns, isPlain, shopCodes, granularity, format, money, split, pattern }: TemplateLayout,
  asked: Pick<Question, 'filters' | 'period'>,
): ExportOrder {
  return {
    kind: 'template',
    name: title,
    format,
    money,
    split,
    pattern,
    sheets: [
      {
        title,
        question: templateQuestion({ columns, granularity }, asked),
        layout: { columns, isPlain, shopCodes },
      },
    ],
  }
}

/** What the columns of a template ask. */
export function templateQuestion(
  { columns, granularity }: Pick<TemplateLayout, 'columns' | 'granularity'>,
  asked: Pick<Question, 'filters' | 'period'>,
): Question {
  const named = (...kinds: string[]) => [
    ...new Set(columns.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name)),
  ]
  return {
    ...asked,
    metrics: named('metric'),
    dimensions: named('group', 'groupId', 'code'),
    granularity: named('time').length > 0 ? granularity : 'none',
  }
}

export const exportTemplateCalls = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: "The caller's templates and those that are shared, the one changed last first.",
    tag,
    authority: exporter,
    answer: z.array(template),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary: 'Keeps a template. One that is shared needs query.publish.',
    tag,
    authority: exporter,
    bodyLimit: 2_000_000,
    body,
    answer: template,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${base}/:templateId`,
    summary:
      'Changes a template of one’s own, or a shared one with query.publish. 409 where it was changed meanwhile.',
    tag,
    authority: exporter,
    params,
    bodyLimit: 2_000_000,
    body: body.extend({ version: z.number().int() }),
    answer: template,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:templateId`,
    summary: 'Deletes a template; restore brings it back.',
    tag,
    authority: exporter,
    params,
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${base}/:templateId/restore`,
    summary: 'Brings a deleted template back.',
    tag,
    authority: exporter,
    params,
    answer: template,
  }),
}
