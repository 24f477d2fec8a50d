import type { AnalysisAnswer, AnalysisCell, AnalysisMember, Text } from '@aisle/contract'
import { cellOf, memberOf } from '../../../../lib/figures/figure.ts'
import type { Effect, Factor } from './split.ts'

/** A sentence with what is filled into it; `kind` tells which figure a value is, so that the console writes it. */
export type Sentence = { text: Text; values: Record<string, Value> }
export type Value =
  | { kind: 'figure'; value: number; metric: string }
  | { kind: 'percent'; value: number }
  | { kind: 'money'; value: number }
  | { kind: 'factor'; factor: Factor }
  | { kind: 'metric'; id: string }
  | { kind: 'word'; word: string }

type Rows = Pick<AnalysisAnswer, 'rows'>
export type Known = {
  totals?: Rows | undefined
  byShop?: Rows | undefined
  byDay?: Rows | undefined
  byWeather?: Rows | undefined
  effects?: readonly Effect[] | undefined
}

const figure = (metric: string, value: number): Value => ({ kind: 'figure', metric, value })
const share = (value: number): Value => ({ kind: 'percent', value: Math.abs(value) })
const word = ({ name }: AnalysisMember): Value => ({ kind: 'word', word: name })
const grew = (cell: AnalysisCell): number | undefined =>
  typeof cell.growth === 'number' ? cell.growth : undefined

/** Below this a change is called none, in per cent. */
const flat = 1

/** Sentences from the largest changes, in the order in which a weekly comment tells them; what is not known is not told. */
export function sentencesOf(known: Known): Sentence[] {
  return [
    ...overall(known, 'visits'),
    ...overall(known, 'sales'),
    ...driver(known),
    ...mover(known),
    ...shops(known),
    ...days(known),
    ...weather(known),
    ...received(known),
  ]
}

function overall({ totals }: Known, metric: 'visits' | 'sales'): Sentence[] {
  const cell = cellOf(totals?.rows[0], metric)
  const growth = grew(cell)
  if (cell.current === null) return []
  const values = { metric: { kind: 'metric', id: metric } as const, value: figure(metric, cell.current) }
  if (growth === undefined)
    return [
      {
        text: { zh: '{metric} {value}，没有可比数据。', en: '{metric}: {value}, with nothing to compare.' },
        values,
      },
    ]
  const change = { share: share(growth), before: figure(metric, cell.compared ?? 0) }
  if (Math.abs(growth) < flat)
    return [
      {
        text: {
          zh: '{metric} {value}，与对比期基本持平（{before}）。',
          en: '{metric}: {value}, about as before ({before}).',
        },
        values: { ...values, ...change },
      },
    ]
  return [
    {
      text:
        growth > 0
          ? {
              zh: '{metric} {value}，较对比期的 {before} 上升 {share}。',
              en: '{metric}: {value}, up {share} from {before}.',
            }
          : {
              zh: '{metric} {value}，较对比期的 {before} 下降 {share}。',
              en: '{metric}: {value}, down {share} from {before}.',
            },
      values: { ...values, ...change },
    },
  ]
}

/** Which of flow, bag rate and unit price did most to the sales. */
function driver({ effects, totals }: Known): Sentence[] {
  const growth = grew(cellOf(totals?.rows[0], 'sales'))
  if (!effects || growth === undefined || Math.abs(growth) < flat) return []
  const change = effects.reduce((sum, { effect }) => sum + effect, 0)
  const [most] = effects.toSorted((a, b) => b.effect * Math.sign(change) - a.effect * Math.sign(change))
  const against = effects.find(
    ({ effect }) => Math.sign(effect) === -Math.sign(change) && Math.abs(effect) > Math.abs(change) / 10,
  )
  if (!most) return []
  const values = {
    factor: { kind: 'factor', factor: most.factor } as const,
    effect: { kind: 'money', value: most.effect } as const,
    change: { kind: 'money', value: change } as const,
  }
  return [
    against
      ? {
          text: {
            zh: '销售额变化 {change} 元，主要来自{factor}（{effect} 元），{other}则抵消了 {offset}。',
            en: 'Of the change of sales by {change} CNY most is due to {factor} ({effect} CNY), while {other} took back {offset}.',
          },
          values: {
            ...values,
            other: { kind: 'factor', factor: against.factor },
            offset: figure('sales', Math.abs(Math.round(against.effect))),
          },
        }
      : {
          text: {
            zh: '销售额变化 {change} 元，主要来自{factor}（{effect} 元）。',
            en: 'Of the change of sales by {change} CNY most is due to {factor} ({effect} CNY).',
          },
          values,
        },
  ]
}

/** The rate or mean that moved most. */
function mover({ totals }: Known): Sentence[] {
  const [row] = totals?.rows ?? []
  const [most] = ['storeRate', 'bagRate', 'unitPrice', 'visitors']
    .map(id => ({ id, cell: cellOf(row, id) }))
    .filter(({ cell }) => cell.current !== null && Math.abs(grew(cell) ?? 0) >= flat)
    .toSorted((a, b) => Math.abs(grew(b.cell) ?? 0) - Math.abs(grew(a.cell) ?? 0))
  if (!most) return []
  const growth = grew(most.cell) ?? 0
  return [
    {
      text:
        growth > 0
          ? {
              zh: '变化最大的比率是{metric}：{before} → {value}，升 {share}。',
              en: '{metric} moved most: {before} → {value}, up {share}.',
            }
          : {
              zh: '变化最大的比率是{metric}：{before} → {value}，降 {share}。',
              en: '{metric} moved most: {before} → {value}, down {share}.',
            },
      values: {
        metric: { kind: 'metric', id: most.id },
        value: figure(most.id, most.cell.current ?? 0),
        before: figure(most.id, most.cell.compared ?? 0),
        share: share(growth),
      },
    },
  ]
}

/** The shops that gained and lost most visits. */
function shops({ byShop }: Known): Sentence[] {
  const changed = (byShop?.rows ?? [])
    .map(row => ({ shop: memberOf(row, 'shop'), cell: cellOf(row, 'visits') }))
    .filter(
      ({ cell }) =>
        typeof cell.difference === 'number' && cell.difference !== 0 && (cell.coverage ?? 1) >= 0.95,
    )
    .toSorted((a, b) => (b.cell.difference ?? 0) - (a.cell.difference ?? 0))
  if (changed.length < 2) return []
  const [best, worst] = [changed[0], changed.at(-1)]
  const told = (one: typeof best, isGain: boolean): Sentence[] => {
    const difference = one?.cell.difference ?? 0
    if (!one || Math.sign(difference) !== (isGain ? 1 : -1)) return []
    return [
      {
        text: isGain
          ? {
              zh: '增加最多的门店是{shop}：多 {visits}（{share}）。',
              en: '{shop} gained most: {visits} visits more ({share}).',
            }
          : {
              zh: '减少最多的门店是{shop}：少 {visits}（{share}）。',
              en: '{shop} lost most: {visits} visits fewer ({share}).',
            },
        values: {
          shop: word(one.shop),
          visits: figure('visits', Math.abs(difference)),
          share: share(grew(one.cell) ?? 0),
        },
      },
    ]
  }
  return [...told(best, true), ...told(worst, false)]
}

/** The day with the most visits and the one with the fewest. */
function days({ byDay }: Known): Sentence[] {
  const all = (byDay?.rows ?? [])
    .map(row => ({
      day: memberOf(row, 'time'),
      visits: cellOf(row, 'visits').current,
      cell: cellOf(row, 'visits'),
    }))
    .filter(({ visits, cell }) => visits !== null && (cell.coverage ?? 1) >= 0.5)
    .toSorted((a, b) => (b.visits ?? 0) - (a.visits ?? 0))
  const [most, least] = [all[0], all.at(-1)]
  if (all.length < 3 || !most || !least) return []
  return [
    {
      text: {
        zh: '客流最高的一天是 {high}（{most}），最低的是 {low}（{least}）。',
        en: 'Most came on {high} ({most}), fewest on {low} ({least}).',
      },
      values: {
        high: word(most.day),
        most: figure('visits', most.visits ?? 0),
        low: word(least.day),
        least: figure('visits', least.visits ?? 0),
      },
    },
  ]
}

const fineDays = ['sunny', 'cloudy']
const badDays = ['rain', 'heavyRain', 'snow']

/** Days of bad weather against fine ones: rows hold the mean day of a shop; only shops that had both are held against themselves. */
function weather({ byWeather }: Known): Sentence[] {
  const shops = Map.groupBy(byWeather?.rows ?? [], row => memberOf(row, 'shop').id)
  const pairs = [...shops.values()].flatMap(rows => {
    const mean = (ids: readonly string[]) =>
      rows
        .toSorted((a, b) => ids.indexOf(memberOf(a, 'weather').id) - ids.indexOf(memberOf(b, 'weather').id))
        .find(row => ids.includes(memberOf(row, 'weather').id) && cellOf(row, dayMean).current !== null)
    const [fine, bad] = [mean(fineDays), mean(badDays)]
    return fine && bad
      ? [{ fine: cellOf(fine, dayMean).current ?? 0, bad: cellOf(bad, dayMean).current ?? 0 }]
      : []
  })
  const sum = (of: 'fine' | 'bad') => pairs.reduce((all, pair) => all + pair[of], 0)
  const change = (sum('bad') / sum('fine') - 1) * 100
  if (!Number.isFinite(change) || Math.abs(change) < flat) return []
  return [
    {
      text:
        change < 0
          ? {
              zh: '雨雪天店均日客流比晴好天低 {share}（两种天气都有的门店 {shops} 家）。',
              en: 'On days of rain or snow a shop had {share} fewer visits than on fine ones (shops with both: {shops}).',
            }
          : {
              zh: '雨雪天店均日客流比晴好天高 {share}（两种天气都有的门店 {shops} 家）。',
              en: 'On days of rain or snow a shop had {share} more visits than on fine ones (shops with both: {shops}).',
            },
      values: { share: share(change), shops: { kind: 'word', word: String(pairs.length) } },
    },
  ]
}
const dayMean = 'visits.average'

function received({ totals }: Known): Sentence[] {
  const { coverage, comparedCoverage } = cellOf(totals?.rows[0], 'visits')
  const least = Math.min(coverage ?? 1, comparedCoverage ?? 1)
  if (least >= 0.95) return []
  return [
    {
      text: {
        zh: '客流数据只完整 {share}，以上变化可能含缺数的影响，先核对设备。',
        en: 'Only {share} of the counts were received: some of the changes may be gaps. Check the counters first.',
      },
      values: { share: share(Math.floor(least * 100)) },
    },
  ]
}
