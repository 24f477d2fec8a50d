import type { PlanPoint } from '@aisle/contract'
import { type Cell, type FloorDrawing, middleOf } from './drawing.ts'

/** How people walk on a floor: from place to place, and about within a zone. All points are walkable, in centimetres. */
export type Ways = {
  /** Shortest way between any two places, by `keyOf`: zones and entrances by their ids, stairs by the id of the floor. */
  legs: Map<number, PlanPoint[]>
  /** Ways about in a zone, from its aisle and back. */
  walks: Map<number, PlanPoint[][]>
}

/** Ids of the demo have six digits. */
export const keyOf = (from: number, to: number): number => from * 1_000_000 + to

export function waysOf(drawing: FloorDrawing): Ways {
  const { zones, entrances, stairs, floorId } = drawing
  const visited = zones.filter(({ kind }) => kind !== 'stock')
  const places = [
    ...visited.map(zone => ({ id: Number(zone.id), cell: anchorOf(zone, drawing) })),
    ...entrances.map(({ id, cell }) => ({ id: Number(id), cell: nearestFree(cell, drawing) })),
    ...(stairs ? [{ id: Number(floorId), cell: nearestFree(stairs, drawing) }] : []),
  ]
  const legs = new Map<number, PlanPoint[]>()
  for (const from of places) {
    const reached = flood(from.cell, drawing)
    for (const to of places) {
      if (to.id === from.id) continue
      legs.set(keyOf(from.id, to.id), pointsOf(drawing, pulled(drawing, pathTo(to.cell, reached, drawing))))
    }
  }
  const walks = new Map(
    visited.map(zone => {
      const anchor = anchorOf(zone, drawing)
      const reached = flood(anchor, drawing)
      return [
        Number(zone.id),
        spotsOf(zone, drawing)
          .filter(spot => (reached[spot.row * drawing.cols + spot.column] ?? -1) >= 0)
          .map(spot => {
            const out = pointsOf(drawing, pulled(drawing, pathTo(spot, reached, drawing)))
            // Whoever has come stays for a while.
            const there = out.slice(-1)
            return [...out, ...there, ...there, ...out.toReversed()]
          }),
      ] as const
    }),
  )
  return { legs, walks }
}

const isFree = ({ cols, rows, blocked }: FloorDrawing, { column, row }: Cell): boolean =>
  column >= 0 && row >= 0 && column < cols && row < rows && !blocked[row * cols + column]

/** Where one steps from the aisle into a zone. */
function anchorOf(zone: FloorDrawing['zones'][number], drawing: FloorDrawing): Cell {
  const { rect } = zone
  const row = zone.kind === 'island' ? rect.top : rect.top >= 19 ? rect.top : rect.bottom - 1
  return nearestFree({ column: middleOf(rect), row }, drawing)
}

function nearestFree(wanted: Cell, drawing: FloorDrawing): Cell {
  for (let reach = 0; reach < drawing.cols; reach++)
    for (let row = wanted.row - reach; row <= wanted.row + reach; row++)
      for (let column = wanted.column - reach; column <= wanted.column + reach; column++)
        if (isFree(drawing, { column, row })) return { column, row }
  return wanted
}

/** Places in a zone where people stop: free cells beside something that stands there, spread over the zone. */
function spotsOf({ rect }: FloorDrawing['zones'][number], drawing: FloorDrawing): Cell[] {
  const spots: Cell[] = []
  for (let row = rect.top; row < rect.bottom; row++)
    for (let column = rect.left; column < rect.right; column++) {
      if (!isFree(drawing, { column, row })) continue
      const isBeside = [-1, 1].some(step => !isFree(drawing, { column, row: row + step }))
      if (isBeside && (column + row * 2) % 3 === 0) spots.push({ column, row })
    }
  return spots.length > 0 ? spots : [nearestFree({ column: middleOf(rect), row: rect.top }, drawing)]
}

/** Steps from a cell to every cell that can be reached; -1 elsewhere. */
function flood(from: Cell, drawing: FloorDrawing): Int32Array {
  const { cols, rows } = drawing
  const steps = new Int32Array(cols * rows).fill(-1)
  steps[from.row * cols + from.column] = 0
  const queue = [from]
  for (let at = 0; at < queue.length; at++) {
    const cell = queue[at]
    if (!cell) break
    const next = (steps[cell.row * cols + cell.column] ?? 0) + 1
    for (const [dx, dy] of sides) {
      const other: Cell = { column: cell.column + dx, row: cell.row + dy }
      const index = other.row * cols + other.column
      if (!isFree(drawing, other) || steps[index] !== -1) continue
      steps[index] = next
      queue.push(other)
    }
  }
  return steps
}
const sides = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/** The cells from where the flood began to a cell, both inside; the cell alone where it cannot be reached. */
function pathTo(to: Cell, steps: Int32Array, { cols }: FloorDrawing): Cell[] {
  const stepsAt = ({ column, row }: Cell) => steps[row * cols + column] ?? -1
  const path = [to]
  for (let cell = to; stepsAt(cell) > 0; ) {
    const nearer: Cell | undefined = sides
      .map(([dx, dy]) => ({ column: cell.column + dx, row: cell.row + dy }))
      .find(other => stepsAt(other) === stepsAt(cell) - 1)
    if (!nearer) break
    path.push(nearer)
    cell = nearer
  }
  return path.reverse()
}

/** The path with its corners alone, cut short wherever the straight way is free. */
function pulled(drawing: FloorDrawing, path: readonly Cell[]): Cell[] {
  const [first] = path
  if (!first) return []
  const kept = [first]
  for (let at = 0; at < path.length - 1; ) {
    let next = at + 1
    for (let far = Math.min(path.length - 1, at + 14); far > next; far--)
      if (seesThrough(drawing, path[at], path[far])) {
        next = far
        break
      }
    const cell = path[next]
    if (cell) kept.push(cell)
    at = next
  }
  return kept
}

function seesThrough(drawing: FloorDrawing, from: Cell | undefined, to: Cell | undefined): boolean {
  if (!from || !to) return false
  const steps = Math.max(Math.abs(to.column - from.column), Math.abs(to.row - from.row)) * 4
  for (let step = 0; step <= steps; step++) {
    const share = step / Math.max(1, steps)
    const [x, y] = [from.column + (to.column - from.column) * share, from.row + (to.row - from.row) * share]
    // A body is wider than a line.
    for (const [dx, dy] of [
      [-0.3, -0.3],
      [0.3, -0.3],
      [-0.3, 0.3],
      [0.3, 0.3],
    ] as const)
      if (!isFree(drawing, { column: Math.round(x + dx), row: Math.round(y + dy) })) return false
  }
  return true
}

/** Middles of cells in centimetres, with points in between where they lie far apart. */
function pointsOf({ cellCm }: FloorDrawing, cells: readonly Cell[]): PlanPoint[] {
  const farCells = 5
  return cells.flatMap((cell, index): PlanPoint[] => {
    const before = cells[index - 1]
    const at = (column: number, row: number): PlanPoint => [
      Math.round((column + 0.5) * cellCm),
      Math.round((row + 0.5) * cellCm),
    ]
    if (!before) return [at(cell.column, cell.row)]
    const parts = Math.ceil(Math.hypot(cell.column - before.column, cell.row - before.row) / farCells)
    return Array.from({ length: parts }, (_, part) => {
      const share = (part + 1) / parts
      return at(
        before.column + (cell.column - before.column) * share,
        before.row + (cell.row - before.row) * share,
      )
    })
  })
}
