import type { Channel, StreamFrame } from './channel.ts'
import { transportStream } from './mpeg-ts.ts'

const windowSegments = 5

/** A live playlist of the finished groups of a channel; empty when there is none. */
export function livePlaylist(channel: Channel, segmentUrl: (name: string) => string): string | undefined {
  const finished = channel.groups().slice(0, -1).slice(-windowSegments)
  const first = finished[0]
  if (!first) return undefined
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-TARGETDURATION:1',
    `#EXT-X-MEDIA-SEQUENCE:${first.number}`,
  ]
  const groups = channel.groups()
  for (const { number, frames } of finished) {
    const next = groups.find(group => group.number === number + 1)
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(frames[0]?.takenAt ?? 0).toISOString()}`,
      `#EXTINF:${(lengthMs(frames, next?.frames) / 1000).toFixed(3)},`,
      segmentUrl(`${number}.ts`),
    )
  }
  return `${lines.join('\n')}\n`
}

/** The segment of that name while the channel still has it. */
export function liveSegment(channel: Channel, name: string): Buffer | undefined {
  const sets = channel.sets()
  const group = channel.groups().find(({ number }) => name === `${number}.ts`)
  return group && sets ? transportStream(group.frames, sets, group.number) : undefined
}

function lengthMs(frames: StreamFrame[], next: StreamFrame[] | undefined): number {
  const start = frames[0]?.atMs ?? 0
  const last = frames.at(-1)
  return (next?.[0]?.atMs ?? (last ? last.atMs + last.durationMs : start)) - start
}

/** Whole playlist of a recording of so many milliseconds, in segments of one length and a rest. */
export function recordedPlaylist(
  range: { start: number; end: number },
  segmentMs: number,
  segmentUrl: (index: number) => string,
): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-TARGETDURATION:${Math.ceil(segmentMs / 1000)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
  ]
  for (let index = 0, from = range.start; from < range.end; index++, from += segmentMs) {
    lines.push(
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(from).toISOString()}`,
      `#EXTINF:${(Math.min(segmentMs, range.end - from) / 1000).toFixed(3)},`,
      segmentUrl(index),
    )
  }
  return `${[...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}
