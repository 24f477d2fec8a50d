import type { CameraPosition } from './media.ts'
import type { Faults, Platform, Quirks, SimulatedCamera, Switches } from './world.ts'
import { noFaults, usualSwitches } from './world.ts'

/** A camera as a test or the demo sends it; what is left out is an ordinary camera. */
export type CameraWanted = Pick<SimulatedCamera, 'platform' | 'deviceCode' | 'channel'> &
  Partial<Omit<SimulatedCamera, 'id' | 'faults' | 'quirks'>> & { faults?: Partial<Faults>; quirks?: Quirks }

export type Preset = { name: string; position: CameraPosition; savedAt: number }

/** The cameras of all platforms with their presets and faults, and the platforms' switches. */
export interface World {
  readonly switches: Readonly<Record<Platform, Switches>>
  cameras(): SimulatedCamera[]
  get(id: string): SimulatedCamera | undefined
  find(platform: Platform, deviceCode: string, channel: string): SimulatedCamera | undefined
  /** All channels of a device; empty when the platform does not know it. */
  channels(platform: Platform, deviceCode: string): SimulatedCamera[]
  /**
   * Adds cameras, or changes the ones that are there; a camera named again keeps its presets, and its faults unless new
   * ones are given. With `replace` the cameras added earlier and not named now disappear.
   */
  provision(wanted: CameraWanted[], replace?: boolean): void
  /** Changes faults, name, scene or other values of one camera. */
  change(id: string, change: Partial<CameraWanted>): SimulatedCamera | undefined
  switch(platform: Platform, change: Partial<Switches>): void
  /** Of one camera, by number. To be changed through `savePreset` and `removePreset` only. */
  presets(id: string): ReadonlyMap<number, Preset>
  savePreset(id: string, index: number, preset: Preset): void
  removePreset(id: string, index: number): void
  /** Faults and presets as provisioned, switches as usual. */
  reset(): void
  /** Called after every change. */
  watch(changed: (camera?: SimulatedCamera) => void): void
  snapshot(): WorldSnapshot
  restore(snapshot: WorldSnapshot): void
}

/** What outlives a restart. */
export type WorldSnapshot = {
  provisioned: CameraWanted[]
  faults: Record<string, Faults>
  presets: Record<string, [index: number, preset: Preset][]>
}

function cameraId({ platform, deviceCode, channel }: CameraWanted): string {
  return `${platform}/${deviceCode}/${channel}`
}

export function createWorld(defaults: CameraWanted[]): World {
  const cameras = new Map<string, SimulatedCamera>()
  const devices = new Map<string, SimulatedCamera[]>()
  const added = new Map<string, CameraWanted>()
  const firstFaults = new Map<string, Faults>()
  const presets = new Map<string, Map<number, Preset>>()
  const watchers: ((camera?: SimulatedCamera) => void)[] = []
  const switches: Record<Platform, Switches> = {
    ezviz: { ...usualSwitches },
    shilian: { ...usualSwitches },
    huawei: { ...usualSwitches },
    huiyan: { ...usualSwitches },
  }
  const changed = (camera?: SimulatedCamera) => {
    for (const watcher of watchers) watcher(camera)
  }

  function put(wanted: CameraWanted) {
    const id = cameraId(wanted)
    const known = cameras.get(id)
    if (known) {
      const { faults, ...rest } = wanted
      Object.assign(known, rest)
      if (faults) Object.assign(known.faults, noFaults, faults)
    } else {
      const camera = ordinaryCamera(wanted)
      cameras.set(id, camera)
      const device = `${camera.platform}/${camera.deviceCode}`
      devices.set(device, [...(devices.get(device) ?? []), camera])
    }
    const camera = cameras.get(id)
    if (camera && (wanted.faults || !known)) firstFaults.set(id, { ...camera.faults })
    if (camera && !presets.has(id)) keepFirstPresets(camera)
  }

  function keepFirstPresets(camera: SimulatedCamera) {
    if (!camera.presets) return
    const first = camera.presets.map(({ index, ...preset }): [number, Preset] => [
      index,
      { ...preset, savedAt: 0 },
    ])
    presets.set(camera.id, new Map(first))
  }

  function remove(id: string) {
    const camera = cameras.get(id)
    if (!camera) return
    cameras.delete(id)
    const device = `${camera.platform}/${camera.deviceCode}`
    devices.set(device, devices.get(device)?.filter(other => other !== camera) ?? [])
    for (const kept of [added, firstFaults, presets]) kept.delete(id)
  }

  for (const wanted of defaults) put(wanted)
  const isDefault = new Set(cameras.keys())

  return {
    switches,
    cameras: () => [...cameras.values()],
    get: id => cameras.get(id),
    find: (platform, deviceCode, channel) => cameras.get(`${platform}/${deviceCode}/${channel}`),
    channels: (platform, deviceCode) => devices.get(`${platform}/${deviceCode}`) ?? [],
    provision(wanted, replace = false) {
      const named = new Set(wanted.map(cameraId))
      if (replace) for (const id of added.keys()) if (!named.has(id) && !isDefault.has(id)) remove(id)
      for (const camera of wanted) {
        put(camera)
        added.set(cameraId(camera), camera)
      }
      changed()
    },
    change(id, { platform: _, deviceCode: __, channel: ___, faults, ...rest }) {
      const camera = cameras.get(id)
      if (!camera) return undefined
      Object.assign(camera, rest)
      if (faults) Object.assign(camera.faults, faults)
      changed(camera)
      return camera
    },
    switch(platform, change) {
      Object.assign(switches[platform], change)
      changed()
    },
    presets: id => presets.get(id) ?? new Map(),
    savePreset(id, index, preset) {
      presets.set(id, (presets.get(id) ?? new Map()).set(index, preset))
      changed(cameras.get(id))
    },
    removePreset(id, index) {
      presets.get(id)?.delete(index)
      changed(cameras.get(id))
    },
    reset() {
      presets.clear()
      for (const camera of cameras.values()) keepFirstPresets(camera)
      for (const [id, faults] of firstFaults) Object.assign(cameras.get(id)?.faults ?? {}, faults)
      for (const platform of Object.values(switches)) Object.assign(platform, usualSwitches)
      changed()
    },
    watch: watcher => void watchers.push(watcher),
    snapshot: () => ({
      provisioned: [...added.values()],
      faults: Object.fromEntries([...cameras].map(([id, camera]) => [id, { ...camera.faults }])),
      presets: Object.fromEntries([...presets].map(([id, list]) => [id, [...list]])),
    }),
    restore(snapshot) {
      for (const camera of snapshot.provisioned) {
        put(camera)
        added.set(cameraId(camera), camera)
      }
      for (const [id, faults] of Object.entries(snapshot.faults)) {
        Object.assign(cameras.get(id)?.faults ?? {}, faults)
      }
      for (const [id, list] of Object.entries(snapshot.presets)) presets.set(id, new Map(list))
    },
  }
}

function ordinaryCamera(wanted: CameraWanted): SimulatedCamera {
  const id = cameraId(wanted)
  return {
    name: id,
    scene: 'main_aisle',
    seed: [...id].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 100_003, 7),
    ptz: true,
    recordingDays: 30,
    open: '10:00',
    close: '22:00',
    ...wanted,
    id,
    faults: { ...noFaults, ...wanted.faults },
  }
}
