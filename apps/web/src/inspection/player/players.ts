import type { StreamKind } from '@aisle/contract'
import { flv } from './flv.ts'
import { fmp4 } from './fmp4.ts'
import { hls } from './hls.ts'
import { jpeg } from './jpeg.ts'
import { page } from './page.ts'
import type { Player } from './player.ts'

/** One player per kind of stream; a kind that is absent is passed over by `candidates.ts`. */
export const players: Partial<Record<StreamKind, Player>> = {
  wsFlv: flv,
  httpFlv: flv,
  hls,
  fmp4,
  framedPage: page,
  jpeg,
}
