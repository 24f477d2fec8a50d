import type { Question } from '@aisle/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceLines, devices, outsideCodes } from '../../src/platform/schema/index.ts'
import { type Cells, realChain } from './chain.ts'
import { haveRealData, momentsOf, tableOf } from './files.ts'

type Line = { goods: string; items: number; net: number }
type Receipt = { id: string; shop: string; date: string; hour: number; minute: string } & {
  kind: 'sale' | 'refund' | 'other'
  member: string
  lines: Line[]
}
type Series = { name: string; zone: string; from: string; to: string; read: () => Receipt[] }

const cents = (value: number) => Math.round(value * 100) / 100
const clock = (text: string) => ({
  date: text.slice(0, 10),
  hour: Number(text.slice(11, 13)),
  minute: text.slice(13),
})

/** Baskets of a grocer, as many lines of each as its publisher drew. */
function grocery(): Receipt[] {
  const baskets = new Map<string, Receipt>()
  for (const row of tableOf('sales', 'complete_journey_tx')) {
    const basket = baskets.get(row.basket_id!) ?? {
      id: row.basket_id!,
      shop: `store ${row.store_id}`,
      ...clock(row.transaction_timestamp!),
      kind: 'sale',
      member: row.household_id!,
      lines: [],
    }
    basket.lines.push({ goods: row.product_id!, items: Number(row.quantity), net: Number(row.sales_value) })
    baskets.set(basket.id, basket)
  }
  return [...baskets.values()]
}

/** Invoices of a wholesaler; it names no shop and is one. Cancelled ones give back; corrections of stock and debt sell nothing. */
function wholesale(): Receipt[] {
  const invoices = new Map<string, Receipt>()
  for (const row of tableOf('sales', 'online_retail')) {
    const id = row.invoice_no!
    const invoice = invoices.get(id) ?? {
      id,
      shop: 'wholesale',
      ...clock(row.invoice_time!),
      kind: id.startsWith('C') ? 'refund' : /^\d/.test(id) && Number(row.quantity) > 0 ? 'sale' : 'other',
      member: row.customer_id!,
      lines: [],
    }
    const items = Number(row.quantity)
    invoice.lines.push({ goods: row.stock_code!, items, net: cents(items * Number(row.unit_price)) })
    invoices.set(id, invoice)
  }
  return [...invoices.values()]
}

/** What a department of a shop took in a week, as one receipt of the day that the week is named by. */
const departments = (): Receipt[] =>
  [...tableOf('eval-only', 'walmart_store_dept_week')]
    .filter(row => Number(row.Store) <= 12)
    .map(row => ({
      id: `${row.Store}-${row.Dept}-${row.Date}`,
      shop: `walmart ${row.Store}`,
      date: row.Date!,
      hour: 12,
      minute: ':00:00',
      kind: Number(row.Weekly_Sales) < 0 ? 'refund' : 'sale',
      member: '',
      lines: [
        {
          goods: `dept ${row.Dept}`,
          items: Number(row.Weekly_Sales) < 0 ? -1 : 1,
          net: Number(row.Weekly_Sales),
        },
      ],
    }))

const series: Series[] = [
  {
    name: 'A grocer’s baskets around the begin of summer time',
    zone: 'America/New_York',
    from: '2017-03-06',
    to: '2017-03-26',
    read: grocery,
  },
  {
    name: 'A wholesaler’s invoices over the turn of the year',
    zone: 'Europe/London',
    from: '2010-12-13',
    to: '2011-01-16',
    read: wholesale,
  },
  {
    name: 'Weeks of departments around Thanksgiving',
    zone: 'America/Chicago',
    from: '2010-11-05',
    to: '2010-12-31',
    read: departments,
  },
  {
    name: 'Weeks of departments a year later',
    zone: 'America/Chicago',
    from: '2011-11-04',
    to: '2011-12-30',
    read: departments,
  },
]

/** Visitors of thirty restaurants over the turn of a year. */
const restaurantZone = 'Asia/Tokyo'
const restaurantDays = { from: '2016-12-15', to: '2017-01-15' }
function restaurants() {
  const all = [...tableOf('eval-only', 'recruit_store_day')].map(row => ({
    shop: row.air_store_id!,
    date: row.visit_date!,
    visitors: Number(row.visitors),
  }))
  const { from, to } = restaurantDays
  const chosen = new Set([...new Set(all.map(({ shop }) => shop))].slice(0, 30))
  return all.filter(({ shop, date }) => chosen.has(shop) && date >= from && date <= to)
}

const receiptsOf = new Map<Series, Receipt[]>()
if (haveRealData)
  for (const one of series)
    receiptsOf.set(
      one,
      one.read().filter(({ date }) => date >= one.from && date <= one.to),
    )
const tables = haveRealData ? restaurants() : []
const chain = haveRealData
  ? await realChain([
      ...[...receiptsOf].flatMap(([{ zone }, own]) => own.map(({ shop }) => [shop, zone] as const)),
      ...tables.map(({ shop }) => [shop, restaurantZone] as const),
    ])
  : undefined
const goodsById = new Map<string, string>()

const posted = (zone: string) => (receipt: Receipt) => {
  const [hour] = momentsOf(receipt.date, receipt.hour, zone)
  if (hour === undefined) throw new Error(`${receipt.date} ${receipt.hour} never was`)
  const minutes = receipt.minute.slice(1)
  return {
    id: receipt.id,
    shop: chain!.shopOf(receipt.shop),
    at: new Date(hour).toISOString().replace('00:00.000Z', `${minutes}Z`),
    kind: receipt.kind,
    net: Math.abs(cents(receipt.lines.reduce((sum, line) => sum + line.net, 0))),
    ...(receipt.member === '' ? {} : { member: receipt.member }),
    lines: receipt.lines.map(line => ({ ...line, items: Math.abs(line.items), net: Math.abs(line.net) })),
  }
}

/** What receipts come to, straight from their lines. */
function takings(receipts: readonly Receipt[]): Cells {
  const counted = receipts.filter(({ kind }) => kind !== 'other')
  const deals = receipts.filter(({ kind }) => kind === 'sale')
  const sum = (of: (line: Line) => number) =>
    counted.reduce((all, { lines }) => all + lines.reduce((some, line) => some + of(line), 0), 0)
  return {
    sales: cents(sum(line => line.net)),
    deals: deals.length,
    items: sum(line => line.items),
    buyers: new Set(deals.map(({ member, id, shop }) => (member === '' ? `${shop} ${id}` : member))).size,
    unitPrice: deals.length === 0 ? null : sum(line => line.net) / deals.length,
  }
}
function close(actual: Cells | undefined, expected: Cells, what: string) {
  for (const [metric, value] of Object.entries(expected)) {
    const found = actual?.[metric]
    if (value === null || found === null || found === undefined)
      expect(found ?? null, `${what} ${metric}`).toBe(value)
    else expect(Math.abs(found - value), `${what} ${metric}: ${found} for ${value}`).toBeLessThan(0.005)
  }
}

const two = (value: number) => String(value).padStart(2, '0')
const weekday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7
const metrics = ['sales', 'deals', 'items', 'buyers', 'unitPrice']

describe.skipIf(!haveRealData).each(series)('$name', one => {
  const { zone, from, to } = one
  const receipts = receiptsOf.get(one) ?? []
  const shops = () => receipts.map(({ shop }) => shop)

  it('is taken whole, and what is sent again with the lines that were missing counts once', async () => {
    const rows = receipts.map(posted(zone))
    const halves = rows
      .filter((_, index) => index % 3 === 0)
      .map(row => ({ ...row, net: 1, lines: row.lines.slice(0, 1) }))
    await chain!.post('sales', halves)
    const verdict = await chain!.post('sales', rows)
    expect(verdict.rejected).toBe(0)
    expect(verdict.accepted + verdict.duplicates).toBe(rows.length)
    expect(await chain!.post('sales', rows.slice(0, 500).reverse())).toMatchObject({ accepted: 0 })
    for (const row of await chain!.db.select().from(outsideCodes)) goodsById.set(String(row.number), row.code)
  })

  const groupings: [string, Partial<Question>, (receipt: Receipt) => string][] = [
    ['in all', {}, () => ''],
    ['by day', { granularity: 'day' }, ({ date }) => date],
    ['by month', { granularity: 'month' }, ({ date }) => date.slice(0, 7)],
    ['by hour', { granularity: 'hour' }, ({ date, hour }) => `${date} ${two(hour)}:00`],
    ['by weekday', { dimensions: ['weekday'] }, ({ date }) => String(weekday(date))],
    ['by shop', { dimensions: ['shop'] }, ({ shop }) => chain!.shopOf(shop)],
    [
      'by shop and day',
      { dimensions: ['shop'], granularity: 'day' },
      ({ shop, date }) => `${date}|${chain!.shopOf(shop)}`,
    ],
  ]
  it.each(groupings)('comes back %s as the file adds up', async (_, more, keyOf) => {
    const answered = await chain!.ask(shops(), { metrics, period: { from, to }, ...more })
    for (const [key, own] of Map.groupBy(receipts, keyOf)) close(answered.get(key), takings(own), key)
  })

  it('comes back by goods as its lines add up', async () => {
    const answered = await chain!.ask(shops(), {
      metrics: ['sales', 'items'],
      dimensions: ['goods'],
      period: { from, to },
    })
    const sums = new Map<string, { sales: number; items: number }>()
    for (const { kind, lines } of receipts)
      if (kind !== 'other')
        for (const { goods, net, items } of lines) {
          const sum = sums.get(goods) ?? { sales: 0, items: 0 }
          sums.set(goods, { sales: sum.sales + net, items: sum.items + items })
        }
    const byCode = new Map([...answered].map(([id, cells]) => [goodsById.get(id) ?? id, cells]))
    for (const [code, sum] of sums) close(byCode.get(code), sum, code)
  })
})

describe.skipIf(!haveRealData)('Weeks of departments', () => {
  it('are held against the same week of the year before, Thanksgiving against Thanksgiving', async () => {
    const all = departments()
    const names = all.map(({ shop }) => shop)
    const question: Question = {
      metrics: ['sales', 'deals'],
      dimensions: ['shop'],
      granularity: 'week',
      period: { from: '2011-11-07', to: '2011-12-25' },
      compare: { type: 'lastYearSameDay', align: 'weekday' },
    }
    const before = await chain!.ask(names, question, 'compared')
    const now = await chain!.ask(names, question)
    const fridays = { '2011-W47': ['2011-11-25', '2010-11-26'], '2011-W51': ['2011-12-23', '2010-12-24'] }
    for (const [week, [friday, earlier]] of Object.entries(fridays))
      for (const shop of new Set(names)) {
        const key = `${week}|${chain!.shopOf(shop)}`
        const on = (date?: string) => takings(all.filter(one => one.shop === shop && one.date === date))
        close(now.get(key), { sales: on(friday).sales!, deals: on(friday).deals! }, key)
        close(before.get(key), { sales: on(earlier).sales!, deals: on(earlier).deals! }, `${key} before`)
      }
  })
})

/** Visitors of a restaurant in a day: the table says no hour, so that each stands in one window at noon. */
describe.skipIf(!haveRealData)('A table of restaurants and days', () => {
  const { from, to } = restaurantDays
  const rows = tables
  beforeAll(async () => {
    for (const sn of new Set(rows.map(({ shop }) => shop))) {
      const [device] = await chain!.db
        .insert(devices)
        .values({ sn, name: sn, kind: 'counter', shopId: chain!.shopOf(sn) })
        .returning()
      await chain!.db
        .insert(deviceLines)
        .values({ deviceId: device!.id, line: '1', number: 1, place: 'entrance' })
    }
  })

  it('comes back by restaurant, by day, and by both, closed days as no figure', async () => {
    const windows = rows.map(({ shop, date, visitors }) => ({
      device: shop,
      from: `${date}T12:00:00+09:00`,
      to: `${date}T13:00:00+09:00`,
      in: visitors,
      out: visitors,
    }))
    expect(await chain!.post('counts', windows)).toEqual({
      accepted: rows.length,
      duplicates: 0,
      rejected: 0,
    })
    const names = rows.map(({ shop }) => shop)
    const groupings: [Partial<Question>, (row: (typeof rows)[number]) => string][] = [
      [{ dimensions: ['shop'] }, ({ shop }) => chain!.shopOf(shop)],
      [{ granularity: 'day' }, ({ date }) => date],
      [{ dimensions: ['shop'], granularity: 'day' }, ({ shop, date }) => `${date}|${chain!.shopOf(shop)}`],
    ]
    for (const [more, keyOf] of groupings) {
      const answered = await chain!.ask(names, { metrics: ['visits'], period: { from, to }, ...more })
      const sums = new Map(
        [...Map.groupBy(rows, keyOf)].map(([key, own]) => [
          key,
          own.reduce((sum, { visitors }) => sum + visitors, 0),
        ]),
      )
      for (const [key, { visits }] of answered) expect(visits, key).toBe(sums.get(key) ?? null)
      expect(answered.size).toBeGreaterThanOrEqual(sums.size)
    }
  })
})
