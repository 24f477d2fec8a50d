import type { FactKind } from '@aisle/contract'
import type { FactService, Poster } from '../facts/service.ts'
import type { MappedRow } from './import-mapping.ts'

export type ImportTotals = {
  rows: number
  accepted: number
  duplicates: number
  rejected: number
  bytes: number
}
export type RejectedLine = { line: number; path: string; message: string }

/** Rows that are judged and written at once. */
const rowsAtOnce = 5000

/**
 * Posts the rows of a file, some thousands at a time, and tells after each how far it is. A dry run judges them and writes
 * nothing. Run again, over the same file or one that overlaps, it counts nothing twice.
 * @param isStopped asked between two batches
 */
export async function importRows({
  facts,
  kind,
  poster,
  rows,
  isDryRun,
  rejected,
  progress,
  isStopped = async () => false,
}: {
  facts: FactService
  kind: FactKind
  poster: Poster
  rows: AsyncIterable<MappedRow>
  isDryRun: boolean
  rejected(lines: readonly RejectedLine[]): Promise<void> | void
  progress(totals: ImportTotals): Promise<void> | void
  isStopped?: () => Promise<boolean>
}): Promise<ImportTotals> {
  const totals: ImportTotals = { rows: 0, accepted: 0, duplicates: 0, rejected: 0, bytes: 0 }
  let batch: MappedRow[] = []
  async function flush(): Promise<void> {
    if (batch.length === 0) return
    const verdict = await facts.post(
      kind,
      poster,
      batch.map(({ row }) => row),
      { isDryRun, keepsRejected: false },
    )
    totals.rows += batch.length
    totals.accepted += verdict.accepted
    totals.duplicates += verdict.duplicates
    totals.rejected += verdict.rejected.length
    totals.bytes = batch.at(-1)?.bytes ?? totals.bytes
    const lines = verdict.rejected.map(({ index, path, message }) => ({
      line: batch[index]?.line ?? 0,
      path,
      message,
    }))
    batch = []
    if (lines.length > 0) await rejected(lines)
    await progress({ ...totals })
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    await flush()
    if (await isStopped()) return totals
  }
  await flush()
  return totals
}
