import { AppError, type QuarantineChoice } from '@aisle/contract'
import { and, asc, count, desc, eq, inArray, lt, max, min, sql, sum } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { type ingestSources, quarantine } from '../../platform/schema/index.ts'
import type { FactService } from '../facts/service.ts'
import { type BodyTaker, isFact } from './bodies.ts'
import { confinedBody } from './confined.ts'
import { type IngestService, posterOf } from './service.ts'
import { text } from './text.ts'

type Deps = {
  db: Database
  sources: Pick<IngestService, 'visible'>
  facts: FactService
  take: BodyTaker
  now: () => Date
}
type Row = typeof quarantine.$inferSelect
type Source = typeof ingestSources.$inferSelect

const atOnce = 5000
/** What nobody looked at for so long is thrown away. */
const keptDays = 30
const shownBytes = 4000

/** How far ahead of its receipt the time lies for which a row was refused. */
const ahead = sql`case when ${quarantine.message} = 'in the future' and ${quarantine.body} ->> ${quarantine.path} is not null
  then extract(epoch from (${quarantine.body} ->> ${quarantine.path})::timestamptz - ${quarantine.receivedAt})::float8 end`

/** What was posted and not understood: shown, read again once the cause is mended, or thrown away. */
export function quarantineService({ db, sources, facts, take, now }: Deps) {
  async function sourceOf(caller: Caller, id: string): Promise<Source> {
    const source = (await sources.visible(caller)).find(row => row.id === id)
    if (!source) throw new AppError('notFound', text.noSource)
    return source
  }
  const where = ({ sourceId, kind, path, message, ids }: QuarantineChoice) =>
    and(
      eq(quarantine.sourceId, sourceId),
      eq(quarantine.kind, kind),
      path === undefined ? undefined : eq(quarantine.path, path),
      message === undefined ? undefined : eq(quarantine.message, message),
      ids === undefined ? undefined : inArray(sql`${quarantine.id}::text`, ids),
    )
  const counted = async (choice: QuarantineChoice) =>
    (await db.select({ rows: count() }).from(quarantine).where(where(choice)))[0]?.rows ?? 0

  /** Reads rows again; answers those that still cannot be read, with why. */
  async function again(source: Source, kind: string, rows: readonly Row[], shiftSeconds: number) {
    const poster = posterOf(source)
    const still = new Map<number, { path: string; message: string }>()
    let [accepted, duplicates] = [0, 0]
    // A whole body as it came, of a sensor or of rows that nobody could tell apart.
    const bodies = rows.flatMap(row => {
      const body = confinedBody.safeParse(row.body)
      return body.success ? [{ row, text: body.data.text }] : []
    })
    for (const { row, text } of bodies) {
      const verdict = await take(kind, poster, text, { keepsRejected: false })
      accepted += verdict.accepted
      duplicates += verdict.duplicates
      const [refused] = verdict.rejected
      if (refused) still.set(row.id, refused)
    }
    const isBody = new Set(bodies.map(({ row }) => row))
    const single = rows.filter(row => !isBody.has(row))
    if (isFact(kind) && single.length > 0) {
      const values = single.map(row => shifted(row.body, shiftSeconds))
      const verdict = await facts.post(kind, poster, values, { keepsRejected: false })
      for (const { index, path, message } of verdict.rejected) {
        const row = single[index]
        if (row) still.set(row.id, { path, message })
      }
      accepted += verdict.accepted
      duplicates += verdict.duplicates
    }
    return { accepted, duplicates, still }
  }

  return {
    /** Groups of rows by source and reason, as far as the caller manages their source. */
    async groups(caller: Caller) {
      const visible = new Map((await sources.visible(caller)).map(row => [row.id, row]))
      if (visible.size === 0) return []
      const rows = await db
        .select({
          sourceId: quarantine.sourceId,
          kind: quarantine.kind,
          path: quarantine.path,
          message: quarantine.message,
          rows: count(),
          times: sum(quarantine.times).mapWith(Number),
          firstAt: min(quarantine.receivedAt),
          lastAt: max(quarantine.receivedAt),
          aheadSeconds: sql<number | null>`percentile_cont(0.5) within group (order by ${ahead})`,
        })
        .from(quarantine)
        .where(inArray(quarantine.sourceId, [...visible.keys()]))
        .groupBy(quarantine.sourceId, quarantine.kind, quarantine.path, quarantine.message)
        .orderBy(desc(max(quarantine.receivedAt)))
        .limit(500)
      return rows.map(({ firstAt, lastAt, aheadSeconds, ...row }) => ({
        ...row,
        aheadSeconds: aheadSeconds === null ? null : Math.round(aheadSeconds),
        sourceName: visible.get(row.sourceId)?.name ?? '',
        firstAt: (firstAt ?? now()).toISOString(),
        lastAt: (lastAt ?? now()).toISOString(),
      }))
    },

    /** @throws AppError notFound where the caller does not manage the source */
    async rows(caller: Caller, choice: QuarantineChoice, pageNumber: number, pageSize: number) {
      await sourceOf(caller, choice.sourceId)
      const rows = await db
        .select()
        .from(quarantine)
        .where(where(choice))
        .orderBy(desc(quarantine.receivedAt), desc(quarantine.id))
        .limit(pageSize)
        .offset((pageNumber - 1) * pageSize)
      return {
        current: pageNumber,
        size: pageSize,
        total: await counted(choice),
        records: rows.map(({ id, path, message, body, times, receivedAt }) => ({
          id: String(id),
          path,
          message,
          body: (confinedBody.safeParse(body).data?.text ?? JSON.stringify(body)).slice(0, shownBytes),
          times,
          receivedAt: receivedAt.toISOString(),
        })),
      }
    },

    /** @throws AppError notFound where the caller does not manage the source */
    async replay(caller: Caller, { shiftSeconds, ...choice }: QuarantineChoice & { shiftSeconds: number }) {
      const source = await sourceOf(caller, choice.sourceId)
      const rows = await db
        .select()
        .from(quarantine)
        .where(where(choice))
        .orderBy(asc(quarantine.id))
        .limit(atOnce)
      const { accepted, duplicates, still } = await again(source, choice.kind, rows, shiftSeconds)
      const read = rows.filter(row => !still.has(row.id)).map(row => row.id)
      for (let at = 0; at < read.length; at += 1000)
        await db.delete(quarantine).where(inArray(quarantine.id, read.slice(at, at + 1000)))
      for (const [id, { path, message }] of still)
        await db.update(quarantine).set({ path, message }).where(eq(quarantine.id, id))
      return { accepted, duplicates, remaining: await counted(choice) }
    },

    /** @throws AppError notFound where the caller does not manage the source */
    async discard(caller: Caller, choice: QuarantineChoice) {
      await sourceOf(caller, choice.sourceId)
      const gone = await db.delete(quarantine).where(where(choice)).returning({ id: quarantine.id })
      return { discarded: gone.length }
    },

    /** Throws away what waited too long. */
    async forget(): Promise<void> {
      await db
        .delete(quarantine)
        .where(lt(quarantine.receivedAt, new Date(now().getTime() - keptDays * 86_400_000)))
    },
  }
}
export type QuarantineService = ReturnType<typeof quarantineService>

/** The times of a row, moved: its device's clock was wrong. */
function shifted(body: unknown, seconds: number): unknown {
  if (seconds === 0 || typeof body !== 'object' || body === null) return body
  const moved = Object.entries(body).map(([name, value]) => {
    const isTime = ['at', 'from', 'to'].includes(name) && typeof value === 'string'
    const at = isTime ? Date.parse(value) : Number.NaN
    return [name, Number.isNaN(at) ? value : new Date(at + seconds * 1000).toISOString()]
  })
  return Object.fromEntries(moved)
}
