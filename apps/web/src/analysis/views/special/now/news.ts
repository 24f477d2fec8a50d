import type { AnalysisAnswer, AnalysisMember } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'

type Rows = Pick<AnalysisAnswer, 'rows'>
/** Something that happened today; `at` is the local time of day `HH:MM` from which it was so. */
export type News =
  | { kind: 'high'; at: string; hour: number; visits: number }
  | { kind: 'busiest'; at: string; hour: number; shop: AnalysisMember; visits: number }
  | { kind: 'record'; at: string; shop: AnalysisMember; visits: number; before: number }
  | { kind: 'silent'; at: string; shop: AnalysisMember; entrance: AnalysisMember }

const two = (value: number) => String(value).padStart(2, '0')
/** `2026-11-21 14:00` is 14. */
const hourOf = (label: string): number => Number(label.slice(-5, -3))

/** Hours that are over and in which more people came than in any hour of the day before them; the first is none. */
export function highHours({ rows }: Rows, now: { hour: number }): News[] {
  let most: number | undefined
  return rows
    .map(row => ({ hour: hourOf(memberOf(row, 'time').name), visits: cellOf(row, 'visits').current }))
    .filter(({ hour, visits }) => visits !== null && hour < now.hour)
    .toSorted((a, b) => a.hour - b.hour)
    .flatMap(({ hour, visits }): News[] => {
      const value = visits ?? 0
      const isHigh = most !== undefined && value > most
      most = Math.max(most ?? 0, value)
      return isHigh ? [{ kind: 'high', at: `${two(hour + 1)}:00`, hour, visits: value }] : []
    })
}

/** The shop with the most visits of each hour that is over. */
export function busiestShops({ rows }: Rows, now: { hour: number }): News[] {
  return [...Map.groupBy(rows, row => hourOf(memberOf(row, 'time').name))].flatMap(([hour, all]): News[] => {
    const [first] = all.toSorted(
      (a, b) => (cellOf(b, 'visits').current ?? 0) - (cellOf(a, 'visits').current ?? 0),
    )
    const visits = first && cellOf(first, 'visits').current
    return first && visits && hour < now.hour
      ? [{ kind: 'busiest', at: `${two(hour + 1)}:00`, hour, shop: memberOf(first, 'shop'), visits }]
      : []
  })
}

/** Shops that have had more visits today already than on any of the days before. */
export function records(today: Rows, before: Rows, at: string): News[] {
  const highest = new Map(
    before.rows.map(row => [memberOf(row, 'shop').id, cellOf(row, 'visits.peak').current ?? 0]),
  )
  return today.rows
    .flatMap(row => {
      const [shop, visits] = [memberOf(row, 'shop'), cellOf(row, 'visits').current ?? 0]
      const most = highest.get(shop.id) ?? 0
      return most > 0 && visits > most ? [{ kind: 'record' as const, at, shop, visits, before: most }] : []
    })
    .toSorted((a, b) => b.visits / b.before - a.visits / a.before)
}

/** Doors of which nothing came in a time in which counts were due. */
export function silentDoors({ rows }: Rows, at: string): News[] {
  return rows
    .filter(row => cellOf(row, 'visits').coverage === 0)
    .map(row => ({
      kind: 'silent',
      at,
      shop: memberOf(row, 'shop'),
      entrance: memberOf(row, 'entrance'),
    }))
}

/** The latest first; of one time what needs somebody first. */
export function latestFirst(news: readonly News[]): News[] {
  const weight: Record<News['kind'], number> = { silent: 0, record: 1, high: 2, busiest: 3 }
  return news.toSorted((a, b) => b.at.localeCompare(a.at) || weight[a.kind] - weight[b.kind])
}
