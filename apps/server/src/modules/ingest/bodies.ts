import {
  type FactKind,
  factKinds,
  factsAtOnce,
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
const isDialect = (kind: string): kind is SensorDialect => sensorDialects.some(name => name === kind)

/**
 * Takes a body that came by another way than a post, and whose sender sees no verdict: a message of a make of sensors, or rows of a
 * kind of fact as JSON or NDJSON. What is not understood, or larger than a post may be, waits in quarantine. Resolves once all of it
 * is on disk.
 */
export function bodyTaker({ db, facts, sensors, now }: Deps) {
  return async (
    format: string,
    source: Poster,
    body: string,
    { keepsRejected = true }: PostOptions = {},
  ): Promise<IngestVerdict> => {
    const refused = async (message: string, index = 0): Promise<IngestVerdict> => {
      if (keepsRejected)
        await confineBody(db, { sourceId: source.id, kind: format, body, message, at: now() })
      return { accepted: 0, duplicates: 0, rejected: [{ index, path: '', message }] }
    }
    if (body.length > factsAtOnce.bytes) return refused(`larger than ${factsAtOnce.bytes} bytes`)
    if (isDialect(format)) return sensors.push(format, source, body, '', { keepsRejected })
    if (!isFact(format)) throw new Error(`nothing takes ${format}`)
    const rows = rowsOf(body)
    const broken = rows.findIndex(row => row instanceof BrokenRow)
    const first = rows[broken]
    // One line that is cut off says that the others may be, too: the whole body is read again once the cause is known.
    if (first instanceof BrokenRow) return refused(first.message, broken)
    if (rows.length === 0) return refused('nothing in it')
    const whole: IngestVerdict = { accepted: 0, duplicates: 0, rejected: [] }
    for (let at = 0; at < rows.length; at += factsAtOnce.rows) {
      const part = await facts.post(format, source, rows.slice(at, at + factsAtOnce.rows), { keepsRejected })
      whole.accepted += part.accepted
      whole.duplicates += part.duplicates
      for (const row of part.rejected) whole.rejected.push({ ...row, index: row.index + at })
    }
    return whole
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
