import { AppError } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import { text } from './text.ts'

export type GateLimits = {
  /** Posts under way at once. */
  posts: number
  /** Bytes of their bodies, as sent. */
  bytes: number
  retryAfterSeconds: number
}
export const usualLimits: GateLimits = { posts: 64, bytes: 96_000_000, retryAfterSeconds: 2 }

/**
 * Turns posts away while more is under way than limits allow, before their bodies are read: a sender that waits keeps its rows,
 * a server that queues without end loses all of them. Holds for the given addresses.
 */
export function gate(app: FastifyInstance, addresses: readonly string[], limits: GateLimits): void {
  const guarded = new Set(addresses)
  const underWay = { posts: 0, bytes: 0 }
  app.addHook('onRequest', async (request, reply) => {
    if (!guarded.has(request.routeOptions.url ?? '')) return
    const bytes = Number(request.headers['content-length'] ?? request.routeOptions.bodyLimit ?? 0) || 0
    const isFull = underWay.posts >= limits.posts || underWay.bytes + bytes > limits.bytes
    // One alone is always let in: it is bounded by the limit of its call.
    if (isFull && underWay.posts > 0)
      throw new AppError('tooMany', text.busy, { retryAfterSeconds: limits.retryAfterSeconds })
    underWay.posts += 1
    underWay.bytes += bytes
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      underWay.posts -= 1
      underWay.bytes -= bytes
    }
    reply.raw.once('finish', leave).once('close', leave)
  })
}
