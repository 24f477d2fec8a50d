import { randomUUID } from 'node:crypto'
import { AppError, type FactImport, type FactKind, factKind, type UploadedImport } from '@aisle/contract'
import { and, desc, eq, inArray, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { imports, users } from '../../platform/schema/index.ts'
import type { Scope } from '../../platform/scope.ts'
import { sweepFolder } from '../../platform/sweep.ts'
import type { FactService } from '../facts/service.ts'
import { type Cell, fileOf, formatOf, OversizedFile, recordsOf, UnreadableFile } from './import-file.ts'
import { importFields, type Mapping, mappedRows, suggestedMapping } from './import-mapping.ts'
import { importRows, type RejectedLine } from './import-run.ts'
import { text } from './text.ts'

type Deps = {
  db: Database
  disk: Pick<PictureDisk, 'put' | 'read' | 'delete' | 'list'>
  facts: FactService
  /** Has the job look at once. */
  wake(): void
  now: () => Date
}
type Row = typeof imports.$inferSelect
type New = { kind: FactKind; fileName: string; data: Buffer }

/** A run that says nothing for so long has lost its server: another one begins it anew, and nothing counts twice. */
const silentMs = 60_000
/** Files are kept so long, to be run again; figures that were read in stay. */
const keptMs = 30 * 86_400_000
const importFolder = 'imports'
const rejectedKept = 1000
const sampled = 5

/** Files of facts that are read in through the console. */
export function importService({ db, disk, facts, wake, now }: Deps) {
  const ofCaller = (caller: Caller) => (caller.scope.all ? undefined : eq(imports.createdBy, caller.userId))

  async function found(caller: Caller, id: string): Promise<Row> {
    const [row] = await db
      .select()
      .from(imports)
      .where(and(eq(imports.id, id), ofCaller(caller)))
    if (!row) throw new AppError('notFound', text.noImport)
    return row
  }
  async function answered(rows: readonly Row[]): Promise<FactImport[]> {
    const ids = rows.flatMap(row => row.createdBy ?? [])
    const people = await db
      .select({ id: users.id, name: users.realName })
      .from(users)
      .where(inArray(users.id, ids))
    const names = new Map(people.map(({ id, name }) => [id, name]))
    return rows.map(row => answerOf(row, names.get(row.createdBy ?? '') ?? ''))
  }
  const one = async (row: Row): Promise<FactImport> => {
    const [answer] = await answered([row])
    if (!answer) throw new Error('one row, no answer')
    return answer
  }

  return {
    async list(caller: Caller, pageNumber: number, pageSize: number) {
      const where = ofCaller(caller)
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(imports)
          .where(where)
          .orderBy(desc(imports.createdAt), desc(imports.id))
          .limit(pageSize)
          .offset((pageNumber - 1) * pageSize),
        db.$count(imports, where),
      ])
      return { current: pageNumber, size: pageSize, total, records: await answered(rows) }
    },

    one: async (caller: Caller, id: string) => one(await found(caller, id)),

    /** Keeps a file and looks at its beginning. @throws AppError ruleBroken where it is no table of a known kind */
    async upload(caller: Caller, { kind, fileName, data }: New): Promise<UploadedImport> {
      const format = formatOf(fileName)
      if (!format) throw new AppError('ruleBroken', text.wrongEnding)
      const isTable = format === 'csv' || format === 'xlsx'
      const sample: Cell[][] = []
      let columns: string[] = []
      try {
        for await (const { cells } of recordsOf(fileOf(data), format)) {
          if (cells) columns = [...cells.keys()]
          sample.push([...(cells?.values() ?? [])])
          if (sample.length === sampled) break
        }
      } catch (error) {
        if (error instanceof UnreadableFile) throw new AppError('ruleBroken', whyUnreadable(error))
        throw error
      }
      // In a folder of their own: what lies among pictures and belongs to none is swept away at night.
      const key = `${importFolder}/${randomUUID()}.${format}`
      await disk.put(key, data, 'application/octet-stream')
      const [row] = await db
        .insert(imports)
        .values({
          kind,
          fileName,
          fileKey: key,
          format,
          mapping: isTable ? suggestedMapping(kind, columns) : {},
          timeZone: 'Asia/Shanghai',
          isDryRun: true,
          state: 'new',
          bytes: data.length,
          ...reachOf(caller),
          createdBy: caller.userId,
          createdAt: now(),
        })
        .returning()
      if (!row) throw new Error('the import was not inserted')
      return {
        ...(await one(row)),
        columns: isTable ? columns : [],
        sample: isTable ? sample.map(cells => cells.map(shown)) : [],
        fields: importFields(kind),
      }
    },

    /**
     * Speaks of no more than whoever runs it sees now.
     * @throws AppError conflict while it runs; ruleBroken for a clock that nobody has, and where the file is not kept any more
     */
    async run(
      caller: Caller,
      id: string,
      { mapping, timeZone, isDryRun }: { mapping: Mapping; timeZone: string; isDryRun: boolean },
    ): Promise<FactImport> {
      const { fileKey } = await found(caller, id)
      if (fileKey === '') throw new AppError('ruleBroken', text.fileGone)
      if (!isZone(timeZone)) throw new AppError('ruleBroken', text.noZone)
      const [row] = await db
        .update(imports)
        .set({ ...fresh, ...reachOf(caller), mapping, timeZone, isDryRun, state: 'waiting' })
        .where(and(eq(imports.id, id), notInArray(imports.state, ['waiting', 'running'])))
        .returning()
      if (!row) throw new AppError('conflict', text.importRuns)
      wake()
      return one(row)
    },

    async stop(caller: Caller, id: string): Promise<FactImport> {
      await found(caller, id)
      await db
        .update(imports)
        .set({ state: 'stopped', endedAt: now() })
        .where(and(eq(imports.id, id), inArray(imports.state, ['waiting', 'running'])))
      return one(await found(caller, id))
    },

    /** Runs what waits, one after the other, and what another server left behind. */
    async work(): Promise<void> {
      for (let row = await claim(); row; row = await claim()) await read(row)
    },

    /** Deletes files that were kept long enough; what is known of their runs stays. */
    async forget(): Promise<void> {
      const isOver = and(
        ne(imports.fileKey, ''),
        notInArray(imports.state, ['waiting', 'running']),
        lt(imports.createdAt, new Date(now().getTime() - keptMs)),
      )
      for (const { id } of await db.select({ id: imports.id }).from(imports).where(isOver))
        await db.transaction(async tx => {
          // Locked: one that is asked for anew just now keeps its file.
          const [row] = await tx
            .select({ fileKey: imports.fileKey })
            .from(imports)
            .where(and(eq(imports.id, id), isOver))
            .for('update')
          if (!row) return
          await disk.delete(row.fileKey)
          await tx.update(imports).set({ fileKey: '' }).where(eq(imports.id, id))
        })
    },

    /** Deletes files that a server which was killed left without a row; answers how many. */
    sweep: (): Promise<number> => sweepFolder(disk, { folder: importFolder, now: now(), claimed: ofImports }),
  }

  /** Of some files those that a row tells of. */
  async function ofImports(keys: string[]): Promise<ReadonlySet<string>> {
    const rows = await db.select({ key: imports.fileKey }).from(imports).where(inArray(imports.fileKey, keys))
    return new Set(rows.map(({ key }) => key))
  }

  async function claim(): Promise<Row | undefined> {
    const silent = new Date(now().getTime() - silentMs)
    const next = db
      .select({ id: imports.id })
      .from(imports)
      .where(
        or(
          eq(imports.state, 'waiting'),
          and(eq(imports.state, 'running'), or(isNull(imports.aliveAt), lt(imports.aliveAt, silent))),
        ),
      )
      .orderBy(imports.createdAt)
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(imports)
      .set({ ...fresh, state: 'running', aliveAt: laterThanBefore(now()) })
      // Equal to one, not within a list: a list may be read again for each row, and more than one be taken.
      .where(sql`${imports.id} = (${next})`)
      .returning()
    return row
  }

  /**
   * Reads a file in, as long as the run is this server's: its last word is its lease. A run that was stopped and begun anew, perhaps
   * with other columns, or taken over after a silence, says a later one.
   */
  async function read(row: Row): Promise<void> {
    let last = row.aliveAt ?? new Date(0)
    const mine = () => and(eq(imports.id, row.id), eq(imports.state, 'running'), eq(imports.aliveAt, last))
    const end = (change: Partial<Row>) =>
      db
        .update(imports)
        .set({ ...change, endedAt: now() })
        .where(mine())
    const kept: RejectedLine[] = []
    try {
      const file = await disk.read(row.fileKey)
      if (!file) return void (await end({ state: 'failed', message: text.fileGone.en }))
      const kind = factKind.parse(row.kind)
      let isOver = false
      await importRows({
        facts,
        kind,
        // One name for all files: the same row in two of them is one row.
        poster: { id: 'import', scope: scopeOf(row) },
        rows: mappedRows(recordsOf(file, row.format), kind, row.mapping, row.timeZone),
        isDryRun: row.isDryRun,
        rejected(lines) {
          kept.push(...lines.slice(0, rejectedKept - kept.length))
        },
        async progress({ rows, accepted, duplicates, rejected, bytes }) {
          const at = new Date(Math.max(now().getTime(), last.getTime() + 1))
          const still = await db
            .update(imports)
            .set({
              rows,
              accepted,
              duplicates,
              rejectedCount: rejected,
              rejected: kept,
              readBytes: bytes,
              aliveAt: at,
            })
            .where(mine())
            .returning({ id: imports.id })
          isOver = still.length === 0
          last = at
        },
        isStopped: async () => isOver,
      })
      await end({ state: 'done', readBytes: row.bytes })
    } catch (error) {
      await end({
        state: 'failed',
        message: error instanceof UnreadableFile ? whyUnreadable(error).en : 'internal',
      })
      if (!(error instanceof UnreadableFile)) throw error
    }
  }
}
export type ImportService = ReturnType<typeof importService>

const whyUnreadable = (error: UnreadableFile) =>
  error instanceof OversizedFile ? text.oversized : text.unreadable

/** A run that begins. */
const fresh = {
  readBytes: 0,
  rows: 0,
  accepted: 0,
  duplicates: 0,
  rejectedCount: 0,
  rejected: [],
  message: '',
  endedAt: null,
} satisfies Partial<Row>

/** Now, and in any case after the last word of the run before: that one's lease is over then. */
const laterThanBefore = (at: Date) =>
  sql<Date>`greatest(${at.toISOString()}::timestamptz, ${imports.aliveAt} + interval '1 millisecond')`

/** What the caller sees, as it is kept with a run. */
const reachOf = ({ scope }: Caller) => ({
  allShops: scope.all,
  areaIds: scope.all ? [] : [...scope.areaIds],
  shopIds: scope.all ? [] : [...scope.shopIds],
})
const scopeOf = ({ allShops, areaIds, shopIds }: Row): Scope =>
  allShops ? { all: true } : { all: false, areaIds, shopIds }
const shown = (cell: Cell): string =>
  cell instanceof Date ? cell.toISOString() : String(cell ?? '').slice(0, 200)

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

function answerOf(row: Row, createdBy: string): FactImport {
  const { id, fileName, state, isDryRun, mapping, timeZone, bytes, readBytes, rows } = row
  const { accepted, duplicates, rejectedCount, rejected, message } = row
  return {
    id,
    kind: factKind.parse(row.kind),
    fileName,
    state,
    isDryRun,
    mapping,
    timeZone,
    bytes,
    readBytes,
    rows,
    accepted,
    duplicates,
    rejectedCount,
    rejected,
    message,
    createdBy,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
