import type { StreamCandidate } from '@aisle/contract'
import { candidate } from '../addresses.ts'
import type { Stream } from './tables.ts'

/** WebSocket-FLV shows a picture first and passes most proxies; encrypted addresses for an encrypted page. */
export function candidatesOf(found: Stream, secure: boolean): StreamCandidate[] {
  const all = [
    ...candidate('wsFlv', secure ? found.wss_flv : found.ws_flv, 'high'),
    ...candidate('httpFlv', secure ? found.https_flv : found.flv, 'high'),
    ...candidate('hls', secure ? found.https_hls : found.hls, 'high'),
    ...candidate('fmp4', secure ? found.https_fmp4 : found.fmp4, 'high'),
    ...candidate('webrtc', secure ? found.rtcs : found.rtc, 'high'),
  ]
  // Without a TLS port the media server has plain addresses only.
  return all.length > 0 || !secure ? all : candidatesOf(found, false)
}
