import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '../src/platform/schema/index.ts'
import { testDatabase } from './database.ts'

it('gives a test file migrated databases that know nothing of each other', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()])
  await one.db.execute(sql`create table only_here (id int)`)
  await expect(other.db.execute(sql`select * from only_here`)).rejects.toThrow()
  expect(await other.db.select().from(users)).toEqual([])
  await Promise.all([one.close(), other.close()])
})
