import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type CameraWanted, createWorld, type World } from './cameras.ts'
import { trackConnections } from './connections.ts'
import { controlServer } from './control/server.ts'
import { ezvizDevices } from './ezviz/devices.ts'
import { ezvizServer } from './ezviz/server.ts'
import { huaweiDevices } from './huawei/devices.ts'
import { huaweiServer } from './huawei/server.ts'
import { huiyanDevices } from './huiyan/devices.ts'
import { huiyanServer } from './huiyan/server.ts'
import type { Media } from './media.ts'
import type { PlatformServer, Shared } from './platform-server.ts'
import { createRecorder, type RecordedRequest } from './recorder.ts'
import { shilianDevices } from './shilian/devices.ts'
import { shilianServer } from './shilian/server.ts'
import { createSteering, type Move } from './steering.ts'
import { createStreams, type OpenStream } from './streams.ts'
import { createMedia } from './video/index.ts'
import { type Platform, platforms } from './world.ts'
import { keepWorld } from './world-file.ts'

export type SimulatorOptions = {
  /** Interface to listen on; default 127.0.0.1. */
  host?: string
  /** The control port; the platforms follow in the order ezviz, shilian, huawei, huiyan. 0 (default): chosen by the OS. */
  port?: number
  /** Host name written into stream addresses; default 127.0.0.1. */
  mediaHost?: string
  /** Folder of real clips to show instead of the drawn scenes. */
  clipsFolder?: string
  /** Folder in which cameras, faults and presets outlive a restart; without it nothing does. */
  dataFolder?: string
  /** Cameras beside the default devices. */
  cameras?: CameraWanted[]
  /** The picture side; tests of the wires hand in a small one. */
  media?: Media
  now?: () => number
  random?: () => number
  /** How slowness is waited for; real time unless told. */
  wait?: (ms: number) => Promise<void>
}

export type Address = 'control' | Platform
export interface Simulator {
  /** Base address of each listener, without a path. */
  readonly addresses: Record<Address, string>
  readonly world: World
  readonly media: Media
  /** The last 2,000 calls and 500 requests for media, oldest first, secrets masked. */
  requests(filter?: { platform?: Platform; since?: number }): RecordedRequest[]
  /** All tokens of a platform, or of all, are invalid from now on. */
  expireTokens(platform?: Platform): void
  state(): SimulatorState
  /** Default devices and provisioned cameras as they first were; sessions, tokens and the log are gone. */
  reset(): void
  close(): Promise<void>
}

/** What goes on now. */
export type SimulatorState = {
  moves: Move[]
  positions: Record<string, { x: number; y: number; zoom: number }>
  streams: OpenStream[]
  encoders: ReturnType<Media['encoders']>
  /** Of each platform: tokens, locks, playback sessions, as it has them. */
  platforms: Record<Platform, unknown>
}

/** One wire as `startSimulator` handles it. */
export interface Wire {
  server: PlatformServer
  expireTokens(): void
  state(): unknown
  reset(): void
}

const scenesFolder = fileURLToPath(new URL('../scenes', import.meta.url))

/** The four camera platforms and the control port in this process. Resolves when all of them listen. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    host = '127.0.0.1',
    port = 0,
    mediaHost = '127.0.0.1',
    now = Date.now,
    random = Math.random,
  } = options
  const world = createWorld([...ezvizDevices, ...shilianDevices, ...huaweiDevices, ...huiyanDevices])
  const file = options.dataFolder ? await keepWorld(world, options.dataFolder) : undefined
  if (options.cameras) world.provision(options.cameras)
  const media =
    options.media ??
    (await createMedia({ scenesFolder, clipsFolder: options.clipsFolder, now, log: logVideo }))
  const recorder = createRecorder(now)
  const streams = createStreams(media, now)
  const steering = createSteering(world, media, now)
  const shared: Shared = {
    world,
    media,
    steering,
    streams,
    recorder,
    now,
    random,
    mediaHost,
    wait: options.wait ?? (ms => sleep(ms, undefined, { ref: false })),
  }
  const wires: Record<Platform, Wire> = {
    ezviz: ezvizServer(shared),
    shilian: shilianServer(shared),
    huawei: huaweiServer(shared),
    huiyan: huiyanServer(shared),
  }
  world.watch(camera => {
    if (camera?.faults.offline) streams.end(stream => stream.cameraId === camera.id)
    for (const platform of platforms)
      if (world.switches[platform].down) wires[platform].server.connections.cut()
  })

  const addresses: Record<Address, string> = { control: '', ezviz: '', shilian: '', huawei: '', huiyan: '' }
  const simulator = {
    addresses,
    world,
    media,
    requests: recorder.list,
    expireTokens(platform?: Platform) {
      for (const name of platforms)
        if (platform === undefined || name === platform) wires[name].expireTokens()
    },
    state(): SimulatorState {
      const moves = steering.moves()
      const active = new Set([...moves, ...streams.list()].map(({ cameraId }) => cameraId))
      const positions = [...active].flatMap(id => {
        const camera = world.get(id)
        return camera ? [[id, media.position(camera)] as const] : []
      })
      return {
        moves,
        positions: Object.fromEntries(positions),
        streams: streams.list(),
        encoders: media.encoders(),
        platforms: {
          ezviz: wires.ezviz.state(),
          shilian: wires.shilian.state(),
          huawei: wires.huawei.state(),
          huiyan: wires.huiyan.state(),
        },
      }
    },
    reset() {
      streams.end(() => true)
      for (const move of steering.moves()) {
        const camera = world.get(move.cameraId)
        if (camera) steering.stop(camera)
      }
      for (const wire of Object.values(wires)) wire.reset()
      world.reset()
      recorder.clear()
    },
  }
  const control = controlServer(shared, simulator)
  const controlConnections = trackConnections(control.server)
  const servers: [Address, FastifyInstance][] = [
    ['control', control],
    ...platforms.map((platform): [Address, FastifyInstance] => [platform, wires[platform].server.app]),
  ]
  const close = async () => {
    steering.close()
    streams.end(() => true)
    await Promise.all(
      [controlConnections, ...platforms.map(name => wires[name].server.connections)].map(all => all.hangUp()),
    )
    await Promise.all(servers.map(([, app]) => app.close()))
    await media.close()
    await file?.close()
  }
  try {
    for (const [index, [name, app]] of servers.entries()) {
      addresses[name] = await app.listen({ host, port: port === 0 ? 0 : port + index })
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ...simulator, close }
}

function logVideo(message: string, error?: unknown): void {
  console.error(`${message}: ${error instanceof Error ? error.message : String(error)}`)
}
