import {
  AppError,
  checkItems,
  dailyRecords,
  evaluations as evaluationCalls,
  inspections as inspectionCalls,
  scoreDrafts,
  scoring as scoringCalls,
} from '@aisle/contract'
import { given } from '../../platform/given.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { CallContext } from '../../platform/http/request.ts'
import { uploadedPicture } from '../pictures/routes.ts'
import type { RecordFilter } from './records.ts'
import type { ScoringService } from './service.ts'
import { text } from './text.ts'

export function scoringRoutes(mount: Mount, scoring: ScoringService): void {
  itemRoutes(mount, scoring)
  recordRoutes(mount, scoring)
  listRoutes(mount, scoring)
  draftRoutes(mount, scoring)
}

function itemRoutes(mount: Mount, { items, itemPlaces, standards }: ScoringService): void {
  mount(checkItems, {
    list: ({ query }) => items.form(query.kind, query.archived),
    async rename({ params, body }, context) {
      const form = await items.rename(params.kind, body)
      await context.audit('checkForm.renamed', params.kind, body)
      return form
    },
    async create({ body }, context) {
      const item = await items.create(context.caller, body)
      await context.audit('checkItem.created', item.itemId, { name: item.itemName })
      return item
    },
    async update({ params, body }, context) {
      const item = await items.update(context.caller, params.itemId, body)
      await context.audit('checkItem.changed', item.itemId, body)
      return item
    },
    async move({ params, body }, context) {
      const item = await items.move(context.caller, params.itemId, body)
      await context.audit('checkItem.moved', item.itemId, body)
      return item
    },
    async archive({ params }, context) {
      const item = await items.archive(context.caller, params.itemId)
      await context.audit('checkItem.archived', item.itemId)
      return item
    },
    async restore({ params }, context) {
      const item = await items.restore(context.caller, params.itemId)
      await context.audit('checkItem.restored', item.itemId)
      return item
    },
    versions: ({ params }) => items.versions(params.itemId),
    async setStandardPicture({ params, body }, context) {
      const item =
        body.pictureId === undefined
          ? await standards.keep(context.caller, params.itemId, uploadedPicture(context, body.file))
          : await standards.copy(context.caller, params.itemId, body.pictureId)
      await context.audit('checkItem.standardSet', item.itemId, given({ pictureId: body.pictureId }))
      return item
    },
    async removeStandardPicture({ params }, context) {
      const item = await standards.remove(context.caller, params.itemId)
      await context.audit('checkItem.standardRemoved', item.itemId)
      return item
    },
    places: ({ params, query }, { caller }) => itemPlaces.ofShop(caller.scope, params.shopId, query.kind),
    async bindPlace({ params, body }, context) {
      const place = await itemPlaces.bind(context.caller, params.shopId, params.itemId, body)
      await context.audit('checkItem.bound', params.itemId, { shopId: params.shopId, ...body })
      return place
    },
    async unbindPlace({ params }, context) {
      await itemPlaces.unbind(context.caller, params.shopId, params.itemId)
      await context.audit('checkItem.unbound', params.itemId, { shopId: params.shopId })
      return null
    },
  })
}

/** The inherited calls. */
function recordRoutes(mount: Mount, { items, evaluations, inspections, daily }: ScoringService): void {
  mount(scoringCalls, {
    getEvaluationItemList: ({ query }) => items.under('evaluation', query.pid),
    getInspectionItemList: () => items.tree('inspection'),
    getEvaluation: ({ params }, { caller }) => evaluations.evaluation(caller.scope, params.id),
    getEvaluationList: ({ query }, { caller }) => evaluations.ofDay(caller, query.shopid, query.checkdate),
    getInspectionList: ({ query }, { caller }) => inspections.ofDay(caller, query.shopid, query.checkdate),
    getDailyrecordDetailList: ({ query }, { caller }) => daily.ofDay(caller, query.shopid, query.checkdate),
    async saveEvaluation({ body }, context) {
      return audited(context, 'evaluation.saved', await evaluations.save(context.caller, body))
    },
    async saveInspection({ body }, context) {
      return audited(context, 'inspection.saved', await inspections.save(context.caller, body))
    },
    async saveDailyrecord({ body }, context) {
      return audited(context, 'dailyRecord.saved', await daily.save(context.caller, body))
    },
    async revoke({ params, body }, context) {
      const revoked = await evaluations.revoke(context.caller, params.id, body.reason)
      await context.audit('evaluation.revoked', params.id, { reason: body.reason })
      return revoked
    },
    async updateStatus({ params, body }, context) {
      if (body.status !== 'confirmed')
        throw new AppError('ruleBroken', text.onlyConfirm, { reason: 'onlyConfirm' })
      const confirmed = await evaluations.confirm(context.caller, params.id)
      await context.audit('evaluation.confirmed', params.id)
      return confirmed
    },
    async delInspectionByIds({ params }, context) {
      await inspections.remove(context.caller, params.id)
      await context.audit('inspections.deleted', params.id.join(','))
      return null
    },
  })
}

function listRoutes(mount: Mount, { evaluations, inspections, daily }: ScoringService): void {
  mount(evaluationCalls, {
    list: ({ query: { status, itemId, ...query } }, { caller }) =>
      evaluations.page(caller.scope, { ...filterOf(query), status, itemId }),
  })
  mount(inspectionCalls, {
    list: ({ query }, { caller }) => inspections.page(caller.scope, filterOf(query)),
    detail: ({ params }, { caller }) => inspections.inspection(caller.scope, params.id),
    async restore({ params }, context) {
      const restored = await inspections.restore(context.caller, params.ids)
      await context.audit('inspections.restored', params.ids.join(','))
      return restored
    },
  })
  mount(dailyRecords, {
    list: ({ query: { typeId, ...query } }, { caller }) =>
      daily.page(caller.scope, { ...filterOf(query), typeId }),
    async remove({ params }, context) {
      await daily.remove(context.caller, params.ids)
      await context.audit('dailyRecords.deleted', params.ids.join(','))
      return null
    },
    async restore({ params }, context) {
      const restored = await daily.restore(context.caller, params.ids)
      await context.audit('dailyRecords.restored', params.ids.join(','))
      return restored
    },
  })
}

function draftRoutes(mount: Mount, { drafts }: ScoringService): void {
  mount(scoreDrafts, {
    list: (_, { caller }) => drafts.list(caller),
    get: ({ params }, { caller }) => drafts.draft(caller, params.kind, params.shopId),
    save: ({ params, body }, { caller }) => drafts.save(caller, params.kind, params.shopId, body),
    async discard({ params, query }, { caller }) {
      await drafts.discard(caller, params.kind, params.shopId, query.version)
      return null
    },
    async submit({ params, body }, context) {
      const { made, ...submitted } = await drafts.submit(context.caller, params.kind, params.shopId, body)
      if (made) await context.audit(`${auditName[params.kind]}.saved`, submitted.id)
      return submitted
    },
  })
}

const auditName = { evaluation: 'evaluation', inspection: 'inspection', daily: 'dailyRecord' } as const

/** A save that was sent again made nothing and is not noted. */
async function audited<Record extends { id: string; shopId: string }>(
  context: CallContext,
  action: string,
  { record, made }: { record: Record; made: boolean },
): Promise<Record> {
  if (made) await context.audit(action, record.id, { shopId: record.shopId })
  return record
}

type ListQuery = Omit<RecordFilter, 'area' | 'shopId' | 'begin' | 'end'> &
  RecordFilter['area'] & {
    pageNumber: number
    pageSize: number
    shopid?: string | undefined
    checkdate_beg?: string | undefined
    checkdate_end?: string | undefined
  }

function filterOf({
  type,
  id,
  provinceid,
  cityid,
  countyid,
  shopid,
  checkdate_beg,
  checkdate_end,
  ...rest
}: ListQuery) {
  return {
    ...rest,
    area: { type, id, provinceid, cityid, countyid },
    shopId: shopid,
    begin: checkdate_beg,
    end: checkdate_end,
  }
}
