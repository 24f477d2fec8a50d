import { totalmem } from 'node:os'
import type { Readable } from 'node:stream'
import { Session } from 'chdb'

/** One statement with what a client sent beside it. All values are bound or quoted; none becomes part of the statement. */
export interface Statement {
  sql: string
  /** Names the statement among those that run, so that it can be cancelled. */
  id: string
  database: string
  params: ReadonlyMap<string, string>
  settings: ReadonlyMap<string, string>
  format: string
  /** Aborts when whoever asked has gone: a statement that waits is dropped, one that runs is stopped. */
  signal: AbortSignal
}

export interface Engine {
  /** Bytes of the answer, in pieces when the format allows it. Throws with ClickHouse's own message. */
  run(statement: Statement): AsyncIterable<Uint8Array>
  /** Inserts lines of data; answers the rows written where the engine counts them. */
  insert(statement: Statement, data: Readable): Promise<number | undefined>
  close(): void
}

/** A chDB session used by one statement at a time, and what earlier statements left set in it. */
interface Lane {
  session: Session
  database: string
  settings: Set<string>
  params: Set<string>
}

/** Formats whose pieces put together are the whole: no header, no frame. */
const pieceable = new Set(['JSONEachRow', 'JSONCompactEachRow', 'CSV', 'TSV', 'TabSeparated'])
const reads = /^(?:\s|\(|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values)\b/i
const looks = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:show|describe|desc|exists|explain)\b/i
const lastFormat = /\bformat\s+(\w+)\s*(?:\bsettings\b[^;]*)?[\s;]*$/i
const plainInsert =
  /^\s*insert\s+into\s+(?:table\s+)?([\w.]+)\s*(?:\(\s*(\w+(?:\s*,\s*\w+)*)\s*\))?\s*format\s+(JSONEachRow|JSONCompactEachRow|TabSeparated|TSV)\s*$/i

/**
 * chDB on one folder by several sessions, since one session does one thing at a time: reads and writes never wait for each
 * other. Every statement has a time limit; a client's own `max_execution_time` goes before it.
 */
export function openEngine(
  folder: string,
  { readers = 3, readSeconds = 60, writeSeconds = 600 } = {},
): Engine {
  const memory = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2)
  const standard = (seconds: number) =>
    new Map([
      ['max_execution_time', String(seconds)],
      ['max_memory_usage', String(memory)],
      ['output_format_json_quote_64bit_integers', '0'],
    ])
  const open = (count: number, settings: Map<string, string>) =>
    lanes(
      Array.from({ length: count }, () => openLane(folder, settings)),
      settings,
    )
  const writing = open(1, standard(writeSeconds))
  const reading = open(readers, standard(readSeconds))
  const control = new Session(folder)
  let killed: Promise<unknown> = Promise.resolve()

  /** A lane for one statement, which is killed from another session when its client goes. */
  async function take(pool: typeof reading, statement: Statement) {
    const lane = await pool.take(statement)
    const kill = () => control.queryAsync(`KILL QUERY WHERE startsWith(query, '${tag(statement.id)}') ASYNC`)
    const onAbort = () => {
      killed = killed.then(kill).catch(() => {})
    }
    statement.signal.addEventListener('abort', onAbort)
    const give = () => {
      statement.signal.removeEventListener('abort', onAbort)
      pool.give(lane)
    }
    return { session: lane.session, give }
  }

  return {
    async *run(statement) {
      const streams = reads.test(statement.sql)
      const pool = streams || looks.test(statement.sql) ? reading : writing
      const { session, give } = await take(pool, statement)
      try {
        const text = `${tag(statement.id)} ${statement.sql}`
        const format = lastFormat.exec(statement.sql)?.[1] ?? statement.format
        if (!streams || !pieceable.has(format)) {
          yield (await session.queryAsync(text, { format: statement.format })).bytes()
          return
        }
        let whole = false
        try {
          for await (const piece of session.queryStream(text, { format: statement.format })) yield piece.raw()
          whole = true
        } finally {
          // What a broken stream leaves behind is freed by the next statement of its session only.
          if (!whole) await session.queryAsync('SELECT 1')
        }
      } finally {
        give()
      }
    },

    async insert(statement, data) {
      const { session, give } = await take(writing, statement)
      try {
        const [, table, columns, format] = plainInsert.exec(statement.sql) ?? []
        if (table && format) {
          const { rowsWritten } = await session.insert({
            table,
            values: data,
            format: lineFormats[format.toLowerCase()] ?? 'JSONEachRow',
            ...(columns ? { columns: columns.split(',').map(name => name.trim()) } : {}),
          })
          return rowsWritten
        }
        const body = Buffer.concat(await data.toArray()).toString('utf8')
        await session.queryAsync(`${tag(statement.id)} ${statement.sql}\n${body}`)
        return undefined
      } finally {
        give()
      }
    },

    close() {
      for (const lane of [...writing.all, ...reading.all]) lane.session.close()
      control.close()
    },
  }
}

const lineFormats: Record<string, 'JSONEachRow' | 'JSONCompactEachRow' | 'TabSeparated'> = {
  jsoneachrow: 'JSONEachRow',
  jsoncompacteachrow: 'JSONCompactEachRow',
  tabseparated: 'TabSeparated',
  tsv: 'TabSeparated',
}

const tag = (id: string) => `/*${id.replace(/[^\w.:-]/g, '')}*/`

function openLane(folder: string, settings: ReadonlyMap<string, string>): Lane {
  const session = new Session(folder)
  session.query(`SET ${[...settings].map(([name, value]) => `${name} = ${value}`).join(', ')}`)
  return { session, database: 'default', settings: new Set(), params: new Set() }
}

/** Hands lanes out one at a time, first come first served, made ready for the statement. */
function lanes(all: Lane[], standard: ReadonlyMap<string, string>) {
  const free = [...all]
  const waiting: ((lane: Lane) => void)[] = []
  const give = (lane: Lane) => {
    const next = waiting.shift()
    if (next) next(lane)
    else free.push(lane)
  }
  return {
    all,
    give,
    async take(statement: Statement): Promise<Lane> {
      const lane = free.pop() ?? (await new Promise<Lane>(resolve => waiting.push(resolve)))
      try {
        statement.signal.throwIfAborted()
        await prepare(lane, statement, standard)
        return lane
      } catch (error) {
        give(lane)
        throw error
      }
    },
  }
}

/** Takes back what the last statement had set, then sets what this one brings. */
async function prepare(
  lane: Lane,
  { sql, database, params, settings }: Statement,
  standard: ReadonlyMap<string, string>,
) {
  // A parameter cannot be unset, so one that is left over must not answer for one that is missing.
  for (const name of lane.params)
    if (!params.has(name) && new RegExp(`\\{\\s*${name}\\s*:`).test(sql))
      throw new Error(
        `Code: 456. DB::Exception: Substitution \`${name}\` is not set. (UNKNOWN_QUERY_PARAMETER)`,
      )
  const changes: string[] = []
  for (const name of lane.settings)
    if (!settings.has(name)) changes.push(`${name} = ${standard.get(name) ?? 'DEFAULT'}`)
  for (const [name, value] of settings) changes.push(`${name} = ${literal(value)}`)
  for (const [name, value] of params) changes.push(`param_${name} = ${quoted(value)}`)
  for (const name of settings.keys()) lane.settings.add(name)
  for (const name of params.keys()) lane.params.add(name)
  if (changes.length > 0) await lane.session.queryAsync(`SET ${changes.join(', ')}`)
  for (const name of lane.settings) if (!settings.has(name)) lane.settings.delete(name)
  if (lane.database !== database)
    await lane.session.queryAsync(`USE \`${database.replace(/[\\`]/g, '\\$&')}\``)
  lane.database = database
}

const literal = (value: string) => (/^-?\d+(?:\.\d+)?$/.test(value) ? value : quoted(value))
const quoted = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`
