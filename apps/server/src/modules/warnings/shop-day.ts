import { inArray } from 'drizzle-orm'
import type { Database } from '../../platform/postgres.ts'
import { shops } from '../../platform/schema/index.ts'
import { businessTime } from '../facts/service.ts'

export type ShopDayDeps = {
  db: Database
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  now: () => Date
}

/** Today, as shops have it: their business day on their own clock. */
export function shopDay({ db, dayCut, now }: ShopDayDeps) {
  const on = async (timeZone: string): Promise<string> => businessTime(now(), timeZone, await dayCut()).date
  return {
    on,
    /** The earliest today among some shops; among all of them where none are named. */
    async earliest(shopIds: readonly string[]): Promise<string> {
      const zones = await db
        .selectDistinct({ timeZone: shops.timeZone })
        .from(shops)
        .where(shopIds.length > 0 ? inArray(shops.id, [...shopIds]) : undefined)
      const days = await Promise.all(zones.map(({ timeZone }) => on(timeZone)))
      return days.toSorted()[0] ?? on('Asia/Shanghai')
    },
  }
}
