import type { Question } from '@aisle/contract'
import { useMemo } from 'react'
import { useName, useText } from '../lib/i18n.ts'
import { usePeriod } from '../shell/date-picker/use-period.ts'
import { useScope } from '../shell/scope.ts'

/** Area and days of the header, as a question takes them, and what the area is called. */
export function usePlace() {
  const t = useText()
  const name = useName()
  const { scope, shop, trail } = useScope()
  const period = usePeriod()
  const { from, to } = period
  const filters = useMemo<NonNullable<Question['filters']>>(
    () =>
      scope.kind === 'shop'
        ? [{ member: 'shop', op: 'in', values: [scope.shopId] }]
        : scope.kind === 'area'
          ? [{ member: 'area', op: 'in', values: [scope.id] }]
          : [],
    [scope],
  )
  const area = trail.at(-1)
  const placeName = shop
    ? name(shop.shopname, shop.shopnameEn)
    : scope.kind === 'area' && area
      ? name(area.name, area.nameEn)
      : t({ zh: '全部门店', en: 'All shops' })
  return { period, asked: { filters, period: { from, to } }, placeName }
}
