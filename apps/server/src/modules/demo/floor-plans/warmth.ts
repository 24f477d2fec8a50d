import { randomFrom } from '../random.ts'
import type { FloorDrawing } from './drawing.ts'
import { keyOf, type Ways } from './ways.ts'

/** Where the time that people spend on a floor goes. */
export type Warmth = {
  /** Share of each cell, row by row; together 1. */
  shares: number[]
  /** 1 where people can walk. */
  walkable: number[]
  /** Number of the zone that a cell belongs to, from 1; 0 in the aisle. */
  parts: number[]
  /** For each of those numbers how much the hours of the day differ from the mean. */
  hours: number[][]
}

/** Warm where ways about in zones and between them lead, so that heat and tracks tell the same story. */
export function warmthOf(
  drawing: FloorDrawing,
  ways: Ways,
  shareOf: (zoneId: string) => number,
  seed: number,
): Warmth {
  const { cols, rows, cellCm, zones, blocked, entrances, stairs, floorId } = drawing
  const walkable = blocked.map(isBlocked => (isBlocked ? 0 : 1))
  const warm = new Array<number>(cols * rows).fill(0)
  const add = (points: readonly (readonly [number, number])[], weight: number) => {
    for (const [x, y] of points) {
      const index = Math.floor(y / cellCm) * cols + Math.floor(x / cellCm)
      warm[index] = (warm[index] ?? 0) + weight
    }
  }
  const visited = zones.filter(({ kind }) => kind !== 'stock')
  const ins = [...entrances.map(({ id }) => Number(id)), ...(stairs ? [Number(floorId)] : [])]
  // Some only pass: from the car park to the stairs.
  for (const from of ins)
    for (const to of ins) if (from !== to) add(ways.legs.get(keyOf(from, to)) ?? [], 0.004)
  for (const zone of visited) {
    const random = randomFrom(seed, `warmth ${zone.id}`)
    const share = shareOf(zone.id)
    const walks = ways.walks.get(Number(zone.id)) ?? []
    // Some shelves draw people, some nobody passes.
    const pulls = walks.map(() => random.next() ** 2.2)
    const whole = pulls.reduce((sum, pull) => sum + pull, 0) || 1
    walks.forEach((walk, index) => {
      const pull = (pulls[index] ?? 0) / whole
      if ((pulls[index] ?? 0) > 0.02) add(walk, (share * pull * 10) / walk.length)
    })
    for (const [index, door] of ins.entries())
      add(ways.legs.get(keyOf(door, Number(zone.id))) ?? [], (share * 0.1) / (index + 1))
    for (const other of visited)
      add(ways.legs.get(keyOf(Number(zone.id), Number(other.id))) ?? [], share * shareOf(other.id) * 0.06)
  }
  const spread = blur(blur(warm, walkable, cols), walkable, cols).map((value, index) =>
    walkable[index] === 1 ? value : 0,
  )
  const sum = spread.reduce((total, value) => total + value, 0) || 1
  return {
    shares: spread.map(value => Math.round((value / sum) * 1e7) / 1e7),
    walkable,
    parts: blocked.map((_, index) => {
      const [column, row] = [index % cols, Math.floor(index / cols)]
      return (
        zones.findIndex(
          ({ rect }) => column >= rect.left && column < rect.right && row >= rect.top && row < rect.bottom,
        ) + 1
      )
    }),
    hours: [
      aisleHours,
      ...zones.map(({ id, kind }) => hoursOf(kind, randomFrom(seed, `hours ${id}`).next())),
    ],
  }
}

/** Half stays, the rest goes to free cells around. */
function blur(values: readonly number[], walkable: readonly number[], cols: number): number[] {
  const next = values.map(value => value * 0.5)
  values.forEach((value, index) => {
    if (value === 0) return
    const around = [-1, 1, -cols, cols].map(step => index + step).filter(other => walkable[other] === 1)
    for (const other of around) next[other] = (next[other] ?? 0) + (value * 0.5) / around.length
    if (around.length === 0) next[index] = (next[index] ?? 0) + value * 0.5
  })
  return next
}

const every = Array.from({ length: 24 }, (_, hour) => hour)
const around = (hour: number, peak: number, width: number) => Math.exp(-(((hour - peak) / width) ** 2))
const aisleHours = every.map(() => 1)

/** The door is busy as people come, the café at meals, the tills before the end; shelves each have an hour of their own. */
function hoursOf(kind: string, chance: number): number[] {
  const of = (hour: number): number => {
    if (kind === 'door') return 0.8 + 0.5 * around(hour, 11, 2) + 0.35 * around(hour, 18, 2)
    if (kind === 'checkout') return 0.7 + 0.5 * around(hour, 13, 1.5) + 0.7 * around(hour, 20, 2)
    if (kind === 'seating') return 0.45 + 1.5 * around(hour, 12.5, 1.2) + 1.3 * around(hour, 18.5, 1.4)
    return 0.75 + 0.6 * around(hour, 11 + chance * 9, 2.6)
  }
  return every.map(hour => Math.round(of(hour) * 1000) / 1000)
}
