import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../test/database.ts'
import { demoDatabase } from '../../../test/demo-database.ts'
import * as schema from '../../platform/schema/index.ts'
import { demoBrands } from './brands.ts'
import { topUpDemo } from './top-up.ts'

const now = new Date('2026-11-20T10:24:36+08:00')
let database: TestDatabase
const opened: TestDatabase[] = []
let said: string[] = []
const topUp = () => topUpDemo({ db: database.db, now, log: message => void said.push(message) })

beforeEach(async () => {
  database = await demoDatabase()
  opened.push(database)
  said = []
})
afterAll(() => Promise.all(opened.map(each => each.close())))

/** As a release made it that knew neither brands nor activities, and no list of what a demo was given. */
async function older(): Promise<void> {
  const { db } = database
  await db.update(schema.shops).set({ brandId: null })
  await db.delete(schema.brands)
  await db.delete(schema.activities)
  await db.delete(schema.installation).where(eq(schema.installation.key, 'demo-top-ups'))
}
const counts = async () => ({
  brands: await database.db.$count(schema.brands),
  activities: await database.db.$count(schema.activities),
  articles: await database.db.$count(schema.articles),
  shopsWithout: await database.db.$count(schema.shops, isNull(schema.shops.brandId)),
})

describe('a demo of an older release', () => {
  it('gets the brands of its shops and its activities, once, however many servers start', async () => {
    const whole = await counts()
    const brandOf = await database.db
      .select({ id: schema.shops.id, brandId: schema.shops.brandId })
      .from(schema.shops)
    await older()
    await Promise.all([topUp(), topUp(), topUp()])
    expect(await counts()).toEqual(whole)
    const after = await database.db
      .select({ id: schema.shops.id, brandId: schema.shops.brandId })
      .from(schema.shops)
    expect(new Map(after.map(({ id, brandId }) => [id, brandId]))).toEqual(
      new Map(brandOf.map(({ id, brandId }) => [id, brandId])),
    )
    expect(said.toSorted()).toEqual(['the demo got activities', 'the demo got brands'])
  })

  it('keeps what people made: their brand of the same name, their shops, their activities', async () => {
    const { db } = database
    await older()
    const [own] = await db.insert(schema.brands).values({ name: demoBrands[0].name }).returning()
    const [shop] = await db.select().from(schema.shops).limit(1)
    const [other] = await db.insert(schema.brands).values({ name: '别家' }).returning()
    await db.update(schema.shops).set({ brandId: other!.id }).where(eq(schema.shops.id, shop!.id))
    await db.insert(schema.activities).values({
      name: '自办',
      kind: 'show',
      fromDate: '2026-01-01',
      toDate: '2026-01-02',
      shopIds: [],
      areaIds: [],
    })
    await topUp()
    expect((await counts()).activities).toBe(1)
    const [kept] = await db.select().from(schema.shops).where(eq(schema.shops.id, shop!.id))
    expect(kept!.brandId).toBe(other!.id)
    expect(await db.$count(schema.shops, eq(schema.shops.brandId, own!.id))).toBeGreaterThan(0)
  })
})

describe('a demo that has everything', () => {
  it('does not get back what people took away', async () => {
    await database.db.delete(schema.activities)
    await database.db.update(schema.shops).set({ brandId: null })
    await topUp()
    expect(await counts()).toMatchObject({ activities: 0 })
    expect((await counts()).shopsWithout).toBeGreaterThan(0)
    expect(said).toEqual([])
  })
})

it('an installation that is no demo gets nothing', async () => {
  await older()
  await database.db.delete(schema.installation).where(eq(schema.installation.key, 'demo'))
  await topUp()
  expect(await counts()).toMatchObject({ brands: 0, activities: 0 })
})

it('what cannot be put in is said, and the rest comes all the same', async () => {
  await older()
  const { db } = database
  // The author of the activities is gone; nobody signs for them.
  await db.execute('alter table activities add constraint none_here check (false)')
  await topUp()
  expect(said.join()).toContain('the demo did not get activities')
  expect((await counts()).brands).toBe(demoBrands.length)
  await db.execute('alter table activities drop constraint none_here')
  await topUp()
  expect((await counts()).activities).toBeGreaterThan(0)
})
