import { warningCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { FlowWarningService } from './service.ts'

/** Warnings, the rules that raise them, and watch lists. What people change or decide is audited. */
export function warningRoutes(mount: Mount, service: FlowWarningService): void {
  const { warnings, rules, watches, changes } = service
  mount(warningCalls, {
    list: ({ query: { pageNumber, pageSize, from, to, ...query } }, { caller }) => {
      const { shopIds, ruleId, nodeKind, nodeIds, watched, status, severity, ...area } = query
      return warnings.page(
        caller,
        {
          area,
          from,
          to,
          shopIds,
          ruleId,
          nodeKind,
          nodeIds,
          watched: watched === undefined ? undefined : watched === '1',
          status,
          severity,
        },
        pageNumber,
        pageSize,
      )
    },
    one: ({ params }, { caller }) => warnings.whole(caller, params.warningId),
    async step({ params, body }, context) {
      const { before, ...done } = await warnings.step(context.caller, params.warningId, body)
      await context.audit(`warning.${body.action}`, params.warningId, { before, remark: body.remark })
      return done
    },
    rules: (_, { caller }) => rules.list(caller),
    async createRule({ body }, context) {
      const made = await rules.create(context.caller, body)
      await context.audit('rule.created', made.id, body)
      return made
    },
    async updateRule({ params, body }, context) {
      const saved = await rules.update(context.caller, params.ruleId, body)
      await context.audit('rule.changed', saved.id, body)
      return saved
    },
    async removeRule({ params }, context) {
      await rules.remove(context.caller, params.ruleId)
      await context.audit('rule.removed', params.ruleId, {})
      return null
    },
    async restoreRule({ params }, context) {
      const rule = await rules.restore(context.caller, params.ruleId)
      await context.audit('rule.restored', rule.id, {})
      return rule
    },
    watches: ({ query: { nodeKind, shopIds, ...area } }, { caller }) =>
      watches.list(caller, { area, nodeKind, shopIds }),
    async createWatch({ body }, context) {
      const made = await watches.create(context.caller, body)
      await context.audit('watch.created', made.id, body)
      return made
    },
    async updateWatch({ params, body }, context) {
      const saved = await watches.update(context.caller, params.watchId, body)
      await context.audit('watch.changed', saved.id, body)
      return saved
    },
    async stepWatch({ params, body }, context) {
      const done = await watches.step(context.caller, params.watchId, body)
      await context.audit(`watch.${body.action}`, done.id, { reason: body.reason, remark: body.remark })
      return done
    },
    places: ({ query }, { caller }) => watches.places(caller, query.shopId, query.nodeKind),
    people: () => rules.people(),
    changes: ({ query: { shopIds, ...area } }, { caller }) => changes.list(caller, { area, shopIds }),
    async createChange({ body }, context) {
      const made = await changes.create(context.caller, body)
      await context.audit('zoneChange.created', made.id, body)
      return made
    },
    async removeChange({ params }, context) {
      await changes.remove(context.caller, params.changeId)
      await context.audit('zoneChange.removed', params.changeId, {})
      return null
    },
    async restoreChange({ params }, context) {
      const change = await changes.restore(context.caller, params.changeId)
      await context.audit('zoneChange.restored', change.id, {})
      return change
    },
  })
}
