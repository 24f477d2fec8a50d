import { AllFloors } from '../plans/all-floors.tsx'
import { SideBySide } from '../plans/side-by-side.tsx'
import { ZonePlan } from '../plans/zone-plan.tsx'
import type { Drawing } from './drawing.ts'

/** Heat and values on plans: of zones on one floor, of every floor, or of shops beside each other, as the panel groups. */
export function FloorHeat(drawing: Drawing) {
  const by = drawing.panel.by ?? []
  if (by.includes('shop')) return <SideBySide {...drawing} />
  if (by.includes('floor')) return <AllFloors {...drawing} />
  return <ZonePlan {...drawing} />
}
