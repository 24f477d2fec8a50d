import type { ChainCamera, DemoShop } from './chain.ts'
import { inspectors } from './people.ts'
import { randomFrom } from './random.ts'

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

function visitsOf(shop: DemoShop, now: Date, seed: number): DemoVisit[] {
  const random = randomFrom(seed, `visits ${shop.name}`)
  const gap = gaps[shop.name] ?? usualGap
  const able = inspectors.filter(({ areas }) =>
    areas?.some(id => id === shop.regionId || id === shop.provinceId),
  )
  const noon = chinaMoment(now, 0, '12:00')
  const visits: DemoVisit[] = []
  for (let daysAgo = random.whole(1, gap[1]); daysAgo <= visitDays; daysAgo += random.whole(...gap)) {
    const clock = `${random.whole(10, 17)}:${random.whole(0, 59)}`
    const beganAt = new Date(chinaMoment(now, daysAgo, clock).getTime() + random.whole(0, 59) * 1000)
    const seen = shop.cameras.filter(camera => !camera.offline || lastOnlineAt(camera, noon) > beganAt)
    const paceMs = random.whole(38, 62) * 1000
    visits.push({
      shopId: shop.id,
      userId: random.pick(able).id,
      beganAt,
      endedAt: new Date(beganAt.getTime() + seen.length * paceMs + random.whole(5, 40) * 1000),
      watched: seen.map((camera, index) => ({
        camera,
        at: new Date(beganAt.getTime() + index * paceMs + 2000),
      })),
    })
  }
  return visits
}
