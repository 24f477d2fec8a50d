import { chinaText, compactChinaText } from '../china-time.ts'
import { type Fields, text, whole } from '../input.ts'
import type { RecordedFlv } from '../media.ts'
import { deviceFiles, type TimeRange } from '../recordings.ts'
import type { Viewer } from '../streams.ts'
import type { SimulatedCamera } from '../world.ts'
import { HuiyanError } from './answers.ts'
import { channelPath, type HuiyanContext, streamContent } from './context.ts'
import { rangeOf } from './records.ts'

type Playback = {
  stream: string
  camera: SimulatedCamera
  range: TimeRange
  sender: RecordedFlv
  seenAt: number
}
/** What the media server needs of the playbacks. */
export interface PlaybackStreams {
  find(stream: string): Playback | undefined
  watch(playback: Playback, viewer: Viewer): void
}

const sessionsPerDevice = 2
const unwatchedMs = 60_000
const speeds = ['0.25', '0.5', '1', '2', '4']

/** Playback sessions: a few per device, each to be stopped by the caller; unwatched for a minute they end. */
export function playbackCalls(context: HuiyanContext) {
  const { call, online, channel, media, streams, server, now } = context
  const playbacks = new Map<string, Playback>()
  const viewers = new Map<number, string>()

  function finish({ stream, sender }: Playback) {
    if (!playbacks.delete(stream)) return
    streams.end(({ number }) => viewers.get(number) === stream)
    sender.close()
  }

  function dropUnwatched() {
    const watched = new Set(viewers.values())
    for (const playback of playbacks.values()) {
      if (!watched.has(playback.stream) && now() - playback.seenAt > unwatchedMs) finish(playback)
    }
  }

  call('GET', `playback/start/${channelPath}`, async values => {
    const range = rangeOf(values)
    const camera = await online(values)
    dropUnwatched()
    const times = { startTime: chinaText(range.start), endTime: chinaText(range.end) }
    const id = [
      camera.deviceCode,
      camera.channel,
      compactChinaText(range.start),
      compactChinaText(range.end),
    ].join('_')
    if (!playbacks.has(id)) {
      if (deviceFiles(camera, range, now()).length === 0) throw new HuiyanError(-2)
      const ofDevice = [...playbacks.values()].filter(other => other.camera.deviceCode === camera.deviceCode)
      if (ofDevice.length >= sessionsPerDevice) throw new HuiyanError(-3)
      const sender = media.recordedFlv(camera, range)
      playbacks.set(id, { stream: id, camera, range, sender, seenAt: now() })
    }
    return streamContent(context, id, times)
  })
  call('GET', `playback/stop/${channelPath}/:stream`, async values => {
    await channel(values)
    finish(found(values))
  })
  call('GET', 'playback/pause/:stream', async values => (await reached(values)).sender.pause())
  call('GET', 'playback/resume/:stream', async values => (await reached(values)).sender.resume())
  call('GET', 'playback/seek/:stream/:seconds', async values => {
    const { range, sender } = await reached(values)
    const seconds = whole(values.seconds, 0, 1_000_000)
    if (seconds === undefined || range.start + seconds * 1000 >= range.end)
      throw new HuiyanError(100, '超出回放范围')
    sender.seek(range.start + seconds * 1000)
  })
  call('GET', 'playback/speed/:stream/:speed', async values => {
    const { sender } = await reached(values)
    if (!speeds.includes(String(values.speed)))
      throw new HuiyanError(100, '不支持的speed（0.25 0.5 1、2、4）')
    sender.setSpeed(Number(values.speed))
  })

  function found(values: Fields): Playback {
    const playback = playbacks.get(text(values.stream) ?? '')
    if (!playback) throw new HuiyanError(100, 'streamId不存在')
    return playback
  }

  async function reached(values: Fields): Promise<Playback> {
    const playback = found(values)
    await server.reach(playback.camera)
    return playback
  }

  return {
    find(stream: string) {
      const playback = playbacks.get(stream)
      const isPlayable = playback && !playback.camera.faults.offline && !playback.camera.faults.expiredAddress
      if (isPlayable) playback.seenAt = now()
      return isPlayable ? playback : undefined
    },
    watch(playback: Playback, viewer: Viewer) {
      const { number } = streams.recorded(playback.camera, playback.sender, viewer, () => {
        viewers.delete(number)
        playback.seenAt = now()
      })
      viewers.set(number, playback.stream)
    },
    state: () => ({
      playbacks: [...playbacks.values()].map(({ stream, camera, range }) => ({
        stream,
        cameraId: camera.id,
        ...range,
      })),
    }),
    reset() {
      for (const playback of playbacks.values()) finish(playback)
    },
  }
}
