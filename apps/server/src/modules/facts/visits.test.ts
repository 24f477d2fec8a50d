import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import { openLocks } from '../../platform/locks.ts'
import { areas, deviceLines, devices, floors, shops } from '../../platform/schema/index.ts'
import { everyShop } from '../../platform/scope.ts'
import { secretsFrom } from '../../platform/secrets.ts'
import { randomFrom } from '../demo/random.ts'
import { rollupKeeper } from './changed-days.ts'
import { factService } from './post.ts'

const database = await testDatabase()
const { db } = database
const { client, rows } = await measureStore()
const locks = openLocks(database.url, () => undefined)
afterAll(async () => {
  await locks.close()
  await database.close()
})
const now = () => new Date('2026-03-20T15:00:00Z')
const measures = async () => ({ client })
const rollups = rollupKeeper({ db, measures, locks, now })
const facts = factService({
  db,
  measures,
  rollups,
  dayCut: async () => '00:00',
  sign: secretsFrom('a secret of the tests').sign,
  now,
})
const source = { id: 's1', scope: everyShop, library: '' }
const post = async (...faces: object[]) => {
  const verdict = await facts.post('faces', source, faces)
  expect(verdict.rejected).toEqual([])
}
/** A capture on a day of March, at a time of its afternoon. */
const face = (person: string | undefined, day: number, clock: string, more: object = {}) => ({
  device: 'cam-700',
  at: `2026-03-${String(day).padStart(2, '0')}T${clock}:00+08:00`,
  ...(person === undefined ? {} : { person }),
  ...more,
})
const visits = (shop = 700) =>
  rows(
    `SELECT toString(biz_date) AS day, slot, dwell_s, captures, is_new, is_returning, since_days FROM face_visit FINAL WHERE shop_id = ${shop} AND place_kind = 'shop' ORDER BY enter_at, captures, dwell_s, since_days, is_new`,
  )

beforeAll(async () => {
  await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
  const area = { regionId: '1', provinceId: '1', cityId: '1', countyId: '1' }
  for (const id of ['700', '701', '702', '703', '704', '705', '706']) {
    await db.insert(shops).values({ id, name: `店${id}`, format: 'standard', ...area })
    await db.insert(floors).values({ id: `${id}9`, shopId: id, name: '一层', level: 1 })
    await db.insert(devices).values({ id: `${id}1`, sn: `cam-${id}`, name: id, kind: 'face', shopId: id })
    await db
      .insert(deviceLines)
      .values({ deviceId: `${id}1`, line: '1', number: 1, place: 'entrance', floorId: `${id}9` })
  }
})

it('builds visits of captures half an hour apart at most, with the past of each person', async () => {
  await post(
    face('a', 2, '14:00', { gender: 'F', age: 31 }),
    face('a', 2, '14:20', { seconds: 60 }),
    face('a', 2, '15:00'),
    face('a', 5, '14:00'),
    face(undefined, 5, '16:00'),
    face(undefined, 5, '16:01'),
  )
  await rollups.run()
  expect(await visits()).toEqual([
    { day: '2026-03-02', slot: 168, dwell_s: 1260, captures: 2, is_new: 1, is_returning: 0, since_days: 0 },
    { day: '2026-03-02', slot: 180, dwell_s: 0, captures: 1, is_new: 1, is_returning: 0, since_days: 0 },
    { day: '2026-03-05', slot: 168, dwell_s: 0, captures: 1, is_new: 0, is_returning: 1, since_days: 3 },
    { day: '2026-03-05', slot: 192, dwell_s: 0, captures: 1, is_new: 0, is_returning: 0, since_days: 0 },
    { day: '2026-03-05', slot: 192, dwell_s: 0, captures: 1, is_new: 0, is_returning: 0, since_days: 0 },
  ])
  expect(
    await rows(
      'SELECT toString(biz_date) AS day, place_kind, groupBitmapMerge(persons) AS people, sum(visit_n) AS visits FROM people_day FINAL WHERE shop_id = 700 GROUP BY biz_date, place_kind ORDER BY biz_date, place_kind',
    ),
  ).toEqual([
    { day: '2026-03-02', place_kind: 'shop', people: 1, visits: 2 },
    { day: '2026-03-02', place_kind: 'floor', people: 1, visits: 2 },
    { day: '2026-03-05', place_kind: 'shop', people: 1, visits: 3 },
    { day: '2026-03-05', place_kind: 'floor', people: 1, visits: 3 },
  ])
})

it('a capture that comes late joins two visits to one, and makes the later day that of a returning customer', async () => {
  await post(face('a', 2, '14:45'), face('a', 1, '14:00'))
  await rollups.run()
  expect((await visits()).slice(0, 3)).toEqual([
    { day: '2026-03-01', slot: 168, dwell_s: 0, captures: 1, is_new: 1, is_returning: 0, since_days: 0 },
    { day: '2026-03-02', slot: 168, dwell_s: 3600, captures: 4, is_new: 0, is_returning: 1, since_days: 1 },
    { day: '2026-03-05', slot: 168, dwell_s: 0, captures: 1, is_new: 0, is_returning: 1, since_days: 3 },
  ])
})

it('knows who went from shop to shop within a day, however late the stop between them is told', async () => {
  const at = (person: string, shop: number, clock: string, more = {}) => ({
    ...face(person, 9, clock, more),
    device: `cam-${shop}`,
  })
  const moves = () =>
    rows(
      "SELECT shop_id, from_id, to_id, slot, gender FROM move FINAL WHERE kind = 'shop' AND biz_date = '2026-03-09' ORDER BY slot, shop_id",
    )
  await post(
    at('m', 704, '12:00', { gender: 'F' }),
    at('m', 704, '13:00'),
    at('m', 706, '15:00'),
    at('n', 706, '15:00'),
  )
  await rollups.run()
  expect(await moves()).toEqual([{ shop_id: 706, from_id: 704, to_id: 706, slot: 180, gender: 'unknown' }])
  await post(at('m', 705, '14:00', { gender: 'F' }), at('n', 705, '16:00', { identity: 'clerk' }))
  await rollups.run()
  expect(await moves()).toEqual([
    { shop_id: 705, from_id: 704, to_id: 705, slot: 168, gender: 'woman' },
    { shop_id: 706, from_id: 705, to_id: 706, slot: 180, gender: 'unknown' },
  ])
  await rollups.note([{ shopId: 704, date: '2026-03-09' }])
  await rollups.run()
  expect(await moves()).toHaveLength(2)
})

it('goes by the gap and the return window that are set', async () => {
  await post(
    { ...face('z', 2, '14:00'), device: 'cam-703' },
    { ...face('z', 2, '14:20'), device: 'cam-703' },
    { ...face('z', 7, '14:00'), device: 'cam-703' },
  )
  const made = async (rules: { gapSeconds: number; returnDays: number }) => {
    // Each later than the one before it: a later word replaces an earlier one.
    const later = () => new Date(now().getTime() + rules.gapSeconds * 1000)
    const keeper = rollupKeeper({ db, measures, locks, now: later, visits: rules })
    await keeper.note([2, 7].map(day => ({ shopId: 703, date: `2026-03-0${day}` })))
    await keeper.run()
    return rows<object>(
      `SELECT toString(biz_date) AS day, captures, is_returning FROM face_visit FINAL WHERE shop_id = 703 AND place_kind = 'shop' ORDER BY enter_at`,
    )
  }
  expect(await made({ gapSeconds: 600, returnDays: 4 })).toEqual([
    { day: '2026-03-02', captures: 1, is_returning: 0 },
    { day: '2026-03-02', captures: 1, is_returning: 0 },
    { day: '2026-03-07', captures: 1, is_returning: 0 },
  ])
  expect(await made({ gapSeconds: 1800, returnDays: 5 })).toEqual([
    { day: '2026-03-02', captures: 2, is_returning: 0 },
    { day: '2026-03-07', captures: 1, is_returning: 1 },
  ])
})

it('leaves visits alone that came whole', async () => {
  const whole = {
    shop_id: 700,
    biz_date: '2026-03-02',
    place_kind: 'shop',
    place_id: 0,
    first_date: '2026-03-02',
    ver: 1,
  }
  const values = [2 ** 53 - 1, 2 ** 52 + 5, 7].map(visit_id => ({
    ...whole,
    visit_id,
    enter_at: '2026-03-02 01:00:00',
  }))
  await client.insert({ table: 'face_visit', values, format: 'JSONEachRow' })
  await rollups.note([{ shopId: 700, date: '2026-03-02' }])
  await rollups.run()
  const [{ n } = { n: 0 }] = await rows<{ n: number }>(
    "SELECT count() AS n FROM face_visit FINAL WHERE shop_id = 700 AND biz_date = '2026-03-02' AND visit_id < 9007199254740992",
  )
  expect(n).toBe(3)
})

it('ends in the same visits however captures are shuffled, repeated and split', async () => {
  const random = randomFrom(3, 'faces')
  const all = Array.from({ length: 120 }, (_, index) => ({
    ...face(
      random.chance(0.15) ? undefined : `p${random.whole(1, 12)}`,
      random.whole(6, 12),
      `${String(random.whole(10, 20)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}`,
    ),
    id: `c${index}`,
  }))
  await post(...all.map(one => ({ ...one, device: 'cam-701' })))
  await rollups.run()
  const messy = random
    .shuffled([...all, ...random.shuffled(all).slice(0, 40)])
    .map(one => ({ ...one, device: 'cam-702', id: `x${one.id}` }))
  for (let at = 0; at < messy.length; ) {
    const size = random.whole(1, 25)
    await post(...messy.slice(at, at + size))
    if (random.chance(0.4)) await rollups.run()
    at += size
  }
  await rollups.run()
  const plain = await visits(701)
  expect(plain.length).toBeGreaterThan(60)
  expect(await visits(702)).toEqual(plain)
})

it('refuses faces that would be gone before their day is made', async () => {
  const caught = (days: number) => ({
    device: 'cam-703',
    at: new Date(now().getTime() - days * 86_400_000).toISOString(),
    person: 'p-old',
  })
  const verdict = await facts.post('faces', source, [caught(399), caught(397.9)])
  expect(verdict).toMatchObject({ accepted: 1, rejected: [{ index: 0, path: 'at' }] })
})
