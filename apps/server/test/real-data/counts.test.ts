import type { Question } from '@aisle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceLines, devices, entrances } from '../../src/platform/schema/index.ts'
import { realChain } from './chain.ts'
import { haveRealData, momentsOf, tableOf } from './files.ts'

/** An hour of one counter as its publisher wrote it. Counts without a direction are people who came. */
type Hour = { counter: string; date: string; hour: number; in: string; out: string }
type Series = {
  name: string
  zone: string
  from: string
  to: string
  read: () => Hour[]
  skipped?: number
}

const melbourne = (): Hour[] =>
  [...tableOf('footfall', 'melbourne_hourly')].map(row => ({
    counter: row.sensor_id!,
    date: row.local_date!,
    hour: Number(row.hour),
    in: row.count!,
    out: '0',
  }))
const leeds = (): Hour[] =>
  [...tableOf('footfall', 'leeds_hourly')].map(row => ({
    counter: row.location!,
    date: row.local_date!,
    hour: Number(row.hour),
    in: row.count!,
    out: '0',
  }))
const dublin = (): Hour[] =>
  [...tableOf('footfall', 'dublin_hourly')].map(row => ({
    counter: row.location!,
    date: row.local_time!.slice(0, 10),
    hour: Number(row.local_time!.slice(11, 13)),
    in: row.in!,
    out: row.out!,
  }))

/**
 * `skipped`: rows of hours that no clock showed, which have no moment and cannot be sent. With AISLE_REAL_DATA=whole the series
 * are sent from their first day to their last.
 */
const isWhole = process.env.AISLE_REAL_DATA === 'whole'
const series: Series[] = isWhole
  ? [
      {
        name: 'Melbourne',
        zone: 'Australia/Melbourne',
        from: '2012-01-01',
        to: '2015-02-15',
        read: melbourne,
      },
      { name: 'Leeds', zone: 'Europe/London', from: '2009-01-01', to: '2016-12-31', read: leeds },
      { name: 'Dublin', zone: 'Europe/Dublin', from: '2023-01-01', to: '2023-12-31', read: dublin },
    ]
  : [
      {
        name: 'Melbourne in the February of a leap year',
        zone: 'Australia/Melbourne',
        from: '2012-01-01',
        to: '2012-03-05',
        read: melbourne,
        skipped: 0,
      },
      {
        name: 'Melbourne at the end of summer time',
        zone: 'Australia/Melbourne',
        from: '2014-03-28',
        to: '2014-04-10',
        read: melbourne,
        skipped: 0,
      },
      {
        name: 'Leeds before and after summer time, three days written twice',
        zone: 'Europe/London',
        from: '2016-06-20',
        to: '2016-11-06',
        read: leeds,
        skipped: 0,
      },
      {
        name: 'Leeds in the week in which summer time begins',
        zone: 'Europe/London',
        from: '2016-03-21',
        to: '2016-03-27',
        read: leeds,
        skipped: 5,
      },
      {
        name: 'Dublin, in and out, in spring',
        zone: 'Europe/Dublin',
        from: '2023-01-20',
        to: '2023-04-02',
        read: dublin,
        skipped: 20,
      },
      {
        name: 'Dublin, in and out, in autumn',
        zone: 'Europe/Dublin',
        from: '2023-10-16',
        to: '2023-11-05',
        read: dublin,
        skipped: 0,
      },
    ]

const isOf = ({ from, to }: Series, { date, counter }: Hour) => date >= from && date <= to && counter !== ''

/** Windows of the hours that there were. A row of an hour that came twice is cut in two. */
function windowsOf(hours: readonly Hour[], zone: string): object[] {
  return hours.flatMap(row => {
    const moments = momentsOf(row.date, row.hour, zone)
    return moments.map((at, index) => ({
      device: serialOf(row.counter, zone),
      from: new Date(at).toISOString(),
      to: new Date(at + 3_600_000).toISOString(),
      in: shareOf(row.in, index, moments.length),
      out: shareOf(row.out, index, moments.length),
    }))
  })
}
const serialOf = (counter: string, zone: string) => `${zone}/${counter}`.toLowerCase()
/** An empty figure is sent as it is written: it is refused, and not taken for none. */
function shareOf(text: string, index: number, of: number): number | null {
  if (text === '') return null
  const half = Math.floor(Number(text) / of)
  return index === of - 1 ? Number(text) - half * (of - 1) : half
}

const isBlank = (row: Hour) => row.in === '' || row.out === ''
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
const two = (value: number) => String(value).padStart(2, '0')
/** Sums straight from the rows, each hour of a counter once. */
function sumsOf(hours: readonly Hour[], zone: string, keyOf: (row: Hour) => string) {
  const sums = new Map<string, { entries: number; exits: number }>()
  const seen = new Set<string>()
  for (const row of hours) {
    const hour = `${row.counter}|${row.date}|${row.hour}`
    if (isBlank(row) || seen.has(hour) || momentsOf(row.date, row.hour, zone).length === 0) continue
    seen.add(hour)
    const key = keyOf(row)
    const sum = sums.get(key) ?? { entries: 0, exits: 0 }
    sums.set(key, { entries: sum.entries + Number(row.in), exits: sum.exits + Number(row.out) })
  }
  return sums
}

const chain = haveRealData ? await realChain(series.map(({ zone }) => [zone, zone])) : undefined
const doors = new Map<string, string>()
/** Each series is a shop of its own, each counter one of its doors. */
async function place({ zone }: Series, counters: ReadonlySet<string>): Promise<void> {
  if (!chain) return
  const shopId = chain.shopOf(zone)
  for (const counter of counters) {
    if (doors.has(counter)) continue
    const [door] = await chain.db.insert(entrances).values({ shopId, name: counter }).returning()
    const [device] = await chain.db
      .insert(devices)
      .values({ sn: serialOf(counter, zone), name: counter, kind: 'counter', shopId })
      .returning()
    await chain.db.insert(deviceLines).values({
      deviceId: device!.id,
      line: '1',
      number: doors.size + 1,
      place: 'entrance',
      entranceId: door!.id,
    })
    doors.set(counter, door!.id)
  }
}
const doorOf = (counter: string) => doors.get(counter) ?? ''

describe.skipIf(!haveRealData).each(series)('$name', one => {
  let hours: Hour[] = []
  beforeAll(async () => {
    hours = one.read().filter(row => isOf(one, row))
    await place(one, new Set(hours.map(row => row.counter)))
  })
  const ask = ({ zone, from, to }: Series, more: Partial<Question>) =>
    chain!.ask([zone], { metrics: ['entries', 'exits'], period: { from, to }, ...more })

  it('is taken whole, but for what it does not say', async () => {
    const windows = windowsOf(hours, one.zone)
    const verdict = await chain!.post('counts', windows)
    const distinct = new Set(windows.map(row => JSON.stringify(row))).size
    const blank = windowsOf(hours.filter(isBlank), one.zone).length
    expect(verdict).toEqual({
      accepted: distinct - blank,
      duplicates: windows.length - distinct,
      rejected: blank,
    })
    const skipped = hours.filter(row => momentsOf(row.date, row.hour, one.zone).length === 0).length
    expect(skipped).toBe(one.skipped ?? skipped)
  })

  it('sent again in parts, later and in another order, is nothing new', async () => {
    const again = windowsOf(hours.slice(-6000).reverse(), one.zone)
    expect(await chain!.post('counts', again)).toMatchObject({ accepted: 0 })
  })

  const groupings: [string, Partial<Question>, (row: Hour) => string][] = [
    ['in all', {}, () => ''],
    ['by day', { granularity: 'day' }, row => row.date],
    ['by month', { granularity: 'month' }, row => row.date.slice(0, 7)],
    ['by weekday', { dimensions: ['weekday'] }, row => String(weekday(row.date))],
    ['by hour of the day', { dimensions: ['hourOfDay'] }, row => String(row.hour)],
    ['by door', { dimensions: ['entrance'] }, row => doorOf(row.counter)],
    [
      'by door and month',
      { dimensions: ['entrance'], granularity: 'month' },
      row => `${row.date.slice(0, 7)}|${doorOf(row.counter)}`,
    ],
  ]
  it.each(groupings)('comes back %s as the file adds up', async (_, more, keyOf) => {
    const answered = await ask(one, more)
    const expected = sumsOf(hours, one.zone, keyOf)
    for (const [key, sum] of expected) expect(answered.get(key), key).toEqual(sum)
    for (const [key, { entries }] of answered) if (!expected.has(key)) expect(entries ?? 0, key).toBe(0)
  })

  it('comes back hour by hour on the days on which clocks were changed', async () => {
    const changes = [...new Set(hours.map(row => row.date))].filter(date =>
      Array.from({ length: 24 }, (_, hour) => momentsOf(date, hour, one.zone).length).some(n => n !== 1),
    )
    for (const date of changes) {
      const answered = await ask({ ...one, from: date, to: date }, { granularity: 'hour' })
      const expected = sumsOf(
        hours.filter(row => row.date === date),
        one.zone,
        row => `${date} ${two(row.hour)}:00`,
      )
      for (const [key, sum] of expected) expect(answered.get(key), key).toEqual(sum)
    }
  })
})
