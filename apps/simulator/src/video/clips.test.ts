import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noFaults, type SimulatedCamera } from '../world.ts'
import { readBarCode } from './bar-code.ts'
import { clipSource } from './clips.ts'
import { type EncodedFrame, openH264 } from './h264.ts'
import { transportStream } from './mpeg-ts.ts'
import type { PictureSource } from './painter.ts'
import { newPicture } from './yuv.ts'

const size = { width: 640, height: 360 }
const camera: SimulatedCamera = {
  id: 'ezviz/C1/1',
  platform: 'ezviz',
  deviceCode: 'C1',
  channel: '1',
  name: 'Door',
  scene: 'stairs',
  seed: 7,
  ptz: true,
  recordingDays: 7,
  faults: { ...noFaults },
  open: '10:00',
  close: '22:00',
}
const home = { x: 0.5, y: 0.5, zoom: 1 }

let folder: string
let source: PictureSource

/** Six seconds whose grey rises with time, dark on the left and bright on the right. */
async function writeClip(file: string): Promise<void> {
  const format = { width: 320, height: 180, fps: 10, bitrate: 400_000 }
  const encoder = await openH264(format)
  const frames: EncodedFrame[] = []
  for (let n = 0; n < 60; n++) {
    const picture = newPicture(format.width, format.height)
    picture.pixels.fill(128)
    for (let k = 0; k < 320 * 180; k++) picture.pixels[k] = 40 + n * 2 + (k % 320 < 160 ? 0 : 60)
    frames.push(await encoder.encode(picture, n * 100, n % 20 === 0))
  }
  const sets = encoder.parameterSets()
  await encoder.close()
  await writeFile(file, transportStream(frames, sets!, 0))
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'clips-'))
  await writeClip(path.join(folder, 'stairs.ts'))
  await writeClip(path.join(folder, 'yard.ts'))
  await writeFile(path.join(folder, 'notes.txt'), 'no clip')
  source = await clipSource(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Grey at a place of the picture for each of the times, asked for in that order by one viewer. */
async function greys(times: number[], x = 200, position = home): Promise<number[]> {
  const painter = source.painter(camera, size)
  const seen: number[] = []
  for (const time of times) seen.push((await painter.paint(time, position)).pixels[180 * 640 + x] ?? 0)
  await painter.close()
  return seen
}

describe('a camera that shows a clip', () => {
  const at = Date.parse('2026-11-20T12:00:00+08:00')

  it('moves with the time and repeats after its length', async () => {
    const [first, next, round] = await greys([at, at + 1000, at + 6000])
    expect(next).not.toBe(first)
    expect(Math.abs((round ?? 0) - (first ?? 0))).toBeLessThan(6)
  })

  it('shows the same for one moment, whether reached by playing or by a jump', async () => {
    const times = Array.from({ length: 90 }, (_, n) => at + n * 100)
    const played = await greys(times)
    for (const n of [70, 10, 45, 85, 3]) expect((await greys([times[n] ?? 0]))[0]).toBe(played[n])
    expect(await greys([times[80]!, times[20]!])).toEqual([played[80], played[20]])
  })

  it('can be steered inside the clip', async () => {
    const [left] = await greys([at], 300, { x: 0.35, y: 0.5, zoom: 1 })
    const [right] = await greys([at], 300, { x: 0.65, y: 0.5, zoom: 1 })
    expect(Math.abs((right ?? 0) - (left ?? 0))).toBeGreaterThan(40)
  })

  it('carries clock and bar code', async () => {
    const painter = source.painter(camera, size)
    const { pixels } = await painter.paint(at + 321, home)
    expect(readBarCode({ data: pixels, ...size, channels: 1 })).toBe(at + 321)
    await painter.close()
  })

  it('is given a clip by its seed when its scene names none', async () => {
    const painter = source.painter({ ...camera, scene: 'entrance' }, size)
    expect((await painter.paint(at, home)).width).toBe(640)
    await painter.close()
  })
})

describe('a folder without clips', () => {
  it('is refused by name', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'clips-'))
    await expect(clipSource(empty)).rejects.toThrow(empty)
    await rm(empty, { recursive: true })
  })
})
