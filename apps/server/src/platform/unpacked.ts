const marks = { directory: 'PK\u0005\u0006', entry: 0x02014b50, extra64: 0x0001 }
/** Stands where a number is too large for its field and is told in one of eight bytes. */
const elsewhere = { short: 0xffff, long: 0xffffffff }
const deflated = 8

/**
 * Bytes that the entries of a ZIP file, such as a workbook, say they have once unpacked; Infinity where one hides it. What reads
 * workbooks unpacks no more of an entry than it says, so that this bounds the memory it takes: a few kilobytes may say gigabytes.
 * @throws RangeError for what is no whole ZIP file
 */
export function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(marks.directory, zip.length - 22, 'latin1')
  if (end < 0 || zip.length < 22) throw new RangeError('not a ZIP file')
  let [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)]
  if (count === elsewhere.short || at === elsewhere.long || zip.readUInt32LE(end + 12) === elsewhere.long) {
    const record = Number(zip.readBigUInt64LE(end - 12))
    count = Number(zip.readBigUInt64LE(record + 32))
    at = Number(zip.readBigUInt64LE(record + 48))
  }
  let total = 0
  for (let entry = 0; entry < count; entry++) {
    if (zip.readUInt32LE(at) !== marks.entry) throw new RangeError('not a ZIP file')
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [packed, told] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    // Behind the fixed part stand the name, further fields and a remark.
    const more = at + 46 + zip.readUInt16LE(at + 28)
    const remark = more + zip.readUInt16LE(at + 30)
    const unpacked = told === elsewhere.long ? told64(zip.subarray(more, remark)) : told
    // Its size would be looked for beside its data, where anything may stand.
    const isLater = packed === 0 && (flags & 8) !== 0
    if (method === deflated && (isLater || (unpacked === 0 && packed > 2))) return Number.POSITIVE_INFINITY
    total += unpacked
    at = remark + zip.readUInt16LE(at + 32)
  }
  return total
}

/** The size among the further fields of an entry. */
function told64(fields: Buffer): number {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2))
    if (fields.readUInt16LE(at) === marks.extra64) return Number(fields.readBigUInt64LE(at + 4))
  throw new RangeError('not a ZIP file')
}
