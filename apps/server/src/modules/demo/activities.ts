import type { ActivityKind } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import { activities } from '../../platform/schema/index.ts'
import { dayAfter } from '../../platform/time.ts'
import { chinaMoment } from './activity.ts'
import type { Chain } from './chain.ts'
import { campaignDays, campaignStarts, type saleDays } from './history/days.ts'
import { insertAll } from './insert-all.ts'
import { demoUsers } from './people.ts'
import { randomFrom } from './random.ts'

const firstId = 880_001
/** As far back as the demo's history goes, and as far ahead as one plans. */
const days = { before: 760, after: 45 }

const ownNames: readonly { zh: string; en: string; kind: ActivityKind; place: string }[] = [
  { zh: '会员周', en: 'Members’ week', kind: 'member', place: '' },
  { zh: '换季特卖', en: 'End-of-season sale', kind: 'discount', place: '' },
  { zh: '店庆周', en: 'Anniversary week', kind: 'festival', place: '全场' },
  { zh: '新品上市周', en: 'New arrivals week', kind: 'newGoods', place: '入口陈列区' },
  { zh: '家居生活节', en: 'Home living week', kind: 'show', place: '中庭' },
]
const dayNames: Record<keyof typeof saleDays & string, { zh: string; en: string }> = {
  '06-18': { zh: '年中大促', en: 'Mid-year sale' },
  '11-11': { zh: '双十一', en: 'Double 11' },
  '12-12': { zh: '双十二', en: 'Double 12' },
  '12-24': { zh: '平安夜', en: 'Christmas Eve' },
  '02-14': { zh: '情人节', en: 'Valentine’s Day' },
}

/** The promotions that are in the demo's figures, as activities: those of single shops, and the days that every shop has. */
export async function insertActivities(db: Queryable, { shops, seed }: Chain, now: Date): Promise<void> {
  const today = chinaMoment(now, 0, '12:00').toISOString().slice(0, 10)
  const [from, to] = [dayAfter(today, -days.before), dayAfter(today, days.after)]
  const author = demoUsers.find(({ loginName }) => loginName === 'analyst')?.id ?? null
  const ofShops = shops.flatMap(shop => {
    const opened = dayAfter(today, -shop.ageDays)
    const [, first = from] = [opened, from].sort()
    return campaignStarts(Number(shop.id), seed, first, to).map(begin => {
      const random = randomFrom(seed, `activity ${shop.id} ${begin}`)
      const { zh, en, kind, place } = random.pick(ownNames)
      return {
        name: `${shop.name}${zh}`,
        nameEn: `${shop.nameEn} ${en}`.slice(0, 60),
        kind,
        place,
        fromDate: begin,
        toDate: dayAfter(begin, campaignDays - 1),
        shopIds: [shop.id],
        cost: random.whole(12, 60) * 100,
      }
    })
  })
  const ofAll = yearsOf(from, to).flatMap(year =>
    Object.entries(dayNames).flatMap(([day, { zh, en }]) => {
      const date = `${year}-${day}`
      if (date < from || date > to) return []
      return [
        {
          name: `${year} ${zh}`,
          nameEn: `${en} ${year}`,
          kind: 'festival' as const,
          place: '',
          fromDate: date,
          toDate: date,
          shopIds: [],
          cost: 86_000,
        },
      ]
    }),
  )
  const all = [...ofShops, ...ofAll].sort((a, b) => (a.fromDate < b.fromDate ? -1 : 1))
  await insertAll(
    db,
    activities,
    all.map((one, index) => ({
      ...one,
      id: String(firstId + index),
      areaIds: [],
      updatedBy: author,
      updatedAt: chinaMoment(now, 3, '10:30'),
      createdAt: chinaMoment(now, 3, '10:30'),
    })),
  )
}

function yearsOf(from: string, to: string): number[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
