import {
  type AreaSelection,
  type CheckRecordSort,
  type CheckshopRecord,
  type EvaluationStatistics,
  evaluationStatuses,
  type HolidayCount,
  type Page,
  type ShopScore,
  type StatisticsGranularity,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { type CheckRecordFilter, checkRecordStore } from './check-records.ts'
import { type Days, rangeBefore } from './ranges.ts'
import { statisticsStore, type Which } from './store.ts'

type CheckRecordQuery = Pick<CheckRecordFilter, 'userId' | 'itemId' | 'status'> & {
  sort: CheckRecordSort
  order: 'asc' | 'desc'
  pageNumber: number
  pageSize: number
}

/** Figures that an inspector sees of a shop or an area: each is made of the rows of shops in scope, and of nothing else. */
export function statisticsService(db: Database) {
  const store = statisticsStore(db)
  const records = checkRecordStore(db)

  /** @throws AppError forbidden, notFound where one shop is asked for that the caller does not see */
  async function admit(caller: Caller, which: Which): Promise<void> {
    if (which.shopId !== undefined) await store.shop(caller.scope, which.shopId)
  }
  /** The same statistic for one shop or an area, after asking whether the caller sees the shop. */
  const admitted =
    <Rest extends unknown[], Answer>(
      of: (scope: Caller['scope'], which: Which, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (caller: Caller, which: Which, ...rest: Rest): Promise<Answer> => {
      await admit(caller, which)
      return of(caller.scope, which, ...rest)
    }

  const shopScores = (caller: Caller, area: AreaSelection, days: Days): Promise<ShopScore[]> =>
    store.shopScores(caller.scope, area, days, beforeOf(days))

  function beforeOf(days: Days): Days | undefined {
    const before = rangeBefore(days)
    return before && { ...before, kind: days.kind }
  }

  return {
    /** Best first. */
    shopScores,

    /** One shop, ranked among those of its region in scope. @throws AppError forbidden, notFound */
    async shopScore(caller: Caller, shopId: string, days: Days): Promise<ShopScore[]> {
      const { regionId } = await store.shop(caller.scope, shopId)
      const scores = await shopScores(caller, { type: 0, id: regionId }, days)
      return scores.filter(score => score.shopid === shopId)
    },

    items: admitted(store.items),
    evaluationTypes: admitted(store.evaluationTypes),
    inspectionTypes: admitted(store.inspectionTypes),
    dailyTypes: admitted(store.dailyTypes),
    typeTrend: admitted((scope, which, days: Days, granularity: StatisticsGranularity) =>
      store.typeTrend(scope, which, days, granularity),
    ),

    async evaluations(caller: Caller, which: Which, days: Days): Promise<EvaluationStatistics> {
      await admit(caller, which)
      const { scope } = caller
      const [totals, byDay, statuses] = await Promise.all([
        store.evaluationTotals(scope, which, days),
        store.evaluationDays(scope, which, days),
        store.evaluationStatuses(scope, which, days),
      ])
      const countOf = new Map(statuses.map(({ status, count }) => [status, count]))
      const byStatus = evaluationStatuses.map(status => ({ status, count: countOf.get(status) ?? 0 }))
      return { ...totals, revoked: countOf.get('revoked') ?? 0, byDay, byStatus }
    },

    async holidays(caller: Caller, which: Which, days: Days): Promise<HolidayCount[]> {
      await admit(caller, which)
      const rows = await store.holidays(caller.scope, which, days)
      return ([0, 1] as const).map(isHoliday => {
        const row = rows.find(each => each.isHoliday === (isHoliday === 1))
        return { isHoliday, count: row?.count ?? 0, averageScore: row?.averageScore ?? null }
      })
    },

    async checkRecords(
      caller: Caller,
      which: Which,
      days: Days,
      { pageNumber, pageSize, sort, order, ...filter }: CheckRecordQuery,
    ): Promise<Page<CheckshopRecord>> {
      await admit(caller, which)
      const offset = (pageNumber - 1) * pageSize
      const asked = { which, days, ...filter }
      const { rows, total } = await records.list(caller.scope, asked, {
        sort,
        order,
        offset,
        limit: pageSize,
      })
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: rows.map(({ timeZone, beganAt, endedAt, ...row }) => ({
          ...row,
          checkshopBeg: legacyTimeOf(beganAt, timeZone),
          checkshopEnd: endedAt && legacyTimeOf(endedAt, timeZone),
          durationMinutes: endedAt && Math.round((endedAt.getTime() - beganAt.getTime()) / 60_000),
        })),
      }
    },
  }
}
export type StatisticsService = ReturnType<typeof statisticsService>
