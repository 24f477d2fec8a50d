import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { measureStore } from '../../../test/facts-world.ts'
import {
  checkShopRecords,
  evaluationDetails,
  evaluations,
  findings,
  inspections,
  problems,
} from '../../platform/schema/index.ts'
import { seedDemo } from '../demo/seed.ts'
import { copyRecords } from './record-copy.ts'

const database = await testDatabase()
const { db } = database
const { client, rows } = await measureStore()
afterAll(database.close)
// Rows that the database dates itself are of the present.
let clock = Date.now()
await seedDemo({
  db,
  now: new Date(clock),
  hashPassword: async plain => plain,
  encrypt: plain => plain,
  log: () => undefined,
})
const copy = () => copyRecords({ db, measures: async () => ({ client }), now: () => new Date(clock) })
const copied = async (what: string, where: string) =>
  Number((await rows<{ n: number }>(`SELECT ${what} AS n FROM record FINAL WHERE ${where}`))[0]?.n)

describe('records of the console in the measure store', () => {
  it('are those of PostgreSQL', async () => {
    expect(await copy()).toBeGreaterThan(1000)
    expect(await copied('count()', "kind = 'evaluation'")).toBe(await db.$count(evaluations))
    expect(await copied('count()', "kind = 'patrol'")).toBe(await db.$count(checkShopRecords))
    expect(await copied('count()', "kind = 'inspection'")).toBe(
      await db.$count(inspections, isNull(inspections.deletedAt)),
    )
    expect(await copied('count()', "kind = 'finding' AND is_done = 1")).toBe(
      await db.$count(findings, sql`status in ('confirmed', 'raised')`),
    )
    const [lost] = await db
      .select({ points: sql<number>`sum(${evaluationDetails.lost})::float` })
      .from(evaluationDetails)
      .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
      .where(sql`${evaluations.status} <> 'revoked'`)
    expect(await copied('sum(lost_points)', "kind = 'evaluation-item'")).toBeCloseTo(lost?.points ?? 0, 3)
    const items = await db
      .select({ score: evaluationDetails.score, of: evaluationDetails.itemScore })
      .from(evaluationDetails)
      .innerJoin(evaluations, eq(evaluations.id, evaluationDetails.evaluationId))
      .where(sql`${evaluations.status} <> 'revoked' and ${evaluationDetails.score} is not null`)
    const shares = items.flatMap(({ score, of }) => (of > 0 ? [((score ?? 0) / of) * 100] : []))
    const ofItems = "kind = 'evaluation-item' AND is_checked = 1"
    expect(await copied('count()', ofItems)).toBe(shares.length)
    expect(await copied('sum(score)', ofItems)).toBeCloseTo(
      shares.reduce((sum, share) => sum + share, 0),
      0,
    )
    const [open] = await db
      .select({ problem: problems })
      .from(problems)
      .where(eq(problems.status, 'rectification'))
      .limit(1)
    expect(
      await rows(
        `SELECT toString(biz_date) AS day, toString(shop_id) AS shop, is_done FROM record FINAL WHERE kind = 'problem' AND record_id = ${open?.problem.id}`,
      ),
    ).toEqual([{ day: open?.problem.raisedDate, shop: open?.problem.shopId, is_done: 0 }])
  })

  it('follow what changes: only that is copied, and what is taken back is gone', async () => {
    clock += 60 * 60_000
    await copy()
    clock += 60 * 60_000
    expect(await copy()).toBe(0)
    const [problem] = await db.select().from(problems).where(eq(problems.status, 'rectification')).limit(1)
    const [inspection] = await db.select().from(inspections).where(isNull(inspections.deletedAt)).limit(1)
    const at = new Date(clock)
    await db
      .update(problems)
      .set({ status: 'closed', closedAt: at, updatedAt: at })
      .where(eq(problems.id, problem?.id ?? ''))
    await db
      .update(inspections)
      .set({ deletedAt: at })
      .where(eq(inspections.id, inspection?.id ?? ''))
    clock += 60_000
    expect(await copy()).toBe(2)
    expect(await copied('sum(is_done)', `kind = 'problem' AND record_id = ${problem?.id}`)).toBe(1)
    expect(await copied('count()', `kind = 'inspection' AND record_id = ${inspection?.id}`)).toBe(0)
  })
})
