import type { z } from 'zod'
import { VendorError } from './provider.ts'

/** Writes what a session needs later into its handle, so that any server can go on with it. Never a secret. */
export function handleOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Reads a handle back; VendorError `invalidRequest` for one that this adapter did not write. */
export function fromHandle<T>(handle: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(handle, 'base64url').toString()))
  } catch (cause) {
    throw new VendorError('invalidRequest', 'not a session of this platform', {}, { cause })
  }
}
