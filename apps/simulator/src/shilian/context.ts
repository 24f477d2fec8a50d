import type { Fields } from '../input.ts'
import type { PlatformServer, Shared } from '../platform-server.ts'
import type { SimulatedCamera } from '../world.ts'

/** One call below /webapi/, signed in: gets the JSON body, answers what stands next to `ret`. */
export type ShilianCall = (body: Fields) => Promise<object | undefined>
export type ShilianContext = Shared & {
  server: PlatformServer
  /** The camera of `chan_serial`, which must be online; throws as the platform refuses. */
  online(body: Fields): Promise<SimulatedCamera>
}

/** An address may wait this long to be opened, and is opened once. */
export const addressLifeMs = 60_000
