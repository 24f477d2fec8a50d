import { createAddresses } from '../addresses.ts'
import { chinaDay, dayMs } from '../china-time.ts'
import { type Fields, whole } from '../input.ts'
import type { RecordedFlv } from '../media.ts'
import type { UpgradeViewer } from '../platform-server.ts'
import { cloudFiles, deviceFiles, mergedWithin, type TimeRange } from '../recordings.ts'
import type { Viewer } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { ShilianError } from './answers.ts'
import { addressLifeMs, type ShilianCall, type ShilianContext } from './context.ts'

type Playback = { id: string; camera: SimulatedCamera; range: TimeRange; sender: RecordedFlv; key: string }

const latestSecond = 8_640_000_000
const controls = { stop: 0, playFrom: 1, pause: 2, resume: 3 } as const
const speeds = [0.25, 0.5, 1, 2, 4, 8]

/** Recordings: an index in two levels, and playbacks that the platform steers. */
export function recordCalls({ online, world, media, streams, server, now }: ShilianContext) {
  const addresses = createAddresses(now)
  const playbacks = new Map<string, Playback>()
  let number = 770

  function spans(camera: SimulatedCamera, range: TimeRange, cloud: number) {
    return mergedWithin((cloud === 1 ? cloudFiles : deviceFiles)(camera, range, now()), range)
  }

  function cloudOf(body: Fields): number {
    const cloud = whole(body.cloud ?? 0, 0, 1)
    if (cloud === undefined) throw new ShilianError(-2)
    return cloud
  }

  function playback(body: Fields): Playback {
    const found = playbacks.get(String(body.play_id))
    if (!found) throw new ShilianError(-2)
    return found
  }

  function finish(found: Playback) {
    if (!playbacks.delete(found.id)) return
    addresses.withdraw(found.key)
    found.sender.close()
  }

  function dropUnopened() {
    for (const found of playbacks.values()) {
      const isWatched = streams
        .list('shilian')
        .some(({ number: stream }) => watching.get(stream) === found.id)
      if (!isWatched && !addresses.peek(found.key)) finish(found)
    }
  }
  const watching = new Map<number, string>()

  const calls: Record<string, ShilianCall> = {
    'v4/record/index': async body => {
      const camera = await online(body)
      const type = whole(body.type, 0, 1)
      const year = whole(body.year, 2000, 2100)
      const month = whole(body.month, 1, 12)
      const cloud = cloudOf(body)
      if (type === undefined || !year || !month) throw new ShilianError(-2)
      if (type === 0)
        return { days: daysOfMonth(year, month, range => spans(camera, range, cloud).length > 0) }
      const start = chinaDay(year, month, whole(body.day, 1, 31) ?? 0)
      if (start === undefined) throw new ShilianError(-2)
      const times = spans(camera, { start, end: start + dayMs }, cloud)
      return { times: times.map(span => ({ start_ts: seconds(span.start), end_ts: seconds(span.end) })) }
    },
    'v4/record/playback': async body => {
      const camera = await online(body)
      const start = whole(body.start_ts, 0, latestSecond)
      const end = whole(body.end_ts, 0, latestSecond)
      const cloud = cloudOf(body)
      if (start === undefined || end === undefined || start >= end) throw new ShilianError(-2)
      const range = { start: start * 1000, end: end * 1000 }
      if (spans(camera, range, cloud).length === 0) throw new ShilianError(-3)
      dropUnopened()
      const id = `pb-${++number}`
      const { key } = addresses.issue({
        cameraId: camera.id,
        quality: 'main',
        range,
        playId: id,
        expiresAt: now() + (world.switches.shilian.addressSeconds * 1000 || addressLifeMs),
        usesLeft: 1,
      })
      playbacks.set(id, { id, camera, range, sender: media.recordedFlv(camera, range), key })
      return {
        play_id: id,
        view_context: `qy:room=${id};key=${key}`,
        url: `${server.origin('ws')}/vod/${id}.flv?key=${key}`,
        protocol: 'ws-flv',
      }
    },
    'v4/record/control': async body => {
      const found = playback(body)
      await server.reach(found.camera)
      const control = whole(body.ctrl, controls.stop, controls.resume)
      if (control === undefined) throw new ShilianError(-2)
      if (control === controls.pause) found.sender.pause()
      else if (control === controls.resume) found.sender.resume()
      else if (control === controls.stop) {
        finish(found)
        streams.end(({ number: stream }) => watching.get(stream) === found.id)
      } else {
        const at = (whole(body.ts, 0, latestSecond) ?? -1) * 1000
        if (at < found.range.start || at >= found.range.end) throw new ShilianError(-2)
        found.sender.seek(at)
        found.sender.resume()
      }
      return undefined
    },
    'v4/record/speed': async body => {
      const found = playback(body)
      await server.reach(found.camera)
      if (typeof body.speed !== 'number' || !speeds.includes(body.speed)) throw new ShilianError(-2)
      found.sender.setSpeed(body.speed)
      return undefined
    },
  }

  async function open(pathname: string, key: string, viewer: () => Viewer): Promise<boolean> {
    if (!pathname.startsWith('/vod/')) return false
    const grant = addresses.open(key)
    const found = playbacks.get(grant?.playId ?? '')
    if (!found || pathname !== `/vod/${found.id}.flv`) return false
    if (found.camera.faults.expiredAddress || found.camera.faults.offline) return false
    await server.reach(found.camera)
    const stream = streams.recorded(found.camera, found.sender, viewer(), () => {
      watching.delete(stream.number)
      finish(found)
    })
    watching.set(stream.number, found.id)
    return true
  }

  server.app.get<{ Params: { file: string }; Querystring: Fields }>('/vod/:file', async (request, reply) => {
    const isOpen = await open(`/vod/${request.params.file}`, String(request.query.key), () => {
      reply.hijack()
      return { response: reply.raw }
    })
    if (!isOpen) return reply.code(403).send()
  })

  return {
    calls,
    watch: (url: URL, viewer: UpgradeViewer) =>
      open(url.pathname, url.searchParams.get('key') ?? '', () => viewer),
    state: () => ({
      playbacks: [...playbacks.values()].map(({ id, camera, range }) => ({
        id,
        cameraId: camera.id,
        ...range,
      })),
    }),
    reset() {
      for (const found of playbacks.values()) finish(found)
      addresses.clear()
    },
  }
}

function daysOfMonth(year: number, month: number, has: (range: TimeRange) => boolean): number[] {
  return Array.from({ length: 31 }, (_, index) => index + 1).filter(day => {
    const start = chinaDay(year, month, day)
    return start !== undefined && has({ start, end: start + dayMs })
  })
}

function seconds(at: number): number {
  return Math.floor(at / 1000)
}
