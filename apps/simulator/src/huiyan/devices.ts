import type { CameraWanted } from '../cameras.ts'

/** The password goes over the wire as MD5. */
export const account = { username: 'aisle', password: 'aisle-huiyan' } as const
/** Accepted in the header `api-key` instead of a sign-in. */
export const apiKey = '3a15e0c4d24c5f9b7a3d6e8f102a3133'

const first = '34020000001320000001'
const second = '34020000001320000002'

/** The two devices with three channels of providers/huiyan.md, section 7. */
export const huiyanDevices: CameraWanted[] = [
  channel(first, '34020000001310000001', 'Front door', 'entrance'),
  channel(first, '34020000001310000002', 'Island, ignores PTZ', 'island', { faults: { ignoresPtz: true } }),
  channel(first, '34020000001310000003', 'Shoes, recordings in part', 'shoes', {
    quirks: { partialRecords: true },
  }),
  channel(second, '34020000001310000004', 'Women, recordings time out', 'women', {
    quirks: { recordsTimeOut: true },
  }),
  channel(second, '34020000001310000005', 'Cash desk', 'checkout_back'),
  channel(second, '34020000001310000006', 'Car park, offline', 'carpark', { faults: { offline: true } }),
]

function channel(
  deviceCode: string,
  channelCode: string,
  name: string,
  scene: string,
  { quirks, ...rest }: Partial<CameraWanted> = {},
): CameraWanted {
  return {
    platform: 'huiyan',
    deviceCode,
    channel: channelCode,
    name,
    scene,
    ...rest,
    quirks: { flakyStart: true, ...quirks },
  }
}
