import type { EvaluationTypeStatistic } from '@aisle/contract'

export type TypeTrend = { id: string; name: string; nameEn: string; scores: (number | null)[] }

/** Rows of date and group as one line for each group; a day without an item of it is unknown, not nought. */
export function trendOf(rows: readonly EvaluationTypeStatistic[]): { dates: string[]; types: TypeTrend[] } {
  const dates = [...new Set(rows.map(({ date }) => date))].sort()
  const types = new Map<string, TypeTrend>()
  for (const { date, typeId, typeName, typeNameEn, score } of rows) {
    const own = types.get(typeId) ?? {
      id: typeId,
      name: typeName,
      nameEn: typeNameEn,
      scores: dates.map(() => null),
    }
    own.scores[dates.indexOf(date)] = score
    types.set(typeId, own)
  }
  return { dates, types: [...types.values()] }
}
