import {
  avcConfiguration,
  type EncodedFrame,
  lengthPrefixed,
  type ParameterSets,
  type VideoFormat,
} from './h264.ts'

/** File header, metadata and decoder configuration (Adobe Flash Video File Format 10.1, annex E): video only. */
export function flvStart(format: VideoFormat, sets: ParameterSets): Buffer {
  const configuration = Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcConfiguration(sets)])
  return Buffer.concat([
    Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]),
    tag(18, 0, metadata(format)),
    tag(9, 0, configuration),
  ])
}

export function flvFrame(frame: EncodedFrame): Buffer {
  const head = Buffer.from([frame.key ? 0x17 : 0x27, 1, 0, 0, 0])
  return tag(9, frame.atMs, Buffer.concat([head, lengthPrefixed(frame.nals)]))
}

function tag(type: number, atMs: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(11 + body.length + 4)
  bytes[0] = type
  bytes.writeUIntBE(body.length, 1, 3)
  bytes.writeUIntBE(atMs & 0xffffff, 4, 3)
  bytes[7] = (atMs >>> 24) & 0x7f
  body.copy(bytes, 11)
  bytes.writeUInt32BE(11 + body.length, 11 + body.length)
  return bytes
}

function metadata({ width, height, fps, bitrate }: VideoFormat): Buffer {
  const values = { width, height, framerate: fps, videocodecid: 7, videodatarate: bitrate / 1000 }
  const name = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])
  const number = (value: number) => {
    const bytes = Buffer.alloc(9)
    bytes.writeDoubleBE(value, 1)
    return bytes
  }
  const entries = Object.entries(values).flatMap(([key, value]) => [name(key), number(value)])
  return Buffer.concat([
    Buffer.from([2]),
    name('onMetaData'),
    Buffer.from([8, 0, 0, 0, entries.length / 2]),
    ...entries,
    Buffer.from([0, 0, 9]),
  ])
}
