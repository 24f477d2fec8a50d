import type { Page, Problem, WholeProblem } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import { everyShop } from '../../platform/scope.ts'
import type { PictureService } from '../pictures/service.ts'
import { commentAnswer, eventAnswer, problemAnswer } from './answers.ts'
import { admitted } from './checks.ts'
import type { ProblemFilter, ProblemRow, ProblemSort, ProblemStore } from './store.ts'

const farthest = 1_000_000_000

type Deps = { store: ProblemStore; pictures: Pick<PictureService, 'byIds'>; now: () => Date }

/** Problems as people see them, with the pictures that are still there. */
export function problemReading({ store, pictures, now }: Deps) {
  async function rowOf(caller: Caller, id: string): Promise<ProblemRow> {
    const row = await store.one(caller.scope, id, now())
    return admitted(row)
  }

  async function whole(caller: Caller, id: string): Promise<WholeProblem> {
    const row = await rowOf(caller, id)
    const [history, comments, score] = await Promise.all([
      store.history(id),
      store.comments(id),
      store.scoreOf(id),
    ])
    const ids = [
      ...row.beforePictureIds,
      ...row.afterPictureIds,
      ...[...history, ...comments].flatMap(({ pictureIds }) => pictureIds),
    ]
    const shown = await pictures.byIds(caller.scope, [...new Set(ids)])
    return {
      ...problemAnswer(row, caller, shown),
      score,
      history: history.map(event => eventAnswer(event, shown)),
      comments: comments.map(comment => commentAnswer(comment, shown)),
    }
  }

  return {
    /** @throws AppError notFound, forbidden out of scope */
    rowOf,

    /** A problem with its history and comments. @throws AppError notFound, forbidden out of scope */
    whole,

    /** The problem as the transaction sees it. */
    async inside(on: Queryable, id: string): Promise<ProblemRow> {
      const row = await store.one(everyShop, id, now(), on)
      if (!row) throw new Error(`problem ${id} is not there any more`)
      return row
    },

    async page(
      caller: Caller,
      {
        pageNumber,
        pageSize,
        sort = 'latest',
        ...filter
      }: ProblemFilter & { pageNumber: number; pageSize: number; sort?: ProblemSort | undefined },
    ): Promise<Page<Problem>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.scope, filter, sort, now(), offset, pageSize)
      const ids = records.flatMap(row => [...row.beforePictureIds, ...row.afterPictureIds])
      const shown = await pictures.byIds(caller.scope, [...new Set(ids)])
      const answers = records.map(row => problemAnswer(row, caller, shown))
      return { current: pageNumber, size: pageSize, total, records: answers }
    },

    items: (caller: Caller, filter: ProblemFilter) => store.items(caller.scope, filter, now()),

    /** Who may be put in charge of a problem of that shop. @throws AppError forbidden, notFound */
    async owners(caller: Caller, shopId: string) {
      await store.shop(caller.scope, shopId)
      const [handlers, staff] = await Promise.all([store.handlers(shopId), store.staff(shopId)])
      return [
        ...staff.map(person => ({ kind: 'staff' as const, ...person })),
        ...handlers.map(user => ({ kind: 'user' as const, ...user, phone: '', duty: '' })),
      ]
    },
  }
}
export type ProblemReading = ReturnType<typeof problemReading>
