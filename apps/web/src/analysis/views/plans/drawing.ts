import type { FloorPlan } from '@aisle/contract'
import { useMemo } from 'react'
import { useName } from '../../../lib/i18n.ts'
import type { PlanDrawing } from '../../../ui/floor-plan/plan.ts'

/** A plan as it is drawn, its names in the language of the console. */
export const planDrawing = (plan: FloorPlan, name: (zh: string, en: string) => string): PlanDrawing => ({
  widthCm: plan.widthCm,
  heightCm: plan.heightCm,
  outline: plan.outline,
  shapes: plan.shapes,
  zones: plan.zones.map(zone => ({ ...zone, name: name(zone.name, zone.nameEn) })),
  entrances: plan.entrances.map(door => ({ ...door, name: name(door.name, door.nameEn) })),
})

export function usePlanDrawing(plan: FloorPlan | undefined): PlanDrawing | undefined {
  const name = useName()
  return useMemo(() => plan && planDrawing(plan, name), [plan, name])
}
