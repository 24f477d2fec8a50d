import {
  AppError,
  exportJobLimits,
  type FullExportOrder,
  type FullQuestion,
  isAllowed,
} from '@aisle/contract'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { type ExportFile, exportJobs } from '../../platform/schema/index.ts'
import type { AnalysisService } from '../analysis/service.ts'
import { jobFile, mimes, type Sheet } from './job-file.ts'
import { exportFileKey } from './keeping.ts'

type Deps = {
  db: Database
  disk: Pick<PictureDisk, 'putStream' | 'delete'>
  analysis: AnalysisService
  /** A user as he is now; undefined where he may not sign in any more. */
  callerOf(userId: string): Promise<Caller | undefined>
  log(message: string, error: unknown): void
  now: () => Date
}
type Row = typeof exportJobs.$inferSelect

/** A run that says nothing for so long has lost its server; another one goes on with the files that are missing. */
const silentMs = 60_000
/** What takes long without a block of rows says so often that it is alive. */
const beatMs = 15_000
const toldMs = 700
const dayMs = 86_400_000
/** A file that was begun so often without an end is given up. */
const mostTries = 5

const text = {
  noRight: { zh: '导出人已没有导出权限', en: 'Whoever asked for it may not export any more' },
  failed: { zh: '生成失败', en: 'It could not be made' },
  gaveUp: {
    zh: '多次中断，已放弃。请缩小范围或减少工作表后重试',
    en: 'It broke off again and again and was given up. Narrow it, or take fewer sheets, and retry.',
  },
} as const

/** Stops a file whose export was cancelled, or went on elsewhere. */
class Lost extends Error {}

/** Makes the files of exports, on whichever server is free. */
export function exportRunner({ db, disk, analysis, callerOf, log, now }: Deps) {
  return {
    /** Makes what waits, one after the other, and what another server left behind. */
    async work(): Promise<void> {
      for (let row = await claim(); row; row = await claim()) await make(row)
    },
  }

  async function claim(): Promise<Row | undefined> {
    const silent = new Date(now().getTime() - silentMs)
    const next = db
      .select({ id: exportJobs.id })
      .from(exportJobs)
      .where(
        or(
          eq(exportJobs.state, 'queued'),
          and(
            eq(exportJobs.state, 'running'),
            or(isNull(exportJobs.aliveAt), lt(exportJobs.aliveAt, silent)),
          ),
        ),
      )
      .orderBy(exportJobs.createdAt)
      .limit(1)
      .for('update', { skipLocked: true })
    const [row] = await db
      .update(exportJobs)
      .set({ state: 'running', aliveAt: laterThanBefore(now()) })
      // Equal to one, not within a list: a list may be read again for each row, and more than one be taken.
      .where(sql`${exportJobs.id} = (${next})`)
      .returning()
    return row
  }

  /** Makes the files that are missing; one that fails leaves the others standing. */
  async function make(row: Row): Promise<void> {
    const files = row.files.map(file => ({ ...file }))
    const told = lease(row)
    let saidAt = 0
    async function say(change: Partial<Row>): Promise<void> {
      saidAt = now().getTime()
      await told({ ...change, ...totalsOf(files), files })
    }
    const beat = setInterval(() => void told({}).catch(() => undefined), beatMs)
    try {
      const caller = await callerOf(row.userId)
      for (const [index, file] of files.entries()) {
        if (file.state === 'done') continue
        const tries = file.tries ?? 0
        if (tries >= mostTries) {
          Object.assign(file, { state: 'failed', message: text.gaveUp[row.language] })
          continue
        }
        file.tries = tries + 1
        await say({ progress: index / files.length })
        try {
          if (!caller || !isAllowed(caller.authorities, ['export.run']))
            throw new AppError('forbidden', text.noRight)
          const key = exportFileKey(row)
          const data = await jobFile(
            analysis,
            {
              sheets: sheetsOf(row.spec, file),
              format: row.format,
              money: row.spec.money ?? 'yuan',
              leastGroup: row.kind === 'customer' ? exportJobLimits.leastGroup : 0,
            },
            { caller, language: row.language, now: now() },
            async ({ rows, share }) => {
              file.rows = rows
              if (now().getTime() - saidAt > toldMs) await say({ progress: (index + share) / files.length })
            },
          )
          file.bytes = await disk.putStream(key, data, mimes[row.format])
          file.state = 'done'
          file.key = key
        } catch (error) {
          if (error instanceof Lost) throw error
          if (!(error instanceof AppError)) log(`export ${row.id}`, error)
          file.state = 'failed'
          file.message = error instanceof AppError ? error.text[row.language] : text.failed[row.language]
        }
      }
      const failed = files.filter(({ state }) => state === 'failed')
      await say({
        state: failed.length === files.length ? 'failed' : 'done',
        progress: 1,
        message: failed[0]?.message ?? '',
        endedAt: now(),
        expiresAt: new Date(now().getTime() + exportJobLimits.keptDays * dayMs),
      })
    } catch (error) {
      if (!(error instanceof Lost)) throw error
      await leave(row.id, files)
    } finally {
      clearInterval(beat)
    }
  }

  /**
   * Writes a run down, as long as it is this server's: its last word is its lease. Whoever claims it after a silence, or after it
   * was cancelled and asked for anew, says a later one. Words follow each other. @throws Lost where it is not its own any more
   */
  function lease({ id, aliveAt }: Row): (change: Partial<Row>) => Promise<void> {
    let last = aliveAt ?? new Date(0)
    let turn: Promise<unknown> = Promise.resolve()
    async function write(change: Partial<Row>): Promise<void> {
      const at = new Date(Math.max(now().getTime(), last.getTime() + 1))
      const still = await db
        .update(exportJobs)
        .set({ ...change, aliveAt: at })
        .where(and(eq(exportJobs.id, id), eq(exportJobs.state, 'running'), eq(exportJobs.aliveAt, last)))
        .returning({ id: exportJobs.id })
      if (still.length === 0) throw new Lost('not ours any more')
      last = at
    }
    return change => {
      const said = turn.then(() => write(change))
      turn = said.catch(() => undefined)
      return said
    }
  }

  /** Files that nobody was told of go, and all of them where it was cancelled; those that the export has by now stay. */
  async function leave(id: string, files: readonly ExportFile[]): Promise<void> {
    const [row] = await db.select().from(exportJobs).where(eq(exportJobs.id, id))
    const kept = new Set(row?.state === 'cancelled' ? [] : row?.files.map(({ key }) => key))
    for (const { key } of files) if (key !== undefined && !kept.has(key)) await disk.delete(key)
  }
}

/** Now, and in any case after the last word of whoever had it before: that one's lease is over then. */
const laterThanBefore = (at: Date) =>
  sql<Date>`greatest(${at.toISOString()}::timestamptz, ${exportJobs.aliveAt} + interval '1 millisecond')`

/** What the sheets of a file ask: narrowed to its shop, of its days each for itself. */
function sheetsOf({ sheets }: FullExportOrder, { shopId, days }: ExportFile): Sheet[] {
  return sheets.map(({ title, question, layout }) => {
    const places = question.filters.filter(({ member }) => shopId === undefined || member !== 'shop')
    const narrowed: FullQuestion = {
      ...question,
      filters:
        shopId === undefined ? question.filters : [{ member: 'shop', op: 'in', values: [shopId] }, ...places],
    }
    return {
      title,
      layout,
      questions:
        days === undefined ? [narrowed] : days.map(day => ({ ...narrowed, period: { from: day, to: day } })),
    }
  })
}

const totalsOf = (files: readonly ExportFile[]) => ({
  rows: files.reduce((sum, { rows }) => sum + rows, 0),
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
})
