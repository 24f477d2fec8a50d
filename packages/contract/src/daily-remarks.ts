import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoTime, localDate, optionalId } from './shared.ts'

/** What is said of a day at a place: a shop, an area, or the whole chain where neither is named. */
export const dailyRemark = z.object({
  date: localDate,
  text: z.string(),
  /** 0 while nobody has written one. */
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: isoTime.nullable(),
  /** Whoever stands by it; whoever changes it takes that away. */
  signedBy: z.string(),
  signedAt: isoTime.nullable(),
  /** Whether the caller sees all of the place; a remark on more than one sees is not shown. */
  isWhole: z.boolean(),
})
export type DailyRemark = z.infer<typeof dailyRemark>

const where = { date: localDate, shopId: optionalId, areaId: optionalId }
const tag = 'dailyRemarks'
/** Those who put down what happens: activities, or records of inspections. */
export const remarkWriters = ['activity.edit', 'inspect.score'] as const

/** Remarks on the business daily. */
export const dailyRemarkCalls = {
  read: endpoint({
    method: 'GET',
    path: '/api/dailyRemarks',
    summary: 'The remark on a day of a shop, an area or everything; empty where nobody wrote one.',
    tag,
    authority: ['report.view', 'flow.view'],
    query: z.object(where),
    answer: dailyRemark,
  }),
  write: endpoint({
    method: 'PUT',
    path: '/api/dailyRemarks',
    summary:
      'Writes the remark on a day, signed or not. The whole place must be in the scope of the caller. 409 with the present one where it was changed meanwhile.',
    tag,
    authority: remarkWriters,
    body: z.object({
      ...where,
      text: z.string().trim().max(2000),
      /** The version that was read; 0 where there was none. */
      version: z.number().int().min(0).max(1_000_000),
      isSigned: z.boolean().default(false),
    }),
    answer: dailyRemark,
  }),
}
