import type { LiveSession, StreamCandidate } from '@aisle/contract'
import { describe, expect, it } from 'vitest'
import { choices, heldHost, modeOf, type Surroundings, stallAfterMs } from './candidates.ts'
import { hostSlots, slotsPerHost } from './host-slots.ts'

const desktop: Surroundings = {
  securePage: false,
  mediaSource: true,
  nativeHls: false,
  canPlay: codec => codec.startsWith('avc1'),
}
const wsFlv: StreamCandidate = { kind: 'wsFlv', url: 'ws://media.example/a.flv', quality: 'smooth' }
const httpFlv: StreamCandidate = { kind: 'httpFlv', url: 'http://media.example/a.flv', quality: 'smooth' }
const hls: StreamCandidate = { kind: 'hls', url: 'http://media.example/a.m3u8', quality: 'smooth' }
const webrtc: StreamCandidate = { kind: 'webrtc', url: 'http://media.example/a', quality: 'smooth' }

const session = (...candidates: StreamCandidate[]): LiveSession => ({
  sessionId: 's',
  expiresAt: null,
  candidates,
  canReadFrame: true,
  control: 'player',
})
const modes = (around: Surroundings, ...candidates: StreamCandidate[]) =>
  choices(session(...candidates), around, hostSlots()).modes

describe('candidate choice', () => {
  it('keeps the order of the server and leaves out kinds without a player', () => {
    expect(modes(desktop, wsFlv, webrtc, httpFlv, hls)).toEqual([
      'wsFlv/smooth',
      'httpFlv/smooth',
      'hls/smooth',
    ])
  })

  it('leaves only HLS to a browser without Media Source', () => {
    const phone = { ...desktop, mediaSource: false, nativeHls: true }
    expect(modes(phone, wsFlv, httpFlv, hls)).toEqual(['hls/smooth'])
  })

  it('leaves out plain addresses on a secure page', () => {
    const secure = { ...desktop, securePage: true }
    expect(modes(secure, wsFlv, httpFlv, { ...hls, url: 'https://media.example/a.m3u8' })).toEqual([
      'hls/smooth',
    ])
  })

  it('leaves out codecs that the browser refuses, however the platform writes them', () => {
    for (const codec of ['H265', 'hevc', 'hvc1.1.6.L93.B0'])
      expect(modes(desktop, { ...wsFlv, codec }, { ...hls, codec: 'h264' })).toEqual(['hls/smooth'])
  })

  it('tells qualities apart and takes the first address of each mode', () => {
    const high = { ...wsFlv, quality: 'high' as const }
    const { byMode } = choices(session(high, wsFlv, { ...wsFlv, url: 'ws://other' }), desktop, hostSlots())
    expect([...byMode.keys()]).toEqual([modeOf(high), modeOf(wsFlv)])
    expect(byMode.get(modeOf(wsFlv))?.url).toBe(wsFlv.url)
  })

  it('blocks long HTTP streams of a host that has no connection left, and no others', () => {
    const slots = hostSlots()
    const taken = Array.from({ length: slotsPerHost }, () => slots.take('media.example'))
    const now = () => choices(session(wsFlv, httpFlv, hls), desktop, slots).blocked
    expect(now()).toEqual(['httpFlv/smooth'])
    taken[0]?.()
    expect(now()).toEqual([])
  })

  it('knows which streams hold a connection', () => {
    expect(heldHost(httpFlv)).toBe('media.example')
    expect(heldHost({ ...httpFlv, kind: 'fmp4', url: 'https://media.example:8443/a.mp4' })).toBe(
      'media.example:8443',
    )
    expect(heldHost({ ...wsFlv, kind: 'fmp4' })).toBeUndefined()
    expect([heldHost(wsFlv), heldHost(hls)]).toEqual([undefined, undefined])
  })

  it('allows 3 s without a frame for video', () => {
    expect(['wsFlv/high', 'httpFlv/smooth', 'hls/smooth', 'fmp4/high'].map(stallAfterMs)).toEqual(
      Array(4).fill(3_000),
    )
  })
})

describe('host slots', () => {
  it('gives a slot back once, however often it is told', () => {
    const slots = hostSlots(2)
    const first = slots.take('a')
    slots.take('a')
    expect(slots.isFull('a')).toBe(true)
    first()
    first()
    slots.take('a')
    expect(slots.isFull('a')).toBe(true)
    expect(slots.isFull('b')).toBe(false)
  })
})
