import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { planRuns, plans } from '../../platform/schema/index.ts'
import { everyShop } from '../../platform/scope.ts'
import { patrolService } from '../plans/patrols.ts'
import { nextDue } from '../plans/schedule.ts'
import { planStatistics } from '../plans/statistics.ts'
import { seedDemo } from './seed.ts'

const now = new Date('2026-11-20T10:24:36+08:00')
let postgres: TestDatabase
beforeAll(async () => {
  postgres = await testDatabase()
  await seedDemo({
    db: postgres.db,
    now,
    hashPassword: async () => '-',
    encrypt: plain => plain,
    log: () => undefined,
  })
})
afterAll(() => postgres?.close())

describe('the plans of the demo', () => {
  it('are on the favourite shops, run next when their schedule says, and one is off', async () => {
    const rows = await postgres.db.select().from(plans)
    const own = rows.filter(plan => plan.kind !== 'patrol')
    expect(own.length).toBeGreaterThanOrEqual(10)
    expect(own.filter(plan => plan.paused)).toHaveLength(1)
    for (const plan of rows)
      expect(plan.nextDueAt).toEqual(plan.paused ? null : nextDue(plan, 'Asia/Shanghai', now))
  })

  it('have two weeks of runs up to now, most of them done, none of them twice', async () => {
    const statistics = planStatistics(postgres.db)
    const { totals, byDay } = await statistics(everyShop, { from: '2026-11-06', to: '2026-11-20' })
    expect(totals.planned).toBeGreaterThan(1000)
    expect(totals.pending).toBe(0)
    expect(totals.successRate).toBeGreaterThan(93)
    expect(totals.successRate).toBeLessThan(100)
    for (const outcome of ['failed', 'held', 'offline', 'missed'] as const)
      expect(totals[outcome], outcome).toBeGreaterThan(0)
    for (const day of byDay) expect(day.planned, day.date).toBeGreaterThan(0)
    const [latest] = await postgres.db.select({ at: sql<string>`max(${planRuns.dueAt})` }).from(planRuns)
    expect(new Date(latest?.at ?? 0).getTime()).toBeLessThan(now.getTime())
  })

  it('have two patrols with stops and a last round', async () => {
    const caller = {
      userId: '',
      loginName: '',
      realName: '',
      authorities: [],
      scope: everyShop,
      sessionHash: '',
    }
    const patrols = await patrolService({ db: postgres.db, now: () => now }).list(caller, {})
    expect(patrols.map(patrol => patrol.name).sort()).toEqual(['华东重点店收银区', '静安寺店全店巡检'])
    for (const patrol of patrols) {
      expect(patrol.stops.length).toBeGreaterThanOrEqual(3)
      expect(patrol.lastRound?.planned).toBe(patrol.stops.length)
    }
  })
})
