import {
  type FactKind,
  factKinds,
  type IngestVerdict,
  type SensorDialect,
  sensorDialects,
} from '@aisle/contract'
import { BrokenRow, rowsOfLines } from '../../platform/http/rows.ts'
import type { Database } from '../../platform/postgres.ts'
import type { FactService, Poster, PostOptions } from '../facts/service.ts'
import { confineBody } from './confined.ts'
import type { SensorService } from './sensors.ts'

type Deps = { db: Database; facts: FactService; sensors: SensorService; now: () => Date }

export const isFact = (kind: string): kind is FactKind => Object.hasOwn(factKinds, kind)
export const isDialect = (kind: string): kind is SensorDialect => sensorDialects.some(name => name === kind)

/**
 * Takes a body that came by another way than a post, and whose sender sees no verdict: a message of a make of sensors, or rows of a
 * kind of fact as JSON or NDJSON. What is not understood waits in quarantine. Resolves once all of it is on disk.
 */
export function bodyTaker({ db, facts, sensors, now }: Deps) {
  return async (
    format: string,
    source: Poster,
    body: string,
    { keepsRejected = true }: PostOptions = {},
  ): Promise<IngestVerdict> => {
    if (isDialect(format)) return sensors.push(format, source, body, '', { keepsRejected })
    if (!isFact(format)) throw new Error(`nothing takes ${format}`)
    const rows = rowsOf(body)
    const broken = rows.flatMap((row, index) => (row instanceof BrokenRow ? [{ index, row }] : []))
    if (rows.length > 0 && broken.length === 0) return facts.post(format, source, rows, { keepsRejected })
    // One line that is cut off says that the others may be, too: the whole body is read again once the cause is known.
    const message = broken[0]?.row.message ?? 'nothing in it'
    if (keepsRejected) await confineBody(db, { sourceId: source.id, kind: format, body, message, at: now() })
    return { accepted: 0, duplicates: 0, rejected: [{ index: broken[0]?.index ?? 0, path: '', message }] }
  }
}
export type BodyTaker = ReturnType<typeof bodyTaker>

/** A JSON array, one JSON object, or one a line. */
function rowsOf(body: string): unknown[] {
  try {
    const value: unknown = JSON.parse(body)
    return Array.isArray(value) ? value : [value]
  } catch {
    return rowsOfLines(body)
  }
}
