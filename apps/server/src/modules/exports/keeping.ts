import { randomUUID } from 'node:crypto'
import { exportJobLimits } from '@aisle/contract'
import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { exportJobs } from '../../platform/schema/index.ts'
import { sweepFolder } from '../../platform/sweep.ts'

type Deps = { db: Database; disk: Pick<PictureDisk, 'delete' | 'list'>; now: () => Date }
type Row = typeof exportJobs.$inferSelect

const dayMs = 86_400_000
/** Each export has a folder of its own in this one. */
const folder = 'exports'
const exportOf = (key: string): string => key.split('/')[1] ?? ''
const underWay: ReadonlySet<Row['state']> = new Set(['queued', 'running'])

/** A name under which nothing lies yet, for a file of an export. */
export const exportFileKey = ({ id, format }: Pick<Row, 'id' | 'format'>): string =>
  `${folder}/${id}/${randomUUID()}.${format}`

/** How long files and rows of exports stay; any number of servers may see to it at once. */
export function exportKeeper({ db, disk, now }: Deps) {
  /** Of some files those that a row tells of, and all of an export that is being made: it tells of each once it is whole. */
  async function claimed(keys: string[]): Promise<ReadonlySet<string>> {
    const rows = await db
      .select({ id: exportJobs.id, state: exportJobs.state, files: exportJobs.files })
      .from(exportJobs)
      .where(inArray(exportJobs.id, [...new Set(keys.map(exportOf))]))
    const told = new Set(rows.flatMap(({ files }) => files.flatMap(({ key }) => key ?? [])))
    const isMade = new Set(rows.flatMap(({ id, state }) => (underWay.has(state) ? [id] : [])))
    return new Set(keys.filter(key => told.has(key) || isMade.has(exportOf(key))))
  }

  /** Deletes files that were kept long enough, also of what lost some of them before its time. */
  async function forgetFiles(): Promise<void> {
    const hasFiles = sql`${exportJobs.files} @? '$[*].key'`
    const isOver = and(
      or(
        inArray(exportJobs.state, ['done', 'failed', 'cancelled']),
        and(eq(exportJobs.state, 'expired'), hasFiles),
      ),
      lt(exportJobs.expiresAt, now()),
    )
    for (const { id } of await db.select({ id: exportJobs.id }).from(exportJobs).where(isOver))
      await db.transaction(async tx => {
        // Locked: one that is asked for anew just now keeps its files.
        const [row] = await tx
          .select()
          .from(exportJobs)
          .where(and(eq(exportJobs.id, id), isOver))
          .for('update')
        if (!row) return
        for (const { key } of row.files) if (key !== undefined) await disk.delete(key)
        const files = row.files.map(file => ({ ...file, key: undefined }))
        await tx.update(exportJobs).set({ state: 'expired', files }).where(eq(exportJobs.id, id))
      })
  }

  /** Deletes the rows of what has no file any more, a month after it was made. */
  async function forgetRows(): Promise<void> {
    const longAgo = new Date(now().getTime() - exportJobLimits.listedDays * dayMs)
    await db
      .delete(exportJobs)
      .where(
        and(
          inArray(exportJobs.state, ['expired', 'cancelled']),
          lt(sql`coalesce(${exportJobs.endedAt}, ${exportJobs.createdAt})`, longAgo),
        ),
      )
  }

  return {
    async forget(): Promise<void> {
      await forgetFiles()
      await forgetRows()
    },

    /** Deletes files that a server which was killed left without a word in a row; answers how many. */
    sweep: (): Promise<number> => sweepFolder(disk, { folder, now: now(), claimed }),
  }
}
