import type { FloorPlan } from '@aisle/contract'
import { Segmented, Select } from 'antd'
import { useName, useText } from '../../../lib/i18n.ts'
import type { PlanShops } from './use-plan-shop.ts'

/** Which shop's plan is seen, where the page is about several; choosing one makes the page one of that shop. */
export function ShopOfPlan({
  shops,
  shopId,
  onChoose,
}: {
  shops: PlanShops['shops']
  shopId: string
  onChoose: (id: string) => void
}) {
  const t = useText()
  if (shops.length < 2) return null
  return (
    <Select
      size="small"
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t({ zh: '平面图所属门店', en: 'Shop of the plan' })}
      style={{ minWidth: 150 }}
      value={shopId}
      options={shops.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChoose}
    />
  )
}

export function FloorOfPlan({
  plans,
  floorId,
  onChoose,
}: {
  plans: readonly FloorPlan[]
  floorId: string
  onChoose: (floorId: string) => void
}) {
  const name = useName()
  const t = useText()
  if (plans.length < 2) return null
  return (
    <Segmented
      size="small"
      aria-label={t({ zh: '楼层', en: 'Floor' })}
      value={floorId}
      options={plans.map(plan => ({ value: plan.floorId, label: name(plan.floorName, plan.floorNameEn) }))}
      onChange={onChoose}
    />
  )
}

/** The floor a plan begins with: of the filter, else the one at street level, else the lowest above ground. */
export function firstFloor(
  plans: readonly FloorPlan[],
  wanted: readonly string[] = [],
): FloorPlan | undefined {
  return (
    plans.find(({ floorId }) => wanted.includes(floorId)) ??
    plans.find(({ level, zones }) => level === 1 && zones.length > 0) ??
    plans.find(({ level }) => level > 0) ??
    plans[0]
  )
}
