import type { CheckShop, FavouriteFigures, Shop } from '@aisle/contract'
import { byName, type Matcher } from '../lib/matcher.ts'

/** One line of the shop list. Cameras and last check are unknown to users who may not inspect. */
export type ShopRow = Shop & Partial<Pick<CheckShop, 'cameraCount' | 'onlineCount' | 'lastCheckTime'>>

/** A favourite shop with how it stands; figures are unknown to users who may not inspect. */
export type Favourite = ShopRow & { figures: FavouriteFigures | undefined }

const sortKeys = ['name', 'area', 'format', 'cameras', 'check'] as const
export type SortKey = (typeof sortKeys)[number]
export type Sort = { key: SortKey; isDown: boolean }

export function isSort(value: unknown): value is Sort {
  return (
    typeof value === 'object' &&
    value !== null &&
    'key' in value &&
    sortKeys.some(key => key === value.key) &&
    'isDown' in value &&
    typeof value.isDown === 'boolean'
  )
}

const offline = (row: ShopRow) => (row.cameraCount ?? 0) - (row.onlineCount ?? 0)

/** How two lines compare, ascending; equal ones keep the order of their names. */
const comparisons: Record<SortKey, (a: ShopRow, b: ShopRow) => number> = {
  name: (a, b) => byName(a.shopname, b.shopname),
  area: (a, b) => byName(a.areaPath, b.areaPath),
  format: (a, b) => a.format.localeCompare(b.format),
  // Most offline cameras first: what is broken leads.
  cameras: (a, b) => offline(b) - offline(a),
  // Never checked counts as longest ago.
  check: (a, b) => (a.lastCheckTime ?? '').localeCompare(b.lastCheckTime ?? ''),
}

export function sortRows(rows: readonly ShopRow[], sort: Sort): ShopRow[] {
  const compare = comparisons[sort.key]
  const sign = sort.isDown ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(a, b) || comparisons.name(a, b))
}

export const shows = ['all', 'offline', 'unchecked'] as const
export type Show = (typeof shows)[number]

/** After this many days without a check a shop counts as unchecked. */
const uncheckedDays = 30

export function isShown(row: ShopRow, show: Show, now: Date): boolean {
  if (show === 'offline') return offline(row) > 0
  if (show === 'unchecked') {
    const last = row.lastCheckTime ? new Date(row.lastCheckTime.replace(' ', 'T')).getTime() : 0
    return now.getTime() - last > uncheckedDays * 86_400_000
  }
  return true
}

/** True where name (either language), code, pinyin or initials answer what was typed. */
export function isFound(row: ShopRow, typed: string, matches: Matcher): boolean {
  return (
    typed === '' || matches(row.shopname, typed) || matches(row.shopnameEn, typed) || matches(row.code, typed)
  )
}
