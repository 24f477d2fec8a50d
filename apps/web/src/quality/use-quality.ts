import { type QualityKind, type QualityStatus, qualityKindNames, qualityStatusNames } from '@aisle/contract'
import { useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { usePeriod } from '../shell/date-picker/use-period.ts'
import { words as anyWords, oneOf, useAddressFilter, wholeNumber } from '../shell/filters.ts'
import { areaSelection, useScope } from '../shell/scope.ts'
import type { Days, EventQuery, Place } from './queries.ts'
import { words } from './text.ts'

const tabNames = ['coverage', 'events', 'estimates', 'corrections'] as const
export type Tab = (typeof tabNames)[number]
const all = 'all'

/** What the page is narrowed by; all of it stands in the address. */
export function useQuality() {
  const t = useText()
  const name = useName()
  const { scope, trail, shop, setScope } = useScope()
  const period = usePeriod({ initial: 'last30' })
  const [tab, setTab] = useAddressFilter('tab', oneOf(tabNames, 'coverage'), ['page'])
  const [kind, setKind] = useAddressFilter(
    'kind',
    oneOf<QualityKind | typeof all>([all, ...qualityKindNames], all),
    ['page'],
  )
  const [status, setStatus] = useAddressFilter(
    'status',
    oneOf<QualityStatus | typeof all>([all, ...qualityStatusNames], all),
    ['page'],
  )
  const [page, turnTo] = useAddressFilter('page', wholeNumber(1))
  const [eventId, openEvent] = useAddressFilter('event', anyWords)
  const { from, to } = period
  const place = useMemo<Place>(
    () =>
      scope.kind === 'shop' ? { shopId: scope.shopId } : scope.kind === 'area' ? areaSelection(trail) : {},
    [scope, trail],
  )
  const days = useMemo<Days>(() => ({ ...place, from, to }), [place, from, to])
  const listed = useMemo<EventQuery>(
    () => ({ ...days, ...(kind === all ? {} : { kind }), ...(status === all ? {} : { status }) }),
    [days, kind, status],
  )
  const area = trail.at(-1)
  return {
    isReady: scope.kind !== 'area' || trail.length > 0,
    shopId: scope.kind === 'shop' ? scope.shopId : undefined,
    scopeName: shop
      ? name(shop.shopname, shop.shopnameEn)
      : scope.kind === 'area' && area
        ? name(area.name, area.nameEn)
        : t({ zh: '全部门店', en: 'All shops' }),
    period,
    place,
    days,
    listed,
    tab,
    setTab,
    kind,
    setKind,
    status,
    setStatus,
    page,
    turnTo,
    eventId: eventId === '' ? undefined : eventId,
    openEvent: (id: string | undefined) => openEvent(id ?? ''),
    openShop: (shopId: string) => setScope({ kind: 'shop', shopId }),
  }
}
export type Quality = ReturnType<typeof useQuality>

/** What rows say of where something was counted. */
export type Placed = {
  deviceId: string | null
  deviceName: string
  deviceNameEn: string
  line: number | null
  nodeKind: string
  nodeName: string
  nodeNameEn: string
}
export type PlacedShop = { shopname: string; shopnameEn: string }
/** Words for where something was counted. */
export function usePlaceWords() {
  const t = useText()
  const name = useName()
  const node = ({ nodeKind, nodeName, nodeNameEn }: Pick<Placed, 'nodeKind' | 'nodeName' | 'nodeNameEn'>) =>
    nodeName !== ''
      ? name(nodeName, nodeNameEn)
      : nodeKind === 'outside'
        ? t(words.outside)
        : nodeKind === 'inner'
          ? t(words.inner)
          : t(words.wholeShop)
  return {
    node,
    line: (place: Placed) => {
      const device = place.deviceName === '' ? place.deviceId : name(place.deviceName, place.deviceNameEn)
      if (device === null) return node(place)
      const more = (place.line ?? 1) > 1 ? ` · ${t(words.line, { n: place.line ?? 1 })}` : ''
      return `${device}${more} · ${node(place)}`
    },
    shop: ({ shopname, shopnameEn }: PlacedShop) => name(shopname, shopnameEn),
  }
}
