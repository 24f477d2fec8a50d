const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase()

/**
 * The codecs of an fMP4 header as MSE wants them (`avc1.64001F,mp4a.40.2`); undefined while the header is not whole.
 * RFC 6381: after `avcC` come version, profile, compatibility and level.
 */
export function codecsOf(bytes: Uint8Array): string | undefined {
  const moov = find(bytes, 'moov', 0)
  if (moov < 4) return undefined
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(moov - 4)
  const end = moov - 4 + size
  if (bytes.length < end) return undefined
  const header = bytes.subarray(moov, end)
  const codecs: string[] = []
  const avc = find(header, 'avcC', 0)
  if (avc >= 0) {
    const [profile = 0, compatibility = 0, level = 0] = header.subarray(avc + 5, avc + 8)
    codecs.push(`avc1.${hex(profile)}${hex(compatibility)}${hex(level)}`)
  } else if (find(header, 'hvcC', 0) >= 0) {
    codecs.push(find(header, 'hev1', 0) >= 0 ? 'hev1.1.6.L123.B0' : 'hvc1.1.6.L123.B0')
  }
  if (find(header, 'mp4a', 0) >= 0) codecs.push('mp4a.40.2')
  return codecs.join(',')
}

function find(bytes: Uint8Array, name: string, from: number): number {
  const [a, b, c, d] = [...name].map(letter => letter.charCodeAt(0))
  for (let i = from; i + 4 <= bytes.length; i += 1) {
    if (bytes[i] === a && bytes[i + 1] === b && bytes[i + 2] === c && bytes[i + 3] === d) return i
  }
  return -1
}
