import type { Day } from './periods.ts'

export type HolidayMark = { name: string; isOff: boolean }
const none: ReadonlyMap<Day, HolidayMark> = new Map()

/** Public holidays and make-up workdays of the months (`YYYY-MM`) on show. */
export function useHolidayMarks(_months: readonly string[]): ReadonlyMap<Day, HolidayMark> {
  return none
}
