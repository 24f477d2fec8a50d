import sharp from 'sharp'
import type { CameraPosition, Media, StreamQuality } from '../media.ts'
import type { SimulatedCamera } from '../world.ts'
import { backdropStore } from './backdrop.ts'
import { type Channel, openChannel } from './channel.ts'
import { clipSource } from './clips.ts'
import type { VideoFormat } from './h264.ts'
import { livePlaylist, liveSegment, recordedPlaylist } from './hls.ts'
import { sceneSource } from './painter.ts'
import { recordedPlayer, recordedSegmentMs, segmentName, segmentRenderer } from './recordings.ts'
import { loadScenes } from './scene.ts'
import { spriteStore } from './sprites.ts'
import { clampPosition, positionAt, type Steering } from './steering.ts'
import { flvPacking, fmp4Packing, httpSink, type Packing, type Sink, sinkViewer, wsSink } from './viewers.ts'
import { pictureToRgb } from './yuv.ts'

export type MediaOptions = {
  /** The folder of scenes.json. */
  scenesFolder: string
  /** Real clips in place of the drawn scenes. */
  clipsFolder?: string | undefined
  now?: (() => number) | undefined
  /** How long an encoder goes on after its last viewer left; 20 s unless told. */
  lingerMs?: number | undefined
  /** People are loaded in the background after so long, so that the first viewer need not wait; 3 s unless told. */
  warmAfterMs?: number | undefined
  log?: ((message: string, error?: unknown) => void) | undefined
}

export const formats: Record<StreamQuality | 'recorded', VideoFormat> = {
  sub: { width: 640, height: 360, fps: 12, bitrate: 450_000 },
  main: { width: 1280, height: 720, fps: 15, bitrate: 1_500_000 },
  recorded: { width: 960, height: 540, fps: 12, bitrate: 1_000_000 },
}
const stillSize = { width: 1280, height: 720 }
/** How far a camera is pushed that was moved, in shares of its scene; toward the middle where it would leave that. */
const push = { x: 0.14, y: 0.06 }
const hlsLeadSeconds = 3
const firstPictureMs = 10_000

/** Reads only the scene description, so it is there at once: backgrounds are loaded and encoders run when watched. */
export async function createMedia(options: MediaOptions): Promise<Media> {
  const { scenesFolder, clipsFolder, now = Date.now, lingerMs = 20_000, log = () => {} } = options
  const source = clipsFolder ? await clipSource(clipsFolder) : await drawnScenes(scenesFolder)
  const steerings = new Map<string, Steering>()
  const frozen = new Map<string, { at: number; position: CameraPosition }>()
  const live = new Map<
    string,
    { channel: Channel; cameraId: string; quality: StreamQuality; hlsAt: number }
  >()
  const recorded = new Set<Channel>()
  const warming = setTimeout(() => source.warm(), options.warmAfterMs ?? 3000).unref()
  const renderer = segmentRenderer(source, formats.recorded)

  function steering(camera: SimulatedCamera): Steering {
    return steerings.get(camera.id) ?? { from: source.home(camera), at: 0 }
  }

  function steer(camera: SimulatedCamera, task: Steering['task']): void {
    const at = now()
    steerings.set(camera.id, { from: positionAt(steering(camera), at), at, task })
  }

  /** What the camera shows at a moment: it and its position then, or those of the moment it froze. */
  function shown(camera: SimulatedCamera, at: number): { at: number; position: CameraPosition } {
    const position = positionAt(steering(camera), at)
    const present = { at, position: camera.faults.moved ? pushed(position) : position }
    if (!camera.faults.frozen) {
      frozen.delete(camera.id)
      return present
    }
    const held = frozen.get(camera.id) ?? present
    frozen.set(camera.id, held)
    return held
  }

  function liveChannel(camera: SimulatedCamera, quality: StreamQuality, leadSeconds = 0) {
    const key = `${camera.id} ${quality}`
    const running = live.get(key)
    if (running) return running
    const painter = source.painter(camera, formats[quality])
    const paint = (at: number) => {
      const moment = shown(camera, at)
      return painter.paint(moment.at, moment.position)
    }
    const channel = openChannel({
      format: formats[quality],
      leadSeconds,
      lingerMs,
      async prepare() {
        await paint(now())
        source.warm()
      },
      shoot: async takenAt => ({ picture: await paint(takenAt + Math.round(now() - Date.now())) }),
      onStop() {
        live.delete(key)
        painter.close().catch(onError)
      },
      onError,
    })
    const opened = { channel, cameraId: camera.id, quality, hlsAt: 0 }
    live.set(key, opened)
    return opened
  }

  function onError(error: unknown): void {
    log('A video stream ended', error)
  }

  function watch(camera: SimulatedCamera, quality: StreamQuality, packing: Packing, sink: Sink): () => void {
    let remove = () => {}
    const viewer = sinkViewer(
      packing,
      sink,
      () => camera.faults,
      () => remove(),
    )
    remove = liveChannel(camera, quality).channel.add(viewer)
    sink.onClosed(() => remove())
    return () => {
      remove()
      sink.end()
    }
  }

  async function answering(camera: SimulatedCamera): Promise<void> {
    for (let waited = 0; camera.faults.silent && waited < firstPictureMs; waited += 200) {
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    if (camera.faults.silent || camera.faults.offline) throw new Error(`${camera.id} does not answer`)
  }

  return {
    move(camera, movement, speed) {
      if (camera.faults.ignoresPtz) return
      steer(camera, movement && { kind: 'move', movement, speed: Math.min(1, Math.max(0.01, speed)) })
    },
    moving(camera) {
      const { task, at } = steering(camera)
      return task?.kind === 'move' ? { movement: task.movement, speed: task.speed, since: at } : undefined
    },
    position: camera => positionAt(steering(camera), now()),
    goTo(camera, position) {
      if (camera.faults.ignoresPtz) return
      steer(camera, { kind: 'goTo', target: clampPosition(position) })
    },
    async still(camera, at, position) {
      const present = at === undefined ? shown(camera, now()) : { at, position: source.home(camera) }
      const moment = position ? { ...present, position: clampPosition(position) } : present
      const painter = source.painter(camera, stillSize)
      try {
        const rgb = pictureToRgb(await painter.paint(Math.round(moment.at), moment.position))
        return await sharp(rgb, { raw: { ...stillSize, channels: 3 } })
          .jpeg({ quality: 84 })
          .toBuffer()
      } finally {
        await painter.close()
      }
    },
    liveFlv: (camera, quality, response) =>
      watch(camera, quality, flvPacking, httpSink(response, flvPacking.contentType)),
    liveWsFlv: (camera, quality, request, socket, head) =>
      wsSink(request, socket, head, sink => watch(camera, quality, flvPacking, sink)),
    liveFmp4: (camera, quality, response) =>
      watch(camera, quality, fmp4Packing, httpSink(response, fmp4Packing.contentType)),
    async liveHlsPlaylist(camera, quality, segmentUrl) {
      await answering(camera)
      const opened = liveChannel(camera, quality, hlsLeadSeconds)
      const ready = await opened.channel.ready(firstPictureMs)
      opened.hlsAt = Date.now()
      opened.channel.touch()
      const playlist = ready ? livePlaylist(opened.channel, segmentUrl) : undefined
      if (!playlist) throw new Error(`${camera.id}: no picture in time`)
      return playlist
    },
    async liveHlsSegment(camera, quality, name) {
      await answering(camera)
      const opened = live.get(`${camera.id} ${quality}`)
      opened?.channel.touch()
      return opened && liveSegment(opened.channel, name)
    },
    recordedHlsPlaylist: (_camera, range, segmentUrl) =>
      recordedPlaylist(range, recordedSegmentMs, index => segmentUrl(segmentName(range, index))),
    recordedHlsSegment: (camera, name) => renderer.segment(camera, name),
    recordedFlv: (camera, range) =>
      recordedPlayer(camera, range, {
        source,
        format: formats.recorded,
        lingerMs,
        opened: channel => recorded.add(channel),
        closed: channel => recorded.delete(channel),
        onError,
      }),
    encoders: () =>
      [...live.values()].map(({ channel, cameraId, quality, hlsAt }) => ({
        cameraId,
        quality,
        viewers: channel.viewers() + (Date.now() - hlsAt < lingerMs ? 1 : 0),
      })),
    async close() {
      clearTimeout(warming)
      const channels = [...[...live.values()].map(({ channel }) => channel), ...recorded]
      await Promise.all(channels.map(channel => channel.stop()))
    },
  }
}

/** Where a camera looks that somebody pushed. */
function pushed({ x, y, zoom }: CameraPosition): CameraPosition {
  return clampPosition({ x: x + (x < 0.5 ? push.x : -push.x), y: y + (y < 0.5 ? push.y : -push.y), zoom })
}

async function drawnScenes(folder: string) {
  const file = await loadScenes(folder)
  return sceneSource(file, { backdrops: backdropStore(folder), sprites: spriteStore(folder, file.people) })
}
