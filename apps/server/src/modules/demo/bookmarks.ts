import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { chinaMoment } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { inspectorId } from './people.ts'

const firstId = 858_001
const colleagueId = '701006'
const shopName = '静安寺店'
const marks = [
  { number: '01', clock: '10:00:00', title: '开门营业', userId: inspectorId, everyDays: 1 },
  { number: '10', clock: '09:21:30', title: '到货清点', userId: colleagueId, everyDays: 2 },
  { number: '03', clock: '18:32:10', title: '晚高峰排队', userId: inspectorId, everyDays: 3 },
] as const
/** Recordings of the demo reach back further. */
const days = 14

/** Moments that the inspectors marked in the recordings of the shop that is shown. */
export async function insertBookmarks(
  db: Queryable,
  { shops }: { shops: readonly DemoShop[] },
  now: Date,
): Promise<void> {
  const cameras = shops.find(shop => shop.name === shopName)?.cameras ?? []
  const rows = marks.flatMap(({ number, clock, title, userId, everyDays }) => {
    const camera = cameras.find(each => each.number === number)
    if (!camera) return []
    const [hour, minute, second] = clock.split(':').map(Number)
    return Array.from({ length: Math.ceil(days / everyDays) }, (_, index) => ({
      cameraId: camera.id,
      at: new Date(chinaMoment(now, index * everyDays, `${hour}:${minute}`).getTime() + (second ?? 0) * 1000),
      title,
      userId,
    })).filter(({ at }) => at < now)
  })
  await insertAll(
    db,
    schema.bookmarks,
    rows.map((row, index) => ({ ...row, id: String(firstId + index), createdAt: row.at })),
  )
}
