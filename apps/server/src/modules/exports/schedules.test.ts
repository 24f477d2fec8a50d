import { and, eq, inArray } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { aisle, type Someone } from '../../../test/aisle.ts'
import { countedDay } from '../../../test/counted-day.ts'
import { exportJobs, exportSchedules, notices, userScopes, users } from '../../platform/schema/index.ts'

const server = await aisle()
const { db } = server.database
const analyst = await server.as('analyst')
const inspector = await server.as('inspector')
const viewer = await server.as('viewer')
const { first, second, yesterday } = await countedDay(server)
const idOf = async (loginName: string) =>
  (await db.select().from(users).where(eq(users.loginName, loginName)))[0]!.id
const [analystId, inspectorId, viewerId] = await Promise.all(['analyst', 'inspector', 'viewer'].map(idOf))

const base = '/api/exports/schedules'
const columns = [
  { kind: 'groupId', name: 'shop', heading: 'shop' },
  { kind: 'metric', name: 'visits', heading: 'visits' },
]
const filters = [{ member: 'shop', op: 'in', values: [first!.id, second!.id] }]
async function templateOf(who: Someone, isShared = false) {
  const { data } = await who.call('POST', '/api/exports/templates', {
    name: '日报',
    isShared,
    layout: { title: '日报', columns, isPlain: true },
  })
  return data.id as string
}
/** At midnight: due today at whatever hour the test runs. */
const daily = { every: 'daily', hour: 0, period: 'yesterday', filters, placeName: '两家店' }
async function made(who: Someone, more: object = {}) {
  const answer = await who.call('POST', base, { templateId: await templateOf(who), ...daily, ...more })
  expect(answer.code).toBe(200)
  return answer.data as { id: string; nextAt: string }
}
const missDays = (id: string, days = 3) =>
  db
    .update(exportSchedules)
    .set({ nextAt: new Date(Date.now() - days * 86_400_000) })
    .where(eq(exportSchedules.id, id))
const run = (name: string) => server.jobs.find(job => job.name === name)!.run()
const ordered = (id: string) => db.select().from(exportJobs).where(eq(exportJobs.scheduleId, id))
const listed = async (who: Someone, id: string) =>
  (await who.call('GET', base)).data.find((one: { id: string }) => one.id === id)

beforeEach(async () => {
  await db.delete(exportJobs)
  await db.delete(exportSchedules)
})

describe('schedules of templates', () => {
  it('are of those who may export, on templates that they see, for people who may export', async () => {
    const templateId = await templateOf(analyst)
    expect((await viewer.call('GET', base)).status).toBe(403)
    expect((await inspector.call('POST', base, { templateId, ...daily })).status).toBe(404)
    expect((await analyst.call('POST', base, { templateId, ...daily, userIds: [viewerId] })).status).toBe(400)
    const { data: people } = await analyst.call('GET', `${base}/people`)
    const ids = people.map(({ id }: { id: string }) => id)
    expect(ids).toContain(inspectorId)
    expect(ids).not.toContain(viewerId)
    expect(ids).not.toContain(analystId)
    const { data } = await analyst.call('POST', base, { templateId, ...daily, userIds: [inspectorId] })
    expect(data).toMatchObject({
      templateName: '日报',
      placeName: '两家店',
      people: [{ id: inspectorId }],
      isPaused: false,
      last: null,
    })
    expect(Date.parse(data.nextAt)).toBeGreaterThan(Date.now())
    expect(await listed(inspector, data.id)).toBeUndefined()
    expect((await inspector.call('DELETE', `${base}/${data.id}`)).status).toBe(404)
    expect((await analyst.call('POST', base, { templateId, ...daily, every: 'weekly', day: 8 })).status).toBe(
      400,
    )
  })

  it('give the owner the file of the last day that is over, once after a stop of days and with two servers', async () => {
    const { id } = await made(analyst)
    await run('export-schedules')
    expect(await ordered(id)).toEqual([])
    await missDays(id)
    await Promise.all([run('export-schedules'), run('export-schedules')])
    await run('export-schedules')
    expect(await ordered(id)).toMatchObject([{ userId: analystId, kind: 'template', state: 'queued' }])
    const [job] = await ordered(id)
    expect(job!.spec.sheets[0]!.question.period).toEqual({ from: yesterday, to: yesterday })
    await run('exports')
    const { data: file } = await analyst.call('GET', `/api/exports/jobs/${job!.id}/file`)
    const { sheets } = await readXlsx(file)
    expect(sheets[0]!.rows).toEqual([
      ['shop', 'visits'],
      [first!.id, 120],
      [second!.id, 121],
    ])
    const after = await listed(analyst, id)
    expect(after.last).toMatchObject({ state: 'done', message: null })
    expect(Date.parse(after.nextAt)).toBeGreaterThan(Date.now())
  })

  it('give each person an export of his own shops, and tell each once when it is made', async () => {
    await db.delete(notices)
    await db.delete(userScopes).where(eq(userScopes.userId, inspectorId!))
    await db.insert(userScopes).values({ userId: inspectorId!, kind: 'shop', targetId: first!.id })
    const { id } = await made(analyst, { userIds: [inspectorId] })
    await missDays(id)
    await run('export-schedules')
    expect(await db.select().from(notices)).toEqual([])
    await run('exports')
    await Promise.all([run('export-schedules'), run('export-schedules')])
    const told = await db.select().from(notices).where(eq(notices.kind, 'export.done'))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([analystId, inspectorId].toSorted())
    const jobs = await ordered(id)
    for (const [who, userId, shops] of [
      [analyst, analystId, [first, second]],
      [inspector, inspectorId, [first]],
    ] as const) {
      const job = jobs.find(one => one.userId === userId)!
      const file = await who.call('GET', `/api/exports/jobs/${job.id}/file`)
      const { sheets } = await readXlsx(file.data)
      expect(sheets[0]!.rows.slice(1).map(([shop]) => shop)).toEqual(shops.map(shop => shop!.id))
    }
    const [own] = jobs.filter(({ userId }) => userId === analystId)
    expect((await inspector.call('GET', `/api/exports/jobs/${own!.id}/file`)).status).toBe(404)
  })

  it('make nothing for who may not sign in any more, and say whom it was not made for', async () => {
    const { id } = await made(analyst, { userIds: [inspectorId] })
    await missDays(id)
    await db.update(users).set({ disabled: true }).where(eq(users.id, inspectorId!))
    await run('export-schedules')
    await db.update(users).set({ disabled: false }).where(eq(users.id, inspectorId!))
    expect((await ordered(id)).map(({ userId }) => userId)).toEqual([analystId])
    expect((await listed(analyst, id)).last.message.zh).toMatch(/^未能发给：/)
    await missDays(id)
    await db.update(users).set({ disabled: true }).where(eq(users.id, analystId!))
    await run('export-schedules')
    await db.update(users).set({ disabled: false }).where(eq(users.id, analystId!))
    expect(await ordered(id)).toHaveLength(1)
  })

  it('of a template that is gone say so, and tell their owner', async () => {
    const templateId = await templateOf(analyst)
    const { id } = await made(analyst, { templateId })
    await analyst.call('DELETE', `/api/exports/templates/${templateId}`)
    await missDays(id)
    await run('export-schedules')
    expect(await ordered(id)).toEqual([])
    expect((await listed(analyst, id)).last).toMatchObject({
      state: null,
      message: { zh: '模板已删除或不再共享' },
    })
    const told = await db
      .select()
      .from(notices)
      .where(and(eq(notices.kind, 'export.failed'), inArray(notices.userId, [analystId!])))
    expect(told.some(({ key }) => key?.includes(`:${id}:`))).toBe(true)
  })

  it('pause and go on with the next time, are deleted and taken back', async () => {
    const { id } = await made(analyst)
    const at = `${base}/${id}`
    expect((await analyst.call('POST', `${at}/pause`, { isPaused: true })).data.isPaused).toBe(true)
    await missDays(id)
    await run('export-schedules')
    expect(await ordered(id)).toEqual([])
    const { data: resumed } = await analyst.call('POST', `${at}/pause`, { isPaused: false })
    expect(resumed.isPaused).toBe(false)
    expect(Date.parse(resumed.nextAt)).toBeGreaterThan(Date.now())
    expect((await analyst.call('DELETE', at)).code).toBe(200)
    expect(await listed(analyst, id)).toBeUndefined()
    await missDays(id)
    await run('export-schedules')
    expect(await ordered(id)).toEqual([])
    expect((await analyst.call('POST', `${at}/restore`)).data.id).toBe(id)
    expect(await listed(analyst, id)).toBeDefined()
  })
})
