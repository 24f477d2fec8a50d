import { AppError, type Inspection, type InspectionBody, type InspectionSummary } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { groupedBy, inspectionOf, inspectionSummaryOf } from './answers.ts'
import type { Paged, Saved } from './evaluations.ts'
import type { InspectionRecordStore, InspectionRow } from './inspection-store.ts'
import { itemsNamed, type PicturesById, type RecordIntake, refuse } from './intake.ts'
import type { ItemStore } from './item-store.ts'
import type { ProblemRaises } from './raises.ts'
import type { PlaceStore, RecordFilter } from './records.ts'
import { text } from './text.ts'

type Deps = {
  store: InspectionRecordStore
  items: ItemStore
  places: PlaceStore
  intake: RecordIntake
  pictures: PicturesById
  raises: ProblemRaises
  now: () => Date
}

const field = 'inspectionDetails'

/** Inspections: items that are in order or not, without points. */
export function inspectionRecordService({ store, items, places, intake, pictures, raises, now }: Deps) {
  async function answers(scope: Scope, rows: readonly InspectionRow[]): Promise<Inspection[]> {
    const details = await store.details(rows.map(row => row.id))
    const known = await pictures.byIds(scope, [...new Set(details.flatMap(detail => detail.pictureIds))])
    const detailsOf = groupedBy(details, detail => detail.inspectionId)
    return rows.map(row => inspectionOf(row, detailsOf(row.id), known))
  }

  /** @throws AppError notFound; forbidden outside the scope */
  async function inspection(scope: Scope, id: string): Promise<Inspection> {
    const row = await store.inspection(scope, id)
    if (!row) throw new AppError('notFound', text.noInspection)
    if (!row.inScope) throw new AppError('forbidden', text.notYours)
    const [answer] = await answers(scope, [row])
    if (!answer) throw new AppError('notFound', text.noInspection)
    return answer
  }

  async function earlier(caller: Caller, clientKey: string | undefined, shopId: string) {
    const known = clientKey === undefined ? undefined : await store.byKey(caller.userId, clientKey)
    if (!known) return undefined
    if (known.shopId !== shopId) throw new AppError('conflict', text.keyUsed, { reason: 'keyUsed' })
    await raises.ofRecord(caller, 'inspection', known.id)
    return { record: await inspection(caller.scope, known.id), made: false }
  }

  return {
    inspection,

    earlier,

    /** Saves an inspection; sent again with its client key it answers the first. */
    async save(
      caller: Caller,
      body: InspectionBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<Inspection>> {
      const known = await earlier(caller, body.clientKey, body.shopId)
      if (known) return known
      const { shop, at, columns } = await intake.record(caller, body, body.inspectionTime, 'inspectionTime')
      const [form, all] = await Promise.all([items.form('inspection'), items.items('inspection', true)])
      const named = itemsNamed(body.inspectionDetails, all, field)
      for (const { input, path } of named)
        if (input.raise && input.result !== 'abnormal')
          refuse([{ path: `${path}.raise`, message: 'only what is not in order raises a problem' }])
      const evidence = await intake.details(caller, { shop, at }, named)
      const id = await store.insert(
        {
          ...columns,
          inspectedAt: at,
          useSeconds: body.useTime,
          formName: form.name,
          formNameEn: form.nameEn,
          formVersion: form.version,
          itemCount: named.length,
          abnormalCount: named.filter(({ input }) => input.result === 'abnormal').length,
          remark: body.remark,
          createdAt: now(),
        },
        evidence.map((columns, index) => ({ ...columns, result: named[index]?.input.result ?? 'na' })),
        alongside,
      )
      if (id === undefined) {
        // The same save came twice at once: the other one was first.
        const first = await earlier(caller, body.clientKey, body.shopId)
        if (!first) throw new Error('the inspection was not inserted')
        return first
      }
      await raises.ofRecord(caller, 'inspection', id)
      return { record: await inspection(caller.scope, id), made: true }
    },

    /** Inspections of a shop on a day of its calendar, today where none is named. */
    async ofDay(caller: Caller, shopId: string, day: string | undefined): Promise<Inspection[]> {
      const shop = await places.shop(caller.scope, shopId)
      const today = legacyTimeOf(now(), shop.timeZone).slice(0, 10)
      return answers(caller.scope, await store.ofDay(caller.scope, shopId, day ?? today))
    },

    async page(scope: Scope, { pageNumber, pageSize, ...filter }: RecordFilter & Paged) {
      const { records, total } = await store.page(scope, filter, (pageNumber - 1) * pageSize, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(inspectionSummaryOf) }
    },

    /** Deletes the user's own, all or none; restorable. @throws AppError forbidden */
    async remove(caller: Caller, ids: readonly string[]): Promise<void> {
      if (!(await store.setDeleted(caller.scope, ids, caller.userId, now())))
        throw new AppError('forbidden', text.notYours)
    },

    /** Brings the user's own back, all or none. @throws AppError forbidden */
    async restore(caller: Caller, ids: readonly string[]): Promise<InspectionSummary[]> {
      if (!(await store.setDeleted(caller.scope, ids, caller.userId, null)))
        throw new AppError('forbidden', text.notYours)
      return (await store.byIds(caller.scope, ids)).map(inspectionSummaryOf)
    },
  }
}
export type InspectionRecordService = ReturnType<typeof inspectionRecordService>
