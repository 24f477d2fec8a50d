import type { LiveSession, StreamCandidate, StreamKind } from '@aisle/contract'
import type { HostSlots } from './host-slots.ts'

/** What this browser can do; handed in so that the choice can be tested. */
export type Surroundings = {
  /** The console itself was loaded by https: plain addresses would be refused as mixed content. */
  readonly securePage: boolean
  readonly mediaSource: boolean
  readonly nativeHls: boolean
  readonly canPlay: (codec: string) => boolean
}

/** Kinds that have a player here. The others (WebRTC, vendors' plug-ins) are passed over. */
const needs: Partial<Record<StreamKind, (around: Surroundings) => boolean>> = {
  wsFlv: around => around.mediaSource,
  httpFlv: around => around.mediaSource,
  fmp4: around => around.mediaSource,
  hls: around => around.mediaSource || around.nativeHls,
  framedPage: () => true,
  jpeg: () => true,
}

const codecNames: readonly [RegExp, string][] = [
  [/265|hevc|hvc1|hev1/i, 'hvc1.1.6.L93.B0'],
  [/264|avc/i, 'avc1.42E01E'],
]

/** An MSE codec for what platforms write: `H265`, `h264`, `avc1.4D401F` … */
function mseCodec(codec: string): string {
  if (codec.includes('.')) return codec
  return codecNames.find(([pattern]) => pattern.test(codec))?.[1] ?? codec
}

function isPlayable(candidate: StreamCandidate, around: Surroundings): boolean {
  const fits = needs[candidate.kind]
  if (!fits?.(around)) return false
  if (around.securePage && /^(http|ws):/i.test(candidate.url)) return false
  if (!candidate.codec || candidate.kind === 'framedPage' || candidate.kind === 'jpeg') return true
  return around.canPlay(mseCodec(candidate.codec))
}

/** How a candidate is known from one session to the next, while its address changes. */
export const modeOf = ({ kind, quality }: StreamCandidate): string => `${kind}/${quality}`

/** Whether a stream holds one of the few connections that HTTP/1.1 allows per host. */
export function heldHost({ kind, url }: StreamCandidate): string | undefined {
  if (kind !== 'httpFlv' && kind !== 'fmp4') return undefined
  if (!/^https?:/i.test(url)) return undefined
  return new URL(url).host
}

/** The candidates of a session that can be played here, best first, and the modes whose host is full just now. */
export function choices(session: LiveSession, around: Surroundings, slots: HostSlots) {
  const byMode = new Map<string, StreamCandidate>()
  for (const candidate of session.candidates) {
    const mode = modeOf(candidate)
    if (!byMode.has(mode) && isPlayable(candidate, around)) byMode.set(mode, candidate)
  }
  const blocked = [...byMode].filter(([, candidate]) => {
    const host = heldHost(candidate)
    return host !== undefined && slots.isFull(host)
  })
  return { byMode, modes: [...byMode.keys()], blocked: blocked.map(([mode]) => mode) }
}

/** How long each kind may go without a frame. A framed page shows us none. */
export function stallAfterMs(mode: string): number {
  if (mode.startsWith('framedPage/')) return Number.POSITIVE_INFINITY
  return mode.startsWith('jpeg/') ? 8_000 : 3_000
}

/** The surroundings of the real browser. */
export function browserSurroundings(): Surroundings {
  const mediaSource = typeof MediaSource !== 'undefined'
  return {
    securePage: location.protocol === 'https:',
    mediaSource,
    nativeHls: document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== '',
    canPlay: codec => !mediaSource || MediaSource.isTypeSupported(`video/mp4; codecs="${codec}"`),
  }
}
