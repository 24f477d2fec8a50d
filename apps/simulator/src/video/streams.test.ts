import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { Media, RecordedFlv } from '../media.ts'
import { noFaults, type SimulatedCamera } from '../world.ts'
import { decodeVideo } from './decoding.testing.ts'
import { createMedia } from './index.ts'

const scenesFolder = path.join(import.meta.dirname, '../../scenes')
const evening = Date.parse('2026-11-20T18:30:00+08:00')

let media: Media
let camera: SimulatedCamera
let server: http.Server
let address: string
let recorded: RecordedFlv | undefined
const requests: http.ClientRequest[] = []

beforeAll(async () => {
  media = await createMedia({ scenesFolder, lingerMs: 200 })
  server = http.createServer((request, response) => {
    if (request.url === '/flv') media.liveFlv(camera, 'sub', response)
    else if (request.url === '/main') media.liveFlv(camera, 'main', response)
    else if (request.url === '/mp4') media.liveFmp4(camera, 'sub', response)
    else recorded?.pipe(response)
  })
  server.on('upgrade', (request, socket, head) => {
    media.liveWsFlv(camera, 'sub', request, socket, head)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

let cameras = 0
beforeEach(() => {
  camera = {
    id: `huiyan/C2/${++cameras}`,
    platform: 'huiyan',
    deviceCode: 'C2',
    channel: String(cameras),
    name: '入口',
    scene: 'checkout_front',
    seed: 5,
    ptz: true,
    recordingDays: 7,
    faults: { ...noFaults },
    open: '10:00',
    close: '22:00',
  }
})

afterEach(() => {
  for (const request of requests.splice(0)) request.destroy()
  recorded?.close()
  recorded = undefined
})

afterAll(async () => {
  await media.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

/** Encoders of the camera under test. */
const encoders = () => media.encoders().filter(({ cameraId }) => cameraId === camera.id)

type Received = { bytes(): Buffer; ended: boolean; leave(): void; started: boolean }

/** Collects what a stream sends. */
function receive(where: string): Received {
  const chunks: Buffer[] = []
  const received: Received = {
    bytes: () => Buffer.concat(chunks),
    ended: false,
    started: false,
    leave: () => request.destroy(),
  }
  const request = http.get(address + where, response => {
    received.started = true
    response.on('data', chunk => chunks.push(chunk))
    response.on('close', () => {
      received.ended = true
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  requests.push(request)
  return received
}

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('not yet')
    },
    { timeout: 15_000, interval: 40 },
  )

describe('live FLV', () => {
  it('begins with header, decoder configuration and a key frame, and shows the time it is', async () => {
    const before = Date.now()
    const stream = receive('/flv')
    await until(() => stream.bytes().length > 60_000)
    const bytes = stream.bytes()
    expect(bytes.subarray(0, 5)).toEqual(Buffer.from([0x46, 0x4c, 0x56, 1, 1]))
    const pictures = await decodeVideo(bytes)
    expect(pictures[0]).toMatchObject({ key: true, width: 640, height: 360 })
    const shown = pictures.map(({ shows }) => shows)
    expect(shown).not.toContain(undefined)
    expect(shown[0]).toBeGreaterThanOrEqual(before)
    expect(shown.at(-1)).toBeLessThanOrEqual(Date.now())
    expect(shown).toEqual(shown.toSorted())
    for (const [i, { atMs, shows = 0 }] of pictures.slice(1).entries()) {
      const previous = pictures[i]!
      expect(Math.abs(shows - (previous.shows ?? 0) - (atMs - previous.atMs))).toBeLessThan(3)
    }
  })

  it('gives a later viewer a picture at once from the group that runs', async () => {
    const first = receive('/flv')
    await until(async () => first.bytes().length > 100_000)
    const second = receive('/flv')
    await until(() => second.bytes().length > 0)
    expect((await decodeVideo(second.bytes()))[0]?.key).toBe(true)
    expect(encoders()).toEqual([{ cameraId: camera.id, quality: 'sub', viewers: 2 }])
  })

  it('has a bigger picture in the main quality', async () => {
    const stream = receive('/main')
    await until(() => stream.bytes().length > 150_000)
    expect((await decodeVideo(stream.bytes()))[0]).toMatchObject({ width: 1280, height: 720 })
  })

  it('stops encoding when nobody watches any more, and starts again', async () => {
    const stream = receive('/flv')
    await until(() => stream.bytes().length > 0)
    expect(encoders()).toHaveLength(1)
    stream.leave()
    await until(() => encoders().length === 0)
    const again = receive('/flv')
    await until(() => again.bytes().length > 0)
    expect((await decodeVideo(again.bytes()))[0]?.atMs).toBeLessThan(500)
  })

  it('comes over a WebSocket as well', async () => {
    const socket = new WebSocket(address.replace('http', 'ws'))
    const chunks: Buffer[] = []
    socket.on('message', (data: Buffer) => chunks.push(data))
    await until(() => Buffer.concat(chunks).length > 60_000)
    const [first] = await decodeVideo(Buffer.concat(chunks))
    expect(first).toMatchObject({ key: true, shows: expect.any(Number) })
    socket.terminate()
    await until(() => encoders().length === 0)
  })
})

describe('live fMP4', () => {
  it('can be decoded from its first byte', async () => {
    const stream = receive('/mp4')
    await until(() => stream.bytes().length > 60_000)
    const pictures = await decodeVideo(stream.bytes())
    expect(pictures.length).toBeGreaterThan(3)
    expect(pictures.map(({ shows }) => shows)).not.toContain(undefined)
  })
})

describe('live HLS', () => {
  const names = (playlist: string) => playlist.split('\n').filter(line => line.endsWith('.ts'))

  it('offers several segments at once which follow each other without a gap', async () => {
    const playlist = await media.liveHlsPlaylist(camera, 'sub', name => name)
    expect(names(playlist).length).toBeGreaterThanOrEqual(2)
    const times: number[] = []
    const segments: Uint8Array[] = []
    for (const name of names(playlist)) {
      const segment = (await media.liveHlsSegment(camera, 'sub', name))!
      segments.push(segment)
      const pictures = await decodeVideo(segment)
      expect(pictures[0]?.key).toBe(true)
      expect(pictures.map(({ shows }) => shows)).not.toContain(undefined)
      times.push(...pictures.map(({ atMs }) => atMs))
    }
    const steps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(80)
    expect(Math.max(...steps)).toBeLessThan(88)
    expect((await decodeVideo(Buffer.concat(segments))).map(({ atMs }) => atMs)).toEqual(times)
  })

  it('moves on, keeps its numbers and forgets old segments', async () => {
    const first = await media.liveHlsPlaylist(camera, 'sub', name => name)
    const number = (playlist: string) => Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1])
    let now = first
    await until(async () => {
      now = await media.liveHlsPlaylist(camera, 'sub', name => name)
      return number(now) > number(first)
    })
    expect(names(now)[0]).toBe(`${number(now)}.ts`)
    expect(await media.liveHlsSegment(camera, 'sub', '1.ts')).toBeUndefined()
    expect(await media.liveHlsSegment(camera, 'sub', '../../etc/passwd')).toBeUndefined()
  })

  it('keeps the encoder only as long as it is asked for', async () => {
    await media.liveHlsPlaylist(camera, 'sub', name => name)
    expect(encoders()[0]?.viewers).toBe(1)
    await until(() => encoders().length === 0)
  })
})

describe('faults', () => {
  it('a frozen camera goes on sending one picture, and catches up when it is well again', async () => {
    const stream = receive('/flv')
    await until(() => stream.bytes().length > 30_000)
    camera.faults.frozen = true
    const shown = async () => (await decodeVideo(stream.bytes())).map(({ shows = 0 }) => shows)
    await until(async () => new Set((await shown()).slice(-6)).size === 1)
    const held = (await shown()).at(-1)!
    camera.faults.frozen = false
    await until(async () => (await shown()).at(-1)! > held)
  })

  it('a silent camera keeps the connection and sends nothing', async () => {
    camera.faults.silent = true
    const stream = receive('/flv')
    await until(() => stream.started)
    await new Promise(resolve => setTimeout(resolve, 600))
    expect(stream.bytes()).toHaveLength(0)
    expect(stream.ended).toBe(false)
    camera.faults.silent = false
    await until(() => stream.bytes().length > 0)
    expect((await decodeVideo(stream.bytes()))[0]?.key).toBe(true)
  })

  it('a stream that drops ends by itself', async () => {
    camera.faults.dropAfterSeconds = 1
    const stream = receive('/flv')
    await until(() => stream.ended)
    expect(stream.bytes().length).toBeGreaterThan(0)
  })
})

describe('steering', () => {
  it('moves until it is stopped', async () => {
    let now = evening
    const steered = await createMedia({ scenesFolder, now: () => now })
    const home = steered.position(camera)
    steered.move(camera, 'right', 0.5)
    now += 1000
    expect(steered.moving(camera)).toEqual({ movement: 'right', speed: 0.5, since: evening })
    steered.move(camera, undefined, 0.5)
    const stopped = steered.position(camera)
    now += 3000
    expect(stopped.x).toBeGreaterThan(home.x)
    expect(steered.position(camera)).toEqual(stopped)
    expect(steered.moving(camera)).toBeUndefined()
  })

  it('brings back the same picture when a position is called again', async () => {
    let now = evening
    const wandering = await createMedia({ scenesFolder, now: () => now })
    const resting = await createMedia({ scenesFolder, now: () => now })
    const preset = { x: 0.45, y: 0.55, zoom: 1.5 }
    for (const each of [wandering, resting]) each.goTo(camera, preset)
    now += 2000
    wandering.move(camera, 'upLeft', 1)
    now += 1500
    const pictures = async () =>
      Promise.all([wandering, resting].map(async each => Buffer.from(await each.still(camera))))
    const [away, home] = await pictures()
    expect(away?.equals(home!)).toBe(false)
    wandering.goTo(camera, preset)
    now += 1000
    const [back, stayed] = await pictures()
    expect(back?.equals(stayed!)).toBe(true)
    expect(wandering.position(camera)).toEqual(preset)
  })

  it('does nothing where the device ignores it', async () => {
    const home = media.position(camera)
    camera.faults.ignoresPtz = true
    media.move(camera, 'zoomIn', 1)
    expect(media.moving(camera)).toBeUndefined()
    expect(media.position(camera)).toEqual(home)
  })
})

describe('recordings', () => {
  const start = evening - 3 * 86_400_000
  const range = { start, end: start + 10_000 }

  it('show in every segment the time that was asked for, on one time base', async () => {
    const playlist = media.recordedHlsPlaylist(camera, range, name => name)
    const names = playlist.split('\n').filter(line => line.endsWith('.ts'))
    expect(names).toHaveLength(3)
    expect(playlist).toContain('#EXT-X-ENDLIST')
    expect(playlist.match(/EXTINF:([\d.]+)/g)).toEqual(['EXTINF:4.000', 'EXTINF:4.000', 'EXTINF:2.000'])
    const first = await decodeVideo((await media.recordedHlsSegment(camera, names[0]!))!)
    const last = await decodeVideo((await media.recordedHlsSegment(camera, names[2]!))!)
    const origin = first[0]!.atMs
    for (const { atMs, shows } of [...first, ...last]) {
      expect(Math.abs(shows! - start - (atMs - origin))).toBeLessThan(3)
    }
    expect(first).toHaveLength(48)
    expect(last[0]).toMatchObject({ key: true, shows: start + 8000 })
  })

  it('have no segment outside what was asked for', async () => {
    expect(await media.recordedHlsSegment(camera, `${range.start}-${range.end}-3.ts`)).toBeUndefined()
    expect(await media.recordedHlsSegment(camera, 'x.ts')).toBeUndefined()
  })

  it('as FLV show the asked time, jump, run at other speeds, pause, and end', async () => {
    recorded = media.recordedFlv(camera, { start, end: start + 3_600_000 })
    const stream = receive('/recorded')
    const shown = async () => (await decodeVideo(stream.bytes())).map(({ shows }) => shows ?? 0)
    await until(async () => stream.bytes().length > 20_000)
    expect((await shown())[0]).toBe(start)
    recorded.seek(start + 1_800_000)
    await until(async () => (await shown()).at(-1)! >= start + 1_800_000)
    recorded.setSpeed(8)
    const fast = (await shown()).length
    await until(async () => (await shown()).length > fast + 6)
    const times = await shown()
    expect(times.at(-1)! - times.at(-2)!).toBeGreaterThan(600)
    recorded.pause()
    // Unpaused it sends twelve times a second.
    let paused = -1
    await until(async () => {
      paused = stream.bytes().length
      await new Promise(resolve => setTimeout(resolve, 600))
      return stream.bytes().length === paused
    })
    recorded.resume()
    await until(() => stream.bytes().length > paused)
    recorded.seek(start + 3_600_000 - 500)
    await until(() => stream.ended)
    expect(recorded.ended).toBe(true)
  })

  it('are seen in stills of that time', async () => {
    const { default: sharp } = await import('sharp')
    const { readBarCode } = await import('./bar-code.ts')
    const jpeg = await media.still(camera, start)
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 1280, height: 720, channels: 3 })
    expect(readBarCode({ data, width: 1280, height: 720, channels: 3 })).toBe(start)
  })
})
