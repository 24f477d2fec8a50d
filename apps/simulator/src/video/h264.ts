import {
  AV_LOG_ERROR,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_LIBX264,
  FFmpegError,
  Frame,
  Log,
  Packet,
  Rational,
} from 'node-av'
import type { Picture } from './yuv.ts'

// x264 writes to the error output on its own unless told first.
Log.setLevel(AV_LOG_ERROR)

export type VideoFormat = { width: number; height: number; fps: number; bitrate: number }

/** One encoded picture: its NAL units without start codes, parameter sets left out. */
export type EncodedFrame = { nals: Uint8Array[]; key: boolean; atMs: number; durationMs: number }
/** What a player must know before the first picture. */
export type ParameterSets = { sps: Uint8Array; pps: Uint8Array }

export type H264Encoder = {
  /** The picture is copied. `atMs` must grow; `key` asks for a picture that one can start with. */
  encode(picture: Picture, atMs: number, key: boolean): Promise<EncodedFrame>
  /** Known after the first picture. */
  parameterSets(): ParameterSets | undefined
  close(): Promise<void>
}

/**
 * H.264 (x264, no reordering, one thread), constrained to what every browser plays. Only the asynchronous calls of
 * node-av are used: the synchronous ones crash the process when the encoder is collected.
 */
export async function openH264(format: VideoFormat): Promise<H264Encoder> {
  const context = await openContext(format)
  const packet = new Packet()
  packet.alloc()
  let sets: ParameterSets | undefined
  return {
    async encode({ width, height, pixels }, atMs, key) {
      const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)
      const frame = Frame.fromVideoBuffer(bytes, {
        width,
        height,
        format: AV_PIX_FMT_YUV420P,
        pts: BigInt(atMs),
      })
      frame.pictType = key ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
      try {
        FFmpegError.throwIfError(await context.sendFrame(frame), 'A picture cannot be encoded')
        // Nothing is reordered or held back: one picture in, one out.
        FFmpegError.throwIfError(await context.receivePacket(packet), 'The encoder gave no picture')
        // The bytes belong to the packet: what outlives it is copied.
        const nals = nalUnits(new Uint8Array(packet.data ?? []))
        const ofType = (type: number) => nals.find(nal => ((nal[0] ?? 0) & 31) === type)
        const sps = ofType(7)
        const pps = ofType(8)
        if (sps && pps) sets = { sps, pps }
        const slices = nals.filter(nal => ((nal[0] ?? 0) & 31) <= 5)
        return { nals: slices, key: packet.isKeyframe, atMs, durationMs: 1000 / format.fps }
      } finally {
        packet.unref()
        frame.free()
      }
    },
    parameterSets: () => sets,
    async close() {
      packet.free()
      context.freeContext()
    },
  }
}

/** node-av's own Encoder clears the wish for a key frame, hence the context below it. */
async function openContext(format: VideoFormat): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  if (!codec) throw new Error('node-av has no x264')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = format.width
  context.height = format.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, 1000)
  // Without it the encoder takes the time base for the rate and starves every picture.
  context.framerate = new Rational(format.fps, 1)
  context.bitRate = BigInt(format.bitrate)
  context.rcMaxRate = BigInt(Math.round(format.bitrate * 1.5))
  context.rcBufferSize = format.bitrate
  context.gopSize = format.fps * 4
  context.maxBFrames = 0
  context.threadCount = 1
  context.colorSpace = AVCOL_SPC_BT709
  context.colorPrimaries = AVCOL_PRI_BT709
  context.colorTrc = AVCOL_TRC_BT709
  context.colorRange = AVCOL_RANGE_MPEG
  const options = Dictionary.fromObject({
    preset: 'ultrafast',
    tune: 'zerolatency',
    'forced-idr': 1,
    'x264-params': 'scenecut=0',
  })
  try {
    FFmpegError.throwIfError(await context.open2(codec, options), 'The encoder cannot be opened')
  } finally {
    options.free()
  }
  return context
}

/** The NAL units of an Annex B stream, which separates them by 00 00 01 or 00 00 00 01. */
function nalUnits(stream: Uint8Array): Uint8Array[] {
  const starts: { from: number; code: number }[] = []
  for (let i = stream.indexOf(1, 2); i >= 0; i = stream.indexOf(1, i + 1)) {
    if (stream[i - 1] !== 0 || stream[i - 2] !== 0) continue
    starts.push({ from: i + 1, code: stream[i - 3] === 0 ? i - 3 : i - 2 })
  }
  return starts.map(({ from }, k) => stream.subarray(from, starts[k + 1]?.code ?? stream.length))
}

/** Length-prefixed, as FLV and MP4 carry them. */
export function lengthPrefixed(nals: Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(nals.reduce((sum, nal) => sum + 4 + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    bytes.writeUInt32BE(nal.length, at)
    bytes.set(nal, at + 4)
    at += 4 + nal.length
  }
  return bytes
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.2.4.1). */
export function avcConfiguration({ sps, pps }: ParameterSets): Buffer {
  const sized = (set: Uint8Array) => Buffer.concat([Buffer.from([set.length >> 8, set.length & 255]), set])
  return Buffer.concat([
    Buffer.from([1, sps[1] ?? 0, sps[2] ?? 0, sps[3] ?? 0, 0xff, 0xe1]),
    sized(sps),
    Buffer.from([1]),
    sized(pps),
  ])
}
