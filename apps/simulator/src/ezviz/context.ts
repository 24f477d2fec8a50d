import type { Fields } from '../input.ts'
import type { PlatformServer, Shared } from '../platform-server.ts'
import type { SimulatedCamera } from '../world.ts'
import { EzvizError } from './answers.ts'

/** One call below /api/lapp/: gets the signed-in account and the form, answers the `data` of the envelope. */
export type EzvizCall = (form: Fields, account: string) => Promise<unknown>
export type EzvizContext = Shared & {
  server: PlatformServer
  /** The device of the form (`deviceSerial`, `channelNo`); throws as the vendor refuses. `reach` is done. */
  device(form: Fields, account: string): Promise<SimulatedCamera>
  /** As `device`, and 20007 when it is offline. */
  online(form: Fields, account: string): Promise<SimulatedCamera>
}

/** Throws the vendor's code for a device that is not there or belongs to another account. */
export function findChannel(
  shared: Shared,
  serial: string,
  channel: string,
  account: string,
): SimulatedCamera {
  const camera = shared.world.find('ezviz', serial, channel)
  if (!camera) throw new EzvizError(shared.world.channels('ezviz', serial).length > 0 ? 20032 : 20002)
  if (camera.quirks?.account && camera.quirks.account !== account) throw new EzvizError(20018)
  return camera
}
