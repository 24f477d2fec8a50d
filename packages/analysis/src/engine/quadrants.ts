import type { AnalysisCell } from '@aisle/contract'
import { metricOf } from '../model/index.ts'
import { quadrants } from '../model/values.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import type { Amendment } from './reduce.ts'
import { refuse } from './refuse.ts'
import { rounded, type ShapedRow } from './shape.ts'

/** The question that the quadrants are taken from: its groups, or the shops where it has none. */
export function withoutQuadrant(asked: Asked): Asked {
  if (!asked.dimensions.includes('quadrant')) return asked
  const groups = asked.dimensions.filter(name => name !== 'quadrant')
  return { ...asked, dimensions: groups.length > 0 ? groups : ['shop'] }
}

/**
 * Parts groups by the medians of the first two metrics: I both high, II the second alone, III neither, IV the first alone; what
 * is at the median is high. Groups without one of the two are in none. By `quadrant` alone the shops are parted, and the row of a
 * quadrant has the sums of its shops, null for what does not add up.
 */
export function quadrantsFor(asked: Asked): Amendment[] {
  if (!asked.dimensions.includes('quadrant')) return []
  const [x, y] = asked.metrics
  if (!x || !y || x.name === 'shopCount' || y.name === 'shopCount') return refuse('metrics', text.two)
  if (asked.grain !== 'none') refuse('granularity', text.wholePeriod)
  if (asked.compare) refuse('compare', text.notCompared)
  const isAlone = asked.dimensions.length === 1
  return [
    {
      inner: [],
      apply: () => undefined,
      rows(_answers, own) {
        const parted = partedRows(own, x.key, y.key)
        return isAlone ? summed(parted, asked.metrics) : parted
      },
    },
  ]
}

const valueOfCell = (row: ShapedRow, key: string): number | null => row.cells[key]?.current ?? null

function partedRows(rows: readonly ShapedRow[], x: string, y: string): ShapedRow[] {
  const points = rows.flatMap(row => {
    const [left, up] = [valueOfCell(row, x), valueOfCell(row, y)]
    return left === null || up === null ? [] : [{ row, left, up }]
  })
  const middleLeft = median(points.map(({ left }) => left))
  const middleUp = median(points.map(({ up }) => up))
  return points.map(({ row, left, up }) => {
    const quadrant = left >= middleLeft ? (up >= middleUp ? 'I' : 'IV') : up >= middleUp ? 'II' : 'III'
    const { bucket, slot, members } = row.place
    return { ...row, place: { bucket, slot, members: { ...members, quadrant } } }
  })
}

function summed(rows: readonly ShapedRow[], metrics: readonly AskedMetric[]): ShapedRow[] {
  const groups = Map.groupBy(rows, ({ place }) => place.members.quadrant)
  return Object.keys(quadrants).map(quadrant => {
    const some = groups.get(quadrant) ?? []
    const cells = metrics.map(({ key, name, calc }): [string, AnalysisCell] => {
      const { additivity } = metricOf(name)
      if (name === 'shopCount') return [key, { current: some.length }]
      if (calc !== undefined || (additivity !== 'full' && additivity !== 'nodes'))
        return [key, { current: null }]
      return [
        key,
        {
          current: rounded(
            some.reduce((sum, row) => sum + (valueOfCell(row, key) ?? 0), 0),
            4,
          ),
        },
      ]
    })
    return {
      place: { bucket: 0, slot: 0, members: { quadrant } },
      cells: Object.fromEntries(cells),
      of: some.map(({ place }) => place),
    }
  })
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low = 0, high = 0] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (low + high) / 2
}

const text = {
  two: {
    zh: '象限由前两个指标的中位数划分:请给出两个指标,门店数放在其后',
    en: 'Quadrants are parted by the medians of the first two metrics: name two, and the number of shops after them',
  },
  wholePeriod: { zh: '象限只能对整个时段划分', en: 'Quadrants are of the whole period' },
  notCompared: {
    zh: '象限不能对比,请分别查询两个时段',
    en: 'Quadrants are not compared: ask for each period',
  },
} as const
