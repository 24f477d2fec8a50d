import { AppError, type DailyRecord, type DailyRecordBody } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { dailyRecordOf } from './answers.ts'
import type { DailyRow, DailyStore } from './daily-store.ts'
import type { PicturesById, RecordIntake } from './intake.ts'
import type { ItemStore } from './item-store.ts'
import { type Paged, recordKeeper, type Saved } from './record-keeper.ts'
import type { PlaceStore, RecordFilter } from './records.ts'
import { text } from './text.ts'

type Deps = {
  store: DailyStore
  items: ItemStore
  places: PlaceStore
  intake: RecordIntake
  pictures: PicturesById
  now: () => Date
}

/** Daily records: a note of one type, with pictures. */
export function dailyRecordService({ store, items, places, intake, pictures, now }: Deps) {
  async function answers(scope: Scope, rows: readonly DailyRow[]): Promise<DailyRecord[]> {
    const known = await pictures.byIds(scope, [...new Set(rows.flatMap(row => row.pictureIds))])
    return rows.map(row => dailyRecordOf(row, known))
  }

  const { earlier, saveOnce, ofDay } = recordKeeper({
    store,
    find: async (scope: Scope, id: string) => (await store.byIds(scope, [id]))[0],
    answers,
    places,
    missing: text.noDaily,
    now,
  })

  return {
    earlier,

    /** Saves a record; sent again with its client key it answers the first. @throws AppError notFound for its type */
    save: (
      caller: Caller,
      body: DailyRecordBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<DailyRecord>> =>
      saveOnce(caller, body, async () => {
        const { at, columns } = await intake.record(caller, body, body.recordTime, 'recordTime')
        const type = await items.item(body.typeId)
        if (type?.kind !== 'daily') throw new AppError('notFound', text.noType)
        await intake.pictures(caller, body.shopId, [{ path: 'pictureIds', ids: body.pictureIds }])
        return store.insert(
          {
            ...columns,
            typeId: type.id,
            typeName: type.name,
            typeNameEn: type.nameEn,
            content: body.content,
            pictureIds: [...new Set(body.pictureIds)],
            recordedAt: at,
            createdAt: now(),
          },
          alongside,
        )
      }),

    ofDay,

    async page(
      scope: Scope,
      { pageNumber, pageSize, ...filter }: RecordFilter & Paged & { typeId?: string | undefined },
    ) {
      const { records, total } = await store.page(scope, filter, (pageNumber - 1) * pageSize, pageSize)
      return { current: pageNumber, size: pageSize, total, records: await answers(scope, records) }
    },

    /** Deletes the user's own, all or none; restorable. @throws AppError forbidden */
    async remove(caller: Caller, ids: readonly string[]): Promise<void> {
      if (!(await store.setDeleted(caller.scope, ids, caller.userId, now())))
        throw new AppError('forbidden', text.notYours)
    },

    /** Brings the user's own back, all or none. @throws AppError forbidden */
    async restore(caller: Caller, ids: readonly string[]): Promise<DailyRecord[]> {
      if (!(await store.setDeleted(caller.scope, ids, caller.userId, null)))
        throw new AppError('forbidden', text.notYours)
      return answers(caller.scope, await store.byIds(caller.scope, ids))
    },
  }
}
export type DailyRecordService = ReturnType<typeof dailyRecordService>
