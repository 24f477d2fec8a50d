import { createHash } from 'node:crypto'
import { type Algorithm, algorithms } from '@aisle/contract'
import type { Queryable } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { chinaMoment } from './activity.ts'
import type { DemoShop } from './chain.ts'
import { insertAll } from './insert-all.ts'
import { inspectors } from './people.ts'
import { type Random, randomFrom } from './random.ts'

const ids = { finding: 870_001, source: 899_001 }
const days = 60
/** The last days are left to what the detectors really find on the demo's pictures. */
const untilDaysAgo = 2
const zone = 'Asia/Shanghai'
/** An outside detector that counts people in some of the shops; its token is known to nobody. */
const boxName = '门店 AI 盒子'
const boxShops = 6

/** How often each is found, and how often people said that it was right. */
const kinds: readonly {
  algorithm: Algorithm
  weight: number
  right: number
  hours: readonly [number, number]
}[] = [
  { algorithm: 'covered', weight: 14, right: 0.86, hours: [10, 21] },
  { algorithm: 'moved', weight: 20, right: 0.9, hours: [9, 21] },
  { algorithm: 'blurred', weight: 16, right: 0.78, hours: [9, 21] },
  { algorithm: 'frozen', weight: 9, right: 0.95, hours: [10, 20] },
  { algorithm: 'black', weight: 7, right: 0.97, hours: [10, 20] },
  { algorithm: 'motionClosed', weight: 22, right: 0.55, hours: [22, 23] },
  { algorithm: 'zoneMotion', weight: 12, right: 0.7, hours: [11, 20] },
  { algorithm: 'queue', weight: 26, right: 0.82, hours: [11, 20] },
  { algorithm: 'emptyCounter', weight: 14, right: 0.74, hours: [10, 21] },
]

type NewFinding = typeof schema.findings.$inferInsert

/** What machines found in the last two months, up to a few days ago, and what inspectors said of it. */
export async function insertFindings(
  db: Queryable,
  { shops, seed }: { shops: readonly DemoShop[]; seed: number },
  now: Date,
): Promise<void> {
  const watched = randomFrom(seed, 'watched shops').shuffled(shops).slice(0, 24)
  const sourceId = String(ids.source)
  const boxed = new Set(watched.slice(0, boxShops).map(({ id }) => id))
  await db.insert(schema.ingestSources).values({
    id: sourceId,
    name: boxName,
    tokenHash: createHash('sha256').update(`demo ${now.getTime()} ${Math.random()}`).digest('hex'),
    tokenEnd: 'demo',
    shopIds: [...boxed],
    createdAt: chinaMoment(now, days + 10, '09:00'),
    lastUsedAt: chinaMoment(now, untilDaysAgo, '20:40'),
  })
  const findings: NewFinding[] = []
  for (const shop of watched)
    for (let daysAgo = days; daysAgo >= untilDaysAgo; daysAgo--) {
      const random = randomFrom(seed, `findings ${shop.name} ${daysAgo}`)
      for (let count = random.whole(-1, 2); count > 0; count--) {
        const found = oneFinding(shop, daysAgo, now, random, boxed.has(shop.id) ? sourceId : undefined)
        findings.push({ id: String(ids.finding + findings.length), ...found })
      }
    }
  await insertAll(
    db,
    schema.findings,
    findings.map(finding => (finding.sourceId ? { ...finding, externalId: `box-${finding.id}` } : finding)),
  )
}

function oneFinding(
  shop: DemoShop,
  daysAgo: number,
  now: Date,
  random: Random,
  sourceId: string | undefined,
): Omit<NewFinding, 'id'> {
  const possible = kinds.filter(
    ({ algorithm }) => sourceId !== undefined || algorithms[algorithm].kind === 'ours',
  )
  const { algorithm, right, hours } = weighted(possible, random)
  const clock = `${random.whole(...hours)}:${random.whole(0, 5)}0`
  const foundAt = new Date(chinaMoment(now, daysAgo, clock).getTime() + random.whole(2, 40) * 1000)
  const written = legacyTimeOf(foundAt, zone)
  const weekday = new Date(`${written.slice(0, 10)}T00:00:00Z`).getUTCDay()
  const camera = random.pick(shop.cameras.filter(({ offline }) => !offline))
  const preset = random.chance(0.7) && camera.presets.length > 0 ? random.pick(camera.presets) : undefined
  const isDecided = random.chance(daysAgo > 6 ? 0.9 : 0.5)
  const able = inspectors.filter(({ areas }) =>
    areas?.some(id => id === shop.regionId || id === shop.provinceId),
  )
  const decider = isDecided && able.length > 0 ? random.pick(able) : undefined
  return {
    algorithm,
    shopId: shop.id,
    cameraId: camera.id,
    presetId: preset?.id ?? null,
    zoneName: algorithm === 'zoneMotion' ? '主通道' : '',
    confidence: random.whole(60, 97) / 100,
    boxes: algorithm === 'queue' ? [queueBox(random)] : [],
    foundAt,
    localDate: written.slice(0, 10),
    localHour: Number(written.slice(11, 13)),
    weekday: weekday === 0 ? 7 : weekday,
    sourceId: algorithms[algorithm].kind === 'outside' ? (sourceId ?? null) : null,
    ...(decider
      ? {
          version: 2,
          status: random.chance(right) ? ('confirmed' as const) : ('dismissed' as const),
          decidedBy: decider.id,
          decidedAt: new Date(foundAt.getTime() + random.whole(4, 300) * 60_000),
        }
      : {}),
  }
}

function weighted(possible: typeof kinds, random: Random): (typeof kinds)[number] {
  let left = random.next() * possible.reduce((sum, { weight }) => sum + weight, 0)
  for (const kind of possible) {
    left -= kind.weight
    if (left < 0) return kind
  }
  return random.pick(possible)
}

const queueBox = (random: Random) => ({
  x: random.whole(20, 45) / 100,
  y: random.whole(30, 45) / 100,
  width: random.whole(20, 35) / 100,
  height: random.whole(30, 45) / 100,
  label: '',
  confidence: null,
})
