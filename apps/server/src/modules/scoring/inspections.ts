import { AppError, type Inspection, type InspectionBody, type InspectionSummary } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { inspectionOf, inspectionSummaryOf } from './answers.ts'
import type { InspectionRecordStore } from './inspection-store.ts'
import { itemsNamed, type PicturesById, type RecordIntake, refuse } from './intake.ts'
import type { ItemStore } from './item-store.ts'
import type { ProblemRaises } from './raises.ts'
import { answersWithDetails, type Paged, recordKeeper, type Saved } from './record-keeper.ts'
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
  const { one, earlier, saveOnce, ofDay } = recordKeeper({
    store,
    find: store.inspection,
    answers: answersWithDetails({
      details: store.details,
      recordIdOf: detail => detail.inspectionId,
      pictures,
      answer: inspectionOf,
    }),
    places,
    missing: text.noInspection,
    follow: (caller, id) => raises.ofRecord(caller, 'inspection', id),
    now,
  })

  return {
    inspection: one,

    earlier,

    /** Saves an inspection; sent again with its client key it answers the first. */
    save: (
      caller: Caller,
      body: InspectionBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<Inspection>> =>
      saveOnce(caller, body, async () => {
        const { shop, at, columns } = await intake.record(caller, body, body.inspectionTime, 'inspectionTime')
        const [form, all] = await Promise.all([items.form('inspection'), items.items('inspection', true)])
        const named = itemsNamed(body.inspectionDetails, all, field)
        for (const { input, path } of named)
          if (input.raise && input.result !== 'abnormal')
            refuse([{ path: `${path}.raise`, message: 'only what is not in order raises a problem' }])
        const evidence = await intake.details(caller, { shop, at }, named)
        return store.insert(
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
      }),

    ofDay,

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
