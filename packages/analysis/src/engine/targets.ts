import { bucketStart, isDayGrain } from '../calendar/buckets.ts'
import { type Day, monthStart, textOf } from '../calendar/days.ts'
import { type CalcName, calcOf } from '../model/calcs.ts'
import { type DimensionName, ofWholeShops } from '../model/dimensions.ts'
import { hasTarget, metricOf, type Targeted } from '../model/index.ts'
import type { Asked, AskedMetric } from './normalize.ts'
import { plan } from './plan.ts'
import { type Amendment, innerQuestion } from './reduce.ts'
import { refuse } from './refuse.ts'
import { rounded, type ShapedRow } from './shape.ts'
import { daysFor } from './sides.ts'

/** What a shop should reach in a month, `YYYY-MM`; null where nothing was set. Sales in yuan. */
export type MonthTarget = {
  readonly shop: number
  readonly month: string
  readonly visits: number | null
  readonly sales: number | null
}

/** What a floor, entrance or zone should reach in a month, as visits; of an entrance also as entries. */
export type PlaceTarget = {
  readonly kind: PlaceName
  readonly id: string
  readonly month: string
  readonly visits: number
}
/** Parts of shops that may have targets of their own. */
const placeNames = ['floor', 'entrance', 'zone'] as const satisfies readonly DimensionName[]
type PlaceName = (typeof placeNames)[number]
const ofPlaces: ReadonlySet<string> = new Set(['visits', 'entries'])

/** The place that a question is split by, where it is the only part of a shop in it. */
function placeOf({ dimensions }: Asked): PlaceName | undefined {
  const [place, ...more] = placeNames.filter(name => dimensions.includes(name))
  return more.length === 0 && dimensions.every(name => name === place || ofWholeShops.includes(name))
    ? place
    : undefined
}

/**
 * The target of a period beside each value, and the share of it that was reached in per cent. The target of a month is spread
 * evenly over its days, since shops keep no days of rest; a row's is the sum over its shops. Null as soon as one shop of the row
 * has none in a month of the row: a part of a target is not one. Floors, entrances and zones have targets of their own, and a
 * total of them stands where each has one.
 */
export function targetsFor(
  asked: Asked,
  targets: readonly MonthTarget[],
  placeTargets: readonly PlaceTarget[] = [],
): Amendment[] {
  const everyOne = asked.calcs.includes('progress')
  const wanted = asked.metrics.filter(
    ({ calc }) => calc === 'progress' || (everyOne && (calc === undefined || leavesValue(calc))),
  )
  if (wanted.length === 0) return []
  const place = placeOf(asked)
  refuseUnfit(asked, wanted, place)
  if (place) return [placesAgainst(asked, wanted, place, placeTargets)]
  const ofDays = dailyTargets(targets)
  const known = wanted.flatMap(({ key, name }) => (hasTarget(name) ? [{ key, target: ofDays(name) }] : []))
  const daysOf = (total: boolean) => daysFor(asked, { side: 'current', total })
  const inner = shopsOfGroups(asked)
  return [
    {
      inner: inner ? [{ asked: inner, plan: plan(inner) }] : [],
      apply(rows, [shops = []], totals) {
        const shopsOf = shopReader(asked, shops)
        const buckets = Map.groupBy(daysOf(false), day => bucketOf(day, asked))
        for (const { key, target } of known) {
          for (const row of rows)
            put(row.cells, key, target(shopsOf(row), buckets.get(bucketOf(row.place.bucket, asked)) ?? []))
          if (totals) put(totals, key, target(asked.shops, daysOf(true)))
        }
      },
    },
  ]
}

/** Of places: each row by its own target, the total by the sum of them. */
function placesAgainst(
  asked: Asked,
  wanted: readonly AskedMetric[],
  place: PlaceName,
  targets: readonly PlaceTarget[],
): Amendment {
  const known = new Map(
    targets.filter(({ kind }) => kind === place).map(one => [`${one.id} ${one.month}`, one.visits]),
  )
  const target = (id: string, days: readonly Day[]): number | null =>
    spread(days, month => known.get(`${id} ${month}`) ?? null)
  const daysOf = (total: boolean) => daysFor(asked, { side: 'current', total })
  return {
    inner: [],
    apply(rows, _, totals) {
      const buckets = Map.groupBy(daysOf(false), day => bucketOf(day, asked))
      const idOf = (row: ShapedRow) => String(row.place.members[place] ?? '')
      const all = [...new Set(rows.map(idOf))].map(id => target(id, daysOf(true)))
      const whole = all.reduce((sum, one) => (sum === null || one === null ? null : sum + one), 0)
      for (const { key } of wanted) {
        for (const row of rows)
          put(row.cells, key, target(idOf(row), buckets.get(bucketOf(row.place.bucket, asked)) ?? []))
        if (totals) put(totals, key, all.length === 0 ? null : whole)
      }
    },
  }
}

/** Calculations that stand beside the value, which is then the one a target is held against. */
const leavesValue = (calc: CalcName): boolean => calc === 'total' || calcOf(calc).kind !== 'read'

const bucketOf = (day: Day, { grain }: Asked): Day => (isDayGrain(grain) ? bucketStart(day, grain) : 0)

function put(cells: ShapedRow['cells'], key: string, target: number | null): void {
  const cell = cells[key]
  if (!cell) return
  const progress =
    target === null || target === 0 || cell.current === null ? null : (cell.current / target) * 100
  cells[key] = {
    ...cell,
    target: target === null ? null : rounded(target, 4),
    progress: progress === null ? null : rounded(progress, 4),
  }
}

/** Of a metric: what some shops should reach in some days. */
function dailyTargets(targets: readonly MonthTarget[]) {
  const byShop = new Map<string, MonthTarget>(targets.map(one => [`${one.shop} ${one.month}`, one]))
  return (metric: Targeted) =>
    (shops: readonly number[], days: readonly Day[]): number | null => {
      if (shops.length === 0 || days.length === 0) return null
      let sum = 0
      for (const shop of shops) {
        const own = spread(days, month => byShop.get(`${shop} ${month}`)?.[metric] ?? null)
        if (own === null) return null
        sum += own
      }
      return sum
    }
}

/** Of months with targets: what some days should reach, each month spread evenly over its days; null where a month has none. */
function spread(days: readonly Day[], targetIn: (month: string) => number | null): number | null {
  if (days.length === 0) return null
  let sum = 0
  for (const [first, some] of Map.groupBy(days, day => monthStart(day))) {
    const target = targetIn(textOf(first).slice(0, 7))
    if (target === null) return null
    sum += (target * some.length) / (monthStart(first, 1) - first)
  }
  return sum
}

/** Which shops are in each group, where the groups do not say so themselves. */
function shopsOfGroups(asked: Asked): Asked | undefined {
  if (asked.dimensions.every(name => name === 'shop')) return undefined
  const { compare: _, ...alone } = innerQuestion({ key: 'shopCount', name: 'shopCount' }, asked, 'none')
  return { ...alone, filters: [], dimensions: [...new Set([...asked.dimensions, 'shop' as const])] }
}

function shopReader(asked: Asked, found: readonly ShapedRow[]): (row: ShapedRow) => readonly number[] {
  const { dimensions, shops } = asked
  if (dimensions.length === 0) return () => shops
  if (dimensions.includes('shop')) return ({ place }) => [Number(place.members.shop)]
  const groupOf = ({ place }: ShapedRow) => dimensions.map(name => place.members[name]).join('\u0001')
  const visible = new Set(shops)
  const groups = Map.groupBy(
    found.filter(({ place }) => visible.has(Number(place.members.shop))),
    groupOf,
  )
  return row => (groups.get(groupOf(row)) ?? []).map(({ place }) => Number(place.members.shop))
}

function refuseUnfit(asked: Asked, wanted: readonly AskedMetric[], place: PlaceName | undefined): void {
  const without = wanted.find(({ name }) => (place ? !ofPlaces.has(name) : !hasTarget(name)))
  if (without) {
    const { label } = metricOf(without.name)
    refuse(`metrics.${asked.metrics.indexOf(without)}`, {
      zh: `「${label.zh}」没有目标:目标只设在人次与销售额上,出入口另有进`,
      en: `There are no targets of ${label.en}: they are set for visits and sales, of entrances for entries too`,
    })
  }
  const parts = asked.dimensions.findIndex(name => name !== place && !ofWholeShops.includes(name))
  if (parts >= 0) refuse(`dimensions.${parts}`, text.wholeShops)
  if (asked.filters.some(({ member }) => member !== place)) refuse('filters', text.wholeShops)
  if (asked.slots.length > 0 || (asked.grain !== 'none' && !isDayGrain(asked.grain)))
    refuse(asked.slots.length > 0 ? 'timeWindow' : 'granularity', text.wholeDays)
}

const text = {
  wholeShops: {
    zh: '目标按门店、楼层、出入口或区域设定,不能再按内部或顾客特征细分',
    en: 'Targets are of shops, floors, entrances or zones: parts of them or kinds of customers have none',
  },
  wholeDays: { zh: '目标最细到天', en: 'Targets are by whole days or longer' },
} as const
