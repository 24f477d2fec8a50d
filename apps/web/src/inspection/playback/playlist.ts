/** What a clip needs to know of an HLS playlist. Addresses are absolute. */
export type Playlist = {
  /** Playlists of the same picture, best first; empty in a playlist of segments. */
  variants: string[]
  segments: string[]
  /** The begin of fragmented MP4, where the segments are such. */
  head?: string
  /** It has an end: all of the recording is there, as files. */
  isWhole: boolean
  isEncrypted: boolean
}

export function readPlaylist(text: string, address: string): Playlist {
  const absolute = (path: string) => new URL(path, address).href
  const lines = text.split(/\r?\n/).map(line => line.trim())
  const variants: { bandwidth: number; url: string }[] = []
  const segments: string[] = []
  let bandwidth: number | undefined
  for (const line of lines) {
    if (line.startsWith('#EXT-X-STREAM-INF')) bandwidth = Number(/BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0)
    else if (line !== '' && !line.startsWith('#')) {
      if (bandwidth === undefined) segments.push(absolute(line))
      else variants.push({ bandwidth, url: absolute(line) })
      bandwidth = undefined
    }
  }
  const head = lines.map(line => /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line)?.[1]).find(Boolean)
  return {
    variants: variants.toSorted((a, b) => b.bandwidth - a.bandwidth).map(({ url }) => url),
    segments,
    ...(head === undefined ? {} : { head: absolute(head) }),
    isWhole: lines.includes('#EXT-X-ENDLIST'),
    isEncrypted: lines.some(line => line.startsWith('#EXT-X-KEY') && !line.includes('METHOD=NONE')),
  }
}
