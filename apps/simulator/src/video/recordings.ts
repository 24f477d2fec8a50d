import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RecordedFlv } from '../media.ts'
import type { SimulatedCamera } from '../world.ts'
import { type Channel, openChannel, type Shot } from './channel.ts'
import { type EncodedFrame, openH264, type VideoFormat } from './h264.ts'
import { transportStream } from './mpeg-ts.ts'
import type { PictureSource } from './painter.ts'
import { flvPacking, httpSink, type Sink, sinkViewer, wsSink } from './viewers.ts'

export const recordedSegmentMs = 4000
const keptSegments = 48
const renderersAtOnce = 2

export type Range = { start: number; end: number }

export function segmentName({ start, end }: Range, index: number): string {
  return `${start}-${end}-${index}.ts`
}

/** The stretch of a recording that a segment's name stands for; undefined when the name is none of ours. */
function segmentRange(name: string): (Range & { offsetMs: number }) | undefined {
  const [, start, end, index] = /^(\d{1,15})-(\d{1,15})-(\d{1,6})\.ts$/.exec(name) ?? []
  if (!start || !end || !index) return undefined
  const offsetMs = Number(index) * recordedSegmentMs
  const from = Number(start) + offsetMs
  const to = Math.min(Number(end), from + recordedSegmentMs)
  return from < to ? { start: from, end: to, offsetMs } : undefined
}

/**
 * Segments of recordings, rendered when asked for: nothing is stored, as the picture follows from camera and time. The
 * last ones are kept, and two requests for one segment share the work.
 */
export function segmentRenderer(source: PictureSource, format: VideoFormat) {
  const kept = new Map<string, Promise<Uint8Array>>()
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (running >= renderersAtOnce) await new Promise<void>(resolve => queue.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      queue.shift()?.()
    }
  }

  async function render(camera: SimulatedCamera, stretch: Range & { offsetMs: number }): Promise<Uint8Array> {
    const painter = source.painter(camera, format)
    const encoder = await openH264(format)
    try {
      const home = source.home(camera)
      const frames: EncodedFrame[] = []
      const count = Math.ceil(((stretch.end - stretch.start) * format.fps) / 1000)
      for (let n = 0; n < count; n++) {
        const passed = Math.round((n * 1000) / format.fps)
        const picture = await painter.paint(stretch.start + passed, home)
        frames.push(await encoder.encode(picture, stretch.offsetMs + passed, passed % 1000 === 0))
      }
      const sets = encoder.parameterSets()
      if (!sets) throw new Error(`${camera.id}: nothing to show`)
      return transportStream(frames, sets, stretch.offsetMs / recordedSegmentMs)
    } finally {
      await encoder.close()
      await painter.close()
    }
  }

  return {
    async segment(camera: SimulatedCamera, name: string): Promise<Uint8Array | undefined> {
      const stretch = segmentRange(name)
      if (!stretch) return undefined
      const key = `${camera.id} ${name}`
      const segment = kept.get(key) ?? inTurn(() => render(camera, stretch))
      kept.delete(key)
      kept.set(key, segment)
      for (const oldest of kept.keys()) {
        if (kept.size <= keptSegments) break
        kept.delete(oldest)
      }
      segment.catch(() => kept.delete(key))
      return segment
    },
  }
}

type PlayerOptions = {
  source: PictureSource
  format: VideoFormat
  lingerMs: number
  opened(channel: Channel): void
  closed(channel: Channel): void
  onError(error: unknown): void
}

/**
 * A recording sent in real time. Speed changes what time the pictures show, not their rate; a pause stops the sender and
 * its clock.
 */
export function recordedPlayer(camera: SimulatedCamera, range: Range, options: PlayerOptions): RecordedFlv {
  const { source, format } = options
  const home = source.home(camera)
  let channel: Channel | undefined
  let cursor = range.start
  let speed = 1
  let paused = false
  let jumped = false
  let over = false
  /** When the last picture was due; undefined where the next one does not follow it: at the start, after a jump or pause. */
  let sentAt: number | undefined

  function open(): Channel {
    if (channel) return channel
    const painter = source.painter(camera, format)
    const opening = openChannel({
      format,
      leadSeconds: 0,
      lingerMs: options.lingerMs,
      async prepare() {
        await painter.paint(cursor, home)
      },
      async shoot(dueAt): Promise<Shot> {
        if (paused || opening.viewers() === 0) {
          sentAt = undefined
          return over ? 'end' : 'pause'
        }
        // By the time that passed, not by pictures sent: one who is late leaves some out.
        if (sentAt !== undefined && !camera.faults.frozen) cursor += (dueAt - sentAt) * speed
        if (over || cursor >= range.end) {
          over = true
          return 'end'
        }
        sentAt = dueAt
        const picture = await painter.paint(Math.round(cursor), home)
        const key = jumped
        jumped = false
        return { picture, key }
      },
      onStop() {
        channel = undefined
        painter.close().catch(options.onError)
        options.closed(opening)
      },
      onError: options.onError,
    })
    channel = opening
    options.opened(opening)
    return opening
  }

  function attach(sink: Sink): () => void {
    if (over) {
      sink.end()
      return () => {}
    }
    let remove = () => {}
    const viewer = sinkViewer(
      flvPacking,
      sink,
      () => camera.faults,
      () => remove(),
    )
    remove = open().add(viewer)
    sink.onClosed(() => remove())
    return () => {
      remove()
      sink.end()
    }
  }

  return {
    pipe: (response: ServerResponse) => attach(httpSink(response, flvPacking.contentType)),
    pipeWs: (request: IncomingMessage, socket: Duplex, head: Buffer) => wsSink(request, socket, head, attach),
    pause() {
      paused = true
    },
    resume() {
      paused = false
    },
    seek(at) {
      cursor = Math.min(range.end, Math.max(range.start, at))
      jumped = true
      sentAt = undefined
    },
    setSpeed(rate) {
      if (rate > 0) speed = rate
    },
    get ended() {
      return over
    },
    close() {
      over = true
      channel?.stop().catch(options.onError)
    },
  }
}
