import { type ProblemAction, problemCalls } from '@aisle/contract'
import type { Handler, Mount } from '../../platform/http/mount.ts'
import { uploadedPicture } from '../pictures/routes.ts'
import type { PatrolLog } from './patrol-log.ts'
import type { ProblemService } from './service.ts'
import type { ProblemStatisticsService } from './statistics.ts'

type Deps = { problems: ProblemService; statistics: ProblemStatisticsService; log: PatrolLog }

/** The calls about problems and the patrol log. */
export function problemRoutes(mount: Mount, { problems, statistics, log }: Deps): void {
  const step =
    (action: ProblemAction): Handler<typeof problemCalls.sendBack> =>
    async ({ params, body }, context) => {
      const problem = await problems.step(context.caller, params.problemId, action, body)
      await context.audit(`problem.${action}`, params.problemId, { version: problem.version })
      return problem
    }

  mount(problemCalls, {
    list: ({ query }, { caller }) => problems.page(caller, query),
    counts: ({ query }, { caller }) => statistics.counts(caller, query),
    statistics: ({ query: { top, ...filter } }, { caller }) => statistics.of(caller, filter, top),
    owners: ({ query }, { caller }) => problems.owners(caller, query.shopId),
    items: ({ query }, { caller }) => problems.items(caller, query),
    async raise({ body }, context) {
      const problem = await problems.raiseByHand(context.caller, body)
      await context.audit('problem.raise', problem.id, { shopId: problem.shopId })
      return problem
    },
    detail: ({ params }, { caller }) => problems.whole(caller, params.problemId),
    async change({ params, body }, context) {
      const problem = await problems.change(context.caller, params.problemId, body)
      await context.audit('problem.change', params.problemId, { version: problem.version })
      return problem
    },
    submit: step('submit'),
    sendBack: step('sendBack'),
    close: step('close'),
    reopen: step('reopen'),
    async comment({ params, body }, context) {
      const comment = await problems.comment(context.caller, params.problemId, body)
      await context.audit('problem.comment', params.problemId, { commentId: comment.id })
      return comment
    },
    async addPicture({ params, body }, context) {
      const picture = await problems.addPicture(
        context.caller,
        params.problemId,
        uploadedPicture(context, body.file),
      )
      await context.audit('problem.picture', params.problemId, { pictureId: picture.id })
      return picture
    },
    patrolLog: ({ query }, { caller }) => log.page(caller, query),
    patrolLogTrend: ({ query: { granularity = 'day', ...filter } }, { caller }) =>
      log.trend(caller, filter, granularity),
  })
}
