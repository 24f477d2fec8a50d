import { sendPlaylist, sendSegment } from '../hls.ts'
import { text } from '../input.ts'
import type { UpgradeViewer } from '../platform-server.ts'
import type { Viewer } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuiyanError } from './answers.ts'
import { channelPath, type HuiyanContext, liveStreamId, streamContent } from './context.ts'
import type { PlaybackStreams } from './playback.ts'

/** The media server ends a stream that nobody watches. */
const unwatchedMs = 60_000
/** Of the starts that find no running stream, on a flaky camera. */
const everyFifth = 5
const mostPictures = 300
const startMs = { least: 300, most: 1500 }

/** Live streams, started by a call and shared by all viewers, and what the media server serves. */
export function liveCalls(context: HuiyanContext, playback: PlaybackStreams) {
  const { call, channel, online, media, streams, server, now, random, wait } = context
  const started = new Map<string, { camera: SimulatedCamera; seenAt: number; startedAt: number }>()
  const pictures = new Map<string, Promise<Uint8Array>>()
  let firstStarts = 0

  /** The stream as long as it runs: watched, or watched or started within a minute. */
  function running(stream: string) {
    const found = started.get(stream)
    if (!found) return undefined
    const isWatched = streams
      .list('huiyan')
      .some(open => open.kind === 'live' && open.cameraId === found.camera.id)
    if (isWatched) found.seenAt = now()
    if (now() - found.seenAt < unwatchedMs) return found
    started.delete(stream)
    return undefined
  }

  function takePicture(stream: string, camera: SimulatedCamera): Promise<Uint8Array> {
    const picture = media.still(camera)
    // Whoever asks for the picture hears of the failure.
    picture.catch(() => pictures.delete(stream))
    pictures.delete(stream)
    pictures.set(stream, picture)
    const oldest = pictures.keys().next().value
    if (pictures.size > mostPictures && oldest !== undefined) pictures.delete(oldest)
    return picture
  }

  call('GET', `play/start/${channelPath}`, async values => {
    const camera = await channel(values)
    const stream = liveStreamId(camera)
    if (!running(stream)) {
      await wait(startMs.least + random() * (startMs.most - startMs.least))
      if (camera.faults.offline) throw new HuiyanError(-1)
      if (camera.quirks?.flakyStart && ++firstStarts % everyFifth === 0) throw new HuiyanError(-2)
      started.set(stream, { camera, seenAt: now(), startedAt: now() })
      takePicture(stream, camera)
    }
    const found = started.get(stream)
    if (found) found.seenAt = now()
    return streamContent(context, stream, { startTime: null, endTime: null })
  })
  call('GET', `play/stop/${channelPath}`, async values => {
    const camera = await channel(values)
    if (!started.delete(liveStreamId(camera))) throw new HuiyanError(100, '点播未找到')
    streams.end(open => open.kind === 'live' && open.cameraId === camera.id)
  })

  // The last picture: of the moment when the stream started, or of an explicit snap since.
  call('GET', `device/query/snap/${channelPath}`, async (values, reply) => {
    const camera = await channel(values)
    const picture = pictures.get(liveStreamId(camera))
    if (!picture) return reply.code(404).send()
    return reply.type('image/jpeg').send(Buffer.from(await picture))
  })
  call('GET', 'play/snap', async values => {
    const camera = await online(values)
    const stream = liveStreamId(camera)
    if (!running(stream)) throw new HuiyanError(100, '点播未找到')
    await takePicture(stream, camera)
    return `${stream}.jpg`
  })

  async function watchable(stream: string) {
    const found = running(stream)
    if (!found || found.camera.faults.offline || found.camera.faults.expiredAddress) return undefined
    await server.reach(found.camera)
    return found.camera
  }

  function watchLive(camera: SimulatedCamera, viewer: Viewer) {
    streams.live(camera, 'main', viewer, () => {
      const found = started.get(liveStreamId(camera))
      if (found) found.seenAt = now()
    })
  }

  server.app.get<{ Params: { file: string } }>('/rtp/:file', async (request, reply) => {
    const [stream = '', ...form] = request.params.file.split('.')
    const recording = playback.find(stream)
    const camera = recording ? undefined : await watchable(stream)
    const kind = form.join('.')
    if ((!recording && !camera) || (kind !== 'live.flv' && kind !== 'live.mp4')) return reply.code(404).send()
    if (recording && kind === 'live.mp4') return reply.code(404).send()
    if (recording) await server.reach(recording.camera)
    reply.hijack()
    if (recording) playback.watch(recording, { response: reply.raw })
    else if (camera && kind === 'live.mp4') streams.liveFmp4(camera, 'main', reply.raw)
    else if (camera) watchLive(camera, { response: reply.raw })
  })
  server.app.get<{ Params: { stream: string; '*': string } }>('/rtp/:stream/*', async (request, reply) => {
    const { stream, '*': name } = request.params
    const recording = playback.find(stream)
    const camera = recording?.camera ?? (await watchable(stream))
    if (!camera) return reply.code(404).send()
    const what = recording ? { range: recording.range } : ({ quality: 'main' } as const)
    const live = started.get(stream)
    if (live) live.seenAt = now()
    return name === 'hls.m3u8'
      ? sendPlaylist(reply, media, camera, what, `/rtp/${stream}`)
      : sendSegment(reply, media, camera, what, name)
  })
  // No WebRTC in this media server, said as ZLMediaKit says it.
  server.app.post('/index/api/webrtc', async (_request, reply) =>
    reply.send({ code: -400, msg: '未启用webrtc功能, 编译时未开启ENABLE_WEBRTC选项' }),
  )
  server.upgrade(async (url: URL, viewer: UpgradeViewer) => {
    const stream = text(/^\/rtp\/(\w+)\.live\.flv$/.exec(url.pathname)?.[1])
    if (!stream) return false
    const recording = playback.find(stream)
    if (recording) {
      playback.watch(recording, viewer)
      return true
    }
    const camera = await watchable(stream)
    if (camera) watchLive(camera, viewer)
    return camera !== undefined
  })

  return {
    state: () => ({ started: [...started].map(([stream, { startedAt }]) => ({ stream, startedAt })) }),
    reset() {
      started.clear()
      pictures.clear()
      firstStarts = 0
    },
  }
}
