import { exportLimits, type Page } from '@aisle/contract'

/** Rows of a page of a list that is read to its end. */
export const wholePageSize = 5000

/** All rows of a list, page by page. One more than a file can have is enough: the server then says how many it can. */
export async function allPages<T>(read: (pageNumber: number) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  for (let pageNumber = 1; rows.length <= exportLimits.rows; pageNumber++) {
    const { records, total } = await read(pageNumber)
    rows.push(...records)
    if (records.length === 0 || rows.length >= total) break
  }
  return rows
}
