import { AppError, type Picture, type Text } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Scope } from '../../platform/scope.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { groupedBy } from './answers.ts'
import type { PicturesById } from './intake.ts'
import type { PlaceStore } from './records.ts'
import { text } from './text.ts'

export type Paged = { pageNumber: number; pageSize: number }
/** A record, and whether this very call made it. */
export type Saved<Answer> = { record: Answer; made: boolean }

type Deps<Row, Answer> = {
  store: {
    byKey(userId: string, clientKey: string): Promise<{ id: string; shopId: string } | undefined>
    ofDay(scope: Scope, shopId: string, day: string): Promise<Row[]>
  }
  find(scope: Scope, id: string): Promise<Row | undefined>
  answers(scope: Scope, rows: readonly Row[]): Promise<Answer[]>
  places: PlaceStore
  /** What to say where there is no such record. */
  missing: Text
  /** What follows a record that was saved, now or in an earlier call that broke off. */
  follow?(caller: Caller, id: string): Promise<void>
  now: () => Date
}

/** What keeping a record means, whatever it records: saved once for a client key, read in scope, listed by days. */
export function recordKeeper<Row extends { inScope: boolean }, Answer>({
  store,
  find,
  answers,
  places,
  missing,
  follow = async () => undefined,
  now,
}: Deps<Row, Answer>) {
  /** @throws AppError notFound; forbidden outside the scope */
  async function found(scope: Scope, id: string): Promise<Row> {
    const row = await find(scope, id)
    if (!row) throw new AppError('notFound', missing)
    if (!row.inScope) throw new AppError('forbidden', text.foreignRecord)
    return row
  }

  /** @throws AppError as `found` */
  async function one(scope: Scope, id: string): Promise<Answer> {
    const [answer] = await answers(scope, [await found(scope, id)])
    if (!answer) throw new AppError('notFound', missing)
    return answer
  }

  /**
   * The record that was saved with this key before, with all that follows it.
   * @throws AppError conflict where the key belongs to a record of another shop
   */
  async function earlier(
    caller: Caller,
    clientKey: string | undefined,
    shopId: string,
  ): Promise<Saved<Answer> | undefined> {
    const known = clientKey === undefined ? undefined : await store.byKey(caller.userId, clientKey)
    if (!known) return undefined
    if (known.shopId !== shopId) throw new AppError('conflict', text.keyUsed, { reason: 'keyUsed' })
    await follow(caller, known.id)
    return { record: await one(caller.scope, known.id), made: false }
  }

  return {
    found,
    one,
    earlier,

    /**
     * Saves by `insert`, which answers undefined where the key was used before; sent again with its client key it answers
     * the first, also where both come at once.
     */
    async saveOnce(
      caller: Caller,
      { clientKey, shopId }: { clientKey?: string | undefined; shopId: string },
      insert: () => Promise<string | undefined>,
    ): Promise<Saved<Answer>> {
      const known = await earlier(caller, clientKey, shopId)
      if (known) return known
      const id = await insert()
      if (id === undefined) {
        // The same save came twice at once: the other one was first.
        const first = await earlier(caller, clientKey, shopId)
        if (!first) throw new Error('the record was not inserted')
        return first
      }
      await follow(caller, id)
      return { record: await one(caller.scope, id), made: true }
    },

    /** Records of a shop on a day of its calendar, today where none is named. */
    async ofDay(caller: Caller, shopId: string, day: string | undefined): Promise<Answer[]> {
      const shop = await places.shop(caller.scope, shopId)
      const today = legacyTimeOf(now(), shop.timeZone).slice(0, 10)
      return answers(caller.scope, await store.ofDay(caller.scope, shopId, day ?? today))
    },
  }
}

/** Answers for records that consist of details, with the pictures of all of them. */
export function answersWithDetails<
  Row extends { id: string },
  Detail extends { pictureIds: string[] },
  Answer,
>({
  details,
  recordIdOf,
  pictures,
  answer,
}: {
  details(ids: readonly string[]): Promise<Detail[]>
  recordIdOf(detail: Detail): string
  pictures: PicturesById
  answer(row: Row, details: Detail[], pictures: Map<string, Picture>): Answer
}) {
  return async (scope: Scope, rows: readonly Row[]): Promise<Answer[]> => {
    const all = await details(rows.map(({ id }) => id))
    const known = await pictures.byIds(scope, [...new Set(all.flatMap(detail => detail.pictureIds))])
    const detailsOf = groupedBy(all, recordIdOf)
    return rows.map(row => answer(row, detailsOf(row.id), known))
  }
}
