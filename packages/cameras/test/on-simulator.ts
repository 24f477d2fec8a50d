import type { ProviderName } from '@aisle/contract'
import { startSimulator } from '../../../apps/simulator/src/simulator.ts'
import type { Subject } from '../src/conformance.ts'
import { providers } from '../src/index.ts'
import type { VendorCamera, VendorLogEntry } from '../src/provider.ts'
import { localMemory } from './rig.ts'

// The platforms as another hand wrote them, from the vendors' documents alone. Nothing here knows their wire.

type Cameras = Record<'camera' | 'otherCamera' | 'absentCamera' | 'offlineCamera', string> & {
  emptyCamera?: string
  fixedCamera?: string
}
type Platform = {
  name: ProviderName
  credentials: Record<string, string>
  settings?: Record<string, string>
  cameras: Cameras
}

/** Accounts and cameras of the simulator's README: `device/channel`. */
const platforms = {
  ezviz: {
    name: 'ezviz',
    credentials: { appKey: 'aisle-ezviz-1', appSecret: '0e21f0a1c4d24c5f9b7a3d6e8f102a31' },
    cameras: {
      camera: 'SIM00000A/1',
      otherCamera: 'SIM00000B/1',
      absentCamera: 'SIM99999Z/1',
      offlineCamera: 'SIM00000E/1',
      emptyCamera: 'SIM00000H/1',
      fixedCamera: 'SIM00000G/1',
    },
  },
  shilian: {
    name: 'shilian',
    credentials: { user: 'aisle', password: 'aisle-shilian' },
    cameras: {
      camera: 'A00000001J/1',
      otherCamera: 'A00000001J/2',
      absentCamera: 'A00000009J/1',
      offlineCamera: 'A00000002J/4',
      emptyCamera: 'A00000002J/3',
      fixedCamera: 'A00000001J/4',
    },
  },
  huawei: {
    name: 'huawei',
    credentials: {
      ak: 'AISLEIVM00000000001A',
      sk: 'a15e0001c4d24c5f9b7a3d6e8f102a3100000001',
      userId: '2026112100000001',
    },
    cameras: {
      camera: 'SIMHOLO0001/0',
      otherCamera: 'SIMHOLO0001/1',
      absentCamera: 'SIMHOLO9999/0',
      offlineCamera: 'SIMHOLO0002/0',
      emptyCamera: 'SIMHOLO0003/0',
    },
  },
  'huiyan 2.7.0': huiyanOf('2.7.0'),
  'huiyan current': huiyanOf('current'),
} satisfies Record<string, Platform>

function huiyanOf(edition: string): Platform {
  return {
    name: 'huiyan',
    credentials: { user: 'aisle', password: 'aisle-huiyan' },
    settings: { edition },
    cameras: {
      camera: '34020000001320000001/34020000001310000001',
      otherCamera: '34020000001320000002/34020000001310000005',
      absentCamera: '34020000001320000009/34020000001310000099',
      offlineCamera: '34020000001320000002/34020000001310000006',
    },
  }
}

export type PlatformTitle = keyof typeof platforms

/** A provider of ours before a simulator, both with their own clock, the real one. */
export async function onSimulator(
  title: PlatformTitle,
  changes: { settings?: Record<string, string>; credentials?: Record<string, string> } = {},
) {
  const simulator = await startSimulator({})
  const { name, credentials, settings, cameras }: Platform = platforms[title]
  const memory = localMemory()
  const log: VendorLogEntry[] = []
  let cut = false
  const wire: typeof fetch = async (input, init) => {
    if (cut) throw new TypeError('fetch failed')
    return fetch(input, init)
  }
  const server = () =>
    providers[name]({
      account: {
        id: title,
        baseUrl: simulator.addresses[name],
        credentials: { ...credentials, ...changes.credentials },
        // What we keep to out of courtesy would only make the tests slow; Huawei's 300 ms are the platform's own.
        settings: {
          ...(name === 'huawei' ? {} : { commandSpacingMs: '10' }),
          callsPerSecond: '100',
          ...settings,
          ...changes.settings,
        },
      },
      memory,
      fetch: wire,
      now: Date.now,
      sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
      random: Math.random,
      log: entry => log.push(entry),
    })
  const of = (place: string): VendorCamera => {
    const [deviceCode = '', channel = ''] = place.split('/')
    return { id: `${name}/${place}`, deviceCode, channel }
  }
  const simulated = ({ id }: VendorCamera) => {
    const camera = simulator.world.get(id)
    if (!camera) throw new Error(`the simulator has no camera ${id}`)
    return camera
  }
  const { emptyCamera, fixedCamera } = cameras
  const subject: Subject = {
    provider: server(),
    camera: of(cameras.camera),
    otherCamera: of(cameras.otherCamera),
    absentCamera: of(cameras.absentCamera),
    offlineCamera: of(cameras.offlineCamera),
    ...(emptyCamera ? { emptyCamera: of(emptyCamera) } : {}),
    ...(fixedCamera ? { fixedCamera: of(fixedCamera) } : {}),
    recorded: yesterdayAtTwo(),
    secrets: Object.values(credentials).filter(secret => secret.length > 8),
    observe: camera => ({
      position: simulator.media.position(simulated(camera)),
      moving: simulator.media.moving(simulated(camera)) !== undefined,
    }),
    expireTokens: () => simulator.expireTokens(),
    close: () => simulator.close(),
  }
  /** As if the platform were gone. Its port is not closed: another test's simulator might get it. */
  const unplug = () => {
    cut = true
  }
  return { subject, simulator, log, server, unplug }
}

/** An hour in the opening hours of yesterday, Beijing time. */
function yesterdayAtTwo() {
  const dayMs = 86_400_000
  const midnight = Math.floor((Date.now() + 8 * 3_600_000) / dayMs) * dayMs - 8 * 3_600_000
  const start = midnight - dayMs + 14 * 3_600_000
  return { start, end: start + 3_600_000 }
}
