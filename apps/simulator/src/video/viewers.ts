import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Faults } from '../world.ts'
import type { StreamFrame, Viewer } from './channel.ts'
import { flvFrame, flvStart } from './flv.ts'
import { fmp4Frame, fmp4Start } from './fmp4.ts'
import type { ParameterSets, VideoFormat } from './h264.ts'

/** Whoever lets this much queue up is cut off. */
const queueLimit = 4 * 1024 * 1024

/** Where bytes go. */
export type Sink = {
  write(bytes: Buffer): void
  queued(): number
  end(): void
  cut(): void
  onClosed(closed: () => void): void
}

/** How a stream is packed: what comes first, and every picture. A picture is packed once for all its viewers. */
export type Packing = {
  contentType: string
  start(format: VideoFormat, sets: ParameterSets): Buffer
  frame(frame: StreamFrame): Buffer
}

export const flvPacking: Packing = {
  contentType: 'video/x-flv',
  start: flvStart,
  frame: frame => (frame.flv ??= flvFrame(frame)),
}

export const fmp4Packing: Packing = {
  contentType: 'video/mp4',
  start: fmp4Start,
  frame: frame => (frame.fmp4 ??= fmp4Frame(frame, frame.number + 1)),
}

/** A viewer that writes to a sink, with the faults of the camera as they are at every moment. */
export function sinkViewer(packing: Packing, sink: Sink, faults: () => Faults, leave: () => void): Viewer {
  const since = Date.now()
  let begun: Buffer | undefined
  let joined = false
  return {
    start({ format, sets }) {
      begun = packing.start(format, sets)
    },
    frame(frame) {
      if (faults().silent) {
        // What was missed cannot be made up: the stream goes on at a picture that stands alone.
        joined = false
        return
      }
      if (!joined && !frame.key) return
      joined = true
      if (sink.queued() > queueLimit) {
        leave()
        sink.cut()
        return
      }
      const bytes = packing.frame(frame)
      sink.write(begun ? Buffer.concat([begun, bytes]) : bytes)
      begun = undefined
    },
    tick() {
      const { offline, dropAfterSeconds } = faults()
      if (!offline && !(dropAfterSeconds > 0 && Date.now() - since >= dropAfterSeconds * 1000)) return
      leave()
      sink.end()
    },
    end: () => sink.end(),
  }
}

/** The answer to an HTTP request. The head is sent at once. */
export function httpSink(response: ServerResponse, contentType: string): Sink {
  response.on('error', () => response.destroy())
  if (!response.headersSent) {
    response.writeHead(200, {
      'content-type': contentType,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  }
  response.flushHeaders()
  response.socket?.setNoDelay(true)
  return {
    write: bytes => void response.write(bytes),
    queued: () => response.writableLength,
    end: () => void response.end(),
    cut: () => void response.destroy(),
    onClosed: closed => void response.once('close', closed),
  }
}

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, clientTracking: false })

/**
 * A WebSocket, accepted at once: browsers open no second one to the host while a first one waits. `use` says how to end
 * what it began; so does the answer.
 */
export function wsSink(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  use: (sink: Sink) => () => void,
): () => void {
  let end: (() => void) | undefined
  let ended = false
  sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
    client.on('error', () => client.terminate())
    end = use({
      write: bytes => client.send(bytes),
      queued: () => client.bufferedAmount,
      end: () => client.close(1000),
      cut: () => client.terminate(),
      onClosed: closed => void client.once('close', closed),
    })
    if (ended) end()
  })
  return () => {
    ended = true
    end?.()
  }
}
