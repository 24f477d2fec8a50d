import {
  finish,
  type Prepared,
  type Seen,
  type ShapedRow,
  type Slicing,
  seenIn,
  seenTogether,
} from '@aisle/analysis'
import type { Runner } from './runner.ts'

/** Rows that a piece should have, more or less: what is held at a time. */
const wantedRows = 20_000

/**
 * The rows of a question piece after piece, the same as in one answer. Where gaps are filled it goes through the pieces twice:
 * what there is anywhere decides what is a gap.
 */
export async function* inPieces(
  slicing: Slicing,
  run: Runner,
  wanted = wantedRows,
  told: (share: number) => void = () => undefined,
): AsyncGenerator<ShapedRow[]> {
  const { units } = slicing
  const [first] = units
  if (first === undefined) return
  const isTimed = slicing.of([first]).asked.grain !== 'none'
  const read = async (piece: Prepared) => {
    const rows = await run.once(piece.requests)
    return (key: string) => rows.get(key) ?? []
  }
  const passes = isTimed ? 2 : 1
  let [seen, done]: [Seen | undefined, number] = [undefined, 0]
  const tell = (count: number) => {
    done += count
    told(done / (passes * units.length))
  }
  if (isTimed)
    for (const { take, report } of steps(units, wanted)) {
      const piece = slicing.of(take)
      const found = seenIn(piece, await read(piece))
      report(found.groups.size * take.length)
      tell(take.length)
      seen = seen ? seenTogether(seen, found) : found
    }
  for (const { take, report } of steps(units, wanted)) {
    const piece = slicing.of(take, seen)
    const { rows } = finish(piece, await read(piece))
    report(rows.length)
    tell(take.length)
    yield rows
  }
}

/** Goes through units: one first, then as many at a time as the rows of those before suggest. */
function* steps(units: readonly number[], wanted: number) {
  let [done, rows] = [0, 0]
  while (done < units.length) {
    const perUnit = done === 0 ? wanted : Math.max(1, rows / done)
    const take = units.slice(done, done + Math.max(1, Math.floor(wanted / perUnit)))
    yield {
      take,
      report(count: number) {
        rows += count
      },
    }
    done += take.length
  }
}
