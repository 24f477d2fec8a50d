import { join } from 'node:path'
import { type Column, DrizzleQueryError, getTableName, type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import * as schema from './schema/index.ts'

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }
/** The database or a transaction on it. */
export type Queryable = Pick<
  Database,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'query'
>

export type Postgres = {
  readonly db: Database
  readonly pool: pg.Pool
  ready(): Promise<boolean>
  close(): Promise<void>
}

/**
 * A connection that is lost in the middle of a transaction, between two statements, fails the next statement. Without a listener of
 * its own the loss would end the process: the pool only hears of connections that are idle, and of running statements.
 */
function outliveLosses(pool: pg.Pool): void {
  pool.on('connect', client => client.on('error', () => undefined))
}

/** Opens PostgreSQL; errors of idle connections are logged, not thrown: the pool opens new ones. */
export function openPostgres(url: string, log: (message: string) => void, max = 20): Postgres {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
  })
  let closing = false
  pool.on('error', error => {
    if (!closing) log(`PostgreSQL connection lost: ${error.message}`)
  })
  outliveLosses(pool)
  return {
    db: drizzle(pool, { schema }),
    pool,
    async ready() {
      try {
        await pool.query('select 1')
        return true
      } catch {
        return false
      }
    },
    async close() {
      // The pool does not wait for its connections to be gone: what ends them now is no news.
      closing = true
      await pool.end()
    },
  }
}

const migrationLock = 7_214_001

/** Applies what is missing; several servers that start at once wait for the first. */
export async function migratePostgres({ pool }: Postgres): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(connection), { migrationsFolder: join(import.meta.dirname, '../../drizzle') })
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    connection.release()
  }
}

/** What PostgreSQL, or the way to it, said where a statement failed: its code tells what happened. Other errors as they are. */
export const statementFault = (error: Error): Error =>
  error instanceof DrizzleQueryError && error.cause instanceof Error ? error.cause : error

/** A column with its table's name, for subqueries in a select of one table: Drizzle leaves the name out there. */
export function outer(column: Column): SQL {
  return sql`${sql.identifier(getTableName(column.table))}.${sql.identifier(column.name)}`
}
