import { describe, expect, it } from 'vitest'
import { zipOf } from './zip.ts'

const bytesOf = async (blob: Blob) => new DataView(await blob.arrayBuffer())

describe('an archive of pictures', () => {
  const at = new Date(2026, 10, 20, 10, 24, 36)
  const entry = { name: '静安寺店/1.jpg', data: new TextEncoder().encode('123456789'), at }

  it('states the length and the checksum of each file', async () => {
    const view = await bytesOf(zipOf([entry]))
    expect(view.getUint32(0, true)).toBe(0x04034b50)
    // The checksum of "123456789" is the one by which CRC-32 is known.
    expect(view.getUint32(14, true)).toBe(0xcbf43926)
    expect(view.getUint32(22, true)).toBe(9)
    const nameLength = view.getUint16(26, true)
    expect(new TextDecoder().decode(new Uint8Array(view.buffer, 30, nameLength))).toBe('静安寺店/1.jpg')
    expect(new TextDecoder().decode(new Uint8Array(view.buffer, 30 + nameLength, 9))).toBe('123456789')
  })

  it('ends with a directory that leads to each file', async () => {
    const view = await bytesOf(zipOf([entry, { ...entry, name: 'b.jpg' }]))
    const end = view.byteLength - 22
    expect(view.getUint32(end, true)).toBe(0x06054b50)
    expect(view.getUint16(end + 10, true)).toBe(2)
    let at = view.getUint32(end + 16, true)
    const places: number[] = []
    for (let file = 0; file < 2; file++) {
      expect(view.getUint32(at, true)).toBe(0x02014b50)
      places.push(view.getUint32(at + 42, true))
      at += 46 + view.getUint16(at + 28, true)
    }
    expect(at).toBe(end)
    for (const place of places) expect(view.getUint32(place, true)).toBe(0x04034b50)
  })
})
