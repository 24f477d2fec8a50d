import type { Quality } from '@aisle/contract'
import type { z } from 'zod'
import { candidate, kindOfAddress } from '../addresses.ts'
import { type EpochMs, type PlaySession, VendorError } from '../provider.ts'
import type { view } from './tables.ts'

/** What a browser can play of a view: `url`, else the player context where that is an address by luck. */
export function playable(
  { url, view_context }: z.infer<typeof view>,
  quality: Quality,
  expiresAt: EpochMs,
): Pick<PlaySession, 'candidates' | 'expiresAt' | 'canReadFrame'> {
  const address = url || view_context || ''
  const kind = kindOfAddress(address)
  if (!kind) throw new VendorError('notSupported', 'the platform gave no stream that a browser can play')
  return { candidates: candidate(kind, address, quality), expiresAt, canReadFrame: true }
}
