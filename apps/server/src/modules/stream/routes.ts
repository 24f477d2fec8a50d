import { AppError, streamPath } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import { tokenOf } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import { text } from '../../platform/http/text.ts'
import type { ConsoleStreams } from './streams.ts'

type Deps = { streams: ConsoleStreams; authenticate(token: string): Promise<Caller | undefined> }

/** The stream by which open consoles hear what changes. Server-sent events are no call with one answer: they have a route of their own. */
export function streamRoutes(app: FastifyInstance, { streams, authenticate }: Deps): void {
  app.get(streamPath, async (request, reply) => {
    const token = tokenOf(request)
    const caller = token ? await authenticate(token) : undefined
    if (!token || !caller) throw new AppError('sessionEnded', text.sessionEnded)
    const out = await streams.open(token, caller)
    return reply
      .headers({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(out)
  })
  app.addHook('preClose', () => streams.close())
}
