import type { InspectionTotals, Page, ShopFigureSort, ShopFigures } from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { shopInScope } from '../../platform/shop-access.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { type Asked, figuresStore } from './figures-store.ts'
import { rangeBefore, yearBefore } from './ranges.ts'
import { watchedVideos } from './watched.ts'

type Compared = { days: { first: string; last: string }; totals: InspectionTotals }

/** Figures about how an area is inspected, for whoever answers for it. */
export function figuresService(db: Database) {
  const store = figuresStore(db)
  const watched = watchedVideos(db)

  /** @throws AppError forbidden, notFound where one shop is asked for that the caller does not see */
  async function admit(caller: Caller, { which }: Asked): Promise<void> {
    if (which.shopId !== undefined) await shopInScope(db, caller.scope, which.shopId)
  }
  /** The same figure after asking whether the caller sees the shop. */
  const admitted =
    <Rest extends unknown[], Answer>(
      of: (scope: Caller['scope'], asked: Asked, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (caller: Caller, asked: Asked, ...rest: Rest): Promise<Answer> => {
      await admit(caller, asked)
      return of(caller.scope, asked, ...rest)
    }

  async function totalsOf(scope: Caller['scope'], asked: Asked): Promise<InspectionTotals> {
    const [shops, patrols, scores, inspections, dailyRecords, problems] = await Promise.all([
      store.shopCount(scope, asked),
      store.patrolTotals(scope, asked),
      store.scoreTotals(scope, asked),
      store.inspectionCount(scope, asked),
      store.dailyCount(scope, asked),
      store.problemTotals(scope, asked),
    ])
    const patrolCoverage = shops === 0 ? null : Math.round((1000 * patrols.shopsPatrolled) / shops) / 10
    return { ...patrols, ...scores, ...problems, shops, patrolCoverage, inspections, dailyRecords }
  }
  async function comparedWith(
    scope: Caller['scope'],
    asked: Asked,
    days: { first: string; last: string } | undefined,
  ): Promise<Compared | null> {
    return days ? { days, totals: await totalsOf(scope, { ...asked, days }) } : null
  }

  return {
    async totals(caller: Caller, asked: Asked) {
      await admit(caller, asked)
      const { scope } = caller
      const [totals, previous, lastYear] = await Promise.all([
        totalsOf(scope, asked),
        comparedWith(scope, asked, rangeBefore(asked.days)),
        comparedWith(scope, asked, yearBefore(asked.days)),
      ])
      return { totals, previous, lastYear }
    },

    coverage: admitted(store.coverage),

    /** Provinces, each with its cities; the mean of a province is over its evaluations, not over its cities. */
    scores: admitted(async (scope, asked) => {
      const [provinces, cities] = await Promise.all([
        store.scores(scope, asked, 'province'),
        store.scores(scope, asked, 'city'),
      ])
      return provinces.map(({ provinceId: _, ...province }) => ({
        ...province,
        cities: cities
          .filter(({ provinceId }) => provinceId === province.id)
          .map(({ provinceId: _, ...city }) => city),
      }))
    }),

    groups: admitted(async (scope, asked) => {
      const before = rangeBefore(asked.days)
      const [groups, earlier] = await Promise.all([
        store.groups(scope, asked),
        before ? store.groups(scope, { ...asked, days: before }) : [],
      ])
      const earlierOf = new Map(earlier.map(({ itemId, score }) => [itemId, score]))
      return groups.map(group => ({ ...group, previousScore: earlierOf.get(group.itemId) ?? null }))
    }),

    async shops(
      caller: Caller,
      asked: Asked,
      {
        pageNumber,
        pageSize,
        ...order
      }: { sort: ShopFigureSort; order: 'asc' | 'desc'; pageNumber: number; pageSize: number },
    ): Promise<Page<ShopFigures>> {
      await admit(caller, asked)
      const offset = (pageNumber - 1) * pageSize
      const { rows, total } = await store.shops(caller.scope, asked, { ...order, offset, limit: pageSize })
      return { current: pageNumber, size: pageSize, total, records: rows }
    },

    inspectors: admitted(store.inspectors),
    days: admitted(store.days),

    /** @throws AppError notFound; forbidden outside the scope */
    async videos(caller: Caller, recordId: string) {
      const { timeZone, videos, evaluations } = await watched.ofVisit(caller.scope, recordId)
      return {
        videos: videos.map(({ from, to, ...video }) => ({
          ...video,
          from: legacyTimeOf(from, timeZone),
          to: to && legacyTimeOf(to, timeZone),
          seconds: to && Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000)),
        })),
        evaluations: evaluations.map(({ evaluatedAt, ...evaluation }) => ({
          ...evaluation,
          evaluatedAt: evaluatedAt.toISOString(),
        })),
      }
    },
  }
}
export type FiguresService = ReturnType<typeof figuresService>
