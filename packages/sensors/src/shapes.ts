import { z } from 'zod'
import { SensorError } from './sensor.ts'

/**
 * A count as sensors write it, a number or its text; no fraction, nothing below nought, nothing a counter cannot hold. What is left
 * empty is not nought.
 */
export const count = z
  .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(0).max(4_294_967_295))
/** What a sensor calls something, a text or a number. */
export const name = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().trim().min(1).max(120))

/** Milliseconds since 1970, up to the year 9999. */
export const epochMs = z.coerce.number().int().min(0).max(253_402_300_799_999)

/** @throws SensorError with what is wrong where */
export function shaped<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new SensorError(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not understood'}`)
}

/** @throws SensorError where the body is not JSON */
export function json(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new SensorError('not JSON')
  }
}

/** One or many, as XML and some JSON write lists. */
export const listed = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T]
