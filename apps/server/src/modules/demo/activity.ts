import type { ChainCamera, DemoShop } from './chain.ts'
import { inspectors } from './people.ts'
import { type Random, randomFrom } from './random.ts'

const dayMs = 24 * 3600_000
/** China keeps one clock all year, eight hours ahead of UTC. */
const chinaOffsetMs = 8 * 3600_000

/** The moment at `HH:MM` in China on the day that lies `daysAgo` before the day of `now`. */
export function chinaMoment(now: Date, daysAgo: number, clock: string): Date {
  const midnight = Math.floor((now.getTime() + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return new Date(midnight - daysAgo * dayMs + (hours * 60 + minutes) * 60_000)
}

/** When a camera was last heard of. */
export function lastOnlineAt({ offline }: Pick<ChainCamera, 'offline'>, now: Date): Date {
  if (!offline) return now
  if ('minutes' in offline) return new Date(now.getTime() - offline.minutes * 60_000)
  const today = chinaMoment(now, 0, offline.since)
  return today < now ? today : chinaMoment(now, 1, offline.since)
}

export type DemoVisit = {
  shopId: string
  userId: string
  beganAt: Date
  endedAt: Date
  watched: { camera: ChainCamera; at: Date }[]
}

/** How long ago visits go back, and how many days pass between two visits of the same shop. */
const visitDays = 90
const usualGap = [4, 11] as const
const gaps: Record<string, readonly [least: number, most: number]> = {
  静安寺店: [1, 2],
  徐家汇店: [2, 4],
  杭州湖滨店: [2, 5],
  南京新街口店: [2, 5],
  苏州观前街店: [3, 6],
}
/** Taken over from another chain last; nobody has been there yet. */
const neverVisited = new Set(['兰州张掖路店'])

/**
 * Visits of the last weeks up to yesterday, oldest first, each by an inspector whose scope holds the shop. They follow
 * from the seed and the day of `now` in China; the hour makes no difference.
 */
export function visitsBefore(now: Date, shops: readonly DemoShop[], seed: number): DemoVisit[] {
  return shops
    .filter(({ name }) => !neverVisited.has(name))
    .flatMap(shop => visitsOf(shop, now, seed))
    .sort((a, b) => a.beganAt.getTime() - b.beganAt.getTime())
}

/** Shops whose figures of the day before stand as they are told: nobody is there today yet. */
const restingToday = new Set(['静安寺店', ...neverVisited])
const firstClock = 9 * 60 + 5
const lastClock = 17 * 60 + 30

/** Visits of this day that are over by `now`, oldest first; in the early morning there are none. */
export function visitsToday(now: Date, shops: readonly DemoShop[], seed: number): DemoVisit[] {
  const day = chinaMoment(now, 0, '12:00').toISOString().slice(0, 10)
  return shops
    .filter(({ name }) => !restingToday.has(name))
    .flatMap(shop => {
      const random = randomFrom(seed, `today ${day} ${shop.name}`)
      if (!random.chance(shop.name in gaps ? 0.7 : 0.22)) return []
      const minutes = random.whole(firstClock, lastClock)
      const clock = `${Math.floor(minutes / 60)}:${minutes % 60}`
      const visit = visitAt(shop, chinaMoment(now, 0, clock), now, random)
      return visit.endedAt < now ? [visit] : []
    })
    .sort((a, b) => a.beganAt.getTime() - b.beganAt.getTime())
}

function visitsOf(shop: DemoShop, now: Date, seed: number): DemoVisit[] {
  const random = randomFrom(seed, `visits ${shop.name}`)
  const gap = gaps[shop.name] ?? usualGap
  const visits: DemoVisit[] = []
  for (let daysAgo = random.whole(1, gap[1]); daysAgo <= visitDays; daysAgo += random.whole(...gap)) {
    const clock = `${random.whole(10, 17)}:${random.whole(0, 59)}`
    visits.push(visitAt(shop, chinaMoment(now, daysAgo, clock), now, random))
  }
  return visits
}

/** A visit that begins in the minute `from`, by an inspector whose scope holds the shop. */
function visitAt(shop: DemoShop, from: Date, now: Date, random: Random): DemoVisit {
  const able = inspectors.filter(({ areas }) =>
    areas?.some(id => id === shop.regionId || id === shop.provinceId),
  )
  const beganAt = new Date(from.getTime() + random.whole(0, 59) * 1000)
  const noon = chinaMoment(now, 0, '12:00')
  const seen = shop.cameras.filter(camera => !camera.offline || lastOnlineAt(camera, noon) > beganAt)
  const paceMs = random.whole(38, 62) * 1000
  return {
    shopId: shop.id,
    userId: random.pick(able).id,
    beganAt,
    endedAt: new Date(beganAt.getTime() + seen.length * paceMs + random.whole(5, 40) * 1000),
    watched: seen.map((camera, index) => ({
      camera,
      at: new Date(beganAt.getTime() + index * paceMs + 2000),
    })),
  }
}
