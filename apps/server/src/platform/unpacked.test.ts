import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { unpackedBytes } from './unpacked.ts'

/** A ZIP file of one deflated entry that says what it is told to say. */
function zipOf(
  data: Buffer,
  { size = data.length, packed, flags = 0 }: { size?: number; packed?: number; flags?: number } = {},
) {
  const body = deflateRawSync(data)
  const name = Buffer.from('a.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed ?? body.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + body.length, 16)
  return Buffer.concat([local, name, body, entry, name, end])
}

it('of a workbook are the sizes that its entries tell', async () => {
  const book = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [['a', 1]] }] }))
  expect(unpackedBytes(book)).toBeGreaterThan(500)
  expect(unpackedBytes(book)).toBeLessThan(100_000)
  expect(unpackedBytes(zipOf(Buffer.alloc(3_000_000)))).toBe(3_000_000)
})

it('are without end where an entry hides its size', () => {
  const data = Buffer.alloc(3_000_000)
  expect(unpackedBytes(zipOf(data, { size: 0 }))).toBe(Number.POSITIVE_INFINITY)
  expect(unpackedBytes(zipOf(data, { size: 0, packed: 0, flags: 8 }))).toBe(Number.POSITIVE_INFINITY)
})

it('are not looked for in what is no ZIP file', () => {
  for (const data of [
    Buffer.alloc(0),
    Buffer.from('PK'),
    Buffer.alloc(100),
    zipOf(Buffer.alloc(10)).subarray(0, 60),
  ])
    expect(() => unpackedBytes(data)).toThrow(RangeError)
})
