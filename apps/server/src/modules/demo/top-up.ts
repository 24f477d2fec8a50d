import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Database, type Queryable, statementFault } from '../../platform/postgres.ts'
import * as schema from '../../platform/schema/index.ts'
import { insertActivities } from './activities.ts'
import { chinaMoment } from './activity.ts'
import { insertArticles } from './articles.ts'
import { insertBookmarks } from './bookmarks.ts'
import { demoBrands } from './brands.ts'
import { type Chain, demoChain } from './chain.ts'
import { insertDailyRemarks } from './daily-remarks.ts'
import { demoKey } from './demo-key.ts'
import { insertExportTemplates } from './export-templates.ts'
import { insertFloorPlans } from './floor-plans/insert.ts'
import { insertGlossary } from './glossary.ts'
import { demoUsers, inspectorId } from './people.ts'
import { insertWarnings } from './warnings.ts'

/** Under this key a demo remembers what it was given, so that what people took away is not brought back. */
const topUpKey = 'demo-top-ups'
const kept = z.array(z.string())
const demo = z.looseObject({ seed: z.number() })

/** Something that the demo was not born with, and whether an installation has some of it. */
type TopUp = {
  name: string
  isThere(db: Queryable): Promise<boolean>
  insert(db: Queryable, chain: Chain, now: Date): Promise<void>
}

const hasRows =
  (table: PgTable, where?: SQL) =>
  async (db: Queryable): Promise<boolean> => {
    const rows = await db.select({ one: sql`1` }).from(table).where(where).limit(1)
    return rows.length > 0
  }
const glossary = eq(schema.viewSettings.target, 'glossary')

/** What demos got from release to release. */
const topUps: readonly TopUp[] = [
  {
    name: 'brands',
    isThere: async db => !(await hasRows(schema.shops, isNull(schema.shops.brandId))(db)),
    insert: insertBrands,
  },
  {
    name: 'floorPlans',
    isThere: hasRows(schema.floorPlans),
    insert: (db, chain, now) => insertFloorPlans(db, chain, plansAuthor(now)),
  },
  { name: 'bookmarks', isThere: hasRows(schema.bookmarks), insert: insertBookmarks },
  { name: 'warnings', isThere: hasRows(schema.flowRules), insert: insertWarnings },
  { name: 'activities', isThere: hasRows(schema.activities), insert: insertActivities },
  {
    name: 'exportTemplates',
    isThere: hasRows(schema.exportTemplates),
    insert: (db, _, now) => insertExportTemplates(db, now),
  },
  { name: 'articles', isThere: hasRows(schema.articles), insert: (db, _, now) => insertArticles(db, now) },
  {
    name: 'dailyRemarks',
    isThere: hasRows(schema.dailyRemarks),
    insert: (db, _, now) => insertDailyRemarks(db, now),
  },
  { name: 'glossary', isThere: hasRows(schema.viewSettings, glossary), insert: insertGlossary },
]

/** Who drew the plans of the demo, and when. */
export const plansAuthor = (now: Date) => ({
  userId: demoUsers.find(({ role }) => role === 'operator')?.id ?? inspectorId,
  at: chinaMoment(now, 30, '15:20'),
})

/** A demo that is made now has everything. */
export async function markToppedUp(db: Queryable): Promise<void> {
  await remember(
    db,
    topUps.map(({ name }) => name),
  )
}

/**
 * Gives a demo that an older release made what later ones have: each part once, all of it or nothing, by one of all servers. What
 * cannot be put in is logged and left for the next start: a console without examples still works.
 */
export async function topUpDemo({
  db,
  now,
  log,
}: {
  db: Database
  now: Date
  log(message: string): void
}): Promise<void> {
  await db.transaction(async transaction => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`)
    const [made] = await transaction
      .select()
      .from(schema.installation)
      .where(eq(schema.installation.key, demoKey))
    const { success, data } = demo.safeParse(made?.value)
    if (!success) return
    const [row] = await transaction
      .select()
      .from(schema.installation)
      .where(eq(schema.installation.key, topUpKey))
    const done = new Set(kept.catch([]).parse(row?.value))
    const missing = topUps.filter(({ name }) => !done.has(name))
    if (missing.length === 0) return
    const chain = demoChain(data.seed)
    for (const { name, isThere, insert } of missing)
      try {
        await transaction.transaction(async part => {
          if (await isThere(part)) return
          await insert(part, chain, now)
          log(`the demo got ${name}`)
        })
        done.add(name)
      } catch (error) {
        log(`the demo did not get ${name}: ${error instanceof Error ? statementFault(error).message : error}`)
      }
    await remember(transaction, [...done])
  })
}

async function remember(db: Queryable, value: string[]): Promise<void> {
  await db
    .insert(schema.installation)
    .values({ key: topUpKey, value })
    .onConflictDoUpdate({ target: schema.installation.key, set: { value } })
}

/** The brands, and for each shop of the chain that has none the one it trades under. */
async function insertBrands(db: Queryable, { shops }: Chain): Promise<void> {
  await db
    .insert(schema.brands)
    .values([...demoBrands])
    .onConflictDoNothing()
  const names = new Map(demoBrands.map(({ id, name }) => [id as string, name]))
  const there = await db.select().from(schema.brands)
  for (const { id, name } of there) {
    const own = shops.filter(shop => names.get(shop.brandId ?? '') === name).map(shop => shop.id)
    await db
      .update(schema.shops)
      .set({ brandId: id })
      .where(and(inArray(schema.shops.id, own), isNull(schema.shops.brandId)))
  }
}
