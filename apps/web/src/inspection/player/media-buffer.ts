import type { Report } from './player.ts'

export type Buffering = { push(bytes: Uint8Array<ArrayBuffer>): void; stop(): void }

const keepBehindS = 6
const trimBeyondS = 12
const maxQueuedBytes = 8_000_000

/** Appends in order, trims what was watched, and keeps near the live edge: a little faster, or by a jump when far off. */
export function appendTo(
  buffer: SourceBuffer,
  video: HTMLVideoElement,
  maxLatencyS: number,
  report: Report,
): Buffering {
  const queue: Uint8Array<ArrayBuffer>[] = []
  let queued = 0
  let stopped = false

  const work = () => {
    if (stopped || buffer.updating) return
    try {
      const start = buffer.buffered.length > 0 ? buffer.buffered.start(0) : 0
      if (video.currentTime - start > trimBeyondS) {
        buffer.remove(0, video.currentTime - keepBehindS)
        return
      }
      const next = queue.shift()
      if (!next) return
      queued -= next.length
      buffer.appendBuffer(next)
    } catch (error) {
      stopped = true
      report.ended(String(error))
    }
  }
  const onUpdate = () => {
    if (buffer.buffered.length > 0) catchUp(video, buffer.buffered, maxLatencyS)
    work()
  }
  buffer.mode = 'segments'
  buffer.addEventListener('updateend', onUpdate)
  return {
    push(bytes) {
      queue.push(bytes)
      queued += bytes.length
      if (queued > maxQueuedBytes) {
        stopped = true
        report.ended('too far behind')
      } else work()
    },
    stop() {
      stopped = true
      queue.length = 0
      buffer.removeEventListener('updateend', onUpdate)
    },
  }
}

function catchUp(video: HTMLVideoElement, ranges: TimeRanges, maxLatencyS: number) {
  const edge = ranges.end(ranges.length - 1)
  const first = ranges.start(ranges.length - 1)
  const behind = edge - video.currentTime
  if (video.currentTime < first || behind > 5) video.currentTime = Math.max(first, edge - maxLatencyS / 2)
  else if (behind > maxLatencyS) video.playbackRate = 1.2
  else if (behind < maxLatencyS / 2) video.playbackRate = 1
}
