import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import * as schema from '../../platform/schema/index.ts'
import { evaluationGroups } from './forms.ts'
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

describe('the standard form', () => {
  it('has 18 items in five groups worth 100 points', () => {
    expect(evaluationGroups.map(({ zh, items }) => [zh, items.length])).toEqual([
      ['门店形象', 3],
      ['人员服务', 4],
      ['收银规范', 5],
      ['商品陈列', 4],
      ['消防安全', 2],
    ])
    const scores = evaluationGroups.flatMap(({ items }) => items.map(({ score }) => score))
    expect(scores.reduce((sum, score) => sum + score, 0)).toBe(100)
  })
})

describe('the scores of the demo', () => {
  it('lie around 93, differ between shops, and cover 90 days', async () => {
    const { rows } = await postgres.db.execute<{
      count: number
      mean: number
      least: number
      most: number
      first: string
      last: string
      worst: number
      best: number
    }>(sql`
      with means as (select shop_id, avg(score)::float as mean from evaluations where status <> 'revoked' group by shop_id)
      select count(*)::int as count, avg(score)::float as mean, min(score)::float as least, max(score)::float as most,
        min(local_date)::text as first, max(local_date)::text as last,
        (select min(mean) from means) as worst, (select max(mean) from means) as best
      from evaluations where status <> 'revoked'`)
    const all = rows[0]!
    expect(all.mean).toBeGreaterThan(92)
    expect(all.mean).toBeLessThan(94)
    expect(all.count).toBeGreaterThan(600)
    expect(all.best - all.worst).toBeGreaterThan(4)
    expect(all.most).toBeLessThanOrEqual(100)
    expect(all.least).toBeGreaterThan(60)
    expect(all.first < '2026-08-27' && all.last >= '2026-11-19').toBe(true)
  })

  it('end for 静安寺店 with 92.4', async () => {
    const latest = await postgres.db
      .select({ score: schema.evaluations.score })
      .from(schema.evaluations)
      .innerJoin(schema.shops, eq(schema.shops.id, schema.evaluations.shopId))
      .where(eq(schema.shops.name, '静安寺店'))
      .orderBy(desc(schema.evaluations.evaluatedAt))
      .limit(4)
    expect(latest.map(({ score }) => score)).toEqual([92.4, 94, 95.5, 90])
  })

  it('agree with their details, and belong to a visit of the same person in the same shop', async () => {
    const { rows } = await postgres.db.execute<{ wrong: number }>(sql`
      select count(*)::int as wrong from evaluations e
      join lateral (select sum(score) as earned, sum(item_score) filter (where score is not null) as maximum,
        sum(lost) as lost, count(*) as items from evaluation_details d where d.evaluation_id = e.id) d on true
      left join check_shop_records r on r.id = e.record_id
      where d.earned <> e.earned or d.maximum <> e.maximum or d.lost <> e.maximum - e.earned
        or e.score <> round(e.earned * 100 / e.maximum, 1) or d.items <> 18
        or r.user_id <> e.user_id or r.shop_id <> e.shop_id or r.ended_at <> e.evaluated_at`)
    expect(rows[0]?.wrong).toBe(0)
  })

  it('stand where their last step left them, each step after the one before', async () => {
    const { rows } = await postgres.db.execute<{ wrong: number; revokedLater: number }>(sql`
      select count(*) filter (where coalesce(s.status, 'saved') <> e.status
          or coalesce(s.at, e.created_at) <> e.status_updated_at or s.first < e.created_at)::int as wrong,
        count(*) filter (where s.steps = 2)::int as "revokedLater"
      from evaluations e
      left join lateral (
        select (array_agg(status order by at desc))[1] as status, max(at) as at, min(at) as first, count(*) as steps
        from evaluation_steps where evaluation_id = e.id having count(*) > 0
      ) s on true`)
    expect(rows[0]?.wrong).toBe(0)
    expect(rows[0]?.revokedLater).toBeGreaterThan(0)
  })

  it('come with inspections and daily records of the same days', async () => {
    for (const table of [schema.inspections, schema.dailyRecords]) {
      const [row] = await postgres.db.select({ count: sql<number>`count(*)::int` }).from(table)
      expect(row?.count).toBeGreaterThan(200)
    }
    const [missing] = await postgres.db
      .select({ count: sql<number>`count(*)::int` })
      .from(schema.inspections)
      .where(
        sql`abnormal_count <> (select count(*) from inspection_details d where d.inspection_id = inspections.id and d.result = 'abnormal')`,
      )
    expect(missing?.count).toBe(0)
  })
})
