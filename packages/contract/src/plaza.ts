import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localDate, numeric, optionalText } from './shared.ts'

/** A day, or the time it begins or ends with, as the inherited calls write it. */
const day = z
  .string()
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/, 'YYYY-MM-DD')
  .transform(value => value.slice(0, 10))
  .pipe(localDate)
const optionalDay = z.preprocess(value => (value === '' ? undefined : value), day.optional())

const choice = z
  .object({
    /** Joined by commas; none for every shop that the caller may see. */
    shopIds: z
      .string()
      .trim()
      .max(200_000)
      .refine(value => {
        const ids = value.split(',')
        return ids.length <= 20_000 && ids.every(id => /^[\w-]{0,64}$/.test(id.trim()))
      }, '门店编号以逗号分隔 / ids of shops, joined by commas')
      .default(''),
    beginDate: day,
    endDate: day,
    compareBeginDate: optionalDay,
    compareEndDate: optionalDay,
    /** 0 hides what is compared; anything else shows it. */
    isCompare: numeric(z.number().int().optional()).transform(value => (value ?? 0) !== 0),
    /** customer, clerk or vip; none for everyone but clerks. */
    identity: optionalText(20).pipe(z.enum(['customer', 'clerk', 'vip']).optional()),
  })
  .superRefine(({ beginDate, endDate, compareBeginDate, compareEndDate, isCompare }, { addIssue }) => {
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message })
    const order = '结束日期早于开始日期 / the last day is before the first'
    if (endDate < beginDate) wrong('endDate', order)
    if (!isCompare) return
    const needed = '对比需要两个日期 / a comparison needs both of its days'
    if (compareBeginDate === undefined) wrong('compareBeginDate', needed)
    if (compareEndDate === undefined) wrong('compareEndDate', needed)
    if (compareBeginDate && compareEndDate && compareEndDate < compareBeginDate)
      wrong('compareEndDate', order)
  })
export type PlazaChoice = z.output<typeof choice>

/** `current,compared,rate`: the rate with one decimal, empty where nothing is compared or there is nothing to divide by. */
const triple = z.string()
const rowOf = <Name extends string>(names: readonly Name[]) =>
  z.object({
    shopName: z.string(),
    ...(Object.fromEntries(names.map(name => [name, triple])) as Record<Name, typeof triple>),
  })

export const plazaFlowNames = [
  'rnum',
  'num',
  'man',
  'woman',
  'age0',
  'age1',
  'age2',
  'age3',
  'age4',
  'age5',
  'age6',
] as const
export const plazaCustomerNames = ['oldMan', 'oldWoman', 'newMan', 'newWoman'] as const
export type PlazaRow<Name extends string> = { shopName: string } & Record<Name, string>

const call = <Name extends string>(path: `/api/${string}`, summary: string, names: readonly Name[]) =>
  endpoint({
    method: 'POST',
    path,
    tag: 'analysis',
    summary,
    bare: true,
    authority: ['flow.face', 'customer.view'],
    body: choice,
    answer: z.object({
      data: z.array(rowOf(names)),
      /** `currentRange,comparedRange`; nothing behind the comma where nothing is compared. */
      compareDate: z.string(),
    }),
  })

/** The inherited comparison of shops by face: every shop one row, every figure one text. */
export const plazaCalls = {
  flow: call(
    '/api/xinchengfacedata/queryPlazeFlowCompare',
    'Visits and visitors of shops by gender and age, held against other days.',
    plazaFlowNames,
  ),
  customers: call(
    '/api/xinchengfacedata/queryPlazeCustomerCompare',
    'New and existing customers of shops by gender, held against other days.',
    plazaCustomerNames,
  ),
}
