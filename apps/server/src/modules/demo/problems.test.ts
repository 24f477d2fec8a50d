import { beforeAll, describe, expect, it } from 'vitest'
import { aisle, type TestAisle } from '../../../test/aisle.ts'
import { problemEvents, problems } from '../../platform/schema/index.ts'

let server: TestAisle
beforeAll(async () => {
  server = await aisle()
})

describe('problems of the demo', () => {
  it('are about sixty over 90 days in all states, each with a history that leads to its state', async () => {
    const { db } = server.database
    const rows = await db.select().from(problems)
    const events = await db.select().from(problemEvents)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.length).toBeLessThan(75)
    for (const status of ['rectification', 'pending', 'closed'])
      expect(rows.filter(row => row.status === status).length, status).toBeGreaterThan(4)
    const now = Date.now()
    for (const row of rows) {
      const own = events.filter(event => event.problemId === row.id).sort((a, b) => a.version - b.version)
      expect(own.at(-1)?.toStatus).toBe(row.status)
      expect(own.map(event => event.version)).toEqual(own.map((_, index) => index + 1))
      for (const [index, event] of own.entries()) {
        expect(event.fromStatus).toBe(own[index - 1]?.toStatus ?? null)
        expect(event.at.getTime()).toBeLessThanOrEqual(now)
        expect(event.at.getTime()).toBeGreaterThanOrEqual(own[index - 1]?.at.getTime() ?? 0)
      }
      expect(now - row.raisedAt.getTime()).toBeLessThan(92 * 86_400_000)
    }
  })

  it('leave 静安寺店 three to put right, one of them due tomorrow, and one to review', async () => {
    const inspector = await server.as('inspector')
    const shops = (await inspector.call('POST', '/api/ireportx/shopInfo/findAllShops')).data
    const { shopid } = shops.find((shop: { shopname: string }) => shop.shopname === '静安寺店')
    const { data } = await inspector.call('GET', `/api/problems/counts?shopId=${shopid}`)
    expect(data).toMatchObject({ rectification: 3, pending: 1, dueTomorrow: 1, overdue: 0 })
    const log = (await inspector.call('GET', `/api/patrol/log?shopId=${shopid}`)).data
    expect(log.total).toBe(data.total)
    for (const line of log.records) {
      expect(line.score).not.toBeNull()
      expect(line.recordId).not.toBeNull()
    }
  })

  it('are told to the inspector, some of it still to be handled', async () => {
    const inspector = await server.as('inspector')
    const { data } = await inspector.call('GET', '/api/notices/count')
    expect(data.unhandled).toBeGreaterThan(0)
    expect(data.handled).toBeGreaterThan(0)
  })
})
