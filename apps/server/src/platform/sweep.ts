import type { PictureDisk } from './pictures.ts'

/** A file without a row is younger than this while whoever wrote it has not put it down yet. */
export const orphanAgeMs = 3_600_000
const batch = 500

/**
 * Deletes the files of a folder that belong to nobody: a server that was killed leaves such. `claimed` answers which of some keys
 * belong to a row; it is asked after the files were seen. Any number of servers may do it at once. Answers how many were deleted.
 */
export async function sweepFolder(
  disk: Pick<PictureDisk, 'list' | 'delete'>,
  {
    folder,
    now,
    claimed,
  }: { folder: string; now: Date; claimed(keys: string[]): Promise<ReadonlySet<string>> },
): Promise<number> {
  const old: string[] = []
  for await (const { key, writtenAt } of disk.list(folder))
    if (now.getTime() - writtenAt.getTime() > orphanAgeMs) old.push(key)
  let removed = 0
  for (let at = 0; at < old.length; at += batch) {
    const keys = old.slice(at, at + batch)
    const kept = await claimed(keys)
    for (const key of keys.filter(one => !kept.has(one))) {
      await disk.delete(key)
      removed += 1
    }
  }
  return removed
}
