/** A file of an archive: its name and its bytes. */
export type ZipEntry = { name: string; data: Uint8Array; at: Date }

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc(data: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of data) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

/** Names are UTF-8. */
const flags = 0x0800
const version = 20

/** A ZIP archive without compression: pictures are compressed already (APPNOTE.TXT 6.3.10, up to 65,535 files and 4 GB). */
export function zipOf(entries: readonly ZipEntry[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, data, at } of entries) {
    const written = new TextEncoder().encode(name)
    const common = fields([
      [2, version],
      [2, flags],
      [2, 0],
      [2, (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1)],
      [2, (Math.max(0, at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate()],
      [4, crc(data)],
      [4, data.length],
      [4, data.length],
      [2, written.length],
      [2, 0],
    ])
    const head = [fields([[4, 0x04034b50]]), common, written, new Uint8Array(data)]
    parts.push(...head)
    directory.push(
      fields([
        [4, 0x02014b50],
        [2, version],
      ]),
      common,
      fields([
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ]),
      written,
    )
    offset += head.reduce((sum, part) => sum + part.length, 0)
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = fields([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, length],
    [4, offset],
    [2, 0],
  ])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

/** Numbers of 2 or 4 bytes, the lowest byte first. */
function fields(values: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}
