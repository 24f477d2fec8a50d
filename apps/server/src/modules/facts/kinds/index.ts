import type { FactKind, FactRow } from '@aisle/contract'
import type { Kind } from '../kind.ts'
import { counts } from './counts.ts'
import { faces } from './faces.ts'
import { heartbeats } from './heartbeats.ts'
import { heat } from './heat.ts'
import { pos } from './pos.ts'
import { posEvents } from './pos-events.ts'
import { probes } from './probes.ts'
import { sales } from './sales.ts'
import { touches } from './touches.ts'
import { tracks } from './tracks.ts'
import { weather } from './weather.ts'

/** How each kind of fact is stored. */
export const kinds: { readonly [Name in FactKind]: Kind<FactRow<Name>> } = {
  counts,
  faces,
  sales,
  posEvents,
  pos,
  touches,
  probes,
  heat,
  tracks,
  weather,
  heartbeats,
}
