import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from './postgres.ts'

/** What servers tell each other with NOTIFY, for open consoles. */
export const channels = {
  /** `<user id>`, and ` <notice id>` where the notice is new. */
  notices: 'aisle_notices',
  /** Ids of shops whose figures changed, joined by commas. */
  figures: 'aisle_figures',
} as const

/** PostgreSQL takes payloads of less than 8000 bytes. */
const mostBytes = 7900

/** Tells every server that figures of shops changed; on a transaction, once that is through. */
export async function tellFigures(on: Queryable, shopIds: Iterable<number>): Promise<void> {
  let payload = ''
  const send = () => on.execute(notify(channels.figures, payload))
  for (const id of new Set(shopIds)) {
    if (payload.length + 12 > mostBytes) {
      await send()
      payload = ''
    }
    payload += payload === '' ? id : `,${id}`
  }
  if (payload !== '') await send()
}

export const notify = (channel: string, payload: string): SQL => sql`select pg_notify(${channel}, ${payload})`
