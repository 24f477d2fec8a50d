import type { CameraWanted } from '../cameras.ts'

/** Demo values; the secrets have the length of real ones. */
export const accounts = [
  { name: '1', appKey: 'aisle-ezviz-1', appSecret: '0e21f0a1c4d24c5f9b7a3d6e8f102a31' },
  { name: '2', appKey: 'aisle-ezviz-2', appSecret: '0e22f0a1c4d24c5f9b7a3d6e8f102a32' },
] as const

/** The ten devices of providers/ezviz.md, section 8, each a camera of its own. */
export const ezvizDevices: CameraWanted[] = [
  device('A', 'Front door', 'entrance'),
  device('B', 'Main aisle', 'main_aisle', { quirks: { liveClosed: true } }),
  device('C', 'Cash desk', 'checkout_front', { quirks: { noDiagonals: true } }),
  device('D', 'Shoes', 'shoes', { quirks: { abilitiesUnknown: true } }),
  device('E', 'Stock room, offline', 'stock', { faults: { offline: true } }),
  device('F', 'Fitting rooms, encrypted', 'fitting', { faults: { encrypted: true } }),
  device('G', 'Shop window, fixed', 'window', { ptz: false }),
  device('H', 'Loading bay, no recordings', 'loading', { recordingDays: 0 }),
  device('I', 'Atrium', 'atrium', { quirks: { account: '2' } }),
  device('J', 'Coffee corner', 'cafe', { quirks: { account: '2' } }),
]

function device(letter: string, name: string, scene: string, rest: Partial<CameraWanted> = {}): CameraWanted {
  return { platform: 'ezviz', deviceCode: `SIM00000${letter}`, channel: '1', name, scene, ...rest }
}
