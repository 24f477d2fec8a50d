import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callerOf, type ProblemWorld, problemWorld } from '../../../test/problem-world.ts'
import { cameras, deskTallies } from '../../platform/schema/index.ts'
import { deskService } from '../patrol/desk.ts'
import { insertDeskTallies } from './desk.ts'

let world: ProblemWorld
beforeAll(async () => {
  world = await problemWorld()
})
afterAll(() => world.close())

describe('the demo’s desk of the days before', () => {
  it('counts each hour what was on and open then', async () => {
    world.at('2026-10-01T02:30:00.000Z')
    await world.call('inspector', 'POST', '/api/problems', {
      shopId: 'jingan',
      itemName: '通道堆物',
      dueAt: '2026-10-02T00:10:00Z',
    })
    await world.db.update(cameras).set({ status: 'online' })
    await world.db
      .update(cameras)
      .set({ status: 'offline', lastOnlineAt: new Date('2026-10-02T01:20:00Z') })
      .where(eq(cameras.id, 'huiyan-camera'))
    world.at('2026-10-02T05:10:00.000Z')
    await insertDeskTallies(world.db, world.now())
    const rows = await world.db
      .select()
      .from(deskTallies)
      .where(eq(deskTallies.shopId, 'jingan'))
      .orderBy(deskTallies.hour)
    expect(rows).toHaveLength(48)
    expect(
      rows.slice(-5).map(({ hour, online, warnings }) => [hour.getUTCHours(), online, warnings]),
    ).toEqual([
      [0, 4, 0],
      [1, 4, 1],
      [2, 3, 2],
      [3, 3, 2],
      [4, 3, 2],
    ])
    const desk = deskService({
      db: world.db,
      findings: async () => [],
      warnings: async () => [],
      now: world.now,
    })
    const { figures } = await desk.look(callerOf('inspector'), {})
    expect(figures.devicesOnline).toEqual({ value: 3, compared: 4 })
  })
})
