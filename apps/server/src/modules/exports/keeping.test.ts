import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { demoDatabase } from '../../../test/demo-database.ts'
import { folderDisk } from '../../platform/pictures.ts'
import { type ExportFile, exportJobs } from '../../platform/schema/index.ts'
import { demoUsers } from '../demo/people.ts'
import { exportFileKey, exportKeeper } from './keeping.ts'

const database = await demoDatabase()
const { db } = database
const folder = await mkdtemp(join(tmpdir(), 'aisle-exports-'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
const disk = await folderDisk(folder)
const now = new Date('2026-03-10T08:00:00Z')
const keeper = exportKeeper({ db, disk, now: () => now })
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

type Row = typeof exportJobs.$inferSelect
/** An export in a state, with a file that its row tells of. */
async function exported(
  state: Row['state'],
  values: Partial<Row> = {},
): Promise<{ id: string; file: string }> {
  const [row] = await db
    .insert(exportJobs)
    .values({
      userId: demoUsers[0]!.id,
      kind: 'overall',
      name: '导出',
      format: 'csv',
      language: 'zh',
      spec: {} as Row['spec'],
      state,
      files: [],
      createdAt: daysAgo(1),
      ...values,
    })
    .returning()
  const file = await written(exportFileKey(row!))
  const files: ExportFile[] = [{ name: 'a.csv', state: 'done', key: file, rows: 1, bytes: 1, message: '' }]
  await db.update(exportJobs).set({ files }).where(eq(exportJobs.id, row!.id))
  return { id: row!.id, file }
}
async function written(key: string, at = daysAgo(1)): Promise<string> {
  const path = join(folder, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'x')
  await utimes(path, at, at)
  return key
}
const stands = (key: string) => existsSync(join(folder, key))
const stateOf = async (id: string) =>
  (await db.select().from(exportJobs).where(eq(exportJobs.id, id)))[0]?.state

describe('the sweep of exports', () => {
  it('deletes what a killed server left on the disk, and nothing that a row tells of', async () => {
    const done = await exported('done')
    const half = await written(`exports/${done.id}/half.csv.1f.part`)
    const untold = await written(`exports/${done.id}/untold.csv`)
    const ofNobody = await written('exports/999999999/gone.csv')
    const picture = await written('2026/03/09/a.jpg')
    expect(await keeper.sweep()).toBe(3)
    expect([half, untold, ofNobody].filter(stands)).toEqual([])
    expect([done.file, picture].every(stands)).toBe(true)
  })

  it('leaves what is being made: the file of the last hour, and every file of an export under way', async () => {
    const done = await exported('done')
    const running = await exported('running')
    const queued = await exported('queued')
    const young = await written(`exports/${done.id}/young.csv`, new Date(now.getTime() - 60_000))
    const untold = [
      await written(`exports/${running.id}/untold.csv`),
      await written(`exports/${queued.id}/untold.csv`),
    ]
    expect(await keeper.sweep()).toBe(0)
    expect([young, ...untold].every(stands)).toBe(true)
  })

  it('may be made by several servers at once', async () => {
    const orphans = await Promise.all(
      Array.from({ length: 40 }, (_, index) => written(`exports/999999998/${index}.csv`)),
    )
    await Promise.all([keeper.sweep(), keeper.sweep(), keeper.sweep()])
    expect(orphans.filter(stands)).toEqual([])
  })
})

describe('what was exported', () => {
  it('loses its files after their time, also where it counted as expired before', async () => {
    const over = await exported('done', { expiresAt: daysAgo(1), endedAt: daysAgo(8) })
    const broken = await exported('expired', { expiresAt: daysAgo(1), endedAt: daysAgo(8) })
    const kept = await exported('done', { expiresAt: daysAgo(-1), endedAt: daysAgo(6) })
    await keeper.forget()
    expect([over.file, broken.file].filter(stands)).toEqual([])
    expect(stands(kept.file)).toBe(true)
    expect([await stateOf(over.id), await stateOf(kept.id)]).toEqual(['expired', 'done'])
  })

  it('leaves the list a month after it was made, and never while it has its files', async () => {
    const old = { createdAt: daysAgo(40), endedAt: daysAgo(31) }
    const expired = await exported('expired', { ...old, expiresAt: daysAgo(24) })
    const cancelled = await exported('cancelled', old)
    const done = await exported('done', { ...old, expiresAt: daysAgo(-1) })
    const younger = await exported('expired', { createdAt: daysAgo(40), endedAt: daysAgo(29) })
    await keeper.forget()
    expect(await stateOf(expired.id)).toBeUndefined()
    expect(await stateOf(cancelled.id)).toBeUndefined()
    expect([await stateOf(done.id), await stateOf(younger.id)]).toEqual(['done', 'expired'])
  })
})
