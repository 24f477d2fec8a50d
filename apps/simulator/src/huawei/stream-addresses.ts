import { createAddresses, type Grant } from '../addresses.ts'
import { hourMs } from '../china-time.ts'
import { sendPlaylist, sendSegment } from '../hls.ts'
import { type Fields, fieldsOf, text } from '../input.ts'
import type { PlatformServer, Shared } from '../platform-server.ts'
import { deviceFiles } from '../recordings.ts'
import { sendRecording } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { type StreamAddresses, validityOf } from './context.ts'
import { playerPage } from './player-page.ts'

/** An HLS address lives on for this long after each use. */
const prolongedMs = 60_000

/**
 * Addresses of streams and of the player page, and what is served there. An HLS address is used up by its first
 * playlist, which points to a second one for this viewer alone; a page is used up by loading it.
 */
export function streamAddresses(shared: Shared, server: PlatformServer): StreamAddresses & { clear(): void } {
  const { world, media, streams, now } = shared
  const addresses = createAddresses(now)
  const { app } = server

  /** The camera behind an address, used once more. */
  async function use(
    key: string | undefined,
  ): Promise<{ grant: Grant; camera: SimulatedCamera } | undefined> {
    const grant = addresses.open(key ?? '')
    const camera = grant && world.get(grant.cameraId)
    if (!camera || camera.faults.expiredAddress) return undefined
    await server.reach(camera)
    return camera.faults.offline ? undefined : { grant, camera }
  }

  /** What a viewer gets who came with a good address: reusable, and prolonged by use. */
  function viewerGrant({ key: _, usesLeft: __, ...grant }: Grant, lifeMs: number): Grant {
    return addresses.issue({ ...grant, expiresAt: now() + lifeMs, usesLeft: Number.POSITIVE_INFINITY })
  }

  async function viewer(key: string) {
    const found = await use(key)
    if (found) found.grant.expiresAt = Math.max(found.grant.expiresAt, now() + prolongedMs)
    return found
  }

  for (const folder of ['live', 'vod']) {
    app.get<{ Params: { file: string }; Querystring: Fields }>(`/${folder}/:file`, async (request, reply) => {
      const found = await use(text(request.query.t))
      if (!found) return reply.code(403).send()
      const { grant, camera } = found
      if (grant.range && deviceFiles(camera, grant.range, now()).length === 0) return reply.code(404).send()
      if (request.params.file.endsWith('.m3u8')) {
        const { key } = viewerGrant(grant, prolongedMs)
        const master = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1200000\n/${folder}/${key}/index.m3u8\n`
        return reply.type('application/vnd.apple.mpegurl').send(master)
      }
      reply.hijack()
      if (grant.range) sendRecording(streams, media, camera, grant.range, reply.raw)
      else streams.live(camera, grant.quality, { response: reply.raw })
    })
    app.get<{ Params: { key: string; '*': string } }>(`/${folder}/:key/*`, async (request, reply) => {
      const found = await viewer(request.params.key)
      if (!found) return reply.code(403).send()
      const { grant, camera } = found
      const what = grant.range ? { range: grant.range } : { quality: grant.quality }
      const name = request.params['*']
      if (name === 'index.m3u8') {
        return sendPlaylist(reply, media, camera, what, `/${folder}/${grant.key}/segments`)
      }
      return sendSegment(reply, media, camera, what, name.replace(/^segments\//, ''))
    })
  }

  app.get<{ Querystring: Fields }>('/player/:channel', async (request, reply) => {
    const found = await use(text(request.query.t))
    if (!found) return reply.code(403).type('text/html; charset=utf-8').send(playerPage(undefined))
    const { key } = viewerGrant(found.grant, hourMs)
    return reply
      .type('text/html; charset=utf-8')
      .send(playerPage({ name: found.camera.name, stream: `${key}/stream.mp4`, still: `${key}/still.jpg` }))
  })
  app.get<{ Params: { key: string } }>('/player/:key/stream.mp4', async (request, reply) => {
    const found = await use(request.params.key)
    if (!found) return reply.code(403).send()
    reply.hijack()
    streams.liveFmp4(found.camera, found.grant.quality, reply.raw)
  })
  app.get<{ Params: { key: string } }>('/player/:key/still.jpg', async (request, reply) => {
    const found = await use(request.params.key)
    if (!found) return reply.code(403).send()
    return reply.type('image/jpeg').send(Buffer.from(await media.still(found.camera)))
  })

  return {
    write(camera, form, quality, values, range) {
      const { seconds, uses } = validityOf(fieldsOf(values))
      const limit = world.switches.huawei.addressSeconds || Number.POSITIVE_INFINITY
      const { key } = addresses.issue({
        cameraId: camera.id,
        quality,
        ...(range && { range }),
        expiresAt: now() + Math.min(seconds, limit) * 1000,
        usesLeft: uses,
      })
      const name = `${camera.deviceCode}_${camera.channel}`
      if (form === 'page') return `${server.origin()}/player/${name}?t=${key}`
      return `${server.origin()}/${range ? 'vod' : 'live'}/${name}.${form}?t=${key}`
    },
    clear: addresses.clear,
  }
}
