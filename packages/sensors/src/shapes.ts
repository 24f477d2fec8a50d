import { z } from 'zod'
import { SensorError } from './sensor.ts'

/** A count as sensors write it, a number or its text; no fraction, nothing below nought, nothing a counter cannot hold. */
export const count = z.coerce.number().int().min(0).max(4_294_967_295)
export const name = z.coerce.string().trim().min(1).max(120)

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
