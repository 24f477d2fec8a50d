import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { World } from './cameras.ts'
import { type Connections, trackConnections } from './connections.ts'
import type { Media } from './media.ts'
import type { RecordedRequest, Recorder } from './recorder.ts'
import type { Steering } from './steering.ts'
import type { Streams } from './streams.ts'
import type { Platform, SimulatedCamera } from './world.ts'

/** What the wires of all platforms share. Time and chance are handed in. */
export type Shared = {
  world: World
  media: Media
  steering: Steering
  streams: Streams
  recorder: Recorder
  now(): number
  random(): number
  wait(ms: number): Promise<void>
  /** Host name written into stream addresses. */
  mediaHost: string
}

/** How a vendor says what can go wrong on any of its calls. */
export type VendorWords = {
  /** Paths below which streams and pictures are served; everything else is API. */
  mediaPaths: string[]
  /** Its own fault. */
  fault(reply: FastifyReply): unknown
  /** Too many calls. */
  limited(reply: FastifyReply): unknown
  /** Anything a handler threw, the vendor's own errors included. */
  failure(error: unknown, reply: FastifyReply): unknown
  unknownCall(request: FastifyRequest, reply: FastifyReply): unknown
}

export interface PlatformServer {
  app: FastifyInstance
  /** `http://host:port` as written into addresses, or with another scheme. */
  origin(scheme?: 'http' | 'ws' | 'rtmp' | 'rtsp'): string
  /** Called for WebSocket upgrades on media paths; false refuses with 403. */
  upgrade(accept: (url: URL, viewer: UpgradeViewer) => Promise<boolean>): void
  /** Waits as long as the camera is slow, and throws when its answers are faulty. */
  reach(camera: SimulatedCamera): Promise<void>
  connections: Connections
}
export type UpgradeViewer = { request: IncomingMessage; socket: Duplex; head: Buffer }

/** Thrown by `reach`; answered alike on every platform. */
class FaultyAnswer extends Error {
  readonly kind: 'serverError' | 'garbage'
  constructor(kind: 'serverError' | 'garbage') {
    super(kind)
    this.kind = kind
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    recorded?: RecordedRequest
  }
}

export function platformServer(platform: Platform, shared: Shared, words: VendorWords): PlatformServer {
  const { world, recorder } = shared
  const switches = world.switches[platform]
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } })
  const connections = trackConnections(app.server, () => switches.down)
  const isMedia = (path: string) => words.mediaPaths.some(prefix => path.startsWith(prefix))
  const recentCalls: number[] = []

  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch (error) {
      done(new SyntaxError('the body is not JSON', { cause: error }))
    }
  })

  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const media = isMedia(path)
    request.recorded = recorder.begin({
      platform,
      kind: media ? 'media' : 'api',
      method: request.method,
      path,
      query: request.query,
      headers: request.headers,
    })
    if (media) {
      // The console plays from another origin and reads pictures off the video.
      for (const [name, value] of Object.entries(openToAll)) reply.raw.setHeader(name, value)
      if (request.method === 'OPTIONS') return reply.code(204).send()
      return
    }
    if (switches.slowMs > 0) await shared.wait(switches.slowMs)
    if (isOverLimit()) return words.limited(reply)
    if (switches.errorRate > 0 && shared.random() < switches.errorRate) return words.fault(reply)
  })
  app.addHook('preHandler', async request => {
    if (request.recorded) recorder.complete(request.recorded, { body: request.body })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const answer = typeof payload === 'string' ? payload : undefined
    if (request.recorded) recorder.complete(request.recorded, { status: reply.statusCode, answer })
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.recorded && request.recorded.status === undefined) {
      recorder.complete(request.recorded, { status: reply.raw.statusCode })
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof FaultyAnswer) {
      return error.kind === 'serverError'
        ? reply.code(503).type('text/plain').send('Service Unavailable')
        : reply.code(200).type('text/html').send('<html><body>\u0000\u0001 gateway <b>')
    }
    return words.failure(error, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    isMedia(request.url) ? reply.code(404).send() : words.unknownCall(request, reply),
  )

  function isOverLimit(): boolean {
    if (switches.callsPerSecond === 0) return false
    const since = shared.now() - 1000
    while (recentCalls[0] !== undefined && recentCalls[0] <= since) recentCalls.shift()
    if (recentCalls.length >= switches.callsPerSecond) return true
    recentCalls.push(shared.now())
    return false
  }

  async function reach({ faults }: SimulatedCamera) {
    if (faults.slowMs > 0) await shared.wait(faults.slowMs)
    if (faults.serverError) throw new FaultyAnswer('serverError')
    if (faults.garbage) throw new FaultyAnswer('garbage')
  }

  return {
    app,
    reach,
    origin(scheme = 'http') {
      const address: string | AddressInfo | null = app.server.address()
      if (address === null || typeof address === 'string') throw new Error(`${platform} does not listen yet`)
      return `${scheme}://${shared.mediaHost}:${address.port}`
    },
    upgrade(accept) {
      app.server.on('upgrade', (request, socket, head) => {
        socket.on('error', () => socket.destroy())
        const url = URL.parse(request.url ?? '/', 'http://simulator')
        if (!url) return socket.destroy()
        const entry = recorder.begin({
          platform,
          kind: 'media',
          method: 'GET',
          path: url.pathname,
          query: Object.fromEntries(url.searchParams),
          headers: request.headers,
        })
        accept(url, { request, socket, head })
          .catch(() => false)
          .then(accepted => {
            recorder.complete(entry, { status: accepted ? 101 : 403 })
            if (!accepted)
              socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
          })
      })
    },
    connections,
  }
}

const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Expose-Headers': '*',
  'Cache-Control': 'no-store',
}
