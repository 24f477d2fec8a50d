import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Media, RecordedFlv, StreamQuality } from './media.ts'
import type { TimeRange } from './recordings.ts'
import type { Platform, SimulatedCamera } from './world.ts'

export type Transport = 'flv' | 'wsFlv' | 'fmp4'
export type OpenStream = {
  number: number
  platform: Platform
  cameraId: string
  kind: 'live' | 'recorded'
  transport: Transport
  since: number
}
/** Where the bytes go: an HTTP answer, or a connection that asked to become a WebSocket. */
export type Viewer = { response: ServerResponse } | { request: IncomingMessage; socket: Duplex; head: Buffer }

/** Streams that somebody is watching now, on all platforms. */
export interface Streams {
  live(camera: SimulatedCamera, quality: StreamQuality, viewer: Viewer, ended?: () => void): OpenStream
  liveFmp4(camera: SimulatedCamera, quality: StreamQuality, response: ServerResponse): OpenStream
  recorded(camera: SimulatedCamera, sender: RecordedFlv, viewer: Viewer, ended?: () => void): OpenStream
  list(platform?: Platform): OpenStream[]
  /** Cuts the streams for which this holds. */
  end(which: (stream: OpenStream) => boolean): void
}

export function createStreams(media: Media, now: () => number): Streams {
  const open = new Map<OpenStream, () => void>()
  let number = 0

  function keep(
    camera: SimulatedCamera,
    kind: OpenStream['kind'],
    transport: Transport,
    viewer: Viewer,
    begin: () => () => void,
    ended?: () => void,
  ): OpenStream {
    const { platform, id } = camera
    const stream: OpenStream = { number: ++number, platform, cameraId: id, kind, transport, since: now() }
    const connection = 'response' in viewer ? viewer.response : viewer.socket
    if (connection.destroyed) {
      ended?.()
      return stream
    }
    const finish = begin()
    // Media ends its part; the connection is closed here too, so that a silent stream is cut as well.
    open.set(stream, () => {
      finish()
      if (!connection.destroyed) connection.destroy()
    })
    connection.once('close', () => {
      if (open.delete(stream)) ended?.()
    })
    return stream
  }

  return {
    live: (camera, quality, viewer, ended) =>
      'response' in viewer
        ? keep(camera, 'live', 'flv', viewer, () => media.liveFlv(camera, quality, viewer.response), ended)
        : keep(
            camera,
            'live',
            'wsFlv',
            viewer,
            () => media.liveWsFlv(camera, quality, viewer.request, viewer.socket, viewer.head),
            ended,
          ),
    liveFmp4: (camera, quality, response) =>
      keep(camera, 'live', 'fmp4', { response }, () => media.liveFmp4(camera, quality, response)),
    recorded: (camera, sender, viewer, ended) =>
      'response' in viewer
        ? keep(camera, 'recorded', 'flv', viewer, () => sender.pipe(viewer.response), ended)
        : keep(
            camera,
            'recorded',
            'wsFlv',
            viewer,
            () => sender.pipeWs(viewer.request, viewer.socket, viewer.head),
            ended,
          ),
    list: platform =>
      [...open.keys()].filter(stream => platform === undefined || stream.platform === platform),
    end(which) {
      for (const [stream, finish] of open) if (which(stream)) finish()
    },
  }
}

/** Answers an HTTP request for a recording: FLV in real time, its sender closed with the connection. */
export function sendRecording(
  streams: Streams,
  media: Media,
  camera: SimulatedCamera,
  range: TimeRange,
  response: ServerResponse,
): void {
  const sender = media.recordedFlv(camera, range)
  streams.recorded(camera, sender, { response }, () => sender.close())
}
