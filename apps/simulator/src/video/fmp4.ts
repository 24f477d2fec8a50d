import {
  avcConfiguration,
  type EncodedFrame,
  lengthPrefixed,
  type ParameterSets,
  type VideoFormat,
} from './h264.ts'

/** Fragmented MP4 of one H.264 track (ISO/IEC 14496-12), 1000 ticks a second. */
export function fmp4Start(format: VideoFormat, sets: ParameterSets): Buffer {
  const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
  const size = u32(format.width << 16, format.height << 16)
  const mvhd = full(
    'mvhd',
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, 2),
  )
  const tkhd = full('tkhd', 0, 3, u32(0, 0, 1, 0, 0, 0, 0), u16(0, 0, 0, 0), matrix, size)
  const mdhd = full('mdhd', 0, 0, u32(0, 0, 1000, 0), u16(0x55c4, 0))
  const hdlr = full('hdlr', 0, 0, u32(0), Buffer.from('vide'), u32(0, 0, 0), Buffer.from('video\0'))
  const dinf = box('dinf', full('dref', 0, 0, u32(1), full('url ', 0, 1)))
  const minf = box('minf', full('vmhd', 0, 1, u16(0, 0, 0, 0)), dinf, sampleTable(format, sets))
  const trak = box('trak', tkhd, box('mdia', mdhd, hdlr, minf))
  const mvex = box('mvex', full('trex', 0, 0, u32(1, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(512), Buffer.from('iso5iso6avc1mp41')),
    box('moov', mvhd, trak, mvex),
  ])
}

/** One picture as a fragment of its own, so that it can be shown as soon as it is there. */
export function fmp4Frame(frame: EncodedFrame, sequence: number): Buffer {
  const data = lengthPrefixed(frame.nals)
  // Depends on others and is no sync sample; or the opposite.
  const flags = frame.key ? 0x02000000 : 0x01010000
  const moof = (dataOffset: number) =>
    box(
      'moof',
      full('mfhd', 0, 0, u32(sequence)),
      box(
        'traf',
        full('tfhd', 0, 0x020000, u32(1)),
        full('tfdt', 1, 0, u32(Math.floor(frame.atMs / 2 ** 32), frame.atMs >>> 0)),
        full('trun', 0, 0x000701, u32(1, dataOffset, Math.round(frame.durationMs), data.length, flags)),
      ),
    )
  const offset = moof(0).length + 8
  return Buffer.concat([moof(offset), box('mdat', data)])
}

function sampleTable({ width, height }: VideoFormat, sets: ParameterSets): Buffer {
  const avc1 = box(
    'avc1',
    u16(0, 0, 0, 1),
    u32(0, 0, 0, 0),
    u16(width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box('avcC', avcConfiguration(sets)),
  )
  return box(
    'stbl',
    full('stsd', 0, 0, u32(1), avc1),
    full('stts', 0, 0, u32(0)),
    full('stsc', 0, 0, u32(0)),
    full('stsz', 0, 0, u32(0, 0)),
    full('stco', 0, 0, u32(0)),
  )
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const length = 8 + parts.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([u32(length), Buffer.from(type, 'latin1'), ...parts])
}

function full(type: string, version: number, flags: number, ...parts: Buffer[]): Buffer {
  return box(type, u32(version * 2 ** 24 + flags), ...parts)
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4)
  return bytes
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}
