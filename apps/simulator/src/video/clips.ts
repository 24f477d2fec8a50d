import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { AV_PIX_FMT_YUV420P, AVSEEK_FLAG_BACKWARD, Decoder, Demuxer, type Frame, Packet } from 'node-av'
import type { SimulatedCamera } from '../world.ts'
import { throughLens } from './lens.ts'
import { noise } from './noise.ts'
import { cameraLabel, drawOverlay } from './overlay.ts'
import type { PictureSource } from './painter.ts'
import { resample } from './resample.ts'
import { type PictureWindow, wideShare, windowOf } from './steering.ts'
import { newPicture, type Picture } from './yuv.ts'

const clipFile = /\.(mp4|mov|mkv|webm|avi|ts)$/i

/**
 * Cameras that show real clips, each looped from a place that the seed chooses. A camera's `scene` may name a file, with
 * or without its ending; else the seed chooses one. Clips are decoded as they are watched, one reader per stream.
 */
export async function clipSource(folder: string): Promise<PictureSource> {
  const files = (await readdir(folder)).filter(name => clipFile.test(name)).sort()
  if (files.length === 0) throw new Error(`${folder}: no clips`)
  const fileOf = (camera: SimulatedCamera): string => {
    const named = files.find(name => name === camera.scene || path.parse(name).name === camera.scene)
    return path.join(folder, named ?? files[Math.floor(noise(camera.seed, 9) * files.length)] ?? '')
  }
  return {
    home: () => ({ x: 0.5, y: 0.5, zoom: 1 }),
    warm() {},
    painter(camera, size) {
      const reader = clipReader(fileOf(camera), noise(camera.seed, 5))
      const picture = newPicture(size.width, size.height)
      return {
        async paint(at, position) {
          const frame = await reader.at(at)
          const area = widescreen(frame)
          // What cannot be steered shows the whole clip; the others keep a rim to pan over.
          const window = windowOf(position, area, camera.ptz ? wideShare : 1)
          resample(frame, { ...window, x: window.x + area.x, y: window.y + area.y }, picture)
          throughLens(picture, camera.faults)
          drawOverlay(picture.pixels, size.width, size.height, { at, label: cameraLabel(camera) })
          return picture
        },
        close: () => reader.close(),
      }
    },
  }
}

/** The largest part of 16:9 in the middle of a picture. */
function widescreen({ width, height }: Picture): PictureWindow {
  const fitting = { width: Math.min(width, (height * 16) / 9), height: Math.min(height, (width * 9) / 16) }
  return { x: (width - fitting.width) / 2, y: (height - fitting.height) / 2, ...fitting }
}

type Decoded = { atMs: number; frame: Frame }
type Run = { durationMs: number; next(): Promise<Decoded | undefined>; close(): Promise<void> }

/** Further ahead than this is reached by a jump to a key frame, not by decoding what lies between. */
const jumpMs = 3000

/** The picture of a looped clip at any time; cheapest when asked for times in order. */
function clipReader(
  file: string,
  phase: number,
): { at(time: number): Promise<Picture>; close(): Promise<void> } {
  let run: Run | undefined
  let coming: Decoded | undefined
  let shown: { atMs: number; picture: Picture } | undefined

  async function end(): Promise<void> {
    coming?.frame.free()
    coming = undefined
    shown = undefined
    await run?.close()
    run = undefined
  }

  async function begin(fromMs: number): Promise<Run> {
    await end()
    run = await openRun(file, fromMs)
    coming = await run.next()
    return run
  }

  return {
    async at(time) {
      let current = run ?? (await begin(0))
      const { durationMs } = current
      const wanted = (time + phase * durationMs) % durationMs
      const reached = shown?.atMs ?? coming?.atMs ?? 0
      if (wanted < reached || wanted > reached + jumpMs) {
        current = await begin(wanted)
        // Some containers cannot jump to a key frame before a time.
        if (!coming || coming.atMs > wanted) current = await begin(0)
      }
      let due: Decoded | undefined
      while (coming && (coming.atMs <= wanted || !(due ?? shown))) {
        due?.frame.free()
        due = coming
        coming = await current.next()
      }
      if (due) {
        shown = { atMs: due.atMs, picture: pictureOf(due.frame) }
        due.frame.free()
      }
      if (!shown) throw new Error(`${file}: no picture`)
      return shown.picture
    },
    close: end,
  }
}

/**
 * A clip from the last key frame before a time on. Packets are read straight from the format context: the demuxer's own
 * queue spins while it is full, which costs a whole core.
 */
async function openRun(file: string, fromMs: number): Promise<Run> {
  const demuxer = await Demuxer.open(file)
  const stream = demuxer.video()
  if (!stream) {
    await demuxer.close()
    throw new Error(`${file}: no video`)
  }
  const decoder = await Decoder.create(stream, {
    threadCount: 1,
    rescale: { pixelFormat: AV_PIX_FMT_YUV420P },
  })
  const input = demuxer.getFormatContext()
  const startMs = Math.max(0, demuxer.startTime) * 1000
  if (fromMs > 1000) await demuxer.seek((fromMs + startMs) / 1000, -1, AVSEEK_FLAG_BACKWARD)
  const packet = new Packet()
  packet.alloc()
  const frames: Frame[] = []
  let drained = false

  async function decodeMore(): Promise<void> {
    drained = (await input.readFrame(packet)) < 0
    if (!drained && packet.streamIndex !== stream?.index) return packet.unref()
    if (stream) packet.timeBase = stream.timeBase
    frames.push(...(await decoder.decodeAll(drained ? null : packet)))
    packet.unref()
  }

  return {
    // The sound may be longer than the pictures.
    durationMs: Math.max(
      1000,
      stream.duration > 0n ? ticksMs(stream.duration, stream.timeBase) : demuxer.duration * 1000,
    ),
    async next() {
      while (frames.length === 0 && !drained) await decodeMore()
      const frame = frames.shift()
      if (!frame) return undefined
      return { frame, atMs: ticksMs(frame.pts, frame.timeBase) - startMs }
    },
    async close() {
      for (const frame of frames.splice(0)) frame.free()
      packet.free()
      decoder.close()
      await demuxer.close()
    },
  }
}

function ticksMs(ticks: bigint, timeBase: { num: number; den: number }): number {
  return (Number(ticks) * timeBase.num * 1000) / timeBase.den
}

/** The frame's planes in one piece. */
function pictureOf(frame: Frame): Picture {
  const bytes = frame.toBuffer()
  const pixels = new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length)
  return { width: frame.width, height: frame.height, pixels }
}
