import type { EncodedFrame, ParameterSets } from './h264.ts'

const packetSize = 188
const tableId = { pat: 0, pmt: 0x1000, video: 0x100 }
/** Room between a picture's clock reference and its time, as players expect. */
const leadTicks = 9000

/**
 * An MPEG transport stream segment of H.264 (ISO/IEC 13818-1): tables, then one PES packet per picture. Segments of one
 * stream follow each other seamlessly when their frames' times and their numbers do.
 */
export function transportStream(frames: EncodedFrame[], sets: ParameterSets, number: number): Buffer {
  const packets: Buffer[] = [section(tableId.pat, pat(), number), section(tableId.pmt, pmt(), number)]
  let counter = 0
  for (const frame of frames) {
    const first = frame === frames[0]
    for (const packet of picturePackets(frame, sets, counter, first)) {
      packets.push(packet)
      counter = (counter + 1) & 15
    }
  }
  return Buffer.concat(packets)
}

function picturePackets(
  frame: EncodedFrame,
  sets: ParameterSets,
  firstCounter: number,
  opensSegment: boolean,
): Buffer[] {
  const ticks = Math.round(frame.atMs * 90)
  const units = [accessUnitDelimiter, ...(frame.key ? [sets.sps, sets.pps] : []), ...frame.nals]
  const pes = Buffer.concat([pesHeader(ticks + leadTicks), ...units.flatMap(unit => [startCode, unit])])
  const packets: Buffer[] = []
  let at = 0
  for (let counter = firstCounter; at < pes.length; counter++) {
    const packet = Buffer.alloc(packetSize, 0xff)
    const first = at === 0
    const adaptation = first ? clockReference(ticks, frame.key, opensSegment) : Buffer.alloc(0)
    const room = packetSize - 4 - adaptation.length
    const size = Math.min(room, pes.length - at)
    const stuffed = stuffing(adaptation, room - size)
    packet[0] = 0x47
    packet[1] = (first ? 0x40 : 0) | (tableId.video >> 8)
    packet[2] = tableId.video & 255
    packet[3] = (stuffed.length > 0 ? 0x30 : 0x10) | (counter & 15)
    stuffed.copy(packet, 4)
    pes.copy(packet, packetSize - size, at, at + size)
    at += size
    packets.push(packet)
  }
  return packets
}

const startCode = Buffer.from([0, 0, 0, 1])
const accessUnitDelimiter = Buffer.from([9, 0xf0])

/** Stream id video, length open, time of presentation only: pictures are never reordered. */
function pesHeader(ticks: number): Buffer {
  const high = Math.floor(ticks / 2 ** 30) & 7
  const middle = Math.floor(ticks / 2 ** 15) & 0x7fff
  const low = ticks & 0x7fff
  return Buffer.from([
    ...[0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5],
    0x21 | (high << 1),
    middle >> 7,
    ((middle & 0x7f) << 1) | 1,
    low >> 7,
    ((low & 0x7f) << 1) | 1,
  ])
}

/**
 * Adaptation field with the programme clock. `key` marks where one can start, `fresh` that packets are counted anew: a
 * segment does not know how many the one before it had.
 */
function clockReference(ticks: number, key: boolean, fresh: boolean): Buffer {
  const field = Buffer.alloc(8)
  field[0] = 7
  field[1] = 0x10 | (key ? 0x40 : 0) | (fresh ? 0x80 : 0)
  field.writeUInt32BE(Math.floor(ticks / 2) >>> 0, 2)
  field[6] = ((ticks & 1) << 7) | 0x7e
  return field
}

/** Adaptation field grown by so many bytes. */
function stuffing(field: Buffer, extra: number): Buffer {
  if (extra === 0) return field
  const grown = Buffer.alloc(field.length + extra, 0xff)
  field.copy(grown)
  grown[0] = grown.length - 1
  if (field.length === 0 && extra > 1) grown[1] = 0
  return grown
}

function section(pid: number, table: Buffer, counter: number): Buffer {
  const packet = Buffer.alloc(packetSize, 0xff)
  packet.set([0x47, 0x40 | (pid >> 8), pid & 255, 0x10 | (counter & 15), 0])
  table.copy(packet, 5)
  packet.writeUInt32BE(crc(table), 5 + table.length)
  return packet
}

const bytesOf = (pid: number, flags: number) => [flags | (pid >> 8), pid & 255]

function pat(): Buffer {
  return Buffer.from([0, 0xb0, 13, 0, 1, 0xc1, 0, 0, 0, 1, ...bytesOf(tableId.pmt, 0xe0)])
}

function pmt(): Buffer {
  const video = bytesOf(tableId.video, 0xe0)
  return Buffer.from([2, 0xb0, 18, 0, 1, 0xc1, 0, 0, ...video, 0xf0, 0, 0x1b, ...video, 0xf0, 0])
}

/** CRC-32 of the tables: polynomial 04C11DB7, not reflected. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte << 24
    for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  }
  return value >>> 0
}
