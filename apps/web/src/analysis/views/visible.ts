import type { Dictionary } from '../../lib/figures/use-question.ts'
import type { ViewPanel } from './view.ts'

/** Panels that mean nothing without one of their ends. */
const needsAll = new Set<ViewPanel['kind']>(['quadrant', 'scatter', 'funnel'])

/**
 * A panel cut to what the reader may see: metrics without the authority are left out. Undefined where no metric or no source is
 * left, where it lost an end, or where its groups are not the reader's to see.
 */
export function visiblePanel(panel: ViewPanel, dictionary: Dictionary): ViewPanel | undefined {
  const metrics = panel.metrics.filter(id => dictionary.metric(id)?.allowed)
  if (metrics.length === 0) return undefined
  if (needsAll.has(panel.kind) && metrics.length < panel.metrics.length) return undefined
  if (panel.by?.some(id => dictionary.dimension(id)?.allowed === false)) return undefined
  const sources = panel.source?.filter(id => dictionary.source(String(id))?.allowed !== false)
  if (sources?.length === 0) return undefined
  return { ...panel, metrics, ...(sources ? { source: sources } : {}) }
}
