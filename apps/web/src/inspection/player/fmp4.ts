import { openBytes } from './byte-stream.ts'
import { appendTo, type Buffering } from './media-buffer.ts'
import { codecsOf } from './mp4-codecs.ts'
import { type Player, play, videoElement } from './player.ts'

/** Live fragments over WebSocket or HTTP, fed straight into a media source. */
export const fmp4: Player = (stage, candidate, settings, report) => {
  const { video, free } = videoElement(stage, settings, report)
  const source = new MediaSource()
  const address = URL.createObjectURL(source)
  let buffer: Buffering | undefined
  let head = new Uint8Array()
  let stop = () => {}
  const begin = (bytes: Uint8Array<ArrayBuffer>) => {
    // The codecs stand in the header; until it is whole, bytes are gathered.
    head = joined(head, bytes)
    const codecs = codecsOf(head)
    if (!codecs) {
      if (head.length > 1_000_000) report.ended('no header')
      return
    }
    const mime = `video/mp4; codecs="${codecs}"`
    if (!MediaSource.isTypeSupported(mime)) {
      report.ended(`not playable: ${codecs}`)
      return
    }
    buffer = appendTo(source.addSourceBuffer(mime), video, settings.unsteady ? 1.5 : 0.6, report)
    buffer.push(head)
  }
  source.addEventListener(
    'sourceopen',
    () => {
      URL.revokeObjectURL(address)
      stop = openBytes(candidate.url, bytes => (buffer ? buffer.push(bytes) : begin(bytes)), report.ended)
      void play(video)
    },
    { once: true },
  )
  video.src = address
  return {
    element: video,
    stop() {
      stop()
      buffer?.stop()
      URL.revokeObjectURL(address)
      free()
    },
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
