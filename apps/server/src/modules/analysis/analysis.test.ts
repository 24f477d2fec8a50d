import { textOf } from '@aisle/analysis'
import { question as questionSchema } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { brands, shops, zones } from '../../platform/schema/index.ts'
import { legacyTimeOf } from '../../platform/time.ts'
import { analysisService } from './service.ts'
import { copyShops } from './shop-copy.ts'

const server = await aisle()
const admin = await server.as('admin')
const inspector = await server.as('inspector')
const { client } = await server.measures()

const today = legacyTimeOf(new Date(), 'Asia/Shanghai').slice(0, 10)
const dayNumber = Math.round(Date.parse(`${today}T00:00:00Z`) / 86_400_000)
const yesterday = textOf(dayNumber - 1)
const lastWeek = textOf(dayNumber - 8)
const [first, second] = await server.database.db.select().from(shops).orderBy(shops.id).limit(2)

/** A day's counts of one door, straight into the rollups. */
const count = (shopId: string, date: string, inside: number, ver = 1) =>
  Promise.all(
    ['flow_day', 'flow_shop_day'].map(table =>
      client.insert({
        table,
        format: 'JSONEachRow',
        values: [
          {
            biz_date: date,
            shop_id: Number(shopId),
            node_kind: 'entrance',
            node_id: 1,
            in_n: inside,
            out_n: inside,
            pass_n: inside,
            pass_got_n: 1,
            expected_n: 1,
            got_n: 1,
            ver,
          },
        ],
      }),
    ),
  )
await count(first!.id, yesterday, 120)
await count(first!.id, lastWeek, 100)
await count(second!.id, yesterday, 50)

const somebody = { userId: '1', loginName: '', realName: '', sessionHash: '', authorities: [] }
const visits = { metrics: ['visits'], dimensions: ['shop'], period: { from: yesterday, to: yesterday } }
const query = (body: object, on = admin) => on.call('POST', '/api/analysis/query', body)

describe('POST /api/analysis/query', () => {
  it('tells the share that all others have of the whole', async () => {
    const { data } = await query({
      ...visits,
      calc: ['share', 'rank'],
      top: { dimension: 'shop', count: 1, others: true },
    })
    expect(
      data.rows.map((row: Record<string, Record<string, unknown>>) => [
        row.shop!.id,
        row.visits!.share,
        row.visits!.rank,
      ]),
    ).toEqual([
      [first!.id, 70.5882, 1],
      ['others', 29.4118, undefined],
    ])
  })

  it('takes the hours before the cut of the day for those of the day before', async () => {
    const night = analysisService({
      db: server.database.db,
      measures: server.measures,
      dayCut: async () => '05:00',
      now: () => new Date(`${today}T02:00:00+08:00`),
    })
    const caller = { ...somebody, scope: { all: true as const } }
    const asked = questionSchema.parse({ metrics: ['visits'], period: { preset: 'today' } })
    const answer = await night.ask(asked, caller, 'en')
    expect(answer.meta.range).toBe(`${yesterday}~${yesterday}`)
  })

  it('tells whether the shops that were asked about are open, and until when', async () => {
    const { openTime, closeTime, timeZone } = first!
    const at = (clock: string) => `${today}T${clock}:00.000+08:00`
    const asked = questionSchema.parse({
      ...visits,
      filters: [{ member: 'shop', op: 'in', values: [first!.id] }],
    })
    const told = async (clock: string) => {
      const service = analysisService({
        db: server.database.db,
        measures: server.measures,
        dayCut: async () => '00:00',
        now: () => new Date(at(clock)),
      })
      const answer = await service.ask(asked, { ...somebody, scope: { all: true } }, 'en')
      return answer.meta.hours
    }
    const opens = new Date(at(openTime)).toISOString()
    expect(await told('04:00')).toMatchObject({ isOpen: false, until: opens, timeZone })
    expect(await told('15:00')).toEqual({
      isOpen: true,
      since: opens,
      until: new Date(at(closeTime)).toISOString(),
      timeZone,
    })
  })

  it('answers rows with names, what they are held against, and what the answer is made of', async () => {
    const { data } = await query({
      ...visits,
      compare: { type: 'lastWeekSameDay' },
      totals: true,
      order: [{ by: 'visits' }],
    })
    expect(data.rows).toEqual([
      {
        shop: { id: first!.id, name: first!.name },
        visits: {
          current: 120,
          compared: 100,
          difference: 20,
          growth: 20,
          coverage: 1,
          comparedCoverage: 1,
          imputed: 0,
        },
      },
      {
        shop: { id: second!.id, name: second!.name },
        visits: { current: 50, compared: null, difference: null, growth: null, coverage: 1, imputed: 0 },
      },
    ])
    expect(data.totals.visits).toMatchObject({ current: 170, compared: 100, growth: 70 })
    expect(data.meta).toMatchObject({
      rowCount: 2,
      range: `${yesterday}~${yesterday}`,
      comparedRange: `${lastWeek}~${lastWeek}`,
      dateMap: [[yesterday, lastWeek]],
      unmatched: [],
      comparableShops: 1,
    })
  })

  it('counts comparable shops only where that is asked', async () => {
    const { data } = await query({
      ...visits,
      compare: { type: 'lastWeekSameDay', comparableOnly: true },
      totals: true,
    })
    expect(data.rows).toHaveLength(1)
    expect(data.totals.visits).toMatchObject({ current: 120, compared: 100 })
  })

  it('tells as total that of the rows which filters by figures left over', async () => {
    const day = textOf(dayNumber - 300)
    const [, , third] = await server.database.db.select().from(shops).orderBy(shops.id).limit(3)
    const ids = [first!.id, second!.id, third!.id]
    for (const [index, entered] of [90, 20, 60].entries()) await count(ids[index]!, day, entered)
    // The first and the third shop have two people each, one of whom is the same; the second one.
    for (const [index, people] of [[1, 2], [1], [1, 3]].entries())
      await client.command({
        query: `INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, persons, visit_n, ver)
          SELECT '${day}', ${ids[index]}, 'shop', 0, groupBitmapState(toUInt32(p)), count(), 1 FROM (SELECT arrayJoin([${people}]) AS p)`,
      })
    await client.insert({
      table: 'source_day',
      values: ids.map(id => ({
        biz_date: day,
        shop_id: Number(id),
        source: 'face',
        expected_n: 1,
        got_n: 1,
        ver: 1,
      })),
      format: 'JSONEachRow',
    })
    const asked = {
      metrics: ['visits', 'visitors'],
      period: { from: day, to: day },
      filters: [{ member: 'visits', op: 'gte', values: [50] }],
      totals: true,
    }
    const { data } = await query({ ...asked, dimensions: ['shop'], limit: 1 })
    expect(data.meta.rowCount).toBe(2)
    expect([data.totals.visits.current, data.totals.visitors.current]).toEqual([150, 3])
    // Of rows that are no members of one dimension what adds up is added up; people do not.
    const byDay = (await query({ ...asked, dimensions: ['shop'], granularity: 'day' })).data
    expect([byDay.totals.visits.current, byDay.totals.visitors.current]).toEqual([150, null])
    const none = (
      await query({
        ...asked,
        dimensions: ['shop'],
        filters: [{ member: 'visits', op: 'gte', values: [500] }],
      })
    ).data
    expect([none.rows, none.totals.visits.current]).toEqual([[], null])
  })

  it('has no visits of a day on which the doors were silent and only the counter outside spoke', async () => {
    const day = textOf(dayNumber - 320)
    const row = { biz_date: day, shop_id: Number(first!.id), expected_n: 12, ver: 1 }
    const values = [
      { ...row, node_kind: 'entrance', node_id: 1, got_n: 0 },
      { ...row, node_kind: 'outside', node_id: 0, got_n: 12, pass_n: 50, pass_got_n: 12, imputed_n: 20 },
    ]
    for (const table of ['flow_day', 'flow_shop_day'])
      await client.insert({ table, values, format: 'JSONEachRow' })
    const asked = { metrics: ['visits', 'passers'], period: { from: day, to: day } }
    const [cells] = (await query({ ...asked, dimensions: ['shop'] })).data.rows
    expect(cells.visits).toMatchObject({ current: null, coverage: 0 })
    // Outside everything was received; of those counted there twenty are estimated.
    expect(cells.passers).toMatchObject({ current: 50, coverage: 0.5, imputed: 0.4 })
  })

  it('filters zones by what they are, too', async () => {
    const of = (values: string[]) =>
      query({
        metrics: ['visits'],
        dimensions: ['zone'],
        period: { from: yesterday, to: yesterday },
        filters: [{ member: 'zone', op: 'in', values }],
      })
    const fitting = await server.database.db.select().from(zones).where(eq(zones.kind, 'fitting')).limit(1)
    expect((await of([fitting[0]!.id])).code).toBe(200)
    const { code, data } = await of(['kind:fitting'])
    expect([code, data.rows]).toEqual([200, []])
    expect((await of(['kind:none'])).code).toBe(200)
  })

  it('sees what was written since the last answer', async () => {
    await count(second!.id, yesterday, 55, 2)
    await new Promise(resolve => setTimeout(resolve, 300))
    const { data } = await query({ ...visits, filters: [{ member: 'shop', op: 'in', values: [second!.id] }] })
    expect(data.rows[0].visits.current).toBe(55)
    await count(second!.id, yesterday, 50, 3)
    await new Promise(resolve => setTimeout(resolve, 300))
  })

  it('filters by area, and shows nobody a shop outside the scope', async () => {
    const own = await query({ ...visits, filters: [{ member: 'area', op: 'in', values: [first!.cityId] }] })
    const inCity = await server.database.db.select().from(shops).where(eq(shops.cityId, first!.cityId))
    expect(own.data.meta.shops).toBe(inCity.filter(shop => !shop.closedAt).length)
    const seen = await query(visits, inspector)
    const mine = (await inspector.call('POST', '/api/ireportx/shopInfo/findAllShops')).data.map(
      (shop: { shopid: string }) => shop.shopid,
    )
    for (const row of seen.data.rows) expect(mine).toContain(row.shop.id)
    expect(seen.data.meta.shops).toBe(mine.length)
  })

  it('refuses figures without their authority, and says which one is needed', async () => {
    const sales = await query({ ...visits, metrics: ['sales'] }, inspector)
    expect(sales).toMatchObject({ status: 403, reason: 'sales.view' })
    expect(sales.msg).toContain('销售额')
    const faces = await query({ ...visits, metrics: ['visits'], dimensions: ['gender'] }, inspector)
    expect(faces).toMatchObject({ status: 403, reason: 'flow.face|customer.view' })
    expect((await query(visits, inspector)).status).toBe(200)
  })

  it('says in the language of the reader what is wrong with a question', async () => {
    const unknown = await query({ ...visits, metrics: ['footfall'] })
    expect(unknown).toMatchObject({
      status: 400,
      msg: '没有名为“footfall”的指标',
      errors: [{ path: 'metrics.0' }],
    })
    const english = await server.call(
      'POST',
      '/api/analysis/query',
      { ...visits, metrics: ['occupancy'], dimensions: ['gender'] },
      { accesstoken: admin.token, 'accept-language': 'en' },
    )
    expect(english.msg).toBe('Occupancy is not known by “Gender”')
    expect((await query({ ...visits, period: { from: '2026-02-30', to: '2026-03-01' } })).status).toBe(400)
    expect((await query({ ...visits, surprise: 1 })).status).toBe(400)
    expect(await query({ ...visits, filters: [{ member: 'shop', op: 'in', values: ['0'] }] })).toMatchObject({
      status: 400,
      code: 10001,
    })
  })

  it('answers several questions together, each for itself', async () => {
    const { data } = await query({
      questions: [visits, { ...visits, metrics: ['footfall'] }, { ...visits, dimensions: [] }],
    })
    expect(data.answers[0].rows).toHaveLength(2)
    expect(data.answers[1].error).toMatchObject({ code: 400, path: 'metrics.0' })
    expect(data.answers[2].rows).toEqual([{ visits: { current: 170, coverage: 1, imputed: 0 } }])
  })

  it('puts all but the first few into one row', async () => {
    const { data } = await query({ ...visits, top: { dimension: 'shop', count: 1, others: true } })
    expect(
      data.rows.map((row: { shop: { id: string; name: string }; visits: { current: number } }) => [
        row.shop.name,
        row.visits.current,
      ]),
    ).toEqual([
      [first!.name, 120],
      ['其他', 50],
    ])
  })

  it('shows sources beside each other', async () => {
    const { data } = await query({
      ...visits,
      dimensions: ['source'],
      filters: [{ member: 'source', op: 'in', values: ['1', '2'] }],
    })
    expect(data.columns[0]).toMatchObject({ id: 'source', kind: 'dimension' })
    expect(data.rows).toEqual([
      { source: { id: '1', name: '传统客流' }, visits: { current: 170, coverage: 1, imputed: 0 } },
      { source: { id: '2', name: '精准客流' }, visits: { current: null, coverage: null } },
    ])
  })

  it('binds what the caller sent and never writes it into a statement', async () => {
    const hostile = "1') OR 1=1 --"
    const { status, data } = await query({
      ...visits,
      filters: [{ member: 'entrance', op: 'in', values: [hostile] }],
    })
    expect(status).toBe(200)
    expect(data.rows).toEqual([])
  })
})

describe('POST /api/analysis/export', () => {
  const exported = async (body: object, on = admin) => {
    const answer = await on.call('POST', '/api/analysis/export', body)
    return { ...answer, bytes: answer.data as Buffer }
  }
  const csvOf = async (question: object, language = 'zh') => {
    const { data } = await server.call(
      'POST',
      '/api/analysis/export',
      { question, format: 'csv', name: '门店=客流' },
      { accesstoken: admin.token, 'accept-language': language },
    )
    const lines = (data as Buffer).toString('utf8').slice(1).split('\r\n')
    const top = lines.indexOf('')
    const end = lines.indexOf('', top + 1)
    return {
      lines,
      header: lines[top + 1]!.split(','),
      rows: lines.slice(top + 2, end),
      foot: lines.slice(end + 1),
    }
  }
  const days = { from: lastWeek, to: yesterday }

  it.each([
    ['days and shops, gaps filled', { dimensions: ['shop'], granularity: 'day' }],
    ['days alone', { dimensions: [], granularity: 'day' }],
    ['weeks held against those before', { granularity: 'week', compare: { type: 'previousPeriod' } }],
    ['shops held against the week before', { compare: { type: 'lastWeekSameDay' } }],
    ['shops with a group filter', { filters: [{ member: 'visits', op: 'gt', values: [60] }] }],
    ['an order of its own', { order: [{ by: 'visits', direction: 'asc' }] }],
    ['days in an order of their own', { granularity: 'day', order: [{ by: 'visits', direction: 'desc' }] }],
    ['the first and all others', { top: { dimension: 'shop', count: 1, others: true } }],
    ['shares and ranks', { calc: ['share', 'rank'] }],
  ])('has the rows and totals of the query: %s', async (_, more) => {
    const question = { ...visits, period: days, ...more }
    const { data } = await query({ ...question, totals: true })
    const { header, rows, foot } = await csvOf(question)
    const at = header.indexOf('人次 (人次)')
    const expected = data.rows.map((row: Record<string, { name?: string; current?: number } & string>) =>
      [row.shop?.name, row.time, row.visits?.current]
        .filter(value => value !== undefined)
        .map(String)
        .join(),
    )
    const [ids, time] = [header.indexOf('门店 ID'), header.indexOf('时间')]
    const found = rows.map(line => {
      const cells = line.split(',')
      return [
        ids < 0 ? undefined : cells[0],
        time < 0 ? undefined : cells[time],
        cells[at] === '' ? 'null' : cells[at],
      ]
        .filter(value => value !== undefined)
        .join()
    })
    const totals = data.totals ? found.pop() : undefined
    expect(found).toEqual(expected)
    if (data.totals) expect(totals?.endsWith(String(data.totals.visits.current))).toBe(true)
    expect(foot[0]).toBe(`行数,${data.meta.rowCount > data.rows.length ? data.rows.length : expected.length}`)
  })

  it('states title, dates, comparison and filters, in the language of the reader', async () => {
    const { lines } = await csvOf(
      {
        ...visits,
        compare: { type: 'lastWeekSameDay' },
        filters: [{ member: 'shop', op: 'in', values: [first!.id] }],
      },
      'en',
    )
    expect(lines[0]).toBe('门店=客流')
    expect(lines).toEqual(
      expect.arrayContaining([
        `Dates,${yesterday} – ${yesterday}`,
        `Compared with,Last week same day ${lastWeek} – ${lastWeek}`,
        'Shops,1',
        `Shop,${first!.nameEn}`,
      ]),
    )
  })

  it('is a workbook whose numbers are numbers', async () => {
    const { bytes, headers } = await exported({ question: visits, name: '门店客流' })
    expect(headers['content-disposition']).toContain(encodeURIComponent('门店客流_'))
    const { sheets } = await readXlsx(bytes)
    const rows = sheets[0]!.rows
    expect(rows[0]![0]).toBe('门店客流')
    expect(rows.find(row => row[0] === first!.name)).toEqual(
      expect.arrayContaining([first!.name, first!.id, 120, 100]),
    )
    expect(rows).toContainEqual(expect.arrayContaining(['行数', 2]))
  })

  it('needs the authority of its metrics, and refuses in words before the first byte', async () => {
    const sales = { ...visits, metrics: ['sales'] }
    expect(await exported({ question: sales }, inspector)).toMatchObject({
      status: 403,
      reason: 'sales.view',
    })
    const refused = await exported({ question: { ...visits, metrics: ['footfall'] } })
    expect(refused).toMatchObject({ status: 400, msg: '没有名为“footfall”的指标' })
  })
})

describe('POST /api/analysis/explain', () => {
  it('tells formula, grain and rows behind a number', async () => {
    const { data } = await admin.call('POST', '/api/analysis/explain', {
      question: { ...visits, metrics: ['storeRate'], compare: { type: 'lastWeekSameDay' } },
      cell: { metric: 'storeRate', row: { shop: first!.id } },
    })
    expect(data).toMatchObject({
      metric: 'storeRate',
      formula: '人次 ÷ 过店客流,只取统计店外客流的门与时段',
      additivity: 'ratio',
      cell: { current: 50 },
    })
    expect(data.parts).toContainEqual({
      name: 'facedVisits',
      label: '有店外计数处的人次',
      table: 'flow_day',
      grain: 'day',
      side: 'current',
      value: 120,
      rows: 1,
      days: 1,
    })
    expect(data.parts).toHaveLength(4)
    expect(data.note).not.toBe('')
  })

  it('knows no cell that the answer does not have', async () => {
    const answer = await admin.call('POST', '/api/analysis/explain', {
      question: visits,
      cell: { metric: 'visits', row: { shop: '0' } },
    })
    expect(answer.status).toBe(404)
  })
})

describe('GET /api/analysis/dictionary', () => {
  it('describes what can be asked, and what of it the caller may see', async () => {
    const { data } = await inspector.call('GET', '/api/analysis/dictionary')
    const metric = (id: string) => data.metrics.find((one: { id: string }) => one.id === id)
    expect(metric('visits')).toMatchObject({
      label: { zh: '人次', en: 'Visits' },
      additivity: 'nodes',
      allowed: true,
    })
    expect(metric('sales')).toMatchObject({ authority: ['sales.view'], allowed: false })
    expect(metric('visits').dimensions).toEqual(
      expect.arrayContaining(['shop', 'entrance', 'gender', 'weather']),
    )
    expect(metric('storeRate').dimensions).not.toContain('gender')
    expect(data.dimensions.find((one: { id: string }) => one.id === 'clerk').allowed).toBe(false)
    expect(data.metrics.some((one: { id: string }) => one.id === 'siteVisits')).toBe(false)
  })
})

describe('what figures are grouped by', () => {
  it('follows the shops as they are edited, and writes nothing where nothing changed', async () => {
    const deps = { db: server.database.db, measures: server.measures, now: () => new Date() }
    expect(await copyShops(deps)).toBeGreaterThan(1)
    expect(await copyShops(deps)).toBe(0)
    await server.database.db.update(shops).set({ format: 'outlet' }).where(eq(shops.id, second!.id))
    expect(await copyShops(deps)).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 300))
    const { data } = await query({
      ...visits,
      dimensions: ['format'],
      filters: [{ member: 'shop', op: 'in', values: [second!.id] }],
    })
    expect(data.rows).toEqual([
      { format: { id: 'outlet', name: '奥莱店' }, visits: { current: 50, coverage: 1, imputed: 0 } },
    ])
  })

  it('has the brands of the shops, which add up to the chain', async () => {
    const { db } = server.database
    const [gone] = await db.insert(brands).values({ name: '山隅', nameEn: 'Hillside' }).returning()
    await db.update(shops).set({ brandId: gone!.id }).where(eq(shops.id, second!.id))
    await db.update(shops).set({ brandId: null }).where(eq(shops.id, first!.id))
    await copyShops({ db, measures: server.measures, now: () => new Date() })
    await count('702009', yesterday, 31)
    await count('702010', yesterday, 17)
    await new Promise(resolve => setTimeout(resolve, 300))
    const { data } = await query({ ...visits, dimensions: ['brand'], totals: true })
    const counted = new Map([
      [first!.id, 120],
      [second!.id, 50],
      ['702009', 31],
      ['702010', 17],
    ])
    const wanted: Record<string, number> = {}
    for (const { shopId, name } of await db
      .select({ shopId: shops.id, name: brands.name })
      .from(shops)
      .leftJoin(brands, eq(brands.id, shops.brandId))) {
      const inside = counted.get(shopId)
      if (inside !== undefined) wanted[name ?? '未登记'] = (wanted[name ?? '未登记'] ?? 0) + inside
    }
    type Row = { brand: { name: string }; visits: { current: number } }
    const found = data.rows.map(({ brand, visits }: Row) => [brand.name, visits.current])
    expect(Object.fromEntries(found)).toEqual(wanted)
    expect(Object.keys(wanted).length).toBeGreaterThan(2)
    expect(data.totals.visits.current).toBe(120 + 50 + 31 + 17)
  })
})
