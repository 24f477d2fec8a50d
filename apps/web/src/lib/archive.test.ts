import { describe, expect, it } from 'vitest'
import { archiveOf } from './archive.ts'

/** Bytes as text, one character each. */
const textOf = (bytes: Uint8Array) => Array.from(bytes, byte => String.fromCharCode(byte)).join('')

describe('an archive', () => {
  it('holds the files under their names as they were, with their folders', async () => {
    const at = new Date(2026, 10, 20, 10, 24, 36)
    const entry = { name: '静安寺店/1.jpg', data: new TextEncoder().encode('123456789'), at }
    const archive = await archiveOf([entry, { ...entry, name: 'b.jpg' }])
    const written = textOf(new Uint8Array(await archive.arrayBuffer()))
    expect(written.startsWith('PK\u0003\u0004')).toBe(true)
    for (const name of ['静安寺店/1.jpg', 'b.jpg'])
      expect(written).toContain(`${textOf(new TextEncoder().encode(name))}123456789`)
    // The checksum of "123456789" is the one by which CRC-32 is known.
    expect(written).toContain('\u0026\u0039\u00f4\u00cb')
  })
})
