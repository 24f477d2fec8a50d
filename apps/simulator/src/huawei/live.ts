import { randomBytes } from 'node:crypto'
import { fieldsOf } from '../input.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuaweiError, problems } from './answers.ts'
import { type HuaweiContext, qualityOf, type StreamForm, validityOf } from './context.ts'

const mostChannels = 100
const formOfProtocol: Record<string, StreamForm> = {
  HLS: 'm3u8',
  HLS_HTTPS: 'm3u8',
  HTTP_HLS: 'm3u8',
  HTTPS_HLS: 'm3u8',
  HTTP_FLV: 'flv',
  HTTPS_FLV: 'flv',
}

/** Live addresses of many channels at once; channels that fail are told one by one, with HTTP 200. */
export function liveCalls({ call, online, addresses }: HuaweiContext): void {
  call('POST', 'devices/channels/cloud-live/web-url', async ({ body }) => {
    const { channels } = body
    if (!Array.isArray(channels) || channels.length === 0 || channels.length > mostChannels) {
      throw new HuaweiError('badParameter')
    }
    validityOf(body)
    const items = await Promise.all(
      channels.map(async item => {
        const wanted = fieldsOf(item)
        const names = { device_id: wanted.device_id, channel_id: wanted.channel_id }
        try {
          const quality = qualityOf(wanted.stream_type)
          const camera = await online(wanted)
          const form = formOf(camera, wanted.live_protocol)
          return { ...names, live_url: addresses.write(camera, form, quality, body) }
        } catch (error) {
          if (!(error instanceof HuaweiError)) throw error
          const { code, msg } = problems[error.problem]
          return { ...names, live_url: null, result: { code, msg } }
        }
      }),
    )
    return {
      fail_num: items.filter(item => item.live_url === null).length,
      request_id: `sim-${randomBytes(6).toString('hex')}`,
      channels: items,
    }
  })
}

/** A camera with a player page gives only that; else the protocol asked for, or what the camera gives by itself. */
function formOf(camera: SimulatedCamera, protocol: unknown): StreamForm {
  const own =
    camera.quirks?.liveAs ?? (['flv', 'hls', 'flv', 'hls', 'page'] as const)[camera.seed % 5] ?? 'hls'
  if (own === 'page') return 'page'
  if (protocol === undefined || protocol === '') return own === 'hls' ? 'm3u8' : 'flv'
  const form = formOfProtocol[String(protocol)]
  if (!form) throw new HuaweiError('badParameter')
  return form
}
