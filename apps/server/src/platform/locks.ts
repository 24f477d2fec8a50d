import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** Runs work while nobody else does under the same key, on this server or another. */
export type Locks = {
  exclusive<T>(key: string, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const asksAgainMs = 20

/**
 * Locks of one server, all held by one connection: as many as are wanted at once, also one inside another, take no
 * connection from those that answer requests, and cannot wait for each other's. When the server dies its connection ends,
 * and with it what it held.
 */
export function openLocks(url: string, log: (message: string) => void): Locks {
  const queues = new Map<string, Promise<unknown>>()
  // One connection that stays: the locks are its own. Statements queue up for it.
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  pool.on('error', error => {
    if (!pool.ending) log(`PostgreSQL connection of locks lost: ${error.message}`)
  })

  /** Asks until the lock is free: one that waited in the database would hold up all others on the connection. */
  async function held<T>(key: string, work: () => Promise<T>): Promise<T> {
    while (!(await isTaken(key))) await pause(asksAgainMs + Math.random() * asksAgainMs)
    try {
      return await work()
    } finally {
      // Where the connection was lost the lock went with it.
      await pool.query('select pg_advisory_unlock(hashtextextended($1, 0))', [key]).catch(() => undefined)
    }
  }

  return {
    async exclusive(key, work) {
      // The connection would get its own lock a second time: those of this server queue up here.
      const before = queues.get(key) ?? Promise.resolve()
      const turn = before.catch(() => undefined).then(() => held(key, work))
      queues.set(key, turn)
      try {
        return await turn
      } finally {
        if (queues.get(key) === turn) queues.delete(key)
      }
    },
    close: () => pool.end(),
  }

  async function isTaken(key: string): Promise<boolean> {
    const { rows } = await pool.query<{ locked: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [key],
    )
    return rows[0]?.locked ?? false
  }
}
