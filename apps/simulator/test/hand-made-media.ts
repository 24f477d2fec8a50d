import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import sharp from 'sharp'
import { WebSocketServer } from 'ws'
import type { CameraPosition, Media, SimulatedMovement } from '../src/media.ts'

const flvHeader = Buffer.from('FLV\u0001\u0001\u0000\u0000\u0000\u0009\u0000\u0000\u0000\u0000', 'latin1')

export type HandMadeMedia = Media & {
  /** What the wires asked for, in order. */
  asked: string[]
  senders: string[]
}

/** A picture side without pictures: remembers what it was asked, moves at once, and sends no more than a header. */
export function handMadeMedia(): HandMadeMedia {
  const asked: string[] = []
  const senders: string[] = []
  const moving = new Map<string, { movement: SimulatedMovement; speed: number; since: number }>()
  const positions = new Map<string, CameraPosition>()
  const sockets = new WebSocketServer({ noServer: true })

  const send = (response: ServerResponse, type: string) => {
    response.writeHead(200, { 'content-type': type })
    response.write(flvHeader)
    return () => void response.end()
  }
  const sendWs = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.handleUpgrade(request, socket, head, client => client.send(flvHeader))
    return () => void socket.destroy()
  }

  return {
    asked,
    senders,
    move(camera, movement, speed) {
      asked.push(`move ${camera.id} ${movement ?? 'stop'} ${speed}`)
      if (movement) moving.set(camera.id, { movement, speed, since: 0 })
      else moving.delete(camera.id)
    },
    moving: camera => moving.get(camera.id),
    position: camera => positions.get(camera.id) ?? { x: 0.5, y: 0.5, zoom: 2 },
    goTo(camera, position) {
      asked.push(`goTo ${camera.id}`)
      positions.set(camera.id, { ...position })
    },
    still: () =>
      sharp({ create: { width: 64, height: 36, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    liveFlv(camera, quality, response) {
      asked.push(`live ${camera.id} ${quality}`)
      return send(response, 'video/x-flv')
    },
    liveWsFlv(camera, quality, request, socket, head) {
      asked.push(`live ${camera.id} ${quality}`)
      return sendWs(request, socket, head)
    },
    liveFmp4(camera, quality, response) {
      asked.push(`fmp4 ${camera.id} ${quality}`)
      return send(response, 'video/mp4')
    },
    liveHlsPlaylist: async (_camera, _quality, segmentUrl) => `#EXTM3U\n#EXTINF:1,\n${segmentUrl('7.m4s')}\n`,
    liveHlsSegment: async (_camera, _quality, name) => (name === '7.m4s' ? flvHeader : undefined),
    recordedHlsPlaylist: (_camera, range, segmentUrl) =>
      `#EXTM3U\n#EXTINF:4,\n${segmentUrl(`${range.start}.m4s`)}\n#EXT-X-ENDLIST\n`,
    recordedHlsSegment: async (_camera, name) => (/^\d+\.m4s$/.test(name) ? flvHeader : undefined),
    recordedFlv(camera, range) {
      senders.push(`${camera.id} open ${range.start} ${range.end}`)
      return {
        ended: false,
        pipe: response => send(response, 'video/x-flv'),
        pipeWs: sendWs,
        pause: () => void senders.push(`${camera.id} pause`),
        resume: () => void senders.push(`${camera.id} resume`),
        seek: at => void senders.push(`${camera.id} seek ${at}`),
        setSpeed: rate => void senders.push(`${camera.id} speed ${rate}`),
        close: () => void senders.push(`${camera.id} close`),
      }
    },
    encoders: () => [],
    close: async () => sockets.close(),
  }
}
