import { templateOrder } from '@aisle/contract'
import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { aisle } from '../../../test/aisle.ts'
import { countedDay } from '../../../test/counted-day.ts'
import { exportTemplates } from '../../platform/schema/index.ts'

const server = await aisle()
const analyst = await server.as('analyst')
const inspector = await server.as('inspector')
const admin = await server.as('admin')
const viewer = await server.as('viewer')

const { first, second, yesterday } = await countedDay(server)

const base = '/api/exports/templates'
const layout = {
  title: 'store_traffic',
  columns: [
    { kind: 'metric', name: 'visits', heading: 'traffic_in' },
    { kind: 'groupId', name: 'shop', heading: 'store_no' },
    { kind: 'time', name: 'time' },
    { kind: 'group', name: 'shop', heading: 'store_name' },
  ],
  isPlain: true,
}
const body = { name: '对接', layout }
const asked = {
  period: { from: yesterday, to: yesterday },
  filters: [{ member: 'shop', op: 'in' as const, values: [first!.id, second!.id] }],
}
const idsOf = async (who: typeof analyst) =>
  (await who.call('GET', base)).data.map((one: { id: string }) => one.id)

describe('templates of exports', () => {
  it('come with the demo, shared, and can be used by everyone who may export', async () => {
    const { data } = await inspector.call('GET', base)
    expect(data.length).toBeGreaterThan(0)
    expect(data[0]).toMatchObject({ isShared: true, isMine: false, mayEdit: false, ownerName: '何思远' })
    expect((await viewer.call('GET', base)).status).toBe(403)
    expect((await viewer.call('POST', base, body)).status).toBe(403)
  })

  it('are one’s own until they are shared, which needs query.publish', async () => {
    const { data: own } = await inspector.call('POST', base, body)
    expect(own).toMatchObject({ isMine: true, mayEdit: true, version: 1 })
    expect(await idsOf(analyst)).not.toContain(own.id)
    expect((await analyst.call('PUT', `${base}/${own.id}`, { ...body, version: 1 })).status).toBe(404)
    const shared = { ...body, isShared: true }
    expect(await inspector.call('POST', base, shared)).toMatchObject({ status: 403, reason: 'query.publish' })
    expect((await inspector.call('PUT', `${base}/${own.id}`, { ...shared, version: 1 })).status).toBe(403)
    const { data: published } = await analyst.call('POST', base, shared)
    expect(await idsOf(inspector)).toContain(published.id)
    expect((await inspector.call('PUT', `${base}/${published.id}`, { ...shared, version: 1 })).status).toBe(
      403,
    )
    expect((await inspector.call('DELETE', `${base}/${published.id}`)).status).toBe(403)
  })

  it('are changed by one at a time, deleted, and taken back', async () => {
    const { data: made } = await analyst.call('POST', base, body)
    const at = `${base}/${made.id}`
    expect((await analyst.call('PUT', at, { ...body, name: '改名', version: 1 })).data).toMatchObject({
      name: '改名',
      version: 2,
    })
    expect(await analyst.call('PUT', at, { ...body, version: 1 })).toMatchObject({
      status: 409,
      reason: 'changed',
    })
    expect((await analyst.call('DELETE', at)).code).toBe(200)
    expect(await idsOf(analyst)).not.toContain(made.id)
    expect((await analyst.call('PUT', at, { ...body, version: 3 })).status).toBe(404)
    expect((await admin.call('POST', `${at}/restore`)).status).toBe(404)
    expect((await analyst.call('POST', `${at}/restore`)).data.name).toBe('改名')
    expect(await idsOf(analyst)).toContain(made.id)
  })

  it('have a figure among their columns, and each column once', async () => {
    const [figure, group] = layout.columns
    const withColumns = (columns: unknown) => ({ ...body, layout: { ...layout, columns } })
    expect((await analyst.call('POST', base, withColumns([group]))).status).toBe(400)
    expect((await analyst.call('POST', base, withColumns([figure, group, figure]))).status).toBe(400)
  })

  it('give a file of their columns, in their order, under their headings, with the figures of the query call', async () => {
    const { data: template } = await analyst.call('POST', base, body)
    const order = templateOrder(template.layout, asked)
    const { data: job } = await analyst.call('POST', '/api/exports/jobs', order)
    await server.jobs.find(({ name }) => name === 'exports')!.run()
    const { data: done } = await analyst.call('GET', `/api/exports/jobs/${job.id}`)
    expect(done).toMatchObject({ state: 'done', kind: 'template', rows: 2, message: '' })
    const file: Buffer = (await analyst.call('GET', `/api/exports/jobs/${job.id}/file`)).data
    const { sheets } = await readXlsx(file)
    const { data: answer } = await analyst.call('POST', '/api/analysis/query', order.sheets[0]!.question)
    const [head, ...rows] = sheets[0]!.rows
    expect(head).toEqual(['traffic_in', 'store_no', expect.any(String), 'store_name'])
    expect(rows).toEqual(
      answer.rows.map((row: Record<string, { id: string; name: string; current: number }>) => [
        row.visits!.current,
        row.shop!.id,
        row.time,
        row.shop!.name,
      ]),
    )
  })

  it('give shops the codes of their readers, empty where one has none, as they are written', async () => {
    const codes = [{ shopId: second!.id, code: '007' }]
    const coded = {
      ...layout,
      columns: [
        { kind: 'code', name: 'shop' },
        { kind: 'metric', name: 'visits', heading: 'n' },
      ],
      shopCodes: codes,
    }
    const { data: template } = await analyst.call('POST', base, { name: '代码', layout: coded })
    expect(template.layout.shopCodes).toEqual(codes)
    const { data: job } = await analyst.call(
      'POST',
      '/api/exports/jobs',
      templateOrder(template.layout, asked),
    )
    await server.jobs.find(({ name }) => name === 'exports')!.run()
    const { sheets } = await readXlsx((await analyst.call('GET', `/api/exports/jobs/${job.id}/file`)).data)
    expect(sheets[0]!.rows).toEqual([
      ['门店代码', 'n'],
      [null, 120],
      ['007', 121],
    ])
  })

  it('refuse codes of unknown shops, two of one shop, and one of two shops', async () => {
    const statusOf = async (...shopCodes: [string, string][]) =>
      (
        await analyst.call('POST', base, {
          ...body,
          layout: { ...layout, shopCodes: shopCodes.map(([shopId, code]) => ({ shopId, code })) },
        })
      ).status
    expect(await statusOf([first!.id, 'a'], [second!.id, 'b'])).toBe(200)
    expect(await statusOf(['no-such', 'a'])).toBe(400)
    expect(await statusOf([first!.id, 'a'], [first!.id, 'b'])).toBe(400)
    expect(await statusOf([first!.id, 'a'], [second!.id, 'a'])).toBe(400)
  })

  it('of the demo each give a file, without anything being uploaded', async () => {
    const { data: templates } = await admin.call('GET', base)
    for (const template of templates.filter(
      ({ ownerName }: { ownerName: string }) => ownerName === '何思远',
    )) {
      const { data: job } = await admin.call(
        'POST',
        '/api/exports/jobs',
        templateOrder(template.layout, asked),
      )
      await server.jobs.find(({ name }) => name === 'exports')!.run()
      const { data: done } = await admin.call('GET', `/api/exports/jobs/${job.id}`)
      expect(done, template.name).toMatchObject({ state: 'done', filesFailed: 0, message: '' })
      expect(done.rows, template.name).toBeGreaterThan(0)
    }
  })

  it('that were kept before they had a unit of money are in yuan', async () => {
    const { data: made } = await analyst.call('POST', base, body)
    const { money: _, ...older } = made.layout
    await server.database.db
      .update(exportTemplates)
      .set({ layout: older })
      .where(eq(exportTemplates.id, made.id))
    const { data: list } = await analyst.call('GET', base)
    expect(list.find(({ id }: { id: string }) => id === made.id).layout.money).toBe('yuan')
  })

  it('ask for nothing that their columns do not name', async () => {
    const order = templateOrder(
      { ...layout, granularity: 'day', format: 'xlsx', split: 'none', pattern: '' } as never,
      asked,
    )
    const [sheet] = order.sheets
    const foreign = { columns: [{ kind: 'metric', name: 'sales', heading: '' }], isPlain: true }
    const { data: job } = await analyst.call('POST', '/api/exports/jobs', {
      ...order,
      sheets: [{ ...sheet, layout: foreign }],
    })
    await server.jobs.find(({ name }) => name === 'exports')!.run()
    const { data: done } = await analyst.call('GET', `/api/exports/jobs/${job.id}`)
    expect(done).toMatchObject({ state: 'failed', message: '结果中没有「sales」列' })
  })
})
