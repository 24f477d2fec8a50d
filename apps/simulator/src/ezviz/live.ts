import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { createAddresses, type Grant } from '../addresses.ts'
import { chinaText, fromChinaText, hourMs } from '../china-time.ts'
import { sendPlaylist, sendSegment } from '../hls.ts'
import { type Fields, text, whole } from '../input.ts'
import type { StreamQuality } from '../media.ts'
import { deviceFiles } from '../recordings.ts'
import { sendRecording } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { EzvizError, messages } from './answers.ts'
import { type EzvizCall, type EzvizContext, findChannel } from './context.ts'

const addressLifeMs = 2 * hourMs
const mostSources = 50

/** Addresses of live and recorded streams in both generations, and what is served there. */
export function liveCalls(context: EzvizContext): { calls: Record<string, EzvizCall>; reset(): void } {
  const { world, media, streams, server, now } = context
  const addresses = createAddresses(now)
  const opened = new Set<string>()
  const isOn = (camera: SimulatedCamera) => !camera.quirks?.liveClosed || opened.has(camera.id)
  const life = () => world.switches.ezviz.addressSeconds * 1000 || addressLifeMs

  async function perSource(form: Fields, account: string, item: (camera: SimulatedCamera) => object) {
    const sources = text(form.source)?.split(',') ?? []
    if (sources.length === 0 || sources.length > mostSources) throw new EzvizError(10001)
    return Promise.all(
      sources.map(async source => {
        const [serial = '', channel = ''] = source.trim().split(':')
        const key = { deviceSerial: serial, channelNo: Number(channel) }
        try {
          const camera = findChannel(context, serial, channel, account)
          await server.reach(camera)
          return { ...key, ...item(camera) }
        } catch (error) {
          if (!(error instanceof EzvizError)) throw error
          return { ...key, ret: String(error.code), desc: messages[error.code] }
        }
      }),
    )
  }

  function liveItem(camera: SimulatedCamera) {
    const exception = camera.faults.offline ? 1 : camera.faults.encrypted ? 2 : 0
    const item = { deviceName: camera.name, exception, ret: '200', desc: messages[200] }
    if (!isOn(camera)) return { ...item, status: 0 }
    const grant = addresses.issue({
      cameraId: camera.id,
      quality: 'sub',
      expiresAt: now() + life(),
      usesLeft: Number.POSITIVE_INFINITY,
    })
    const { key, expiresAt } = grant
    const at = (form: string) =>
      `${server.origin()}/openlive/${key}${form}?expire=${Math.floor(expiresAt / 1000)}`
    const rtmp = `${server.origin('rtmp')}/openlive/${key}`
    return {
      ...item,
      hls: at('.m3u8'),
      hlsHd: at('.hd.m3u8'),
      rtmp,
      rtmpHd: `${rtmp}.hd`,
      flvAddress: at('.flv'),
      hdFlvAddress: at('.hd.flv'),
      status: 1,
    }
  }

  const calls: Record<string, EzvizCall> = {
    'live/address/get': (form, account) => perSource(form, account, liveItem),
    'live/video/open': (form, account) =>
      perSource(form, account, camera => {
        const code = isOn(camera) ? 60062 : 200
        opened.add(camera.id)
        return { ret: String(code), desc: messages[code] }
      }),
    'v2/live/address/get': async (form, account) => {
      const camera = await context.online(form, account)
      const protocol = whole(form.protocol ?? 1, 1, 5)
      const quality = whole(form.quality ?? 1, 1, 2)
      const type = whole(form.type ?? 1, 1, 3)
      const seconds = whole(form.expireTime ?? Math.floor(life() / 1000), 30, 62_208_000)
      if (!protocol || !quality || !type || !seconds) throw new EzvizError(10001)
      const range = type === 1 ? undefined : recordedRange(form, now())
      const limit = world.switches.ezviz.addressSeconds || Number.POSITIVE_INFINITY
      const grant = addresses.issue({
        cameraId: camera.id,
        quality: quality === 1 ? 'main' : 'sub',
        ...(range && { range }),
        expiresAt: now() + Math.min(seconds, limit) * 1000,
        usesLeft: Number.POSITIVE_INFINITY,
      })
      return {
        id: randomBytes(9).toString('hex'),
        url: secondGenerationUrl(context, camera, grant, protocol, type),
        expireTime: chinaText(grant.expiresAt),
      }
    },
  }

  /** The camera behind an address, when it may be watched now. */
  async function watched(key: string): Promise<{ grant: Grant; camera: SimulatedCamera } | undefined> {
    const grant = addresses.open(key)
    const camera = grant && world.get(grant.cameraId)
    if (!camera || camera.faults.expiredAddress) return undefined
    await server.reach(camera)
    return camera.faults.offline || !isOn(camera) ? undefined : { grant, camera }
  }

  server.app.get<{ Params: { file: string } }>('/openlive/:file', async (request, reply) => {
    const [key = '', ...suffix] = request.params.file.split('.')
    const found = await watched(key)
    if (!found) return reply.code(403).send()
    if (found.camera.faults.encrypted) return sendUndecodable(reply)
    const quality: StreamQuality = suffix.includes('hd') ? 'main' : 'sub'
    if (suffix.at(-1) === 'm3u8') {
      return sendPlaylist(reply, media, found.camera, { quality }, `/openlive/${key}/${quality}`)
    }
    reply.hijack()
    streams.live(found.camera, quality, { response: reply.raw })
  })
  server.app.get<{ Params: { key: string; quality: string; '*': string } }>(
    '/openlive/:key/:quality/*',
    async (request, reply) => {
      const found = await watched(request.params.key)
      if (!found) return reply.code(403).send()
      const quality = request.params.quality === 'main' ? 'main' : 'sub'
      return sendSegment(reply, media, found.camera, { quality }, request.params['*'])
    },
  )
  server.app.get<{ Params: { file: string } }>('/openvod/:file', async (request, reply) => {
    const [key = '', form] = request.params.file.split('.')
    const found = await watched(key)
    const range = found?.grant.range
    if (!found || !range) return reply.code(403).send()
    if (deviceFiles(found.camera, range, now()).length === 0) return reply.code(404).send()
    if (found.camera.faults.encrypted) return sendUndecodable(reply)
    if (form === 'm3u8') return sendPlaylist(reply, media, found.camera, { range }, `/openvod/${key}`)
    reply.hijack()
    sendRecording(streams, media, found.camera, range, reply.raw)
  })
  server.app.get<{ Params: { key: string; '*': string } }>('/openvod/:key/*', async (request, reply) => {
    const found = await watched(request.params.key)
    const range = found?.grant.range
    if (!found || !range) return reply.code(403).send()
    return sendSegment(reply, media, found.camera, { range }, request.params['*'])
  })

  return {
    calls,
    reset() {
      addresses.clear()
      opened.clear()
    },
  }
}

/** What an encrypted device sends is of no use to a player without its code. */
function sendUndecodable(reply: FastifyReply): FastifyReply {
  return reply.type('application/octet-stream').send(randomBytes(65_536))
}

/** Times as text; epoch values and spans that are empty or lie ahead are refused with 10001. */
function recordedRange(form: Fields, now: number): { start: number; end: number } {
  const start = fromChinaText(text(form.startTime))
  const end = fromChinaText(text(form.stopTime))
  if (start === undefined || end === undefined || start >= end || start > now) throw new EzvizError(10001)
  return { start, end }
}

function secondGenerationUrl(
  { server }: EzvizContext,
  camera: SimulatedCamera,
  { key, expiresAt, quality, range }: Grant,
  protocol: number,
  type: number,
): string {
  const hd = quality === 'main' && !range ? '.hd' : ''
  if (protocol === 1) {
    const begin = range ? chinaText(range.start).replace(/\D/g, '') : ''
    const form = type === 1 ? `${hd}.live` : `${type === 3 ? '.cloud' : ''}.rec?begin=${begin}`
    return `ezopen://open.ys7.com/${camera.deviceCode}/${camera.channel}${form}`
  }
  const folder = range ? 'openvod' : 'openlive'
  if (protocol === 3) return `${server.origin('rtmp')}/${folder}/${key}${hd}`
  const ending = protocol === 4 ? 'flv' : 'm3u8'
  return `${server.origin()}/${folder}/${key}${hd}.${ending}?expire=${Math.floor(expiresAt / 1000)}`
}
