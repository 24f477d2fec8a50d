import type { Quality, StreamCandidate } from '@aisle/contract'
import { candidate, kindOfAddress, openable } from '../addresses.ts'
import { listed } from '../assumptions.ts'
import { gathered, theOnly } from '../gather.ts'
import { handleOf } from '../handle.ts'
import {
  type CameraProvider,
  type EpochMs,
  type PlaySession,
  type ProviderOptions,
  type VendorCamera,
  VendorError,
} from '../provider.ts'
import type { HuaweiPlatform } from './platform.ts'
import { faults, type LiveChannel, liveAnswer } from './tables.ts'

export function huaweiLive(
  { facts, http, request, secureByDefault }: HuaweiPlatform,
  { now, sleep }: ProviderOptions,
): Pick<CameraProvider, 'live' | 'isOnline'> {
  type LiveWish = { camera: VendorCamera; stream: string; protocol: string }
  const askLive = gathered<LiveWish, LiveChannel>({ limit: facts.channelsPerCall, sleep }, async wishes => {
    const json = {
      channels: wishes.map(({ camera, stream, protocol }) => ({
        device_id: camera.deviceCode,
        channel_id: camera.channel,
        stream_type: stream,
        live_protocol: protocol,
      })),
      expire_time: facts.addressSeconds,
      use_times: facts.addressUses,
    }
    const name = 'cloud-live/web-url'
    const camera = theOnly(wishes.map(wish => wish.camera))
    const asked = request('POST', name, facts['path.live'], { json, camera })
    const { channels } = await http.call(asked, liveAnswer)
    const left = [...channels]
    return wishes.map(({ camera }) => {
      const at = left.findIndex(
        ({ device_id, channel_id }) => device_id === camera.deviceCode && channel_id === camera.channel,
      )
      const [channel] = at < 0 ? [] : left.splice(at, 1)
      return channel ?? new VendorError('upstream', `huawei ${name}: no answer for ${camera.deviceCode}`)
    })
  })

  async function liveUrl(wish: LiveWish): Promise<string> {
    const { live_url, result } = await askLive(wish)
    if (live_url) return live_url
    const vendorCode = result?.code ?? 'no address'
    const code = faults[vendorCode]?.code ?? 'upstream'
    throw new VendorError(code, `huawei cloud-live/web-url: ${vendorCode}: ${result?.msg ?? ''}`, {
      vendorCode,
    })
  }

  return {
    /** Asks for an address that nobody opens. */
    async isOnline(camera) {
      try {
        await liveUrl({
          camera,
          stream: facts['stream.smooth'],
          protocol: liveProtocol('HLS', secureByDefault),
        })
        return true
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality, secure }) {
      const stream = facts[`stream.${quality}`]
      const wishes = listed(facts.liveProtocols).map(form => liveProtocol(form, secure))
      const answers = await Promise.allSettled(wishes.map(protocol => liveUrl({ camera, stream, protocol })))
      const urls = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []))
      const refused = answers.find(answer => answer.status === 'rejected')
      if (urls.length === 0)
        throw refused?.reason ?? new VendorError('misconfigured', 'liveProtocols is empty')
      const candidates = openable(candidatesOf(urls, quality), secure)
      const expiresAt = now() + facts.addressSeconds * 1000
      return {
        ...playable(candidates, expiresAt),
        handle: handleOf({ live: camera.channel }),
        control: 'player',
      }
    },
  }
}

/** `FLV` to `HTTPS_FLV` or `HTTP_FLV`, `HLS` to `HLS_HTTPS` or `HLS`: the plain ones do not play on an https page. */
function liveProtocol(form: string, secure: boolean): string {
  if (form === 'FLV') return secure ? 'HTTPS_FLV' : 'HTTP_FLV'
  if (form === 'HLS') return secure ? 'HLS_HTTPS' : 'HLS'
  return form
}

/** One per form. An address that is neither FLV nor HLS is taken for a page of the vendor's, to be framed. */
export function candidatesOf(urls: string[], quality: Quality): StreamCandidate[] {
  const streams = urls.flatMap(url => {
    const kind = kindOfAddress(url)
    return kind ? candidate(kind, url, quality) : []
  })
  const firstOfEach = streams.filter(
    ({ kind }, at) => streams.findIndex(stream => stream.kind === kind) === at,
  )
  const page = urls.find(url => /^https?:/.test(url) && !kindOfAddress(url))
  return [...firstOfEach, ...candidate('framedPage', page, quality)]
}

/** A page of the vendor's can be shown, but no picture taken from it. */
export function playable(
  candidates: StreamCandidate[],
  expiresAt: EpochMs,
): Pick<PlaySession, 'candidates' | 'expiresAt' | 'canReadFrame'> {
  return { candidates, expiresAt, canReadFrame: candidates.some(({ kind }) => kind !== 'framedPage') }
}
