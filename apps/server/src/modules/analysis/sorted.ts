import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RowOrder, ShapedRow } from '@aisle/analysis'

/** Rows held at once; more lie in files, sorted, until they are put together. */
const mostHeld = 100_000
const rowsAtOnce = 5000

type Keyed = { row: ShapedRow; keys: ReturnType<RowOrder['keysOf']> }

/**
 * The rows of pieces in one order, whatever number they have: runs of as many as are held are sorted and written to a folder of
 * their own, and read again side by side.
 */
export async function* inOrder(
  pieces: AsyncIterable<readonly ShapedRow[]>,
  { keysOf, compare }: RowOrder,
  most = mostHeld,
): AsyncGenerator<ShapedRow[]> {
  const sorted = (rows: readonly ShapedRow[]): ShapedRow[] =>
    rows
      .map((row): Keyed => ({ row, keys: keysOf(row) }))
      .sort((a, b) => compare(a.keys, b.keys))
      .map(({ row }) => row)
  let held: ShapedRow[] = []
  let folder: string | undefined
  const files: string[] = []
  try {
    for await (const rows of pieces) {
      for (const row of rows) held.push(row)
      if (held.length < most) continue
      folder ??= await mkdtemp(join(tmpdir(), 'aisle-sort-'))
      const file = join(folder, `${files.length}.ndjson`)
      await write(file, sorted(held))
      files.push(file)
      held = []
    }
    const last = sorted(held)
    if (files.length === 0) {
      yield last
      return
    }
    yield* merged([...files.map(read), fromMemory(last)], keysOf, compare)
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs that are sorted each for itself, as one: the first of all their next rows comes next. */
async function* merged(
  runs: readonly AsyncIterator<ShapedRow>[],
  keysOf: RowOrder['keysOf'],
  compare: RowOrder['compare'],
): AsyncGenerator<ShapedRow[]> {
  const next = async (run: AsyncIterator<ShapedRow>): Promise<Keyed | undefined> => {
    const { done, value } = await run.next()
    return done ? undefined : { row: value, keys: keysOf(value) }
  }
  const heads: (Keyed | undefined)[] = []
  for (const run of runs) heads.push(await next(run))
  let block: ShapedRow[] = []
  try {
    for (;;) {
      let first = -1
      for (const [at, head] of heads.entries()) {
        const best = heads[first]
        if (head && (!best || compare(head.keys, best.keys) < 0)) first = at
      }
      const [found, run] = [heads[first], runs[first]]
      if (!found || !run) break
      block.push(found.row)
      heads[first] = await next(run)
      if (block.length >= rowsAtOnce) {
        yield block
        block = []
      }
    }
    if (block.length > 0) yield block
  } finally {
    for (const run of runs) await run.return?.()
  }
}

/** Row by row as lines of JSON. A disk that is full, or a folder that is gone, is an error of the export alone. */
const write = (file: string, rows: readonly ShapedRow[]): Promise<void> =>
  pipeline(
    function* () {
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        yield rows
          .slice(at, at + rowsAtOnce)
          .map(row => `${JSON.stringify(row)}\n`)
          .join('')
    },
    createWriteStream(file, { mode: 0o600 }),
  )

async function* read(file: string): AsyncGenerator<ShapedRow> {
  let rest = ''
  for await (const part of createReadStream(file, 'utf8')) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ShapedRow
  }
}

async function* fromMemory(rows: readonly ShapedRow[]): AsyncGenerator<ShapedRow> {
  yield* rows
}
