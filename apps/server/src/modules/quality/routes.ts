import { qualityCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { QualityService } from './service.ts'

/** What is doubtful in the counts, how much came, and the ledger of corrections. Every step of the latter is audited. */
export function qualityRoutes(mount: Mount, quality: QualityService): void {
  const { corrections, settings } = quality
  mount(qualityCalls, {
    summary: ({ query: { from, to, shopId, ...area } }, { caller }) =>
      quality.summary(caller, { area, from, to, shopId }),
    events: (
      {
        query: {
          pageNumber,
          pageSize,
          from,
          to,
          shopId,
          shopIds,
          deviceId,
          deviceIds,
          kind,
          status,
          ...area
        },
      },
      { caller },
    ) =>
      quality.page(
        caller,
        { area, from, to, shopId, shopIds, deviceId, deviceIds, kind, status },
        pageNumber,
        pageSize,
      ),
    event: ({ params }, { caller }) => quality.detail(caller, params.eventId),
    async acknowledge({ params, body }, context) {
      const event = await quality.acknowledge(context.caller, params.eventId, body)
      await context.audit('quality.acknowledged', event.id, { remark: body.remark })
      return event
    },
    async report({ params, body }, context) {
      const event = await quality.report(context.caller, params.eventId, body)
      await context.audit('quality.reported', event.id, { remark: body.remark })
      return event
    },
    async reopen({ params, body }, context) {
      const event = await quality.reopen(context.caller, params.eventId, body)
      await context.audit('quality.reopened', event.id, { remark: body.remark })
      return event
    },
    coverage: ({ query: { from, to, shopId, ...area } }, { caller }) =>
      quality.coverage(caller, { area, from, to, shopId }),
    imputations: ({ query: { pageNumber, pageSize, from, to, shopId, ...area } }, { caller }) =>
      quality.imputations(caller, { area, from, to, shopId }, pageNumber, pageSize),
    lines: ({ query }, { caller }) => quality.lines(caller, query.shopId),
    corrections: ({ query: { pageNumber, pageSize, shopId, status, ...area } }, { caller }) =>
      corrections.page(caller, { area, shopId, status }, pageNumber, pageSize),
    async createCorrection({ body }, context) {
      const made = await corrections.create(context.caller, body)
      await context.audit('correction.requested', made.id, body)
      return made
    },
    async approveCorrection({ params, body }, context) {
      const done = await corrections.approve(context.caller, params.correctionId, body)
      await context.audit('correction.approved', done.id, {
        remark: body.remark,
        before: done.before,
        after: done.after,
        isOwn: done.requestedBy?.userId === context.caller.userId,
      })
      return done
    },
    async rejectCorrection({ params, body }, context) {
      const done = await corrections.reject(context.caller, params.correctionId, body)
      await context.audit('correction.rejected', done.id, { remark: body.remark })
      return done
    },
    async undoCorrection({ params, body }, context) {
      const done = await corrections.undo(context.caller, params.correctionId, body)
      await context.audit('correction.undone', done.id, { remark: body.remark })
      return done
    },
    settings: () => settings.read(),
    async saveSettings({ body }, context) {
      const saved = await settings.save(context.caller, body)
      await context.audit('quality.settings', 'default', body)
      return saved
    },
  })
}
