import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import type { Caller } from '../../platform/http/request.ts'
import { folderDisk } from '../../platform/pictures.ts'
import { imports, shops, users } from '../../platform/schema/index.ts'
import type { FactService } from '../facts/service.ts'
import { fileOf, type ImportFormat, recordsOf } from './import-file.ts'
import { importFields, mappedRows, suggestedMapping } from './import-mapping.ts'
import { type ImportService, importService } from './imports.ts'

const shanghai = 'Asia/Shanghai'

/** Records of a file that comes in pieces of some bytes, as a disk gives them. */
async function records(data: string | Buffer, format: ImportFormat, piece = 7) {
  const bytes = Buffer.from(data)
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
    bytes.subarray(index * piece, (index + 1) * piece),
  )
  const found: { line: number; cells: unknown }[] = []
  for await (const { line, cells, value } of recordsOf(Readable.from(pieces), format))
    found.push({ line, cells: cells ? Object.fromEntries(cells) : value })
  return found
}

describe('a file of rows', () => {
  it('is read piece by piece: quoted breaks, blank lines, marks of its own', async () => {
    const csv = '\ufeffname;in\r\n"a ""b""\nc";1\r\n\r\nd;2\r\n'
    expect(await records(csv, 'csv')).toEqual([
      { line: 2, cells: { name: 'a "b"\nc', in: '1' } },
      { line: 5, cells: { name: 'd', in: '2' } },
    ])
  })

  it('may be written in GB 18030, or be a workbook', async () => {
    const gbk = Buffer.concat([Buffer.from([0xc9, 0xe8, 0xb1, 0xb8]), Buffer.from(',in\nx,1\n')])
    expect(await records(gbk, 'csv', 100)).toEqual([{ line: 2, cells: { 设备: 'x', in: '1' } }])
    const rows = [
      ['sn', 'in'],
      ['x', 4],
    ]
    const book = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows }] }))
    expect(await records(book, 'xlsx', 1000)).toEqual([{ line: 2, cells: { sn: 'x', in: 4 } }])
  })

  it('of JSON is a list or one value a line; a broken line is one row that is wrong', async () => {
    expect(await records('{"a":1}\n{"a":\n{"a":3}', 'ndjson')).toEqual([
      { line: 1, cells: { a: 1 } },
      { line: 2, cells: undefined },
      { line: 3, cells: { a: 3 } },
    ])
    expect(await records('[{"a":1},{"a":2}]', 'json')).toHaveLength(2)
    await expect(records('{"a":1}', 'json')).rejects.toThrow('not a list')
  })

  it('is no table where a quote is never closed, or a line of JSON never ends: it is not read into memory', async () => {
    const endless = Buffer.alloc(30_000_000, 'x')
    const pieces = 1_000_000
    const quoted = Buffer.concat([Buffer.from('a,b\n"'), endless])
    await expect(records(quoted, 'csv', pieces)).rejects.toThrow('a record without end')
    await expect(records(endless, 'ndjson', pieces)).rejects.toThrow('a line without end')
  })

  it('is refused as a workbook that says it is far larger once unpacked', async () => {
    const rows = [['sn', 'in']]
    const book = Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows }] }))
    const entry = book.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    book.writeUInt32LE(2_000_000_000, entry + 24)
    await expect(records(book, 'xlsx', 1000)).rejects.toThrow('more than can be unpacked')
  })
})

describe('columns', () => {
  const rows = async (kind: 'counts' | 'sales', csv: string, mapping: Record<string, string>) => {
    const found: unknown[] = []
    for await (const { line, row } of mappedRows(
      recordsOf(fileOf(Buffer.from(csv)), 'csv'),
      kind,
      mapping,
      shanghai,
    ))
      found.push([line, row])
    return found
  }

  it('are known by our names and by those of others, in both languages', () => {
    expect(suggestedMapping('counts', ['设备编号', '开始时间', '结束时间', '进店', '出店', '备注'])).toEqual({
      device: '设备编号',
      from: '开始时间',
      to: '结束时间',
      in: '进店',
      out: '出店',
    })
    expect(suggestedMapping('sales', ['InvoiceNo', 'StockCode', 'InvoiceDate', 'Quantity'])).toMatchObject({
      id: 'InvoiceNo',
      at: 'InvoiceDate',
      'lines.goods': 'StockCode',
    })
    expect(
      importFields('counts')
        .filter(field => field.isRequired)
        .map(field => field.name),
    ).toEqual(['device', 'from', 'to', 'in', 'out'])
  })

  it('are known in files of others: underscores for blanks, and figures of the article beside its code', () => {
    expect(
      suggestedMapping('sales', [
        'invoice_no',
        'stock_code',
        'description',
        'quantity',
        'invoice_time',
        'customer_id',
      ]),
    ).toEqual({
      id: 'invoice_no',
      'lines.goods': 'stock_code',
      'lines.name': 'description',
      'lines.items': 'quantity',
      at: 'invoice_time',
      member: 'customer_id',
    })
    expect(suggestedMapping('sales', ['id', 'quantity', 'amount'])).toMatchObject({
      items: 'quantity',
      net: 'amount',
    })
  })

  it('may stand behind each other, or be multiplied', async () => {
    const csv = 'local_date,hour,a+b\n2026-03-02,9,7\n2026-03-02,x,7\n'
    const mapping = { device: '=d', from: 'local_date+hour', to: '=+60m', in: 'a+b', out: '=0' }
    expect(await rows('counts', csv, mapping)).toMatchObject([
      [2, { from: '2026-03-02T01:00:00.000Z', to: '2026-03-02T02:00:00.000Z', in: 7 }],
      [3, { from: '2026-03-02 x' }],
    ])
    const goods = 'id,sku,n,price\n1,a,3,1.15\n1,b,-2,4\n2,c,,4\n'
    const priced = { id: 'id', 'lines.goods': 'sku', 'lines.net': 'n*price' }
    expect(await rows('sales', goods, priced)).toMatchObject([
      [2, { net: -4.55, lines: [{ net: 3.45 }, { net: -8 }] }],
      [4, { lines: [{ net: ' × 4' }] }],
    ])
  })

  it('of a receipt that is torn apart do not take the place of what came before: its rest is refused', async () => {
    const csv = 'id,shop,sku\n1,A,a\n1,B,b\n1,B,c\n2,A,d\n1,B,e\n1,B,f\n3,A,g\n'
    const found = (await rows('sales', csv, { id: 'id', shop: 'shop', 'lines.goods': 'sku' })) as [
      number,
      { lines?: { goods: string }[]; message?: string },
    ][]
    expect(
      found.map(([line, row]) => [line, row.message ?? row.lines?.map(({ goods }) => goods).join('')]),
    ).toEqual([
      [2, 'a'],
      [3, 'bc'],
      [5, 'd'],
      [6, 'rows of one receipt have to follow each other'],
      [7, 'rows of one receipt have to follow each other'],
      [8, 'g'],
    ])
  })

  it('give rows: local times on the clock of the shop, constants, an end by its distance', async () => {
    const csv = 'begin,n\n2026-03-02 10:00,"1,203"\n2026/3/2 10:15:00,x\n'
    const mapping = { device: '=door-1', from: 'begin', to: '=+15m', in: 'n', out: '=0' }
    expect(await rows('counts', csv, mapping)).toEqual([
      [
        2,
        {
          device: 'door-1',
          from: '2026-03-02T02:00:00.000Z',
          to: '2026-03-02T02:15:00.000Z',
          in: 1203,
          out: 0,
        },
      ],
      [
        3,
        {
          device: 'door-1',
          from: '2026-03-02T02:15:00.000Z',
          to: '2026-03-02T02:30:00.000Z',
          in: 'x',
          out: 0,
        },
      ],
    ])
  })

  it('of articles are put together to receipts', async () => {
    const csv =
      'no,time,sku,n,price\n1,2026-03-02 10:00,a,2,4.10\n1,2026-03-02 10:00,b,1,0.2\n2,2026-03-02 11:00,a,1,2.05\n'
    const mapping = {
      id: 'no',
      shop: '=s',
      at: 'time',
      'lines.goods': 'sku',
      'lines.items': 'n',
      'lines.net': 'price',
    }
    expect(await rows('sales', csv, mapping)).toMatchObject([
      [2, { id: '1', net: 4.3, lines: [{ goods: 'a', items: 2, net: 4.1 }, { goods: 'b' }] }],
      [4, { id: '2', net: 2.05, lines: [{ goods: 'a' }] }],
    ])
  })
})

describe('an import', async () => {
  const server = await aisle()
  const admin = await server.as('admin')
  const { db } = server.database
  const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.timeZone, shanghai))
  await admin.call('POST', '/api/devices', { sn: 'door-9', name: '门', kind: 'counter', shopId: shop?.id })
  const folder = await mkdtemp(join(tmpdir(), 'aisle-import-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const csv = (days: number, month = '2026-04') =>
    `sn,begin,end,enter,exit\n${Array.from({ length: days * 96 }, (_, index) => {
      const at = (more: number) =>
        new Date(Date.parse(`${month}-01T00:00:00Z`) + (index + more) * 900_000).toISOString().slice(0, 19)
      return `door-9,${at(0)},${at(1)},${index % 7},${index % 5}`
    }).join(
      '\n',
    )}\nnobody,${month}-01 00:00,${month}-01 00:15,1,1\ndoor-9,${month}-01 00:00,${month}-01 00:15,-1,1\n`
  const held = async () => {
    const { client } = await server.measures()
    const answer = await client.query({
      query: 'SELECT count() AS rows, sum(in_n) AS entered FROM flow_raw FINAL WHERE toYear(biz_date) = 2026',
      format: 'JSONEachRow',
    })
    return (await answer.json<{ rows: number; entered: number }>())[0]
  }
  const work = () => server.jobs.find(job => job.name === 'imports')?.run()

  it('is looked at, tried without a trace, and run, by a job that tells how far it is', async () => {
    const form = { kind: 'counts', name: '四月.csv', file: Buffer.from(csv(2)).toString('base64') }
    const { data } = await admin.call('POST', '/api/ingest/imports', form)
    expect(data).toMatchObject({
      state: 'new',
      columns: ['sn', 'begin', 'end', 'enter', 'exit'],
      mapping: { device: 'sn', from: 'begin', to: 'end', in: 'enter', out: 'exit' },
    })
    expect(data.sample[0]).toEqual(['door-9', '2026-04-01T00:00:00', '2026-04-01T00:15:00', '0', '0'])
    const run = async (isDryRun: boolean) => {
      const { mapping } = data
      await admin.call('POST', `/api/ingest/imports/${data.id}/run`, { mapping, isDryRun })
      expect((await admin.call('POST', `/api/ingest/imports/${data.id}/run`, { mapping })).status).toBe(409)
      await work()
      return (await admin.call('GET', `/api/ingest/imports/${data.id}`)).data
    }
    const judged = { state: 'done', rows: 194, rejectedCount: 2 }
    expect(await run(true)).toMatchObject({ ...judged, accepted: 192, duplicates: 0 })
    expect((await held())?.rows).toBe(0)
    const done = await run(false)
    expect(done).toMatchObject({ ...judged, accepted: 192, readBytes: data.bytes })
    expect(done.rejected).toMatchObject([
      { line: 194, path: 'device' },
      { line: 195, path: 'in' },
    ])
    expect((await held())?.rows).toBe(192)
    expect(await run(false)).toMatchObject({ ...judged, accepted: 0, duplicates: 192 })
    expect((await held())?.rows).toBe(192)
  })

  it('is refused where the file is none, and stopped where it waits', async () => {
    const upload = (name: string, text: string) =>
      admin.call('POST', '/api/ingest/imports', {
        kind: 'counts',
        name,
        file: Buffer.from(text).toString('base64'),
      })
    expect((await upload('a.pdf', 'x')).code).toBe(10_001)
    expect((await upload('a.xlsx', 'x')).code).toBe(10_001)
    expect((await upload('a.csv', '')).code).toBe(10_001)
    const { data } = await upload('a.ndjson', '{"device":"door-9"}')
    await admin.call('POST', `/api/ingest/imports/${data.id}/run`, {})
    await admin.call('POST', `/api/ingest/imports/${data.id}/stop`)
    await work()
    expect((await admin.call('GET', `/api/ingest/imports/${data.id}`)).data.state).toBe('stopped')
  })

  it('that was stopped and begun anew is left alone by the run before', async () => {
    const posted: boolean[] = []
    const disk = await folderDisk(folder)
    const runs: ImportService = importService({
      db,
      disk,
      wake: () => undefined,
      now: () => new Date(),
      facts: {
        async post(_: unknown, __: unknown, given: unknown[], { isDryRun }: { isDryRun: boolean }) {
          posted.push(isDryRun)
          // Somebody finds that the columns are wrong and begins anew; another server takes it.
          await runs.stop(caller, id)
          await runs.run(caller, id, { mapping, timeZone: shanghai, isDryRun: true })
          await db
            .update(imports)
            .set({ state: 'running', aliveAt: new Date(Date.now() + 10) })
            .where(eq(imports.id, id))
          return { accepted: given.length, duplicates: 0, rejected: [] }
        },
      } as unknown as FactService,
    })
    const [user] = await db.select().from(users).where(eq(users.loginName, 'admin'))
    const caller = { userId: user?.id ?? '', scope: { all: true } } as Caller
    const file = { kind: 'counts' as const, fileName: '七月.csv', data: Buffer.from(csv(60)) }
    const { id, mapping } = await runs.upload(caller, file)
    await runs.run(caller, id, { mapping, timeZone: shanghai, isDryRun: false })
    await runs.work()
    // Of the first run one batch: it writes nothing more, and says nothing of the run that goes on.
    expect(posted).toEqual([false])
    expect(await runs.one(caller, id)).toMatchObject({ state: 'running', isDryRun: true, rows: 0 })
  })

  it('whose file a killed server left without a row is swept away', async () => {
    const orphan = join(server.folder, 'pictures/imports/orphan.csv')
    await admin.call('POST', '/api/ingest/imports', {
      kind: 'counts',
      name: '五月.csv',
      file: Buffer.from(csv(1)).toString('base64'),
    })
    await writeFile(orphan, 'x')
    for (const name of await readdir(dirname(orphan)))
      await utimes(join(dirname(orphan), name), new Date(0), new Date(0))
    const before = (await readdir(dirname(orphan))).length
    await server.jobs.find(job => job.name === 'sweep-imports')?.run()
    expect(await readdir(dirname(orphan))).toHaveLength(before - 1)
    await expect(stat(orphan)).rejects.toThrow()
  })

  it('keeps its file when pictures that belong to nothing are swept away', async () => {
    const form = { kind: 'counts', name: '六月.csv', file: Buffer.from(csv(1, '2026-06')).toString('base64') }
    const { data } = await admin.call('POST', '/api/ingest/imports', form)
    const [row] = await db.select().from(imports).where(eq(imports.id, data.id))
    await utimes(join(server.folder, 'pictures', row?.fileKey ?? ''), new Date(0), new Date(0))
    await server.jobs.find(job => job.name === 'sweep-pictures')?.run()
    const { mapping } = data
    await admin.call('POST', `/api/ingest/imports/${data.id}/run`, { mapping, isDryRun: true })
    await work()
    expect((await admin.call('GET', `/api/ingest/imports/${data.id}`)).data).toMatchObject({ state: 'done' })
  })

  it('loses its file after some weeks, and then says so at once', async () => {
    const form = {
      kind: 'counts',
      name: 'old.ndjson',
      file: Buffer.from('{"device":"x"}').toString('base64'),
    }
    const { data } = await admin.call('POST', '/api/ingest/imports', form)
    const forget = () => server.jobs.find(job => job.name === 'forget-imports')?.run()
    await forget()
    const kept = async () =>
      (await db.select().from(imports).where(eq(imports.id, data.id)))[0]?.fileKey ?? ''
    const key = await kept()
    expect(key).toMatch(/^imports\/[\w-]+\.ndjson$/)
    await db
      .update(imports)
      .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(imports.id, data.id))
    await forget()
    expect(await kept()).toBe('')
    await expect(stat(join(server.folder, 'pictures', key))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await admin.call('POST', `/api/ingest/imports/${data.id}/run`, {})).toMatchObject({
      code: 10_001,
      msg: '文件已过期,请重新上传',
    })
  })

  it('speaks of no more than whoever runs it sees by then', async () => {
    const support = await server.as('support')
    const form = { kind: 'counts', name: '七月.csv', file: Buffer.from(csv(1, '2026-07')).toString('base64') }
    const { data } = await support.call('POST', '/api/ingest/imports', form)
    await db.update(users).set({ allShops: false }).where(eq(users.loginName, 'support'))
    const { mapping } = data
    await support.call('POST', `/api/ingest/imports/${data.id}/run`, { mapping })
    await work()
    expect((await admin.call('GET', `/api/ingest/imports/${data.id}`)).data).toMatchObject({
      accepted: 0,
      rejectedCount: 98,
    })
    await db.update(users).set({ allShops: true }).where(eq(users.loginName, 'support'))
  })

  it('of the command line comes to the same, and reports what it rejected', async () => {
    const { url } = await server.measures()
    const file = join(folder, 'mai.csv')
    await writeFile(file, csv(1, '2026-05').replace('begin', 'vom'))
    const report = join(folder, 'rejected.csv')
    const run = (file: string, ...more: string[]) =>
      new Promise<{ code: number; out: string }>(resolve => {
        execFile(
          process.execPath,
          [
            join(import.meta.dirname, '../../import.ts'),
            'counts',
            file,
            '--map',
            'from=vom',
            '--report',
            report,
            ...more,
          ],
          {
            env: {
              ...process.env,
              DATABASE_URL: server.database.url,
              CLICKHOUSE_URL: url,
              AISLE_DATA: folder,
              AISLE_SECRET: 'a secret of the tests',
            },
            timeout: 60_000,
          },
          (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
        )
      })
    const before = (await held())?.rows ?? 0
    const tried = await run(file, '--dry-run')
    expect(tried.out).toContain('98 rows, 96 would be new, 0 there already, 2 rejected')
    expect((await held())?.rows).toBe(before)
    const done = await run(file)
    expect(done).toMatchObject({
      code: 1,
      out: expect.stringContaining('98 rows, 96 new, 0 there already, 2 rejected'),
    })
    expect((await held())?.rows).toBe(before + 96)
    await writeFile(`${file}.gz`, gzipSync(await readFile(file)))
    expect((await run(`${file}.gz`, '--dry-run')).out).toContain('98 rows, 0 would be new, 96 there already')
    expect(await readFile(report, 'utf8')).toContain('98,"device","no such device in scope"')
    const { client } = await server.measures()
    const rolled = await client.query({
      query:
        "SELECT sum(in_n) AS entered FROM flow_day FINAL WHERE biz_date BETWEEN '2026-05-01' AND '2026-05-02'",
      format: 'JSONEachRow',
    })
    expect(await rolled.json()).toEqual([
      { entered: Array.from({ length: 96 }, (_, index) => index % 7).reduce((a, b) => a + b, 0) },
    ])
  })
})
