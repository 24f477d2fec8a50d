import { join } from 'node:path'
import {
  AV_LOG_ERROR,
  AV_PICTURE_TYPE_I,
  AV_PIX_FMT_YUV420P,
  Encoder,
  FF_ENCODER_LIBX264,
  Frame,
  Log,
  Muxer,
  Rational,
} from 'node-av'

/** Makes the clips beside this file: ten seconds of one colour each. Run by hand; the results are kept. */
Log.setLevel(AV_LOG_ERROR)

const size = { width: 160, height: 90 }
const colours = { red: [81, 90, 240], blue: [41, 240, 110] } as const

for (const [name, [y, u, v]] of Object.entries(colours))
  for (const [ending, format] of [
    ['flv', 'flv'],
    ['m2ts', 'mpegts'],
    ['mp4', 'mp4'],
  ] as const) {
    const luma = size.width * size.height
    const pixels = Buffer.concat([
      Buffer.alloc(luma, y),
      Buffer.alloc(luma / 4, u),
      Buffer.alloc(luma / 4, v),
    ])
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      context: {
        timeBase: new Rational(1, 1000),
        framerate: new Rational(10, 1),
        gopSize: 10,
        threadCount: 1,
      },
      options: { preset: 'veryfast', tune: 'zerolatency' },
    })
    const muxer = await Muxer.open(join(import.meta.dirname, 'clips', `${name}.${ending}`), {
      format,
      ...(ending === 'mp4' ? { options: { movflags: 'frag_keyframe+empty_moov+default_base_moof' } } : {}),
    })
    const stream = muxer.addStream(encoder)
    for (let n = 0; n <= 100; n++) {
      const frame =
        n < 100
          ? Frame.fromVideoBuffer(pixels, {
              ...size,
              format: AV_PIX_FMT_YUV420P,
              timeBase: { num: 1, den: 1000 },
              pts: BigInt(n * 100),
            })
          : null
      if (frame && n === 0) frame.pictType = AV_PICTURE_TYPE_I
      for (const packet of await encoder.encodeAll(frame)) {
        await muxer.writePacket(packet, stream)
        packet.free()
      }
      frame?.free()
    }
    encoder.close()
    await muxer.close()
  }
