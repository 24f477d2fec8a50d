import type { PlanPoint, PlanShape } from '@aisle/contract'
import type { DemoShop } from '../chain.ts'
import { randomFrom } from '../random.ts'

/** A rectangle of cells: left and top inside, right and bottom outside. */
type Rect = { left: number; top: number; right: number; bottom: number }
export type Cell = { column: number; row: number }
/** What a floor looks like on its grid of cells; `blocked` are cells that nobody walks on, row by row. */
export type FloorDrawing = {
  floorId: string
  level: number
  cols: number
  rows: number
  cellCm: number
  outline: PlanPoint[]
  shapes: PlanShape[]
  zones: { id: string; kind: string; rect: Rect; polygon: PlanPoint[] }[]
  entrances: { id: string; at: PlanPoint; cell: Cell }[]
  /** Where one comes up or goes down, on floors of houses that have several. */
  stairs: Cell | undefined
  blocked: boolean[]
}

const cols = 48
/** Aisle from end to end, zones above and below it. */
const aisle = { top: 13, bottom: 19 }
const depth = 12

/** The same seed draws the same floor. */
export function drawFloor(shop: DemoShop, floor: DemoShop['floors'][number], seed: number): FloorDrawing {
  const random = randomFrom(seed, `plan ${floor.id}`)
  const own = shop.zones.filter(({ level }) => level === floor.level)
  const placed = placeZones(own, random)
  const hasLower = placed.some(({ rect }) => rect.top >= aisle.bottom)
  const rows = hasLower ? aisle.bottom + depth + 1 : aisle.bottom + 1
  const cellCm = Math.round(
    Math.sqrt((shop.areaM2 / shop.floors.length) * 10_000) / Math.sqrt((cols - 2) * (hasLower ? 30 : 24)),
  )
  const blocked = Array.from({ length: cols * rows }, (_, index) => {
    const [column, row] = [index % cols, Math.floor(index / cols)]
    return column < 1 || row < 1 || column >= cols - 1 || row >= rows - 1
  })
  const shapes: PlanShape[] = []
  const point = (x: number, y: number): PlanPoint => [Math.round(x * cellCm), Math.round(y * cellCm)]
  const corners = ({ left, top, right, bottom }: Rect): PlanPoint[] => [
    point(left, top),
    point(right, top),
    point(right, bottom),
    point(left, bottom),
  ]
  const put = (kind: PlanShape['kind'], rect: Rect) => {
    if (rect.right <= rect.left || rect.bottom <= rect.top) return
    shapes.push({ kind, points: corners(rect) })
    for (let row = rect.top; row < rect.bottom; row++)
      for (let column = rect.left; column < rect.right; column++) blocked[row * cols + column] = true
  }

  for (const zone of placed) for (const { kind, rect } of standing(zone)) put(kind, rect)
  const stairs = shop.floors.length > 1 ? { column: 10, row: 15 } : undefined
  if (stairs) put('stairs', { left: 5, top: 15, right: 10, bottom: 17 })
  // Columns carry the ceiling along the aisle, out of the way.
  for (const column of [14, 24, 40])
    put('column', { left: column, top: aisle.top, right: column + 1, bottom: aisle.top + 1 })

  const ways = doorPlaces(rows, placed.find(({ kind }) => kind === 'door')?.rect)
  return {
    floorId: floor.id,
    level: floor.level,
    cols,
    rows,
    cellCm,
    outline: corners({ left: 1, top: 1, right: cols - 1, bottom: rows - 1 }),
    shapes,
    zones: placed.map(zone => ({ ...zone, polygon: corners(zone.rect) })),
    entrances: shop.entrances
      .filter(({ level }) => level === floor.level)
      .flatMap(({ id }, index) => {
        const way = ways[index]
        return way ? [{ id, at: point(way.x, way.y), cell: way.cell }] : []
      }),
    stairs,
    blocked,
  }
}

type PlacedZone = { id: string; kind: string; rect: Rect }

/** Door and tills below the middle, the island in the aisle, everything else side by side above and below. */
function placeZones(
  zones: readonly { id: string; kind: string; en: string }[],
  random: ReturnType<typeof randomFrom>,
): PlacedZone[] {
  const island = zones.find(({ en }) => en === 'Promotion island')
  const front = zones.filter(({ kind }) => kind === 'door' || kind === 'checkout')
  const rest = zones.filter(zone => zone !== island && !front.includes(zone))
  // The stock room stands last: in the corner farthest from the door.
  const others = rest.toSorted((a, b) => Number(a.kind === 'stock') - Number(b.kind === 'stock'))
  const lowerCount =
    zones.length <= 2 ? 0 : Math.max(0, Math.floor((others.length + front.length) / 2) - front.length)
  const lower = others.slice(0, lowerCount)
  const upper = others.slice(lowerCount)
  const middle = Math.ceil(lower.length / 2)
  const bottomRow = [...lower.slice(0, middle), ...front, ...lower.slice(middle)]
  const inRow = (list: readonly { id: string; kind: string }[], top: number): PlacedZone[] => {
    const weights = list.map(({ kind }) => (kind === 'stock' ? 0.7 : 0.85 + random.next() * 0.4))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    let left = 1
    let reached = 0
    return list.map(({ id, kind }, index) => {
      reached += weights[index] ?? 0
      const right = index === list.length - 1 ? cols - 1 : Math.round(1 + ((cols - 2) * reached) / whole)
      const rect = { left, top, right, bottom: top + depth }
      left = right
      return { id, kind, rect }
    })
  }
  return [
    ...inRow(upper, 1),
    ...inRow(bottomRow, aisle.bottom),
    ...(island
      ? [{ id: island.id, kind: 'island', rect: { left: 26, top: 14, right: 39, bottom: 18 } }]
      : []),
  ]
}

/** What stands in a zone: shelves either side of an aisle of its own, tills, cabins, tables. */
function standing({ kind, rect }: PlacedZone): { kind: PlanShape['kind']; rect: Rect }[] {
  const { left, top, right, bottom } = rect
  const fixture = (one: Rect) => ({ kind: 'fixture' as const, rect: one })
  const isLower = top >= aisle.bottom
  /** Rows counted from the wall at the back: 0 at the wall, 11 at the aisle. */
  const band = (from: number, to: number) =>
    isLower ? { top: bottom - to, bottom: bottom - from } : { top: top + from, bottom: top + to }
  const middle = middleOf(rect)
  if (kind === 'stock') return [{ kind: 'room', rect: { left, ...band(0, 11), right } }]
  if (kind === 'island')
    return [27, 31, 35].map(column => fixture({ left: column, top: 15, right: column + 3, bottom: 17 }))
  if (kind === 'door')
    return [middle - 3, middle + 3].map(column =>
      fixture({ left: column, ...band(4, 7), right: Math.min(column + 2, right) }),
    )
  if (kind === 'checkout')
    return [
      fixture({ left, ...band(0, 2), right }),
      ...range(left + 1, right - 1, 3).map(column =>
        fixture({ left: column, ...band(5, 9), right: column + 1 }),
      ),
    ]
  if (kind === 'seating')
    return range(left + 1, right - 2, 4).flatMap(column =>
      [1, 4, 7].map(row => fixture({ left: column, ...band(row, row + 2), right: column + 2 })),
    )
  const back = fixture({ left, ...band(0, 1), right })
  const side = fixture({ left: right - 1, ...band(1, 9), right })
  if (kind === 'fitting')
    return [
      fixture({ left, ...band(0, 4), right }),
      side,
      ...range(left + 1, right - 3, 5).map(column =>
        fixture({ left: column, ...band(7, 8), right: column + 3 }),
      ),
    ]
  return [
    back,
    side,
    ...[3, 6, 9].flatMap(row => [
      fixture({ left, ...band(row, row + 1), right: middle }),
      fixture({ left: middle + 2, ...band(row, row + 1), right: right - 2 }),
    ]),
  ]
}

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, turn) => from + turn * step)

/** Left of the two columns of a zone's own aisle. */
export const middleOf = ({ left, right }: Rect): number => left + Math.floor((right - left - 2) / 2)

/** Where doors may be, the main one first: at the front, at either end of the aisle, at the back. */
function doorPlaces(rows: number, front: Rect | undefined): { x: number; y: number; cell: Cell }[] {
  const middle = Math.floor((aisle.top + aisle.bottom) / 2)
  const column = front ? middleOf(front) : 22
  const atFront = { x: column + 1, y: rows - 1, cell: { column, row: rows - 2 } }
  const left = { x: 1, y: aisle.bottom - 1.5, cell: { column: 1, row: aisle.bottom - 2 } }
  const right = { x: cols - 1, y: middle + 0.5, cell: { column: cols - 2, row: middle } }
  const leftHigh = { x: 1, y: aisle.top + 1, cell: { column: 1, row: aisle.top } }
  return front ? [atFront, right, left, leftHigh] : [right, left, leftHigh]
}
