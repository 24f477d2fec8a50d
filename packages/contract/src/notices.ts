import { z } from 'zod'
import { endpoint, timeoutsMs } from './endpoint.ts'
import { answerId, flag, id, isoTime, numeric, optionalText, page, pageQuery } from './shared.ts'

/** What the system or colleagues tell a user. Everyone reads and handles one's own alone. */
const tag = 'notices'
const readers = ['notice.view', 'notice.handle'] as const

/** As calls and answers number them; 2 is the specification's. */
export const noticeStatuses = { unhandled: 1, handled: 2 } as const

const bothLanguages = z.object({ zh: z.string(), en: z.string() })

export const notice = z.object({
  id: answerId,
  userId: answerId,
  /** What it is about: `problem.raised`, `problem.due` … */
  kind: z.string(),
  title: bothLanguages,
  body: bothLanguages,
  /** Address in the console of the thing that it is about; empty where there is none. */
  link: z.string(),
  shopId: answerId.nullable(),
  status: z.number(),
  createdAt: isoTime,
  handledAt: isoTime.nullable(),
})
export type Notice = z.infer<typeof notice>

/** A status as calls name it; 0 and 1 are unhandled. */
const anyStatus = numeric(
  z
    .number()
    .int()
    .min(0)
    .max(2)
    .transform(value => (value === 2 ? 2 : 1) as 1 | 2),
)
const optionalStatus = z.preprocess(value => (value === '' ? undefined : value), anyStatus.optional())
const optionalMoment = z.preprocess(value => (value === '' ? undefined : value), isoTime.optional())

const noticeCounts = z.object({
  unhandled: z.number(),
  handled: z.number(),
  total: z.number(),
  byKind: z.array(z.object({ kind: z.string(), unhandled: z.number(), total: z.number() })),
})
export type NoticeCounts = z.infer<typeof noticeCounts>

export const noticeCalls = {
  updateStatus: endpoint({
    method: 'POST',
    path: '/api/monitor/notice/updateStatus/:id',
    bare: true,
    summary: 'Marks an own notice as handled (2), or takes that back (1).',
    tag,
    authority: ['notice.handle'],
    params: z.object({ id }),
    body: z.object({ status: anyStatus }),
    answer: notice,
  }),
  findByUserIdAndNoticeStatus: endpoint({
    method: 'GET',
    path: '/api/ticket/findByUserIdAndNoticeStatus',
    timeoutMs: timeoutsMs.ticket,
    bare: true,
    summary: 'Own notices, latest first, 500 at most; another user’s id is refused.',
    tag,
    authority: readers,
    query: z.object({ userid: id, status: optionalStatus }),
    answer: z.array(notice),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    summary: 'Own notices, unhandled ones first unless the latest are asked for.',
    tag,
    authority: readers,
    query: z.object({
      ...pageQuery(20),
      status: optionalStatus,
      /** One kind, or a whole family: `problem` takes in `problem.due`. */
      kind: optionalText(60),
      keyword: optionalText(60),
      from: optionalMoment,
      to: optionalMoment,
      latest: z.preprocess(value => (value === '' ? undefined : value), flag.optional()),
    }),
    answer: page(notice),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/notices/count',
    summary: 'How many own notices there are, by status and kind.',
    tag,
    authority: readers,
    answer: noticeCounts,
  }),
  handleAll: endpoint({
    method: 'POST',
    path: '/api/notices/handle-all',
    summary: 'Marks all own notices as handled, or those of a kind; answers how many were not.',
    tag,
    authority: ['notice.handle'],
    body: z.object({ kind: optionalText(60) }),
    answer: z.object({ handled: z.number() }),
  }),
}
