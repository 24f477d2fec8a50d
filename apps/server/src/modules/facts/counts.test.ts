import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import { openLocks } from '../../platform/locks.ts'
import { areas, changedDays, deviceLines, devices, quarantine, shops } from '../../platform/schema/index.ts'
import { everyShop } from '../../platform/scope.ts'
import { randomFrom } from '../demo/random.ts'
import { rollupKeeper } from './changed-days.ts'
import type { Poster } from './kind.ts'
import { factService } from './post.ts'

const database = await testDatabase()
const { db } = database
const { client, rows } = await measureStore()
const measures = async () => ({ client })
const locks = openLocks(database.url, () => undefined)
afterAll(async () => {
  await locks.close()
  await database.close()
})

let clock = Date.parse('2026-03-02T15:00:00Z')
const now = () => new Date(clock)
const rollups = rollupKeeper({ db, measures, locks, now })
const facts = factService({ db, measures, rollups, dayCut: async () => '00:00', sign: text => text, now })
const counts = { post: (by: Poster, body: unknown[]) => facts.post('counts', by, body) }
const source = { id: 's1', scope: everyShop }
const random = randomFrom(11, 'counts')

await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
const area = { regionId: '1', provinceId: '1', cityId: '1', countyId: '1' }
for (const id of ['800', '801', '802'])
  await db.insert(shops).values({ id, name: `店${id}`, format: 'standard', ...area })
async function device(id: string, shopId: string, lines: Partial<typeof deviceLines.$inferInsert>[] = [{}]) {
  await db.insert(devices).values({ id, sn: `sn-${id}`, name: id, kind: 'counter', shopId })
  await db.insert(deviceLines).values(
    lines.map((line, index) => ({
      deviceId: id,
      line: String(index + 1),
      number: index + 1,
      place: 'entrance' as const,
      ...line,
    })),
  )
}
await device('8001', '800', [{}, { isSwapped: true }, { place: 'outside' }])
await device('8011', '801')
await device('8021', '802')

const window = (device: string, minute: number, figures: object = {}, minutes = 5) => ({
  device,
  line: '1',
  from: new Date(Date.parse('2026-03-02T10:00:00+08:00') + minute * 60_000).toISOString(),
  to: new Date(Date.parse('2026-03-02T10:00:00+08:00') + (minute + minutes) * 60_000).toISOString(),
  in: 3,
  out: 2,
  ...figures,
})
const day = async (shopId: number) => {
  await rollups.run()
  const [row] = await rows<Record<string, number>>(
    `SELECT sumIf(in_n, node_kind != 'outside') AS entered, sum(out_n) AS went, sum(pass_n) AS passed FROM flow_day FINAL WHERE shop_id = ${shopId} AND biz_date = '2026-03-02'`,
  )
  return row
}

describe('posted counts', () => {
  it('are counted where their line lies, and rolled up', async () => {
    const verdict = await counts.post(source, [
      window('SN-8001', 0),
      window('sn-8001', 0, { line: '2', in: 10, out: 1 }),
      window('sn-8001', 0, { line: 3, in: 20, out: 5 }),
    ])
    expect(verdict).toEqual({ accepted: 3, duplicates: 0, rejected: [] })
    // Line 2 was drawn the other way round; line 3 looks outside.
    expect(await day(800)).toEqual({ entered: 3 + 1, went: 2 + 10, passed: 25 })
    expect(await db.select().from(changedDays)).toEqual([])
  })

  it('are judged row by row', async () => {
    const { accepted, rejected } = await counts.post(source, [
      window('sn-8001', 5, { in: -1 }),
      window('sn-8001', 5, { to: window('sn-8001', 0).from }),
      window('sn-8001', 5, {}, 61),
      window('nobody', 5),
      window('sn-8001', 5, { line: '9' }),
      window('sn-8001', 60 * 24),
      'no row',
      window('sn-8001', 5),
      { ...window('sn-8001', 5), from: '1970-01-01T00:00:00Z', to: '1970-01-01T00:05:00Z' },
    ])
    expect(accepted).toBe(1)
    expect(rejected.map(({ index, path }) => [index, path])).toEqual([
      [0, 'in'],
      [1, 'to'],
      [2, 'to'],
      [3, 'device'],
      [4, 'line'],
      [5, 'to'],
      [6, ''],
      [8, 'from'],
    ])
    const kept = await db.select().from(quarantine)
    // Whatever is a row at all waits there; what is none is told to the sender alone.
    expect(kept.map(row => [row.kind, row.path, row.sourceId]).sort()).toEqual(
      ['device', 'from', 'in', 'line', 'to', 'to', 'to'].map(path => ['counts', path, 's1']),
    )
  })

  it('posted again are duplicates; other figures on the same window replace them, unless their seq is older', async () => {
    const post = (figures: object) => counts.post(source, [window('sn-8001', 30, figures)])
    expect(await post({ in: 7 })).toMatchObject({ accepted: 1, duplicates: 0 })
    const before = (await day(800))?.entered ?? 0
    expect(await post({ in: 7 })).toMatchObject({ accepted: 0, duplicates: 1 })
    clock += 1000
    expect(await post({ in: 9 })).toMatchObject({ accepted: 1 })
    expect((await day(800))?.entered).toBe(before + 2)
    expect(await post({ in: 5, seq: 7 })).toMatchObject({ accepted: 1 })
    expect(await post({ in: 1, seq: 3 })).toMatchObject({ accepted: 0, duplicates: 1 })
    expect((await day(800))?.entered).toBe(before - 2)
  })

  it('of shops outside the source’s scope name a device that it does not know', async () => {
    const narrow = { id: 's2', scope: { all: false as const, areaIds: [], shopIds: ['801'] } }
    expect(await counts.post(narrow, [window('sn-8001', 90), window('sn-8011', 90)])).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0, path: 'device' }],
    })
  })

  it('end in the same rollups however they are shuffled, repeated, split and delayed', async () => {
    const all = Array.from({ length: 144 }, (_, index) => ({
      in: random.whole(0, 9),
      out: random.whole(0, 9),
      minute: index * 5,
    }))
    const of = (serial: string) => all.map(({ minute, ...figures }) => window(serial, minute, figures))
    clock = Date.parse('2026-03-03T01:00:00Z')
    await counts.post(source, of('sn-8011'))
    const messy = random.shuffled([...of('sn-8021'), ...random.shuffled(of('sn-8021')).slice(0, 60)])
    let accepted = 0
    for (let at = 0; at < messy.length; ) {
      const size = random.whole(1, 40)
      accepted += (await counts.post(source, messy.slice(at, at + size))).accepted
      clock += random.whole(0, 3_600_000)
      if (random.chance(0.4)) await rollups.run()
      at += size
    }
    expect(accepted).toBe(144)
    const total = (of: (row: (typeof all)[number]) => number) => all.reduce((sum, row) => sum + of(row), 0)
    const whole = { entered: total(row => row.in), went: total(row => row.out), passed: 0 }
    expect(await day(802)).toEqual(whole)
    expect(await day(801)).toEqual(whole)
    const hours = (shopId: number) =>
      rows(`SELECT hour, in_n, out_n, got_n FROM flow_hour FINAL WHERE shop_id = ${shopId} ORDER BY hour`)
    expect(await hours(802)).toEqual(await hours(801))
  })
})
