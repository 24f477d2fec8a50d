import { AppError, type DailyRecord, type DailyRecordBody } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { dailyRecordOf } from './answers.ts'
import type { DailyRow, DailyStore } from './daily-store.ts'
import type { Paged, Saved } from './evaluations.ts'
import type { PicturesById, RecordIntake } from './intake.ts'
import type { ItemStore } from './item-store.ts'
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

  async function one(scope: Scope, id: string): Promise<DailyRecord> {
    const [answer] = await answers(scope, await store.byIds(scope, [id]))
    if (!answer) throw new AppError('notFound', text.noCheck)
    return answer
  }

  async function earlier(caller: Caller, clientKey: string | undefined, shopId: string) {
    const known = clientKey === undefined ? undefined : await store.byKey(caller.userId, clientKey)
    if (!known) return undefined
    if (known.shopId !== shopId) throw new AppError('conflict', text.keyUsed, { reason: 'keyUsed' })
    return { record: await one(caller.scope, known.id), made: false }
  }

  return {
    earlier,

    /** Saves a record; sent again with its client key it answers the first. @throws AppError notFound for its type */
    async save(
      caller: Caller,
      body: DailyRecordBody,
      alongside?: (transaction: Queryable) => Promise<void>,
    ): Promise<Saved<DailyRecord>> {
      const known = await earlier(caller, body.clientKey, body.shopId)
      if (known) return known
      const { at, columns } = await intake.record(caller, body, body.recordTime, 'recordTime')
      const type = await items.item(body.typeId)
      if (type?.kind !== 'daily') throw new AppError('notFound', text.noType)
      await intake.pictures(caller, body.shopId, [{ path: 'pictureIds', ids: body.pictureIds }])
      const id = await store.insert(
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
      if (id === undefined) {
        // The same save came twice at once: the other one was first.
        const first = await earlier(caller, body.clientKey, body.shopId)
        if (!first) throw new Error('the daily record was not inserted')
        return first
      }
      return { record: await one(caller.scope, id), made: true }
    },

    /** Records of a shop on a day of its calendar, today where none is named. */
    async ofDay(caller: Caller, shopId: string, day: string | undefined): Promise<DailyRecord[]> {
      const shop = await places.shop(caller.scope, shopId)
      const today = legacyTimeOf(now(), shop.timeZone).slice(0, 10)
      return answers(caller.scope, await store.ofDay(caller.scope, shopId, day ?? today))
    },

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
