import type { WallLayout } from '@aisle/contract'

type Shape = { size: number; columns: number; rows: number }

/** How many panes a layout shows, on which grid. */
export const shapes: Record<WallLayout, Shape> = {
  '1': { size: 1, columns: 1, rows: 1 },
  '2x2': { size: 4, columns: 2, rows: 2 },
  '3x3': { size: 9, columns: 3, rows: 3 },
  '1+5': { size: 6, columns: 3, rows: 3 },
  '4x4': { size: 16, columns: 4, rows: 4 },
}

/** Where the slots of 1+5 stand: one of two by two, five around it. */
const onePlusFive = ['1 / 1 / 3 / 3', '1 / 3', '2 / 3', '3 / 1', '3 / 2', '3 / 3']

/** The place of a slot as CSS `grid-area`: panes move by it, never in the document, so that players go on. */
export function gridArea(layout: WallLayout, slot: number): string {
  if (layout === '1+5') return onePlusFive[slot] ?? 'auto'
  const { columns } = shapes[layout]
  return `${Math.floor(slot / columns) + 1} / ${(slot % columns) + 1}`
}

/** The smallest layout that shows so many panes at once. */
export function layoutFor(count: number): WallLayout {
  if (count <= 1) return '1'
  if (count <= 4) return '2x2'
  if (count <= 6) return '1+5'
  return count <= 9 ? '3x3' : '4x4'
}

/** The slot reached from another by an arrow; the same where there is none. */
export function neighbour(layout: WallLayout, slot: number, dx: number, dy: number): number {
  const boxes = Array.from({ length: shapes[layout].size }, (_, index) => boxOf(layout, index))
  const from = boxes[slot]
  if (!from) return 0
  let best = slot
  let least = Number.POSITIVE_INFINITY
  boxes.forEach((box, index) => {
    const along = (box.x - from.x) * dx + (box.y - from.y) * dy
    const aside = Math.abs((box.x - from.x) * dy) + Math.abs((box.y - from.y) * dx)
    if (along <= 0 || along + 2 * aside >= least) return
    least = along + 2 * aside
    best = index
  })
  return best
}

/** The middle of a slot on the grid. */
function boxOf(layout: WallLayout, slot: number): { x: number; y: number } {
  if (layout === '1+5' && slot === 0) return { x: 1, y: 1 }
  const [row = 1, column = 1] = gridArea(layout, slot).split(' / ').map(Number)
  return { x: column - 0.5, y: row - 0.5 }
}
