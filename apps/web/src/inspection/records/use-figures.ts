import { type KindOfDay, kindsOfDay } from '@aisle/contract'
import { useMemo } from 'react'
import { useName, useText } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { type Period, usePeriod } from '../../shell/date-picker/use-period.ts'
import { oneOf, useAddressFilter, words } from '../../shell/filters.ts'
import { pageAt, useRegistry } from '../../shell/registry.ts'
import { areaSelection, type Scope, useScope, withScope } from '../../shell/scope.ts'
import { useViewSettings } from '../../shell/view-settings.ts'
import type { FigureQuery } from './queries.ts'

export type Figures = {
  query: FigureQuery
  /** False until the area of the address is known: asking earlier would ask about everything. */
  isKnown: boolean
  period: Period
  dayType: KindOfDay
  setDayType(kind: KindOfDay): void
  owner: string
  setOwner(id: string): void
  scope: Scope
  /** What the page looks at, for headings and exports. */
  scopeName: string
}

/** What figures of an area are asked about, as the address and the header say. */
export function useFigures(): Figures {
  const t = useText()
  const name = useName()
  const { scope, shop, trail } = useScope()
  const period = usePeriod({ initial: useViewSettings().view.period })
  const [dayType, setDayType] = useAddressFilter('days', oneOf(kindsOfDay, 'all'), ['page'])
  const [owner, setOwner] = useAddressFilter('owner', words, ['page'])
  const { from, to } = period
  const query = useMemo<FigureQuery>(
    () => ({
      ...(scope.kind === 'shop' ? { shopid: scope.shopId } : {}),
      ...(scope.kind === 'area' ? areaSelection(trail) : {}),
      checkdate_beg: from,
      checkdate_end: to,
      ...(dayType === 'all' ? {} : { dayType }),
      ...(owner === '' ? {} : { userId: owner }),
    }),
    [scope, trail, from, to, dayType, owner],
  )
  const area = trail.at(-1)
  return {
    query,
    isKnown: scope.kind !== 'area' || trail.length > 0,
    period,
    dayType,
    setDayType,
    owner,
    setOwner,
    scope,
    scopeName: shop
      ? name(shop.shopname, shop.shopnameEn)
      : scope.kind === 'area' && area
        ? name(area.name, area.nameEn)
        : t({ zh: '全部门店', en: 'All shops' }),
  }
}

/**
 * Addresses of other pages with the period and, unless another is given, the scope of this one; undefined where the page is
 * not there or the user may not open it.
 */
export function useLinks({ period, scope }: Pick<Figures, 'period' | 'scope'>) {
  const { pages } = useRegistry()
  const { can } = useSession()
  return (path: string, to: Scope = scope, more: Record<string, string> = {}): string | undefined => {
    const page = pageAt(pages, path)
    if (!page || (page.authority.length > 0 && !can(...page.authority))) return undefined
    const search = withScope(new URLSearchParams(), to)
    if (period.shortcut) search.set('period', period.shortcut)
    else {
      search.set('from', period.from)
      search.set('to', period.to)
    }
    for (const [name, value] of Object.entries(more)) search.set(name, value)
    return `${page.path}?${search}`
  }
}
export type Links = ReturnType<typeof useLinks>

export const paths = {
  overview: '/x_2ShopInspection/x_2ShopInspection',
  records: '/inspection/records',
  shopHome: '/homePage/homeIndex',
  shops: '/inspection/shops',
  problems: '/homePage/homeProblems',
  monitor: '/monitorPage',
} as const
