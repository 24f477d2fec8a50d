import {
  additivities,
  authoritiesOf,
  calcs,
  calcsOf,
  calendarVersion,
  type DimensionName,
  dimensionNames,
  dimensionOf,
  holidays,
  isMetric,
  knownDimensions,
  type MetricName,
  metricNames,
  metricOf,
  sources,
  sourcesOf,
  unitOf,
} from '@aisle/analysis'
import { comparisons, dayTypes, granularities, isAllowed, periodPresets, type Text } from '@aisle/contract'

const entries = (table: Readonly<Record<string, Text | { readonly label: Text }>>) =>
  Object.entries(table).map(([id, value]) => ({ id, label: 'label' in value ? value.label : value }))

/** Everything that can be asked for, and what of it the caller may see. */
export function dictionaryFor(authorities: readonly string[]) {
  return {
    version: 1,
    calendarVersion,
    metrics: metricNames.map(id => {
      const metric = metricOf(id)
      const { label, decimals } = unitOf(metric.unit)
      const needed = neededFor(id)
      return {
        id,
        label: metric.label,
        unit: metric.unit,
        unitLabel: label,
        decimals,
        formula: metric.formula,
        additivity: metric.additivity,
        additivityLabel: additivities[metric.additivity],
        sources: sourcesOf(id),
        dimensions: dimensionsOf(id),
        calcs: calcsOf(id),
        authority: [...new Set(needed.flat())],
        allowed: needed.every(anyOf => isAllowed(authorities, anyOf)),
      }
    }),
    dimensions: dimensionNames.map(id => {
      const { label, values, names, authority = [] } = dimensionOf(id)
      const fixed = names === 'holiday' ? holidays : values
      return {
        id,
        label,
        ...(fixed ? { values: entries(fixed) } : {}),
        authority: [...authority],
        allowed: isAllowed(authorities, authority),
      }
    }),
    calcs: entries(calcs),
    comparisons: entries(comparisons),
    granularities: entries(granularities),
    presets: entries(periodPresets),
    dayTypes: entries(dayTypes),
    sources: Object.entries(sources).map(([id, { label, authority }]) => ({
      id,
      label,
      authority: [...authority],
      allowed: isAllowed(authorities, authority),
    })),
  }
}

/** Of the first way to count it: what most questions about it need. */
function neededFor(id: MetricName): (readonly string[])[] {
  const metric = metricOf(id)
  if (metric.kind === 'counted') return authoritiesOf(id, metric.ways[0])
  const sides = metric.kind === 'ratio' ? metric.over : metric.of
  return [...authoritiesOf(id, undefined), ...sides.filter(isMetric).flatMap(neededFor)]
}

/** The dimensions that all parts of a metric know, or its upper side where the lower may be of a larger group. */
function dimensionsOf(id: MetricName): DimensionName[] {
  const metric = metricOf(id)
  if (metric.kind === 'counted') return knownDimensions(metric)
  const sides = metric.kind === 'ratio' ? metric.over : metric.of
  const [upper = [], lower = []] = sides.filter(isMetric).map(dimensionsOf)
  if (metric.kind !== 'ratio') return upper.filter(name => lower.includes(name))
  return upper.filter(name => metric.coarse || lower.includes(name) || metric.without?.includes(name))
}
