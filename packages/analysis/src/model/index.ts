import type { Authority } from '@aisle/contract'
import { type CalcName, isCalc } from './calcs.ts'
import type { Metric, Way } from './metric.ts'
import { flowMetrics } from './metrics-flow.ts'
import { pairMetrics } from './metrics-pairs.ts'
import { salesMetrics } from './metrics-sales.ts'
import { workMetrics } from './metrics-work.ts'
import { type SourceName, sourceOf } from './sources.ts'

/** Every metric by its id. A new one is written down in one of these tables and nowhere else. */
export const metrics = {
  ...flowMetrics,
  ...salesMetrics,
  ...pairMetrics,
  ...workMetrics,
} as const satisfies Record<string, Metric>
export type MetricName = keyof typeof metrics

export const metricOf = (name: MetricName): Metric => metrics[name]
export const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name)
/** Those that may be asked for, in the order of the dictionary. */
export const metricNames = (Object.keys(metrics) as MetricName[]).filter(name => !metricOf(name).hidden)

/** Metrics that shops have targets of, by the month. */
const targeted = ['visits', 'sales'] as const satisfies readonly MetricName[]
export type Targeted = (typeof targeted)[number]
export const hasTarget = (name: string): name is Targeted => targeted.some(one => one === name)

/** The parts a metric is made of, itself included. @throws Error where one does not exist: a fault of the dictionary */
export function partsOf(name: string): MetricName[] {
  if (!isMetric(name)) throw new Error(`the dictionary has no metric ${name}`)
  const metric = metricOf(name)
  if (metric.kind === 'counted') return [name]
  return [name, ...(metric.kind === 'ratio' ? metric.over : metric.of).flatMap(partsOf)]
}

/** Where a metric can come from: of a rate, what its upper side comes from. */
export function sourcesOf(name: string): SourceName[] {
  if (!isMetric(name)) return []
  const metric = metricOf(name)
  if (metric.kind !== 'counted') return sourcesOf((metric.kind === 'ratio' ? metric.over : metric.of)[0])
  return [...new Set(metric.ways.flatMap(({ source }) => source))]
}

/**
 * What someone must hold to see a metric counted in one way: one of each inner list. First the metric's own rule, then that of
 * the sources, of which one is enough (specification, "Panel visibility").
 */
export function authoritiesOf(name: MetricName, way: Way | undefined): (readonly Authority[])[] {
  const own = metricOf(name).authority ?? []
  const ofSources = way?.source.map(source => sourceOf(source).authority) ?? []
  const open = ofSources.length === 0 || ofSources.some(any => any.length === 0)
  return [own, open ? [] : [...new Set(ofSources.flat())]].filter(any => any.length > 0)
}

/** The calculations that a metric takes: quantiles of single durations, or what buckets and groups allow. */
export function calcsOf(name: MetricName): CalcName[] {
  const metric = metricOf(name)
  const spread = metric.kind === 'counted' && metric.spread ? Object.keys(metric.spread).filter(isCalc) : []
  const always: CalcName[] = [
    'average',
    'median',
    'p90',
    'peak',
    'trough',
    'peakHour',
    'growth',
    'difference',
    'ratio',
    'index',
    'rank',
    'sameMoment',
    'expected',
    'uplift',
    'forecast',
  ]
  const additive: CalcName[] = ['total', 'share', 'topShare', 'cumulative', 'perShop']
  return [
    ...new Set([
      ...spread,
      ...always,
      ...(hasTarget(name) ? ['progress' as const] : []),
      ...(metric.additivity === 'full' || metric.additivity === 'nodes'
        ? [...additive, 'effect' as const]
        : []),
    ]),
  ]
}
