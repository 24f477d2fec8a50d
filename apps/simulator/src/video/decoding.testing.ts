import { Decoder, Demuxer } from 'node-av'
import { readBarCode } from './bar-code.ts'

/** What a player would see: for tests. */
export type DecodedPicture = {
  atMs: number
  width: number
  height: number
  luma: Uint8Array
  shows: number | undefined
  key: boolean
}

/** Decodes a whole file or the beginning of a stream in memory. */
export async function decodeVideo(bytes: Uint8Array): Promise<DecodedPicture[]> {
  const demuxer = await Demuxer.open(Buffer.from(bytes), { copyTs: true })
  const stream = demuxer.video()
  if (!stream) throw new Error('No video')
  const decoder = await Decoder.create(stream, { threadCount: 1 })
  const pictures: DecodedPicture[] = []
  for await (const packet of demuxer.packets(stream.index)) {
    for (const frame of await decoder.decodeAll(packet)) {
      const { width, height } = frame
      const luma = new Uint8Array(frame.toBuffer().subarray(0, width * height))
      const { num, den } = frame.timeBase
      pictures.push({
        atMs: Math.round((Number(frame.pts) * num * 1000) / den),
        width,
        height,
        luma,
        shows: readBarCode({ data: luma, width, height, channels: 1 }),
        key: frame.keyFrame === 1,
      })
      frame.free()
    }
    packet?.free()
    if (!packet) break
  }
  decoder.close()
  await demuxer.close()
  return pictures
}
