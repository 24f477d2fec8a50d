import { AppError, isAllowed, noticeCalls, noticeStreamAuthority, noticeStreamPath } from '@aisle/contract'
import type { FastifyInstance } from 'fastify'
import { type Mount, tokenOf } from '../../platform/http/mount.ts'
import type { Caller } from '../../platform/http/request.ts'
import { text } from '../../platform/http/text.ts'
import type { NoticeService } from './service.ts'
import type { NoticeStreams } from './streams.ts'

type Deps = {
  notices: NoticeService
  streams: NoticeStreams
  authenticate(token: string): Promise<Caller | undefined>
}

/** The calls about notices, and the stream by which open consoles hear of new ones. */
export function noticeRoutes(
  app: FastifyInstance,
  mount: Mount,
  { notices, streams, authenticate }: Deps,
): void {
  mount(noticeCalls, {
    async updateStatus({ params, body }, context) {
      const notice = await notices.setStatus(context.caller, params.id, body.status)
      await context.audit(body.status === 2 ? 'notice.handled' : 'notice.reopened', params.id)
      return notice
    },
    findByUserIdAndNoticeStatus: ({ query }, { caller }) =>
      notices.ofUser(caller, query.userid, query.status),
    list: ({ query }, { caller }) => notices.page(caller, query),
    count: (_, { caller }) => notices.counts(caller),
    async handleAll({ body }, context) {
      const handled = await notices.handleAll(context.caller, body.kind)
      await context.audit('notices.handled', body.kind ?? 'all', { handled })
      return { handled }
    },
  })

  // Server-sent events are no call with one answer: they have a route of their own.
  app.get(noticeStreamPath, async (request, reply) => {
    const token = tokenOf(request)
    const caller = token ? await authenticate(token) : undefined
    if (!token || !caller) throw new AppError('sessionEnded', text.sessionEnded)
    if (!isAllowed(caller.authorities, noticeStreamAuthority))
      throw new AppError('forbidden', text.forbidden, { reason: noticeStreamAuthority.join('|') })
    const out = await streams.open(token, caller)
    return reply
      .headers({ 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(out)
  })
  app.addHook('preClose', () => streams.close())
}
