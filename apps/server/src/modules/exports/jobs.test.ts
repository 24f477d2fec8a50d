import { and, eq, isNull } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { countedDay } from '../../../test/counted-day.ts'
import { exportJobs, shops } from '../../platform/schema/index.ts'
import { analysisService } from '../analysis/service.ts'
import { exportRunner } from './runner.ts'

const server = await aisle()
const analyst = await server.as('analyst')
const admin = await server.as('admin')
const inspector = await server.as('inspector')
const { db } = server.database

const { first, second, today, yesterday } = await countedDay(server)
const period = { from: yesterday, to: yesterday }
const places = [{ member: 'shop', op: 'in', values: [first!.id, second!.id] }]
const byShop = { metrics: ['visits'], dimensions: ['shop'], period, filters: places }
const total = { metrics: ['visits'], period, filters: places }
const order = {
  kind: 'overall',
  name: '每周导出',
  sheets: [
    { title: '门店', question: byShop },
    { title: '合计', question: total },
  ],
}
const base = '/api/exports/jobs'
const work = async () => {
  await server.jobs.find(({ name }) => name === 'exports')!.run()
}
const bytesOf = async (on: typeof analyst, id: string): Promise<Buffer> =>
  (await on.call('GET', `${base}/${id}/file`)).data

describe('an export by a job', () => {
  it('makes a workbook of every question whose figures are those of the query call', async () => {
    const { data: job } = await analyst.call('POST', base, order)
    expect(job).toMatchObject({ state: 'queued', fileCount: 1, kind: 'overall' })
    expect((await analyst.call('GET', `${base}/${job.id}/file`)).code).toBe(10001)
    await work()
    const { data: done } = await analyst.call('GET', `${base}/${job.id}`)
    expect(done).toMatchObject({ state: 'done', progress: 1, filesDone: 1, rows: 3 })
    const { sheets } = await readXlsx(await bytesOf(analyst, job.id))
    expect(sheets.map(({ name }) => name)).toEqual(['门店', '合计'])
    const { data: answer } = await analyst.call('POST', '/api/analysis/query', byShop)
    const rows = sheets[0]!.rows
    for (const row of answer.rows) {
      const line = rows.find(cells => cells[1] === row.shop.id)
      expect(line?.[2]).toBe(row.visits.current)
    }
    expect(answer.rows).toHaveLength(2)
  })

  it('belongs to whoever asked for it, and to those who may export', async () => {
    const { data: job } = await analyst.call('POST', base, order)
    expect((await admin.call('GET', `${base}/${job.id}`)).code).toBe(404)
    expect((await admin.call('POST', `${base}/${job.id}/cancel`)).code).toBe(404)
    expect((await admin.call('GET', base)).data.total).toBe(0)
    expect((await analyst.call('POST', `${base}/${job.id}/cancel`)).data.state).toBe('cancelled')
    await work()
    expect((await analyst.call('GET', `${base}/${job.id}`)).data.state).toBe('cancelled')
    const viewer = await server.as('viewer')
    expect((await viewer.call('POST', base, order)).status).toBe(403)
    expect((await viewer.call('GET', base)).status).toBe(403)
  })

  it('makes a file for each shop, tells which failed and why, and makes only those again', async () => {
    const batch = { ...order, kind: 'batch', format: 'csv', split: 'shop', pattern: '{shopId}_{from}' }
    const { data: job } = await analyst.call('POST', base, batch)
    expect(job.fileCount).toBe(2)
    const [row] = await db.select().from(exportJobs).where(eq(exportJobs.id, job.id))
    // A question that nothing can answer stands for whatever may go wrong with one of many.
    const files = row!.files.map((file, index) => (index === 0 ? { ...file, shopId: '999999' } : file))
    await db.update(exportJobs).set({ files }).where(eq(exportJobs.id, job.id))
    await work()
    const { data: half } = await analyst.call('GET', `${base}/${job.id}`)
    expect(half).toMatchObject({ state: 'done', filesDone: 1, filesFailed: 1 })
    expect(half.message).toContain('没有可查看的门店')
    const [kept] = await db.select().from(exportJobs).where(eq(exportJobs.id, job.id))
    const mended = kept!.files.map((file, index) => (index === 0 ? { ...file, shopId: first!.id } : file))
    await db.update(exportJobs).set({ files: mended }).where(eq(exportJobs.id, job.id))
    await analyst.call('POST', `${base}/${job.id}/retry`)
    await work()
    expect((await analyst.call('GET', `${base}/${job.id}`)).data).toMatchObject({
      filesDone: 2,
      filesFailed: 0,
    })
    const [whole] = await db.select().from(exportJobs).where(eq(exportJobs.id, job.id))
    expect(whole!.files[1]!.key).toBe(kept!.files[1]!.key)
    const zip = await bytesOf(analyst, job.id)
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    expect(zip.includes(`${first!.id}_${yesterday.replaceAll('-', '')}.csv`)).toBe(true)
  })

  it('makes files for the shops of the area that was asked for, and for no others', async () => {
    const area = { member: 'area', op: 'in', values: [first!.cityId] }
    const inCity = await db.$count(shops, and(eq(shops.cityId, first!.cityId), isNull(shops.closedAt)))
    const { data: job } = await analyst.call('POST', base, {
      ...order,
      kind: 'batch',
      format: 'csv',
      split: 'shop',
      sheets: [{ title: '门店', question: { ...byShop, filters: [area] } }],
    })
    expect(job.fileCount).toBe(inCity)
    await work()
    const { data: done } = await analyst.call('GET', `${base}/${job.id}`)
    expect(done).toMatchObject({ filesDone: inCity, filesFailed: 0 })
  })

  it('makes every file again after it was given up: what it had made went with it', async () => {
    const batch = { ...order, kind: 'batch', format: 'csv', split: 'shop' }
    const { data: job } = await analyst.call('POST', base, batch)
    await work()
    // As it stands in the middle of a run: one file is there, the other is being made.
    const [row] = await db.select().from(exportJobs).where(eq(exportJobs.id, job.id))
    const files = row!.files.map((file, index) =>
      index === 1 ? { ...file, state: 'waiting' as const } : file,
    )
    await db.update(exportJobs).set({ state: 'running', files }).where(eq(exportJobs.id, job.id))
    expect((await analyst.call('POST', `${base}/${job.id}/cancel`)).data.state).toBe('cancelled')
    expect((await analyst.call('GET', `${base}/${job.id}/file`)).code).toBe(10001)
    await analyst.call('POST', `${base}/${job.id}/retry`)
    await work()
    expect((await analyst.call('GET', `${base}/${job.id}`)).data).toMatchObject({
      state: 'done',
      filesDone: 2,
    })
    expect((await bytesOf(analyst, job.id)).subarray(0, 2).toString()).toBe('PK')
  })

  it('counts as expired once its file is gone, and can be made again', async () => {
    const { data: job } = await analyst.call('POST', base, order)
    await work()
    const [row] = await db.select().from(exportJobs).where(eq(exportJobs.id, job.id))
    const files = row!.files.map(file => ({ ...file, key: 'exports/none/none.xlsx' }))
    await db.update(exportJobs).set({ files }).where(eq(exportJobs.id, job.id))
    expect((await analyst.call('GET', `${base}/${job.id}/file`)).msg).toBe('文件已过期，请重新导出')
    expect((await analyst.call('GET', `${base}/${job.id}`)).data.state).toBe('expired')
    await analyst.call('POST', `${base}/${job.id}/retry`)
    await work()
    expect((await bytesOf(analyst, job.id)).length).toBeGreaterThan(1000)
  })

  it('says so where nothing was corrected since', async () => {
    const { code, msg } = await analyst.call('POST', base, { ...order, correctedSince: today })
    expect(code).toBe(10001)
    expect(msg).toBe('该日期之后没有被修正的数据')
  })

  it('says so where each day should be a file and the days are not named', async () => {
    const moving = {
      ...order,
      split: 'day',
      sheets: [{ title: '门店', question: { ...byShop, period: { preset: 'last7Days' } } }],
    }
    expect(await analyst.call('POST', base, moving)).toMatchObject({ code: 10001, reason: 'noDates' })
  })

  it('made again waits behind no more than twenty others, too', async () => {
    const { data: job } = await inspector.call('POST', base, order)
    await inspector.call('POST', `${base}/${job.id}/cancel`)
    for (let count = 0; count < 20; count++) await inspector.call('POST', base, order)
    expect(await inspector.call('POST', `${base}/${job.id}/retry`)).toMatchObject({ status: 429 })
    await db.delete(exportJobs).where(eq(exportJobs.state, 'queued'))
    expect((await inspector.call('POST', `${base}/${job.id}/retry`)).data).toMatchObject({
      state: 'queued',
      progress: 0,
    })
    await db.delete(exportJobs).where(eq(exportJobs.state, 'queued'))
  })

  it('asks with the rights that its author has when it runs', async () => {
    const sales = { ...order, sheets: [{ title: '销售', question: { ...byShop, metrics: ['sales'] } }] }
    const { data: job } = await inspector.call('POST', base, sales)
    await work()
    const { data: done } = await inspector.call('GET', `${base}/${job.id}`)
    expect(done.state).toBe('failed')
    expect(done.message).toContain('sales.view')
  })

  it('is forgotten after seven days', async () => {
    const { data: job } = await analyst.call('POST', base, order)
    await work()
    await db
      .update(exportJobs)
      .set({ expiresAt: new Date(0) })
      .where(eq(exportJobs.id, job.id))
    await server.jobs.find(({ name }) => name === 'forget-exports')!.run()
    expect((await analyst.call('GET', `${base}/${job.id}`)).data.state).toBe('expired')
    expect((await analyst.call('GET', `${base}/${job.id}/file`)).msg).toBe('文件已过期，请重新导出')
  })
})

describe('amounts of money', () => {
  const sales = {
    ...order,
    sheets: [{ title: '销售', question: { ...byShop, metrics: ['sales', 'unitPrice'] } }],
  }
  const linesOf = async (more: object) => {
    const { data: job } = await admin.call('POST', base, { ...sales, ...more })
    await work()
    const [sheet] = (await readXlsx(await bytesOf(admin, job.id))).sheets
    const head = sheet!.rows.findIndex(row => row.some(cell => String(cell).startsWith('销售额')))
    return { head: sheet!.rows[head]!.map(String), rows: sheet!.rows.slice(head + 1, head + 3) }
  }

  beforeAll(async () => {
    const { client } = await server.measures()
    const sold = [first!, second!].map(({ id }, index) => ({
      biz_date: yesterday,
      shop_id: Number(id),
      net: 123_456.78 + index,
      deals: 7,
      items: 9,
      ver: 1,
    }))
    await client.insert({ table: 'sale_day', format: 'JSONEachRow', values: sold })
  })

  it('are in yuan or in ten thousands, as the page was; what one customer spends stays in yuan', async () => {
    const yuan = await linesOf({})
    const tens = await linesOf({ money: 'tenThousand' })
    const at = yuan.head.findIndex(cell => cell.startsWith('销售额'))
    const price = yuan.head.findIndex(cell => cell.startsWith('客单价'))
    expect([yuan.head[at], tens.head[at]]).toEqual(['销售额 (元)', '销售额 (万元)'])
    expect(tens.head[price]).toBe(yuan.head[price])
    for (const [index, row] of yuan.rows.entries()) {
      expect(row[at]).toBeGreaterThan(0)
      expect(tens.rows[index]![at]).toBeCloseTo(Number(row[at]) / 10_000, 6)
      expect(tens.rows[index]![price]).toBe(row[price])
    }
  })
})

describe('the run of an export', () => {
  const batch = { ...order, kind: 'batch', format: 'csv', split: 'shop', pattern: '{shopId}' }
  const analysis = analysisService({
    db,
    measures: server.measures,
    dayCut: async () => '00:00',
    now: () => new Date(),
  })
  const rowOf = async (id: string) => (await db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0]!
  /** A server of its own, on a disk that tells after each file. */
  function runnerOn(files: Map<string, Buffer>, wrote: (count: number) => Promise<unknown>, log = vi.fn()) {
    let count = 0
    return exportRunner({
      db,
      analysis,
      disk: {
        async putStream(key, data) {
          const parts: Uint8Array[] = []
          for await (const part of data) parts.push(part)
          files.set(key, Buffer.concat(parts))
          await wrote(++count)
          return files.get(key)!.length
        },
        async delete(key) {
          files.delete(key)
        },
      },
      callerOf: async userId => ({
        userId,
        loginName: 'analyst',
        realName: '',
        authorities: ['export.run', 'flow.view'],
        scope: { all: true },
        sessionHash: '',
      }),
      log,
      now: () => new Date(),
    })
  }

  it('that is cancelled leaves no file behind, and is made anew as a whole', async () => {
    const { data: job } = await analyst.call('POST', base, batch)
    const files = new Map<string, Buffer>()
    await runnerOn(
      files,
      async count => count === 2 && analyst.call('POST', `${base}/${job.id}/cancel`),
    ).work()
    expect((await rowOf(job.id)).state).toBe('cancelled')
    expect([...files.keys()]).toEqual([])
    await analyst.call('POST', `${base}/${job.id}/retry`)
    await runnerOn(files, async () => undefined).work()
    const { state, files: whole } = await rowOf(job.id)
    expect([state, whole.length]).toEqual(['done', 2])
    expect([...files.keys()]).toEqual(whole.map(({ key }) => key))
  })

  it('is left by a server that another one took it over from, whose files stay', async () => {
    const { data: job } = await analyst.call('POST', base, batch)
    const files = new Map<string, Buffer>()
    const other = runnerOn(files, async () => undefined)
    await runnerOn(files, async count => {
      if (count > 1) return
      await db
        .update(exportJobs)
        .set({ aliveAt: new Date(Date.now() - 120_000) })
        .where(eq(exportJobs.id, job.id))
      await other.work()
    }).work()
    const row = await rowOf(job.id)
    expect(row.state).toBe('done')
    expect([...files.keys()].toSorted()).toEqual(row.files.map(({ key }) => key).toSorted())
  })

  it('gives up a file that takes one server after the other with it, and makes the others', async () => {
    const { data: job } = await analyst.call('POST', base, batch)
    const files = new Map<string, Buffer>()
    // As it stands once the fifth server died over the first file.
    const begun = (await rowOf(job.id)).files.map((file, index) => ({ ...file, tries: index === 0 ? 5 : 0 }))
    await db
      .update(exportJobs)
      .set({ state: 'running', aliveAt: new Date(0), files: begun })
      .where(eq(exportJobs.id, job.id))
    await runnerOn(files, async () => undefined).work()
    const { data: half } = await analyst.call('GET', `${base}/${job.id}`)
    expect(half).toMatchObject({ state: 'done', filesDone: 1, filesFailed: 1 })
    expect(half.message).toContain('多次中断')
    await analyst.call('POST', `${base}/${job.id}/retry`)
    await runnerOn(files, async () => undefined).work()
    expect((await analyst.call('GET', `${base}/${job.id}`)).data).toMatchObject({
      filesDone: 2,
      filesFailed: 0,
    })
  })

  it('tells in the log what nobody foresaw', async () => {
    const { data: job } = await analyst.call('POST', base, order)
    const log = vi.fn()
    const full = async () => {
      throw new Error('the disk is full')
    }
    await runnerOn(new Map(), full, log).work()
    expect((await rowOf(job.id)).state).toBe('failed')
    expect(log).toHaveBeenCalledWith(
      `export ${job.id}`,
      expect.objectContaining({ message: 'the disk is full' }),
    )
  })

  it('waits behind no more than twenty others of its author', async () => {
    const asked = []
    for (let count = 0; count < 20; count++) asked.push((await inspector.call('POST', base, order)).data.id)
    expect(await inspector.call('POST', base, order)).toMatchObject({ status: 429 })
    await inspector.call('POST', `${base}/${asked[0]}/cancel`)
    expect((await inspector.call('POST', base, order)).status).toBe(200)
    await db.delete(exportJobs).where(eq(exportJobs.state, 'queued'))
  })
})

describe('an export of customers', () => {
  it('is refused without the number of people, by which groups of a handful are known, and with shares that tell the total', async () => {
    const asked = (metrics: string[]) => ({
      kind: 'customer',
      name: '客群',
      sheets: [{ title: '客群', question: { ...byShop, metrics } }],
    })
    expect(await analyst.call('POST', base, asked(['newCustomers']))).toMatchObject({
      code: 10001,
      reason: 'noPeople',
    })
    const shares = asked(['visitors'])
    const withShares = { ...shares.sheets[0]!, question: { ...shares.sheets[0]!.question, calc: ['share'] } }
    expect(await analyst.call('POST', base, { ...shares, sheets: [withShares] })).toMatchObject({
      code: 10001,
      reason: 'noShares',
    })
    const { data: job } = await analyst.call('POST', base, asked(['visitors', 'newCustomers']))
    expect(job).toMatchObject({ state: 'queued', kind: 'customer' })
    await analyst.call('POST', `${base}/${job.id}/cancel`)
  })
})
