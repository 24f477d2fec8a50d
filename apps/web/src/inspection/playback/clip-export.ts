import type { StreamCandidate } from '@aisle/contract'
import { openBytes } from '../player/byte-stream.ts'
import type { PlaySource } from './play-source.ts'
import { readPlaylist } from './playlist.ts'
import type { Stretch } from './recorded.ts'

export type ClipProblem = 'noFile' | 'encrypted' | 'broken'
export class ClipError extends Error {
  readonly problem: ClipProblem
  constructor(problem: ClipProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
export type ClipFile = { blob: Blob; ending: 'ts' | 'mp4' | 'flv' }
type Tools = { signal: AbortSignal; progress(share: number): void }

export const longestClipMs = 15 * 60_000
const keepEveryMs = 15_000
/** A stream that should be over by now has stopped coming. */
const graceMs = 20_000

/**
 * The recording of a span as a file, through a playback session of its own. Where the platform has the recording as
 * files (HLS with an end) their segments are joined; where it only sends it, what it sends is kept, in real time.
 */
export async function exportClip(source: PlaySource, span: Stretch, tools: Tools): Promise<ClipFile> {
  const session = await source.open(span)
  const keeping = setInterval(() => void source.keep(session.sessionId).catch(() => {}), keepEveryMs)
  try {
    return await fileOf(session.candidates, span.to - span.from, tools)
  } finally {
    clearInterval(keeping)
    source.close(session.sessionId)
  }
}

async function fileOf(
  candidates: readonly StreamCandidate[],
  lengthMs: number,
  tools: Tools,
): Promise<ClipFile> {
  const byKind = (kind: StreamCandidate['kind']) => candidates.find(candidate => candidate.kind === kind)
  const hls = byKind('hls')
  const file = hls && (await joinedSegments(hls.url, tools))
  if (file) return file
  const stream = byKind('httpFlv') ?? byKind('wsFlv')
  if (!stream) throw new ClipError('noFile')
  return keptStream(stream.url, lengthMs, tools)
}

/** undefined where the playlist has no end: then it is no file. */
async function joinedSegments(address: string, { signal, progress }: Tools): Promise<ClipFile | undefined> {
  const load = async (url: string) => {
    const answer = await fetch(url, { signal, credentials: 'omit' })
    if (!answer.ok) throw new ClipError('broken')
    return answer
  }
  const list = async (url: string) => {
    const answer = await load(url)
    return readPlaylist(await answer.text(), answer.url || url)
  }
  const first = await list(address)
  const playlist = first.variants[0] ? await list(first.variants[0]) : first
  if (playlist.isEncrypted) throw new ClipError('encrypted')
  if (!playlist.isWhole || playlist.segments.length === 0) return undefined
  const parts: ArrayBuffer[] = []
  if (playlist.head) parts.push(await (await load(playlist.head)).arrayBuffer())
  for (const [at, url] of playlist.segments.entries()) {
    parts.push(await (await load(url)).arrayBuffer())
    progress((at + 1) / playlist.segments.length)
  }
  return playlist.head
    ? { blob: new Blob(parts, { type: 'video/mp4' }), ending: 'mp4' }
    : { blob: new Blob(parts, { type: 'video/mp2t' }), ending: 'ts' }
}

function keptStream(url: string, lengthMs: number, { signal, progress }: Tools): Promise<ClipFile> {
  return new Promise((settle, refuse) => {
    const parts: Uint8Array<ArrayBuffer>[] = []
    const begun = Date.now()
    const timer = setInterval(() => {
      const passed = Date.now() - begun
      progress(Math.min(0.99, passed / lengthMs))
      if (passed > lengthMs + graceMs) finish(new ClipError('broken'))
    }, 500)
    const stop = openBytes(
      url,
      bytes => parts.push(bytes),
      () => {
        // A platform that sends everything ends by itself; much earlier, the line broke.
        const isWhole = parts.length > 0 && Date.now() - begun > lengthMs * 0.9 - 2_000
        finish(isWhole ? undefined : new ClipError('broken'))
      },
    )
    const onAbort = () => finish(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', onAbort)
    function finish(error: Error | undefined) {
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
      stop()
      if (error) refuse(error)
      else settle({ blob: new Blob(parts, { type: 'video/x-flv' }), ending: 'flv' })
    }
  })
}
