import type { FastifyReply } from 'fastify'
import type { Media, StreamQuality } from './media.ts'
import type { TimeRange } from './recordings.ts'
import type { SimulatedCamera } from './world.ts'

/** A live or recorded playlist; its segments are asked for below `base`. */
export async function sendPlaylist(
  reply: FastifyReply,
  media: Media,
  camera: SimulatedCamera,
  what: { quality: StreamQuality } | { range: TimeRange },
  base: string,
): Promise<FastifyReply> {
  const segmentUrl = (name: string) => `${base}/${encodeURIComponent(name)}`
  const playlist =
    'range' in what
      ? media.recordedHlsPlaylist(camera, what.range, segmentUrl)
      : await media.liveHlsPlaylist(camera, what.quality, segmentUrl)
  return reply.type('application/vnd.apple.mpegurl').send(playlist)
}

export async function sendSegment(
  reply: FastifyReply,
  media: Media,
  camera: SimulatedCamera,
  what: { quality: StreamQuality } | { range: TimeRange },
  name: string,
): Promise<FastifyReply> {
  const bytes =
    'range' in what
      ? await media.recordedHlsSegment(camera, name)
      : await media.liveHlsSegment(camera, what.quality, name)
  if (!bytes) return reply.code(404).send()
  return reply.type(name.endsWith('.ts') ? 'video/mp2t' : 'video/mp4').send(Buffer.from(bytes))
}
