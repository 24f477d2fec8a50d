import type { CameraWanted } from '../cameras.ts'

export const account = { user: 'aisle', password: 'aisle-shilian' } as const
/** Known, but may not sign in. */
export const disabledUser = 'retired'

/** The two devices with four channels of providers/shilian.md, section 8; the last channel is offline. */
export const shilianDevices: CameraWanted[] = [
  channel('A00000001J', 1, 'Entrance', 'entrance'),
  channel('A00000001J', 2, 'Cash desk', 'checkout_back'),
  channel('A00000001J', 3, 'Women', 'women'),
  channel('A00000001J', 4, 'Men, fixed', 'men', { ptz: false }),
  channel('A00000002J', 1, 'Electronics', 'electronics'),
  channel('A00000002J', 2, 'Home', 'home_wall'),
  channel('A00000002J', 3, 'Stock room, no recordings', 'stock', { recordingDays: 0 }),
  channel('A00000002J', 4, 'Loading bay, offline', 'loading', { faults: { offline: true } }),
]

function channel(
  deviceCode: string,
  number: number,
  name: string,
  scene: string,
  rest: Partial<CameraWanted> = {},
): CameraWanted {
  return { platform: 'shilian', deviceCode, channel: String(number), name, scene, ...rest }
}
