import { type Grey, gradient } from './grey.ts'
import { spread } from './looks.ts'

/** Pictures are compared block by block: people stand before a few blocks, a fault is in nearly all of them. */
export const blockSize = 10
/** The first and the last row of blocks hold what cameras burn in. */
const burnedRows = 1
const columnsOf = ({ width }: Grey) => Math.floor(width / blockSize)
const rowsOf = ({ height }: Grey) => Math.floor(height / blockSize)

/** Blocks of a reference that have detail: what is even there cannot tell anything. */
export type DetailedBlock = { column: number; row: number; contrast: number }
const leastContrast = 5

/** The blocks of a picture in which there is something to recognise it by; its edges, with the burnt-in texts, are left out. */
export function detailedBlocks(reference: Grey): DetailedBlock[] {
  const blocks: DetailedBlock[] = []
  for (let row = burnedRows; row < rowsOf(reference) - burnedRows; row++)
    for (let column = 0; column < columnsOf(reference); column++) {
      const contrast = contrastOf(reference, column, row)
      if (contrast >= leastContrast) blocks.push({ column, row, contrast })
    }
  return blocks
}

/** How far the greys of a block spread, as a standard deviation. */
export function contrastOf(picture: Grey, column: number, row: number): number {
  const rows = { from: row * blockSize, to: (row + 1) * blockSize }
  const columns = { from: column * blockSize, to: (column + 1) * blockSize }
  return Math.sqrt(spread(picture, rows, columns).variance)
}

export type Edges = { reference: Grey; picture: Grey }
export const edgesOf = (reference: Grey, picture: Grey): Edges => ({
  reference: gradient(reference),
  picture: gradient(picture),
})

const fits = 0.5
/** A camera trembles by so many pixels of the work size. */
const tremble = 1

/**
 * Of the blocks with detail that still lie in the picture after a shift, the share whose edges are found there; undefined
 * where too few do to tell.
 */
export function fittingShare(
  edges: Edges,
  blocks: readonly DetailedBlock[],
  shift: { x: number; y: number },
): number | undefined {
  const { width, height } = edges.picture
  let judged = 0
  let fitting = 0
  for (const { column, row } of blocks) {
    const x = column * blockSize + shift.x
    const y = row * blockSize + shift.y
    if (x < tremble || y < tremble + 7) continue
    if (x + blockSize + tremble > width || y + blockSize + tremble > height - 8) continue
    judged += 1
    if (fitsThere(edges, column * blockSize, row * blockSize, x, y)) fitting += 1
  }
  return judged < 8 ? undefined : fitting / judged
}

function fitsThere(edges: Edges, fromX: number, fromY: number, x: number, y: number): boolean {
  for (let v = -tremble; v <= tremble; v++)
    for (let u = -tremble; u <= tremble; u++)
      if (correlation(edges, fromX, fromY, x + u, y + v) >= fits) return true
  return false
}

/** Pearson's, of the edges of a block of the reference and of the same size at another place of the picture. */
function correlation({ reference, picture }: Edges, fromX: number, fromY: number, toX: number, toY: number) {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let v = 0; v < blockSize; v++)
    for (let u = 0; u < blockSize; u++) {
      const p = reference.data[(fromY + v) * reference.width + fromX + u] ?? 0
      const q = picture.data[(toY + v) * picture.width + toX + u] ?? 0
      a += p
      b += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  const count = blockSize * blockSize
  const spreadOf = (sum: number, squares: number) => squares - (sum * sum) / count
  const both = Math.sqrt(spreadOf(a, aa) * spreadOf(b, bb))
  return both < 1e-6 ? 0 : (ab - (a * b) / count) / both
}
