import type { PanelKind, ViewPanel } from './view.ts'

/** Columns, of twelve, that a panel of a kind wants; rows are then stretched to be full. */
const wanted: Partial<Record<PanelKind, number>> = {
  kpi: 12,
  trend: 8,
  table: 12,
  pivot: 12,
  heatmap: 7,
  stacked: 6,
  rank: 5,
  pie: 4,
  funnel: 4,
  radar: 4,
  pyramid: 5,
  calendar: 5,
  geoMap: 5,
  floorHeat: 7,
  quadrant: 6,
  scatter: 6,
  boxplot: 6,
  sankey: 7,
  chord: 5,
}
const columns = 12
const least = 3
const most = 9

const tables = new Set<PanelKind>(['table', 'pivot'])

/** Key figures stand first and tables last, unless a table is what the page begins with; the others keep their order. */
export function inOrder<P extends Pick<ViewPanel, 'kind'>>(panels: readonly P[]): P[] {
  const isFirst = ({ kind }: P) => kind === 'kpi'
  const [main, ...others] = panels.filter(panel => !isFirst(panel))
  const isLast = ({ kind }: P) => tables.has(kind)
  return [
    ...panels.filter(isFirst),
    ...(main ? [main] : []),
    ...others.filter(panel => !isLast(panel)),
    ...others.filter(isLast),
  ]
}

/**
 * Widths of the panels of a page, in their order: rows of twelve columns without holes. A panel that does not fit into a row
 * begins the next; what a row has left is shared out.
 */
export function widthsOf(panels: readonly Pick<ViewPanel, 'kind' | 'by' | 'width'>[]): number[] {
  const rows: number[][] = []
  for (const { kind, by = [], width: own } of panels) {
    const width = own ?? (kind === 'floorHeat' && !by.includes('zone') ? columns : (wanted[kind] ?? 6))
    const row = rows.at(-1)
    const used = row?.reduce((sum, one) => sum + one, 0) ?? columns
    if (row && width <= columns - used) row.push(width)
    // Two that nearly fit share a row.
    else if (row?.length === 1 && used < columns && used + width <= columns + 2) row.push(columns - used)
    else rows.push([width])
  }
  return rows.flatMap(stretched)
}

function stretched(row: readonly number[]): number[] {
  if (row.length === 1) return [columns]
  const widths = [...row]
  for (let left = columns - widths.reduce((sum, one) => sum + one, 0), at = 0; left > 0; at++) {
    const index = at % widths.length
    const width = widths[index] ?? most
    if (width < most || widths.every(one => one >= most)) {
      widths[index] = width + 1
      left -= 1
    }
  }
  return widths.map(width => Math.max(least, width))
}
