import { type CheckKind, scoreDraftContent } from '@aisle/contract'
import { readJson, writeJson, writeText } from '../../lib/storage.ts'
import type { LocalCopy } from './draft-keeper.ts'

const isCopy = (value: unknown): value is LocalCopy =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'number' &&
  'key' in value &&
  typeof value.key === 'string' &&
  'content' in value &&
  scoreDraftContent.safeParse(value.content).success

/** The copy of a user's half-filled form about a shop in this browser. */
export function draftCopy(kind: CheckKind, userId: string, shopId: string) {
  const name = `${kind === 'evaluation' ? 'score' : kind}Draft:${userId}:${shopId}`
  return {
    read: () => readJson(name, isCopy),
    write(copy: LocalCopy | undefined) {
      if (copy) writeJson(name, copy)
      else writeText(name, null)
    },
  }
}
