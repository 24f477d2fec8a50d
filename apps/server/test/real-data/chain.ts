import { gzipSync } from 'node:zlib'
import type { FactKind, Question } from '@aisle/contract'
import { shops } from '../../src/platform/schema/index.ts'
import { aisle } from '../aisle.ts'

const atOnce = 25_000
type Member = { id: string; name: string }
export type Cells = Record<string, number | null>

/** A server with a shop in its zone for each name of the published series; `shopOf` tells its id. */
export async function realChain(named: Iterable<readonly [name: string, timeZone: string]>) {
  const { app, database, rollups, as } = await aisle()
  const { db } = database
  const admin = await as('admin')
  const { token } = (await admin.call('POST', '/api/ingest/sources', { name: 'city', allShops: true })).data
  const [like] = await db.select().from(shops).limit(1)
  const shopIds = new Map<string, string>()
  if (!like) throw new Error('the demo has shops')
  const { id: _, ...place } = like
  for (const [name, timeZone] of new Map(named)) {
    const code = `real-${shopIds.size}`
    const [shop] = await db
      .insert(shops)
      .values({ ...place, name, code, timeZone })
      .returning()
    shopIds.set(name, shop?.id ?? '')
  }

  return {
    db,
    shopOf: (name: string) => shopIds.get(name) ?? '',

    /** Sends rows packed, some thousands at a time, and makes what follows from them. */
    async post(kind: FactKind, rows: readonly object[]) {
      const sum = { accepted: 0, duplicates: 0, rejected: 0 }
      for (let at = 0; at < rows.length; at += atOnce) {
        const lines = rows.slice(at, at + atOnce).map(row => JSON.stringify(row))
        const answer = await app.inject({
          method: 'POST',
          url: `/api/ingest/${kind}`,
          headers: {
            'content-type': 'application/x-ndjson',
            'content-encoding': 'gzip',
            authorization: `Bearer ${token}`,
          },
          payload: gzipSync(lines.join('\n'), { level: 1 }),
        })
        const { data } = answer.json()
        sum.accepted += data.accepted
        sum.duplicates += data.duplicates
        sum.rejected += data.rejected.length
      }
      await rollups.run()
      return sum
    },

    /** Answers by key: time and members as the answer names them, `side` of each metric. */
    async ask(
      names: Iterable<string>,
      question: Question,
      side: 'current' | 'compared' = 'current',
    ): Promise<Map<string, Cells>> {
      const values = [...new Set(names)].map(name => shopIds.get(name) ?? '')
      const { data, msg } = await admin.call('POST', '/api/analysis/query', {
        ...question,
        filters: [...(question.filters ?? []), { member: 'shop', op: 'in', values }],
      })
      if (!data?.rows) throw new Error(`refused: ${msg}`)
      type Row = { time?: string } & Record<
        string,
        Member & { current: number | null; compared?: number | null }
      >
      return new Map(
        (data.rows as Row[]).map(row => [
          [
            ...(row.time === undefined ? [] : [row.time]),
            ...(question.dimensions ?? []).map(name => row[name]?.id),
          ].join('|'),
          Object.fromEntries(question.metrics.map(metric => [metric, row[String(metric)]?.[side] ?? null])),
        ]),
      )
    },
  }
}
