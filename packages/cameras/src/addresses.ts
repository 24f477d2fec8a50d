import type { Quality, StreamCandidate, StreamKind } from '@aisle/contract'

/** What a browser can do with an address, by its form; undefined when nothing (RTMP, RTSP, an opaque context). */
export function kindOfAddress(address: string): StreamKind | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, pathname } = new URL(address)
  if (protocol === 'ws:' || protocol === 'wss:') return pathname.endsWith('.flv') ? 'wsFlv' : undefined
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  if (pathname.endsWith('.flv')) return 'httpFlv'
  if (pathname.endsWith('.m3u8')) return 'hls'
  if (pathname.endsWith('.mp4')) return 'fmp4'
  return undefined
}

/** A candidate of a known kind for an address that may be missing; for `flatMap`. */
export function candidate(
  kind: StreamKind,
  url: string | null | undefined,
  quality: Quality,
): StreamCandidate[] {
  return url ? [{ kind, url, quality }] : []
}

/**
 * What a page can open. A page served over https may only open encrypted addresses: the plain ones are left out
 * unless there is nothing else, so that the viewer gets the browser's own refusal rather than an empty list.
 */
export function openable(candidates: StreamCandidate[], secure: boolean): StreamCandidate[] {
  if (!secure) return candidates
  const encrypted = candidates.filter(({ url }) => !/^(http|ws):/.test(url))
  return encrypted.length > 0 ? encrypted : candidates
}
