import { type StreamCandidate, streamCandidate } from '@aisle/contract'
import { z } from 'zod'
import type { EpochMs, VendorMemory } from './provider.ts'

export type OpenedAddresses = {
  keep(id: string, candidates: StreamCandidate[]): Promise<void>
  /** Empty when nothing is remembered: the player keeps the address that it has. */
  recall(id: string): Promise<StreamCandidate[]>
  forget(id: string): Promise<void>
}

/** Nobody watches one recording longer without opening it anew. */
const keptForMs = 6 * 3_600_000

/** Remembers the addresses of open playback sessions for `seek`, on whichever server that arrives. */
export function openedAddresses(memory: VendorMemory, prefix: string, now: () => EpochMs): OpenedAddresses {
  const keyOf = (id: string) => `${prefix}:${id}`
  return {
    keep: (id, candidates) => memory.write(keyOf(id), JSON.stringify(candidates), now() + keptForMs),
    async recall(id) {
      const found = await memory.read(keyOf(id))
      return found ? z.array(streamCandidate).parse(JSON.parse(found.value)) : []
    },
    forget: id => memory.remove(keyOf(id)),
  }
}
