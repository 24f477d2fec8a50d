import { isInside } from '@aisle/analysis/geometry'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { floorPlans, floors, outsideCodes, planZones, shops, zones } from '../../platform/schema/index.ts'
import { randomFrom } from '../demo/random.ts'
import { noteOlderTracks } from './older-tracks.ts'

/** Tracks that are posted become stays, moves and figures. Sums are made here by plain loops over the points that were posted. */
const server = await aisle()
const admin = await server.as('admin')
const { db } = server.database
const { client } = await server.measures()
const places = await db
  .select()
  .from(shops)
  .where(eq(shops.timeZone, 'Asia/Shanghai'))
  .orderBy(shops.id)
  .limit(3)
const [here, bare, demoLike] = places.map(({ id }) => id) as [string, string, string]
const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
const { data: source } = await admin.call('POST', '/api/ingest/sources', { name: '天花板', allShops: true })

type Point = [ms: number, x: number, y: number]
type Track = { id: string; map: string; at: string; points: Point[]; person?: string; identity?: string }
const track = (id: string, clock: string, points: Point[], more: Partial<Track> = {}): Track => ({
  id,
  map: 'ceiling-1',
  at: `${day}T${clock}+08:00`,
  points,
  ...more,
})
async function post(tracks: readonly Track[], shop = here) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/ingest/tracks',
    headers: { authorization: `Bearer ${source.token}` },
    payload: tracks.map(one => ({ ...one, shop })),
  })
  expect(answer.json().data.rejected).toEqual([])
  await server.rollups.run()
}
async function rows<T = Record<string, unknown>>(query: string): Promise<T[]> {
  return (await client.query({ query, format: 'JSONEachRow' })).json<T>()
}
const stays = (shop = here) =>
  rows<{ zone_id: number; floor_id: number; dwell_s: number; is_first: number; clock: string; slot: number }>(
    `SELECT zone_id, floor_id, dwell_s, is_first, formatDateTime(at, '%H:%i:%S', 'Asia/Shanghai') AS clock, slot
    FROM stay FINAL WHERE shop_id = ${shop} ORDER BY at, dwell_s, zone_id`,
  )
const moves = () =>
  rows<{ kind: string; from_id: number; to_id: number; n: number }>(
    `SELECT kind, from_id, to_id, toUInt32(count()) AS n FROM move FINAL WHERE shop_id = ${here} AND kind IN ('zone', 'floor') GROUP BY kind, from_id, to_id ORDER BY kind DESC, from_id, to_id`,
  )
const everything = () =>
  rows(
    `SELECT * FROM (SELECT 'stay' AS what, stay_id AS id, zone_id AS a, dwell_s AS b, visit_id, slot FROM stay FINAL WHERE shop_id = ${here}
    UNION ALL SELECT toString(kind), move_id, from_id, to_id, 0, slot FROM move FINAL WHERE shop_id = ${here}) ORDER BY what, id`,
  )
const rectangle = (left: number, top: number, right: number, bottom: number): [number, number][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
]

const [ground, upper, left, right, middle, hall] = [
  8_100_001, 8_100_002, 8_100_011, 8_100_012, 8_100_013, 8_100_014,
]
const outlines = new Map([
  [left, rectangle(0, 0, 500, 800)],
  [right, rectangle(500, 0, 1000, 800)],
  [middle, rectangle(400, 300, 700, 600)],
  [hall, rectangle(0, 0, 1000, 1000)],
])

beforeAll(async () => {
  // What the demo drew has no part in this.
  for (const shop of places) {
    await db.delete(floorPlans).where(eq(floorPlans.shopId, shop.id))
    await client.command({ query: `DELETE FROM source_day WHERE shop_id = ${shop.id}` })
  }
  for (const [id, level] of [
    [ground, 81],
    [upper, 82],
  ] as const) {
    await db.insert(floors).values({ id: `${id}`, shopId: here, name: `${level}`, level })
    const mapCode = `ceiling-${level - 80}`
    const [plan] = await db
      .insert(floorPlans)
      .values({
        shopId: here,
        floorId: `${id}`,
        widthCm: 1000,
        heightCm: 1000,
        mapCode,
        outline: rectangle(0, 0, 1000, 1000),
      })
      .returning()
    await db.insert(outsideCodes).values({ kind: 'map', space: here, code: mapCode })
    for (const [zone, polygon] of outlines) {
      if ((zone === hall) !== (id === upper)) continue
      await db.insert(zones).values({ id: `${zone}`, shopId: here, floorId: `${id}`, name: `${zone}` })
      await db.insert(planZones).values({ planId: plan!.id, zoneId: `${zone}`, polygon })
    }
  }
})

const walks: Track[] = [
  track('across', '10:00:00', [
    [0, 100, 100],
    [10_000, 200, 100],
    [20_000, 300, 100],
    [21_000, 600, 100],
    [40_000, 900, 100],
  ]),
  // Three seconds beyond the door.
  track('steps out', '10:10:00', [
    [0, 100, 100],
    [10_000, 120, 100],
    [13_000, -50, 100],
    [17_000, 100, 100],
    [30_000, 100, 120],
  ]),
  // Six seconds beyond it.
  track('leaves', '10:20:00', [
    [0, 100, 100],
    [10_000, 120, 100],
    [16_000, -50, 100],
    [22_000, 100, 100],
    [30_000, 100, 120],
  ]),
  track('where zones overlap', '10:30:00', [
    [0, 450, 400],
    [12_000, 450, 410],
    [24_000, 600, 400],
  ]),
  track('along the border', '10:40:00', [
    [0, 500, 0],
    [10_000, 500, 100],
    [20_000, 500, 200],
  ]),
  track('walks through', '10:50:00', [
    [0, 100, 100],
    [30_000, 300, 100],
    [33_000, 600, 100],
    [34_000, 1100, 100],
  ]),
  track(
    'a clerk',
    '10:55:00',
    [
      [0, 100, 100],
      [60_000, 100, 100],
    ],
    { identity: 'clerk' },
  ),
  track(
    'someone below',
    '11:00:00',
    [
      [0, 100, 100],
      [10_000, 110, 100],
    ],
    { person: 'p' },
  ),
  track(
    'someone above',
    '11:10:00',
    [
      [0, 100, 100],
      [30_000, 900, 900],
    ],
    { person: 'p', map: 'ceiling-2' },
  ),
  track(
    'someone later',
    '14:00:00',
    [
      [0, 800, 100],
      [15_000, 800, 110],
    ],
    { person: 'p' },
  ),
]
const expectedStays = [
  [left, 20, 1, '10:00:00'],
  [right, 20, 0, '10:00:20'],
  [left, 30, 1, '10:10:00'],
  [left, 10, 1, '10:20:00'],
  [left, 14, 0, '10:20:16'],
  [left, 12, 1, '10:30:00'],
  [middle, 24, 0, '10:30:00'],
  [right, 12, 0, '10:30:12'],
  [right, 20, 1, '10:40:00'],
  [left, 30, 1, '10:50:00'],
  [left, 10, 1, '11:00:00'],
  [hall, 30, 0, '11:10:00'],
  [right, 15, 1, '14:00:00'],
] as const
const slotAt = (clock: string) => Number(clock.slice(0, 2)) * 12 + Math.floor(Number(clock.slice(3, 5)) / 5)
const expectedMoves = [
  { kind: 'zone', from_id: left, to_id: right, n: 1 },
  { kind: 'zone', from_id: left, to_id: hall, n: 1 },
  { kind: 'zone', from_id: middle, to_id: right, n: 1 },
  { kind: 'floor', from_id: ground, to_id: upper, n: 1 },
]

describe('stays of tracks', () => {
  it('go from the first to the last time inside a zone; short absences do not end them, and passing is none', async () => {
    await post(walks)
    expect(await stays()).toEqual(
      expectedStays.map(([zone_id, dwell_s, is_first, clock]) => ({
        zone_id,
        floor_id: zone_id === hall ? upper : ground,
        dwell_s,
        is_first,
        clock,
        slot: slotAt(clock),
      })),
    )
    expect(await moves()).toEqual(expectedMoves)
  })

  it('are the same rows however often, in whatever order and however late tracks come', async () => {
    const once = await everything()
    await post(walks)
    await server.rollups.note([{ shopId: Number(here), date: day }])
    await server.rollups.run()
    expect(await everything()).toEqual(once)
    // Gone, and told again from the last to the first: the person's later tracks before the earlier ones.
    await client.command({ query: `DELETE FROM track WHERE shop_id = ${here}` })
    await server.rollups.note([{ shopId: Number(here), date: day }])
    await server.rollups.run()
    expect(await stays()).toEqual([])
    expect(await moves()).toEqual([])
    const backwards = walks.toReversed().map(walk => ({ ...walk, points: walk.points.toReversed() }))
    await post(backwards.slice(0, 4))
    expect(await everything()).not.toEqual(once)
    await post(backwards.slice(4))
    expect(await everything()).toEqual(once)
  })

  it('answer questions as plain arithmetic does', async () => {
    const ask = async (
      metric: string | { metric: string; calc: string },
      dimensions: string[],
      shop = here,
    ) =>
      (
        await admin.call('POST', '/api/analysis/query', {
          metrics: [metric],
          source: 'track',
          dimensions,
          filters: [{ member: 'shop', op: 'in', values: [shop] }],
          period: { from: day, to: day },
        })
      ).data.rows as Record<string, { id: string; current: number | null }>[]
    const byZone = async (metric: string, calc: string) =>
      new Map(
        (await ask({ metric, calc }, ['zone'])).map(row => [
          Number(row.zone!.id),
          row[`${metric}.${calc}`]!.current,
        ]),
      )
    const [median, total, first] = [
      await byZone('dwell', 'median'),
      await byZone('dwell', 'total'),
      await byZone('visits', 'firstStop'),
    ]
    for (const zone of outlines.keys()) {
      const ofZone = expectedStays.filter(([one]) => one === zone)
      const seconds = ofZone.map(([, each]) => each).sort((a, b) => a - b)
      expect(median.get(zone)).toBeCloseTo(seconds[Math.floor(seconds.length / 2)]! / 60, 3)
      expect(total.get(zone)).toBeCloseTo(seconds.reduce<number>((sum, each) => sum + each, 0) / 60, 3)
      expect(first.get(zone)).toBe(ofZone.filter(([, , isFirst]) => isFirst).length)
    }
    const between = await ask('transitions', ['origin', 'zone'])
    expect(
      between.map(row => [Number(row.origin!.id), Number(row.zone!.id), row.transitions!.current]).sort(),
    ).toEqual(
      expectedMoves
        .filter(({ kind }) => kind === 'zone')
        .map(({ from_id, to_id, n }) => [from_id, to_id, n])
        .sort(),
    )
    // Where nothing is drawn stays are not known, which is not the same as none.
    const plain = track('somewhere', '10:00:00', [
      [0, 1, 1],
      [60_000, 2, 2],
    ])
    await post([plain], bare)
    expect(await stays(bare)).toEqual([])
    expect((await ask('transitions', [], bare))[0]?.transitions?.current ?? null).toBeNull()
    // And with outlines that nobody goes through it is none.
    await client.command({ query: `DELETE FROM track WHERE shop_id = ${here}` })
    await post([
      track('beyond', '10:00:00', [
        [0, -100, 1],
        [60_000, -200, 2],
      ]),
    ])
    expect((await ask('transitions', []))[0]?.transitions?.current).toBe(0)
  })

  it('go by outlines as they are drawn at the next rebuild, on whichever side of a bent one points lie', async () => {
    const bent: [number, number][] = [
      [0, 0],
      [300, 0],
      [300, 700],
      [1000, 900],
      [1000, 1000],
      [0, 1000],
    ]
    await db
      .update(planZones)
      .set({ polygon: bent })
      .where(eq(planZones.zoneId, `${left}`))
    await db.delete(planZones).where(eq(planZones.zoneId, `${right}`))
    const random = randomFrom(5, 'wanderers').next
    const between = (from: number, to: number) => Math.round(from + random() * (to - from))
    const wanderers = Array.from({ length: 40 }, (_, index) => {
      let [ms, x, y] = [0, between(0, 1000), between(0, 1000)]
      const points = Array.from({ length: 60 }, (): Point => {
        const point: Point = [ms, x, y]
        ms += between(500, 4000)
        x = Math.max(0, Math.min(1000, x + between(-150, 150)))
        y = Math.max(0, Math.min(1000, y + between(-150, 150)))
        return point
      })
      return track(`wanderer ${index}`, `12:${String(index).padStart(2, '0')}:00`, points)
    })
    await client.command({ query: `DELETE FROM track WHERE shop_id = ${here}` })
    await post(wanderers)
    const expected = [
      ...new Map([
        [left, bent],
        [middle, outlines.get(middle)!],
      ]),
    ].flatMap(([zone, polygon]) =>
      wanderers.flatMap(({ points }) => lengths(points, polygon).map(ms => [zone, Math.round(ms / 1000)])),
    )
    const sorted = (list: number[][]) => list.map(pair => pair.join(' ')).sort()
    expect(expected.length).toBeGreaterThan(80)
    expect(sorted((await stays()).map(({ zone_id, dwell_s }) => [zone_id, dwell_s]))).toEqual(
      sorted(expected),
    )
  })

  it('are made once of tracks that an older version took in', async () => {
    const all = { db, measures: server.measures, rollups: server.rollups }
    await client.command({ query: `DELETE FROM stay WHERE shop_id = ${here}` })
    await noteOlderTracks(all)
    expect(await server.rollups.run()).toBe(2)
    expect((await stays()).length).toBeGreaterThan(80)
    await noteOlderTracks(all)
    expect(await server.rollups.run()).toBe(0)
  })

  it('of visits that came whole stay as they came, beside those of tracks', async () => {
    const shop = { biz_date: day, shop_id: Number(demoLike), slot: 120, ver: 1 }
    const insert = (table: string, row: object) =>
      client.insert({ table, values: [{ ...shop, ...row }], format: 'JSONEachRow' })
    await insert('stay', { zone_id: 5, stay_id: 77, visit_id: 7, at: `${day} 02:00:00`, dwell_s: 9 })
    await insert('move', { kind: 'zone', from_id: 5, to_id: 6, move_id: 78 })
    await insert('track', {
      map_id: 9,
      track_id: 7,
      visit_id: 7,
      at: `${day} 02:00:00`,
      dt_ms: [0],
      x_cm: [1],
      y_cm: [1],
    })
    await server.rollups.note([{ shopId: Number(demoLike), date: day }])
    await server.rollups.run()
    expect(await stays(demoLike)).toMatchObject([{ zone_id: 5, dwell_s: 9 }])
    expect(await rows(`SELECT toUInt32(count()) AS n FROM move FINAL WHERE shop_id = ${demoLike}`)).toEqual([
      { n: 1 },
    ])
  })
})

/** Milliseconds of each stay of a track in a polygon, by walking along its points. */
function lengths(points: readonly Point[], polygon: [number, number][]): number[] {
  const found: { from: number; to: number }[] = []
  points.forEach(([ms, x, y], index) => {
    if (!isInside([x, y], polygon)) return
    const from = points[index - 1]?.[0] ?? 0
    const last = found.at(-1)
    if (last && from - last.to < 5000) last.to = ms
    else found.push({ from, to: ms })
  })
  return found.map(({ from, to }) => to - from).filter(ms => ms >= 5000)
}
