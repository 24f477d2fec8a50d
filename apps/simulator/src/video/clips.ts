import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { AV_PIX_FMT_YUV420P, Decoder, Demuxer, type Frame } from 'node-av'
import type { SimulatedCamera } from '../world.ts'
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

type Decoded = { atMs: number; picture: Picture }
type Run = { durationMs: number; next(): Promise<Decoded | undefined>; close(): Promise<void> }

/** Further ahead than this is reached by a jump to a key frame, not by decoding what lies between. */
const jumpMs = 3000

/** The picture of a looped clip at any time; cheapest when asked for times in order. */
function clipReader(
  file: string,
  phase: number,
): { at(time: number): Promise<Picture>; close(): Promise<void> } {
  let run: Run | undefined
  let shown: Decoded | undefined
  let coming: Decoded | undefined

  async function begin(fromMs: number): Promise<Run> {
    await run?.close()
    run = undefined
    run = await openRun(file, fromMs)
    shown = undefined
    coming = await run.next()
    return run
  }

  return {
    async at(time) {
      let current = run ?? (await begin(0))
      const { durationMs } = current
      const wanted = (time + phase * durationMs) % durationMs
      const reached = shown?.atMs ?? coming?.atMs ?? 0
      if (wanted < reached || wanted > reached + jumpMs) current = await begin(wanted)
      while (coming && (coming.atMs <= wanted || !shown)) {
        shown = coming
        coming = await current.next()
      }
      if (!shown) throw new Error(`${file}: no picture`)
      return shown.picture
    },
    async close() {
      await run?.close()
      run = undefined
    },
  }
}

async function openRun(file: string, fromMs: number): Promise<Run> {
  const demuxer = await Demuxer.open(file, { copyTs: true })
  const stream = demuxer.video()
  if (!stream) {
    await demuxer.close()
    throw new Error(`${file}: no video`)
  }
  const decoder = await Decoder.create(stream, {
    threadCount: 1,
    rescale: { pixelFormat: AV_PIX_FMT_YUV420P },
  })
  if (fromMs > 1000) await demuxer.seek(fromMs / 1000)
  const packets = demuxer.packets(stream.index)
  const startMs = demuxer.startTime > 0 ? demuxer.startTime * 1000 : 0
  const frames: Frame[] = []
  let drained = false
  return {
    durationMs: Math.max(1000, demuxer.duration * 1000),
    async next() {
      while (frames.length === 0 && !drained) {
        const { value: packet, done } = await packets.next()
        drained = Boolean(done) || !packet
        frames.push(...(await decoder.decodeAll(packet ?? null)))
        packet?.free()
      }
      const frame = frames.shift()
      if (!frame) return undefined
      const { num, den } = frame.timeBase
      const decoded = { atMs: (Number(frame.pts) * num * 1000) / den - startMs, picture: pictureOf(frame) }
      frame.free()
      return decoded
    },
    async close() {
      for (const frame of frames) frame.free()
      frames.length = 0
      await packets.return(null)
      decoder.close()
      await demuxer.close()
    },
  }
}

function pictureOf(frame: Frame): Picture {
  // Even sizes only: the planes of colour are half as large.
  const bytes = frame.toBuffer()
  return {
    width: frame.width,
    height: frame.height,
    pixels: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.length),
  }
}
