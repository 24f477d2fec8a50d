import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openPostgres } from './postgres.ts'

const database = await testDatabase()
afterAll(() => database.close())

it('a connection that is lost between two statements of a transaction fails the transaction, and nothing else', async () => {
  const lost: string[] = []
  const { db, pool, ready, close } = openPostgres(database.url, message => lost.push(message))
  const client = new Promise<{ pid: number }>(resolve => pool.once('acquire', resolve as never))
  const work = db.transaction(async on => {
    const { rows } = await on.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const gone = once((await client) as never, 'end')
    await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
    await gone
    await on.execute(sql`select 1`)
  })
  await expect(work).rejects.toThrow()
  expect(await ready()).toBe(true)
  await close()
})
