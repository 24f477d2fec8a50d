import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../platform/postgres.ts'
import { quarantine } from '../../platform/schema/index.ts'
import { roomInQuarantine } from '../facts/service.ts'

/** A body that is larger is told to its sender alone. */
const bodyMost = 200_000

/** How a whole body lies in quarantine: as it came, whatever it is. */
export const confinedBody = z.strictObject({ text: z.string() })

/** Keeps a body that nobody understood until the cause is mended; the same sent again is one row. No more than the source has room for. */
export async function confineBody(
  db: Database,
  {
    sourceId,
    kind,
    body,
    message,
    at,
  }: { sourceId: string; kind: string; body: string; message: string; at: Date },
): Promise<void> {
  if ((await roomInQuarantine(db, sourceId)) === 0) return
  const kept = body.slice(0, bodyMost).replaceAll('\u0000', '').toWellFormed()
  const digest = createHash('sha256').update(kept).digest('hex')
  await db
    .insert(quarantine)
    .values({ sourceId, kind, path: '', message, body: { text: kept }, digest, receivedAt: at })
    .onConflictDoUpdate({
      target: [quarantine.sourceId, quarantine.kind, quarantine.digest],
      set: { times: sql`${quarantine.times} + 1`, receivedAt: at, message: sql`excluded.message` },
    })
}
