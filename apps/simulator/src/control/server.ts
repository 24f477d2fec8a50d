import { readFile } from 'node:fs/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { fieldsOf, oneOf, text } from '../input.ts'
import type { Shared } from '../platform-server.ts'
import type { RecordedRequest } from '../recorder.ts'
import { type Platform, platforms, type SimulatedCamera } from '../world.ts'
import { ControlInputError, cameraChange, camerasWanted, switchChange } from './input.ts'

/** What the control port can do to the whole simulator. */
export interface Controlled {
  readonly addresses: Record<Platform, string>
  requests(filter: { platform?: Platform; since?: number }): RecordedRequest[]
  state(): unknown
  expireTokens(platform?: Platform): void
  reset(): void
}

const page = new URL('./page.html', import.meta.url)
const stillKeptMs = 10_000
const mostBytes = 32 * 1024 * 1024

/** The control port: JSON below /control, and a page for people at /. For the machine it runs on only. */
export function controlServer({ world, media, now }: Shared, simulator: Controlled): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: mostBytes,
    routerOptions: { maxParamLength: 500 },
  })
  const stills = new Map<string, { at: number; bytes: Promise<Uint8Array> }>()

  function cameraOf(params: unknown): SimulatedCamera {
    const id = text(fieldsOf(params).id) ?? ''
    const camera = world.get(id)
    if (!camera) throw Object.assign(new Error(`there is no camera ${id}`), { statusCode: 404 })
    return camera
  }

  function still(camera: SimulatedCamera): Promise<Uint8Array> {
    const kept = stills.get(camera.id)
    if (kept && now() - kept.at < stillKeptMs) return kept.bytes
    const bytes = media.still(camera)
    stills.set(camera.id, { at: now(), bytes })
    bytes.catch(() => stills.delete(camera.id))
    for (const [id, { at }] of stills) if (now() - at >= stillKeptMs) stills.delete(id)
    return bytes
  }

  /** What the camera would see at one of its presets, or saw at a moment; it need not turn for it. */
  function otherStill(
    camera: SimulatedCamera,
    index: number | undefined,
    at: number | undefined,
  ): Promise<Uint8Array> {
    const preset = index === undefined ? undefined : world.presets(camera.id).get(index)
    if (index !== undefined && !preset)
      throw Object.assign(new Error(`camera ${camera.id} has no preset ${index}`), { statusCode: 404 })
    if (at !== undefined && !Number.isFinite(at))
      throw new ControlInputError('at must be a number of milliseconds since 1970')
    return media.still(camera, at, preset?.position)
  }

  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(await readFile(page)))

  app.get('/control/cameras', async () => world.cameras())
  app.put('/control/cameras', async request => {
    const wanted = camerasWanted(request.body)
    world.provision(wanted, fieldsOf(request.query).replace === 'true')
    return { provisioned: wanted.length, cameras: world.cameras().length }
  })
  app.get('/control/cameras/:id', async request => cameraOf(request.params))
  app.patch('/control/cameras/:id', async request =>
    world.change(cameraOf(request.params).id, cameraChange(request.body)),
  )
  app.get('/control/cameras/:id/still', async (request, reply) => {
    const camera = cameraOf(request.params)
    const { preset, at } = fieldsOf(request.query)
    const numberIn = (value: unknown) => (text(value) === undefined ? undefined : Number(text(value)))
    const bytes =
      preset === undefined && at === undefined
        ? await still(camera)
        : await otherStill(camera, numberIn(preset), numberIn(at))
    return reply.type('image/jpeg').send(Buffer.from(bytes))
  })

  app.get('/control/platforms', async () =>
    Object.fromEntries(
      platforms.map(name => [name, { address: simulator.addresses[name], switches: world.switches[name] }]),
    ),
  )
  app.patch('/control/platforms/:platform', async request => {
    const platform = platformOf(fieldsOf(request.params).platform)
    if (!platform) throw new ControlInputError(`the platform must be one of ${platforms.join(', ')}`)
    world.switch(platform, switchChange(request.body))
    return world.switches[platform]
  })

  app.get('/control/requests', async request => {
    const { platform, since } = fieldsOf(request.query)
    const known = platformOf(platform)
    return simulator.requests({ ...(known && { platform: known }), since: Number(since ?? 0) || 0 })
  })
  app.get('/control/state', async () => simulator.state())
  app.post('/control/tokens/expire', async (request, reply) => {
    simulator.expireTokens(platformOf(fieldsOf(request.query).platform))
    return reply.code(204).send()
  })
  app.post('/control/reset', async (_request, reply) => {
    simulator.reset()
    return reply.code(204).send()
  })
  return app
}

/** Undefined when none is named; one that does not exist is refused. */
function platformOf(value: unknown): Platform | undefined {
  if (value === undefined || value === '') return undefined
  const platform = oneOf(platforms, value)
  if (!platform) throw new ControlInputError(`the platform must be one of ${platforms.join(', ')}`)
  return platform
}
