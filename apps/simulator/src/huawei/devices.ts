import type { CameraWanted } from '../cameras.ts'

export const userId = '2026112100000001'
/** Two key pairs, the most an enterprise may have. */
export const keyPairs = [
  { ak: 'AISLEIVM00000000001A', sk: 'a15e0001c4d24c5f9b7a3d6e8f102a3100000001' },
  { ak: 'AISLEIVM00000000002A', sk: 'a15e0002c4d24c5f9b7a3d6e8f102a3100000002' },
] as const

/** The devices of providers/huawei.md, section 7. */
export const huaweiDevices: CameraWanted[] = [
  channel('SIMHOLO0001', '0', 'Entrance', 'entrance', { quirks: { liveAs: 'hls' } }),
  channel('SIMHOLO0001', '1', 'Escalator', 'escalator', { quirks: { liveAs: 'flv' } }),
  channel('SIMHOLO0001', '2', 'Island', 'island', { quirks: { liveAs: 'page' } }),
  channel('SIMHOLO0001', '3', 'Window, fixed', 'window', { ptz: false, quirks: { liveAs: 'flv' } }),
  channel('SIMHOLO0002', '0', 'Car park, offline', 'carpark', { faults: { offline: true } }),
  channel('SIMHOLO0003', '0', 'Coffee corner, no recordings', 'cafe', {
    recordingDays: 0,
    quirks: { liveAs: 'hls' },
  }),
  channel('34020000001320000011', '34020000001310000011', 'Cash desk', 'checkout_front', {
    quirks: { nationalStandard: true, liveAs: 'flv' },
  }),
]

function channel(
  deviceCode: string,
  number: string,
  name: string,
  scene: string,
  rest: Partial<CameraWanted> = {},
): CameraWanted {
  return { platform: 'huawei', deviceCode, channel: number, name, scene, ...rest }
}
