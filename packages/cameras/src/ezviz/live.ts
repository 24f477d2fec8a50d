import type { Quality, StreamCandidate } from '@aisle/contract'
import { z } from 'zod'
import { candidate, openable } from '../addresses.ts'
import { gathered, theOnly } from '../gather.ts'
import { handleOf } from '../handle.ts'
import { type CameraProvider, type ProviderOptions, type VendorCamera, VendorError } from '../provider.ts'
import { type EzvizPlatform, serialOf } from './platform.ts'
import { type Address, address, exceptionCode, faults, liveAlreadyOpen, opened } from './tables.ts'

export function ezvizLive(
  { facts, http, request }: EzvizPlatform,
  { now, sleep }: ProviderOptions,
): Pick<CameraProvider, 'live' | 'isOnline'> {
  const wall = { limit: facts.sourcesPerCall, sleep }
  const askAddress = gathered<VendorCamera, Address>(wall, async cameras => {
    const sources = [...new Set(cameras.map(sourceOf))]
    const asked = request('live/address/get', {
      form: { source: sources.join(',') },
      camera: theOnly(cameras),
    })
    const found = await http.call(asked, z.array(address))
    const bySource = new Map(found.map(item => [`${item.deviceSerial}:${item.channelNo}`, item]))
    return cameras.map(camera => {
      const source = sourceOf(camera)
      return bySource.get(source) ?? new VendorError('misconfigured', `ezviz does not know ${source}`)
    })
  })

  async function addressOf(camera: VendorCamera): Promise<Address> {
    const found = await askAddress(camera)
    if (found.ret && found.ret !== '200') {
      throw itemError('live/address/get', found.ret, found.desc)
    }
    return found
  }

  async function openLive(camera: VendorCamera): Promise<void> {
    const form = { source: sourceOf(camera) }
    const [item] = await http.call(request('live/video/open', { camera, form }), opened)
    if (item?.ret && item.ret !== '200' && item.ret !== liveAlreadyOpen) {
      throw itemError('live/video/open', item.ret, item.desc)
    }
  }

  /** The addresses that play; opens live once where it is switched off. */
  async function liveCandidates(camera: VendorCamera, quality: Quality): Promise<StreamCandidate[]> {
    const first = playableOf(await addressOf(camera), quality)
    if (first.length > 0) return first
    await openLive(camera)
    const second = playableOf(await addressOf(camera), quality)
    if (second.length === 0) throw new VendorError('notAllowed', 'live is switched off for this camera')
    return second
  }

  return {
    async isOnline(camera) {
      try {
        const { exception } = await addressOf(camera)
        return exceptionCode[exception ?? 0] !== 'offline'
      } catch (error) {
        if (error instanceof VendorError && error.code === 'offline') return false
        throw error
      }
    },

    async live(camera, { quality, secure }) {
      const candidates = openable(await liveCandidates(camera, quality), secure)
      return {
        handle: handleOf({ live: sourceOf(camera) }),
        candidates,
        expiresAt: now() + facts.addressLifetimeMs,
        canReadFrame: true,
        control: 'player',
      }
    },
  }
}

const sourceOf = (camera: VendorCamera) => `${serialOf(camera)}:${Number(camera.channel)}`

function itemError(call: string, ret: string, desc: string | null | undefined): VendorError {
  const code = faults[ret]?.code ?? 'upstream'
  return new VendorError(code, `ezviz ${call}: ${ret}: ${desc ?? ''}`, { vendorCode: ret })
}

/** FLV shows a picture after 2-4 s, HLS after 4-10 s. Throws where the address is known not to play. */
function playableOf(found: Address, quality: Quality): StreamCandidate[] {
  const exception = exceptionCode[found.exception ?? 0]
  if (exception) {
    throw new VendorError(exception, `ezviz live/address/get: exception ${found.exception}`, {
      vendorCode: `exception ${found.exception}`,
    })
  }
  const high = [
    ...candidate('httpFlv', found.hdFlvAddress, 'high'),
    ...candidate('hls', found.hlsHd ?? found.hdAddress, 'high'),
  ]
  const fluent = [
    ...candidate('httpFlv', found.flvAddress, 'smooth'),
    ...candidate('hls', found.hls ?? found.liveAddress, 'smooth'),
  ]
  return quality === 'high' ? [...high, ...fluent] : [...fluent, ...high]
}
