import {
  AV_LOG_FATAL,
  Decoder,
  Demuxer,
  Encoder,
  FF_ENCODER_MJPEG,
  type Frame,
  Log,
  type Packet,
  type Stream,
} from 'node-av'
import { openWebSocket } from './web-socket.ts'

Log.setLevel(AV_LOG_FATAL)

/** How to read a stream: the demuxer is named, so that what a server sends cannot choose another. */
const formats = { httpFlv: 'flv', wsFlv: 'flv', rtmp: 'flv', hls: 'hls', fmp4: 'mp4' } as const
export type StreamKind = keyof typeof formats

export function isStreamKind(kind: unknown): kind is StreamKind {
  return typeof kind === 'string' && kind in formats
}

const microsecondsWithoutData = 5_000_000

/**
 * The first key frame of a live stream as JPEG; of HLS, that of the newest segment.
 * @throws Error where the stream cannot be opened or holds no picture
 */
export async function takePicture(url: string, kind: StreamKind): Promise<Buffer> {
  const demuxer = await open(url, kind)
  try {
    const video = demuxer.video()
    if (!video) throw new Error('the stream has no video')
    for await (const packet of demuxer.packets(video.index)) {
      if (!packet) break
      const frame = packet.isKeyframe ? await decoded(packet, video) : undefined
      packet.free()
      if (!frame) continue
      try {
        return await jpegOf(frame)
      } finally {
        frame.free()
      }
    }
    throw new Error('the stream ended before its first picture')
  } finally {
    // A read that waits for the network ends at once.
    demuxer.interrupt()
    await demuxer.close()
  }
}

async function open(url: string, kind: StreamKind): Promise<Demuxer> {
  const format = formats[kind]
  // Enough to see a video stream that begins behind a sound; 0 would mean the default of up to 90 s.
  const probing = { analyzeduration: 200_000, probesize: 32_768, fpsprobesize: 0 }
  if (kind === 'wsFlv') return Demuxer.open(await openWebSocket(url), { format, options: probing })
  return Demuxer.open(url, {
    format,
    options: {
      ...probing,
      rw_timeout: microsecondsWithoutData,
      // A playlist may name only addresses of the network, never files of this machine.
      protocol_whitelist: 'http,https,tcp,tls,crypto,rtmp,rtmps',
      ...(kind === 'hls' ? { live_start_index: -1, extension_picky: 0, allowed_extensions: 'ALL' } : {}),
    },
  })
}

/** One key packet decoded by a decoder of its own; with one thread and a flush it need not wait for the next. */
async function decoded(packet: Packet, video: Stream): Promise<Frame | undefined> {
  const decoder = await Decoder.create(video, { threadCount: 1 })
  try {
    const frames = [...(await decoder.decodeAll(packet)), ...(await decoder.decodeAll(null))]
    for (const surplus of frames.slice(1)) surplus.free()
    return frames[0]
  } finally {
    decoder.close()
  }
}

/** Only calls that answer a promise are used: those that end in Sync crash the process. */
async function jpegOf(frame: Frame): Promise<Buffer> {
  // MJPEG takes the limited range of video only when asked not to be strict.
  const encoder = await Encoder.create(FF_ENCODER_MJPEG, {
    threadCount: 1,
    options: { qmin: 2, qmax: 4, strict: 'unofficial' },
  })
  try {
    const packets = [...(await encoder.encodeAll(frame)), ...(await encoder.encodeAll(null))]
    const bytes = packets[0]?.data
    // The bytes belong to the packet, and go with it.
    const jpeg = bytes ? Buffer.from(bytes) : undefined
    for (const packet of packets) packet.free()
    if (!jpeg) throw new Error('the picture could not be encoded')
    return jpeg
  } finally {
    encoder.close()
  }
}
