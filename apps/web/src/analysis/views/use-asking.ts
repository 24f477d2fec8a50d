import {
  type Comparison,
  comparisons,
  type DayType,
  dayTypes,
  type Granularity,
  granularities,
  type Shop,
} from '@aisle/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useName, useText } from '../../lib/i18n.ts'
import { sharedQueries } from '../../lib/queries.ts'
import { recentPlaces } from '../../lib/recent.ts'
import { readJson, writeJson } from '../../lib/storage.ts'
import type { Shortcut } from '../../shell/date-picker/periods.ts'
import { type Period, usePeriod } from '../../shell/date-picker/use-period.ts'
import { isShopIn, type Scope, useScope } from '../../shell/scope.ts'
import type { Asking } from './ask.ts'
import { keptIntervals } from './special/intervals/kept.ts'
import { memberFilters, type View } from './view.ts'

/** Names in the address of what the filter bar holds; several values are joined by commas. */
type FilterKey =
  | 'shops'
  | 'compare'
  | 'against'
  | 'grain'
  | 'dayType'
  | 'window'
  | 'metric'
  | 'top'
  | (typeof memberFilters)[number]

export type Asked = {
  asking: Asking
  period: Period
  /** Undefined while the area of the address is not known yet: asking earlier would ask about everything. */
  isKnown: boolean
  scopeName: string
  /** Comparisons that a panel of the page offers. */
  offered: readonly Comparison[]
  value(key: FilterKey): readonly string[]
  set(key: FilterKey, values: readonly string[]): void
  reset(): void
  isNarrowed: boolean
}

const rememberedComparison = 'analysis.compare'
const isComparison = (value: unknown): value is Comparison | 'none' =>
  typeof value === 'string' && (value === 'none' || Object.hasOwn(comparisons, value))
const isGranularity = (value: string | undefined): value is Granularity =>
  value !== undefined && Object.hasOwn(granularities, value)
const isDayType = (value: string): value is DayType => Object.hasOwn(dayTypes, value)
/** How long rankings may be; where the page lets it be chosen, the first five unless more are wanted. */
export const tops: readonly number[] = [5, 10, 20, 50]
export const filterTop = 5
const plainTop = 10
const clock = /^([01]\d|2[0-3]):[0-5]\d$/

const cockpitPeriods: readonly Shortcut[] = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisWeek',
  'thisMonth',
  'thisYear',
]
const meetingPeriods: readonly Shortcut[] = ['yesterday', 'today', 'last7', 'thisWeek']

/** The days a page begins with: the present, a whole year or month, or what was chosen last. */
function daysOf({ isRealtime, filters, screen, panels }: View): Parameters<typeof usePeriod>[0] {
  if (screen === 'slides') return { shortcuts: meetingPeriods, initial: 'yesterday', isShared: false }
  if (screen && !isRealtime) return { shortcuts: cockpitPeriods, initial: 'today', isShared: false }
  if (isRealtime) return { shortcuts: ['today'], initial: 'today', isShared: false }
  // Who came again weeks later is not seen within one.
  if (panels.some(({ by = [] }) => by.includes('cohort'))) return { initial: 'last3Months', isShared: false }
  if (filters.includes('dateRange')) return {}
  if (filters.includes('year') || filters.includes('holiday')) return { initial: 'thisYear', isShared: false }
  if (filters.includes('month')) return { initial: 'thisMonth', isShared: false }
  if (filters.includes('date')) return { initial: 'yesterday', isShared: false }
  return {}
}

/** The shop that a page about one shop is of where none is chosen: the one looked at last, else the first of the place. */
export function usualShop(shops: readonly Shop[], scope: Scope): Shop | undefined {
  const here = scope.kind === 'area' ? shops.filter(shop => isShopIn(shop, scope.level, scope.id)) : shops
  const seen = recentPlaces.get().flatMap(({ shopId }) => shopId ?? [])
  const last = seen.find(id => here.some(({ shopid }) => shopid === id))
  return here.find(({ shopid }) => shopid === last) ?? here[0]
}

/** What a page of figures is asked about: area and dates of the header, the filter bar of the page. All of it is in the address. */
export function useAsking(view: View): Asked {
  const t = useText()
  const name = useName()
  const [search, setSearch] = useSearchParams()
  const chosen = useScope()
  const { id } = useParams()
  const { trail } = chosen
  const shops = useQuery(sharedQueries.allShops())
  // A shop may stand in the path; a choice in the header wins.
  const given = useMemo<Scope>(
    () =>
      chosen.scope.kind === 'all' && id !== undefined && id !== 'all'
        ? { kind: 'shop', shopId: id }
        : chosen.scope,
    [chosen.scope, id],
  )
  const needsOne = view.isOfOneShop === true && given.kind !== 'shop'
  const usual = useMemo(
    () => (needsOne ? usualShop(shops.data ?? [], given) : undefined),
    [needsOne, shops.data, given],
  )
  const scope = useMemo<Scope>(() => (usual ? { kind: 'shop', shopId: usual.shopid } : given), [usual, given])
  const shop = chosen.shop ?? usual
  const period = usePeriod(daysOf(view))
  const goesByIntervals = view.panels.some(({ by = [] }) => by.includes('interval'))
  const intervals = useQuery({ ...keptIntervals(), enabled: goesByIntervals })
  const own = intervals.data
  const written = search.toString()
  const offered = useMemo(() => [...new Set(view.panels.flatMap(({ compare = [] }) => compare))], [view])

  const set = useCallback(
    (key: FilterKey, values: readonly string[]) => {
      if (key === 'compare') writeJson(rememberedComparison, values[0] ?? 'none')
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          if (values.length === 0) next.delete(key)
          else next.set(key, values.join(','))
          return next
        },
        { replace: true },
      )
    },
    [setSearch],
  )
  const reset = useCallback(
    () =>
      setSearch(
        current => {
          const next = new URLSearchParams(current)
          for (const key of [
            ...memberFilters,
            'shops',
            'grain',
            'dayType',
            'window',
            'metric',
            'top',
            'compare',
            'against',
          ])
            next.delete(key)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )

  const value = useMemo(() => {
    const current = new URLSearchParams(written)
    const isOfOneHoliday = view.panels.some(({ by = [] }) => by.includes('dayIndex'))
    return (key: FilterKey): readonly string[] =>
      current
        .get(key)
        ?.split(',')
        .filter(one => one !== '') ?? (key === 'holiday' && isOfOneHoliday ? ['nationalDay'] : [])
  }, [written, view])

  const { from, to } = period
  const asking = useMemo<Asking>(() => {
    const has = (filter: View['filters'][number]) => view.filters.includes(filter)
    const chosen = value('compare')[0] ?? readJson(rememberedComparison, isComparison) ?? 'none'
    const compare =
      isComparison(chosen) && chosen !== 'none' && offered.includes(chosen) && has('compare')
        ? chosen
        : undefined
    const [begin, end] = value('against')
    const isRange = begin !== undefined && end !== undefined && begin <= end
    const [grain] = value('grain')
    const [opens, closes] = value('window')
    const [metric] = value('metric')
    const usualTop = has('topN') ? filterTop : plainTop
    const top = Number(value('top')[0] ?? usualTop)
    return {
      scope,
      shops: value('shops'),
      period: { from, to },
      ...(compare === undefined || (compare === 'customRange' && !isRange)
        ? {}
        : {
            compare: {
              type: compare,
              ...(compare === 'customRange' && isRange ? { range: { from: begin, to: end } } : {}),
            },
          }),
      ...(isGranularity(grain) ? { granularity: grain } : {}),
      dayTypes: value('dayType').filter(isDayType),
      ...(opens && closes && clock.test(opens) && (clock.test(closes) || closes === '24:00')
        ? { timeWindow: { from: opens, to: closes } }
        : {}),
      ...(goesByIntervals && own && own.length > 0 ? { intervals: own } : {}),
      members: Object.fromEntries(
        memberFilters.flatMap(key => (has(key) && value(key).length > 0 ? [[key, value(key)]] : [])),
      ),
      ...(metric === undefined ? {} : { metric }),
      topN: tops.includes(top) ? top : usualTop,
    }
  }, [view, scope, value, from, to, offered, goesByIntervals, own])

  const area = trail.at(-1)
  return {
    asking,
    period,
    isKnown:
      (scope.kind !== 'area' || trail.length > 0) &&
      (!needsOne || !shops.isPending) &&
      (!goesByIntervals || !intervals.isPending),
    scopeName: shop
      ? name(shop.shopname, shop.shopnameEn)
      : scope.kind === 'area' && area
        ? name(area.name, area.nameEn)
        : t({ zh: '全部门店', en: 'All shops' }),
    offered,
    value,
    set,
    reset,
    isNarrowed:
      memberFilters.some(key => value(key).length > 0) ||
      (['shops', 'grain', 'dayType', 'window', 'metric', 'top'] as const).some(key => value(key).length > 0),
  }
}
