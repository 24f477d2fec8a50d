import type { Picture } from './provider.ts'

/** What kind of picture the bytes are, by their first ones; undefined for anything else. */
export function mimeOf(bytes: Uint8Array): Picture['mime'] | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  if (bytes[0] === 0x89 && bytes[1] === 0x50 && bytes[2] === 0x4e && bytes[3] === 0x47) return 'image/png'
  return undefined
}
