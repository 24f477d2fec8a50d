import type { SensorDialect } from '@aisle/contract'
import { axis } from './axis.ts'
import { dahua } from './dahua.ts'
import { footfallcam } from './footfallcam.ts'
import { hikvision } from './hikvision.ts'
import { milesight } from './milesight.ts'
import type { Dialect } from './sensor.ts'
import { vivotek } from './vivotek.ts'
import { xovis } from './xovis.ts'

export * from './cumulative.ts'
export * from './sensor.ts'

/** Every make of sensor that is understood. A new one is one file and one line here. */
export const dialects = {
  hikvision,
  axis,
  xovis,
  milesight,
  vivotek,
  footfallcam,
  dahua,
} as const satisfies Record<SensorDialect, Dialect>
