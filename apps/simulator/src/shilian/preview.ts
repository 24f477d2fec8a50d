import { createAddresses } from '../addresses.ts'
import { type Fields, whole } from '../input.ts'
import type { UpgradeViewer } from '../platform-server.ts'
import type { Viewer } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { ShilianError } from './answers.ts'
import { addressLifeMs, type ShilianCall, type ShilianContext } from './context.ts'

/** `type` of a preview: the vendor's own player, or a stream for a browser. */
const nativePlayer = 1
const webStream = 2
/** From this quality level on, the encoder gives its main stream to everybody. */
const highLevel = 3

/** Live views: single-use addresses, and so many at a time per device. */
export function previewCalls({ online, world, streams, server, now }: ShilianContext) {
  const addresses = createAddresses(now)
  const levels = new Map<string, number>()

  function viewsOf(camera: SimulatedCamera): number {
    const channels = new Set(world.channels('shilian', camera.deviceCode).map(({ id }) => id))
    const open = streams
      .list('shilian')
      .filter(({ kind, cameraId }) => kind === 'live' && channels.has(cameraId))
    return open.length + addresses.waiting().filter(({ cameraId }) => channels.has(cameraId)).length
  }

  const calls: Record<string, ShilianCall> = {
    'v4/preview/view': async body => {
      const camera = await online(body)
      const type = whole(body.type ?? webStream, nativePlayer, webStream)
      const stream = whole(body.stream ?? 1, 0, 1)
      if (type === undefined || stream === undefined) throw new ShilianError(-2)
      if (viewsOf(camera) >= world.switches.shilian.previewsPerDevice) throw new ShilianError(-9)
      const { key } = addresses.issue({
        cameraId: camera.id,
        quality: stream === 0 || (levels.get(camera.id) ?? 0) >= highLevel ? 'main' : 'sub',
        expiresAt: now() + (world.switches.shilian.addressSeconds * 1000 || addressLifeMs),
        usesLeft: 1,
      })
      const view_context = `qy:room=${camera.deviceCode}-${camera.channel};key=${key}`
      if (type === nativePlayer) return { view_context }
      const path = `/live/${camera.deviceCode}_${camera.channel}.flv?key=${key}`
      return { view_context, url: `${server.origin('ws')}${path}`, protocol: 'ws-flv' }
    },
    'v4/preview/setcode': async body => {
      const camera = await online(body)
      const code = whole(body.code, 1, 4)
      if (code === undefined) throw new ShilianError(-2)
      levels.set(camera.id, code)
      return { code }
    },
  }

  async function open(pathname: string, key: string, viewer: () => Viewer): Promise<boolean> {
    if (!pathname.startsWith('/live/')) return false
    const grant = addresses.open(key)
    const camera = grant && world.get(grant.cameraId)
    if (!camera || pathname !== `/live/${camera.deviceCode}_${camera.channel}.flv`) return false
    if (camera.faults.expiredAddress || camera.faults.offline) return false
    await server.reach(camera)
    streams.live(camera, grant.quality, viewer(), () => addresses.withdraw(key))
    return true
  }

  // The same address over plain HTTP, for a server that takes a picture.
  server.app.get<{ Params: { file: string }; Querystring: Fields }>('/live/:file', async (request, reply) => {
    const isOpen = await open(`/live/${request.params.file}`, String(request.query.key), () => {
      reply.hijack()
      return { response: reply.raw }
    })
    if (!isOpen) return reply.code(403).send()
  })

  return {
    calls,
    watch: (url: URL, viewer: UpgradeViewer) =>
      open(url.pathname, url.searchParams.get('key') ?? '', () => viewer),
    state: () => ({ previewsWaiting: addresses.waiting().length, levels: Object.fromEntries(levels) }),
    reset() {
      addresses.clear()
      levels.clear()
    },
  }
}
