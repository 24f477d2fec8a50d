import { noticeCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { NoticeService } from './service.ts'

/** The calls about notices. */
export function noticeRoutes(mount: Mount, notices: NoticeService): void {
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
}
