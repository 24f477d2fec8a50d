import { afterAll, expect, it } from 'vitest'
import { randomFrom } from '../src/modules/demo/random.ts'
import { factService, type Poster, rollupKeeper } from '../src/modules/facts/service.ts'
import { openLocks } from '../src/platform/locks.ts'
import { areas, deviceLines, devices, shops } from '../src/platform/schema/index.ts'
import { everyShop } from '../src/platform/scope.ts'
import { testDatabase } from './database.ts'
import { measureStore } from './facts-world.ts'

/** A seed is one history of a counter and one way in which its messages went astray: a few in every run, more by AISLE_SEEDS. */
const seeds = Array.from({ length: Number(process.env.AISLE_SEEDS ?? 4) }, (_, index) => index + 1)
const hours = 14
const firstDay = Date.parse('2026-03-01T22:00:00+08:00')
const source: Poster = { id: 's1', scope: everyShop }

const database = await testDatabase()
const { db } = database
const { client, rows } = await measureStore()
const locks = openLocks(database.url, () => undefined)
afterAll(async () => {
  await locks.close()
  await database.close()
})
let clock = Date.parse('2026-03-04T00:00:00Z')
const now = () => new Date(clock)
const measures = async () => ({ client })
const rollups = rollupKeeper({ db, measures, locks, now })
const facts = factService({ db, measures, rollups, dayCut: async () => '06:00', sign: text => text, now })

await db.insert(areas).values({ id: '1', level: 'region', name: '区' })
for (const seed of seeds) for (const way of ['plain', 'messy'] as const) await shop(shopOf(seed, way))

function shopOf(seed: number, way: 'plain' | 'messy') {
  return String(1000 + seed * 2 + (way === 'messy' ? 1 : 0))
}
/** A shop with a door that is counted by two lines, one of them the other way round, and a line that looks outside. */
async function shop(id: string): Promise<void> {
  const area = { regionId: '1', provinceId: '1', cityId: '1', countyId: '1' }
  await db.insert(shops).values({ id, name: id, format: 'standard', ...area })
  await db.insert(devices).values({ id: `9${id}`, sn: `sn-${id}`, name: id, kind: 'counter', shopId: id })
  await db.insert(deviceLines).values(
    [{}, { isSwapped: true }, { place: 'outside' as const }].map((line, index) => ({
      deviceId: `9${id}`,
      line: String(index + 1),
      number: index + 1,
      place: 'entrance' as const,
      ...line,
    })),
  )
}

type Window = { line: string; minute: number; minutes: number; in: number; out: number; seq: number }
/** What a counter saw over the cut of the day: gaps, windows of several lengths, and words that were corrected. */
function historyOf(random: ReturnType<typeof randomFrom>): { words: Window[]; last: Window[] } {
  const last: Window[] = []
  const words: Window[] = []
  for (const line of ['1', '2', '3'])
    for (let minute = 0; minute < hours * 60; ) {
      const minutes = random.pick([5, 5, 5, 15, 60])
      const window = { line, minute, minutes, in: random.whole(0, 20), out: random.whole(0, 20), seq: 1 }
      if (!random.chance(0.1)) {
        words.push(window)
        // A counter that thinks again: the word with the higher number holds, whichever comes first.
        const again = random.chance(0.15) ? { ...window, in: random.whole(0, 20), seq: 2 } : window
        if (again !== window) words.push(again)
        last.push(again)
      }
      minute += minutes
    }
  return { words, last }
}
const posted = (shopId: string) => (window: Window) => ({
  device: `sn-${shopId}`,
  line: window.line,
  from: new Date(firstDay + window.minute * 60_000).toISOString(),
  to: new Date(firstDay + (window.minute + window.minutes) * 60_000).toISOString(),
  in: window.in,
  out: window.out,
  seq: window.seq,
})

async function rolledUp(shopId: string) {
  const keys = 'toString(biz_date) AS day, toString(node_kind) AS kind, node_id'
  const sums = 'in_n, out_n, pass_n, got_n, expected_n, pass_got_n'
  const of = (sql: string) => rows<Record<string, unknown>>(sql)
  return {
    hours: await of(
      `SELECT ${keys}, hour, ${sums} FROM flow_hour FINAL WHERE shop_id = ${shopId} ORDER BY day, kind, node_id, hour`,
    ),
    days: await of(
      `SELECT ${keys}, ${sums} FROM flow_day FINAL WHERE shop_id = ${shopId} ORDER BY day, kind, node_id`,
    ),
    shopDays: await of(
      `SELECT ${keys}, ${sums} FROM flow_shop_day FINAL WHERE shop_id = ${shopId} ORDER BY day, kind, node_id`,
    ),
    inside: await of(
      `SELECT ${keys}, hour, inside_sum, slots, inside_peak, inside_last FROM presence_hour FINAL WHERE shop_id = ${shopId} ORDER BY day, kind, node_id, hour`,
    ),
  }
}

it.each(seeds)(
  'counts end in the same rollups however they are shuffled, repeated, split and delayed (seed %i)',
  async seed => {
    const random = randomFrom(seed, 'property')
    const { words, last } = historyOf(random)
    const [plain, messy] = [shopOf(seed, 'plain'), shopOf(seed, 'messy')]
    await facts.post('counts', source, last.map(posted(plain)))
    await rollups.run()

    const astray = random.shuffled([...words, ...random.shuffled(words).slice(0, words.length / 3)])
    for (let at = 0; at < astray.length; ) {
      const size = random.whole(1, random.chance(0.3) ? 150 : 60)
      const batch = astray.slice(at, at + size).map(posted(messy))
      // Two gateways may say the same at the same time.
      const twice = random.chance(0.2) ? [batch, random.shuffled(batch)] : [batch]
      const verdicts = await Promise.all(twice.map(one => facts.post('counts', source, one)))
      for (const { accepted, duplicates, rejected } of verdicts) {
        expect(rejected).toEqual([])
        expect(accepted + duplicates).toBe(batch.length)
      }
      clock += random.whole(0, 7_200_000)
      if (random.chance(0.2)) await rollups.run()
      at += size
    }
    await rollups.run()

    const expected = await rolledUp(plain)
    expect(await rolledUp(messy)).toEqual(expected)
    const total = (lines: string[], of: 'in' | 'out') =>
      last.filter(({ line }) => lines.includes(line)).reduce((sum, window) => sum + window[of], 0)
    const [sum] = await rows<Record<string, number>>(
      `SELECT sum(in_n) AS entered, sum(out_n) AS went, sum(pass_n) AS passed FROM flow_raw FINAL WHERE shop_id = ${messy}`,
    )
    expect(sum).toEqual({
      entered: total(['1'], 'in') + total(['2'], 'out'),
      went: total(['1'], 'out') + total(['2'], 'in'),
      passed: total(['3'], 'in') + total(['3'], 'out'),
    })
  },
)
