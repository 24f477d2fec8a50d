import { labelPoint } from '@aisle/analysis/geometry'
import type { AnalysisAnswer } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import type { PlanZone } from '../../../../ui/floor-plan/plan.ts'

export type Path = { from: string; to: string; count: number }
export type Arrow = Path & {
  /** A bent line from zone to zone, and the head at its end, in centimetres. */
  line: string
  head: string
  /** 0–1 of the thickest. */
  share: number
}

/** Moves between two zones, most first. */
export const pathsOf = (answer: AnalysisAnswer, metric: string): Path[] =>
  answer.rows
    .map(row => ({
      from: memberOf(row, 'origin').id,
      to: memberOf(row, 'zone').id,
      count: cellOf(row, metric).current ?? 0,
    }))
    .filter(({ from, to, count }) => count > 0 && from !== to && from !== '' && to !== '')
    .toSorted((a, b) => b.count - a.count)

/** The largest of the moves between zones of one floor as arrows: there and back bend to different sides. */
export function arrowsOf(
  paths: readonly Path[],
  zones: readonly PlanZone[],
  most: number,
  headCm: number,
): Arrow[] {
  const middles = new Map(zones.map(({ id, polygon }) => [id, labelPoint(polygon)]))
  const shown = paths.filter(({ from, to }) => middles.has(from) && middles.has(to)).slice(0, most)
  const top = shown[0]?.count ?? 1
  return shown.flatMap(path => {
    const [begin, end] = [middles.get(path.from), middles.get(path.to)]
    if (!begin || !end) return []
    const [dx, dy] = [end[0] - begin[0], end[1] - begin[1]]
    const length = Math.hypot(dx, dy)
    if (length === 0) return []
    const bend = Math.min(260, length * 0.18)
    const control = [
      (begin[0] + end[0]) / 2 - (dy / length) * bend,
      (begin[1] + end[1]) / 2 + (dx / length) * bend,
    ] as const
    // Begins and ends beside the names in the middle of the zones; the head looks along the end of the bent line.
    const along = (t: number) =>
      [0, 1].map(
        axis =>
          (1 - t) ** 2 * (begin[axis] ?? 0) +
          2 * t * (1 - t) * (control[axis] ?? 0) +
          t ** 2 * (end[axis] ?? 0),
      ) as [number, number]
    const share = path.count / top
    const head = headCm * (0.7 + share * 0.8)
    const margin = Math.min(0.22, (headCm * 2.4) / length)
    const [from, tip, neck] = [
      along(margin),
      along(1 - margin),
      along(1 - margin - Math.min(0.3, (head * 0.8) / length)),
    ]
    const angle = Math.atan2(tip[1] - neck[1], tip[0] - neck[0])
    const point = ([x, y]: readonly [number, number]) => `${x.toFixed(1)},${y.toFixed(1)}`
    const corner = (turn: number) =>
      point([tip[0] - Math.cos(angle + turn) * head, tip[1] - Math.sin(angle + turn) * head])
    return [
      {
        ...path,
        share,
        line: `M${point(from)} Q${point(control)} ${point(neck)}`,
        head: `${point(tip)} ${corner(0.5)} ${corner(-0.5)}`,
      },
    ]
  })
}
