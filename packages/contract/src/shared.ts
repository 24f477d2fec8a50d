import { z } from 'zod'

/** An id as requests send it, a string or a number, and as answers give it, a string. */
export const id = z
  .union([z.string(), z.number().int()])
  .transform(value => String(value).trim())
  .pipe(z.string().min(1).max(64))
export const answerId = z.string()

/** Ids joined by commas, as the delete calls take them. */
export const idList = z
  .string()
  .transform(value =>
    value
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  )
  .pipe(z.array(z.string().max(64)).min(1).max(1000))

/** A text that an empty form field leaves out. */
export const optionalText = (max = 200) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .transform(value => (value === '' ? undefined : value))

/** An optional id that an empty form field leaves out. */
export const optionalId = z
  .union([z.string(), z.number().int()])
  .optional()
  .transform(value => (value === undefined || value === '' ? undefined : String(value)))

/** True for 1, "1", true, "true": forms and queries have no booleans. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .transform(value => value === true || value === 1 || value === '1' || value === 'true')

/**
 * A number, or its text as forms and queries send it; an empty text is nothing. Nothing else is taken for a number: `[]`
 * and `true` are not.
 */
export const numeric = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess(
    value => (typeof value === 'string' ? (value.trim() === '' ? undefined : Number(value)) : value),
    rule,
  )

/** `pageNumber` from 1 and `pageSize` 1–9999. */
export const pageQuery = (size: number) => ({
  pageNumber: numeric(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numeric(z.number().int().min(1).max(9999)).default(size),
})

export const page = <T extends z.ZodType>(record: T) =>
  z.object({ current: z.number(), size: z.number(), total: z.number(), records: z.array(record) })
export type Page<T> = { current: number; size: number; total: number; records: T[] }

/** `YYYY-MM-DD HH:mm:ss` in the shop's time zone: the time of the inherited calls. */
export const legacyTime = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'YYYY-MM-DD HH:mm:ss')
/** The same where it may be left out, also as an empty form field. */
export const optionalTime = z.preprocess(value => (value === '' ? undefined : value), legacyTime.optional())
/** ISO 8601 with offset: the time of the new calls. */
export const isoTime = z.iso.datetime({ offset: true })
export const localDate = z.iso.date()
/** A time of day, HH:MM. */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM')

/** An area selection: 0 region, 1 province, 2 city, 3 county; 100 or unset is all. */
export const areaQuery = {
  type: numeric(z.literal([0, 1, 2, 3, 100]).optional()),
  id: optionalId,
  provinceid: optionalId,
  cityid: optionalId,
  countyid: optionalId,
}
export type AreaSelection = {
  type?: number | undefined
  id?: string | undefined
  provinceid?: string | undefined
  cityid?: string | undefined
  countyid?: string | undefined
}

export const done = z.null()

type Plain<Field> = Field extends z.ZodDefault<infer Inner> ? Inner : Field

/** The fields of an object, each optional and without its default: what is left out of a change stays as it is. */
export function changes<Shape extends z.ZodRawShape>(object: z.ZodObject<Shape>) {
  const fields = Object.entries(object.shape).map(([name, field]) => [
    name,
    z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
  ])
  return z.object(Object.fromEntries(fields)) as unknown as z.ZodObject<{
    [Name in keyof Shape]: z.ZodOptional<Plain<Shape[Name]>>
  }>
}
