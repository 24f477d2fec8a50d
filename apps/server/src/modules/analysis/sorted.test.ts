import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RowOrder, ShapedRow } from '@aisle/analysis'
import { describe, expect, it } from 'vitest'
import { inOrder } from './sorted.ts'

const order: RowOrder = {
  keysOf: ({ cells, place }) => [cells.visits?.current ?? null, place.bucket],
  compare: ([a = null, c = null], [b = null, d = null]) =>
    Number(b ?? -1) - Number(a ?? -1) || Number(c) - Number(d),
}
const row = (bucket: number, visits: number | null): ShapedRow => ({
  place: { bucket, slot: 0, members: { shop: String(bucket % 7) } },
  cells: { visits: { current: visits } },
})
async function* piecesOf(rows: readonly ShapedRow[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
const folders = async () => (await readdir(tmpdir())).filter(name => name.startsWith('aisle-sort-')).length

describe('rows of pieces in one order', () => {
  const rows = Array.from({ length: 500 }, (_, index) =>
    row(index, index % 11 === 0 ? null : (index * 7919) % 97),
  )
  const expected = rows.toSorted((a, b) => order.compare(order.keysOf(a), order.keysOf(b)))

  it.each([
    ['held at once', 10_000],
    ['written to several files and put together', 60],
  ])('are the same as those of the whole: %s', async (_, most) => {
    const found: ShapedRow[] = []
    for await (const block of inOrder(piecesOf(rows, 25), order, most)) found.push(...block)
    expect(found).toEqual(expected)
  })

  it('leave nothing behind, also where their reader stops in the middle', async () => {
    const before = await folders()
    for await (const block of inOrder(piecesOf(rows, 25), order, 60)) {
      expect(block.length).toBeGreaterThan(0)
      break
    }
    expect(await folders()).toBe(before)
  })

  // So many that a file does not take them at once.
  const many = Array.from({ length: 3000 }, (_, index) => row(index, index))
  it.each(['written', 'read'])('fail alone where their folder is gone when they are %s', async when => {
    async function* pieces() {
      const before = new Set(await readdir(tmpdir()))
      for await (const piece of piecesOf(many, 1200)) {
        yield piece
        // The first run is on disk by now: the second one, or the reading of both, finds nothing.
        const folder = (await readdir(tmpdir())).find(
          name => name.startsWith('aisle-sort-') && !before.has(name),
        )
        if (folder && (when === 'written' || piece.length < 1200))
          await rm(join(tmpdir(), folder), { recursive: true })
      }
    }
    const found = async () => {
      for await (const block of inOrder(pieces(), order, 1200)) expect(block.length).toBeGreaterThan(0)
    }
    await expect(found()).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
