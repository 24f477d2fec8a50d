import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { initialThresholds, type OurAlgorithm } from '@aisle/contract'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { clipSource } from '../../../../simulator/src/video/clips.ts'
import { pictureToRgb } from '../../../../simulator/src/video/yuv.ts'
import { noFaults, type SimulatedCamera } from '../../../../simulator/src/world.ts'
import { decode } from './decode.ts'
import { detect, type Frame, settingsBy } from './detectors/detect.ts'

/** Real footage beside the repository; where it is absent there is nothing to measure. */
const clips = resolve(import.meta.dirname, '../../../../../../shared/data/video')
const isThere = existsSync(clips)
if (!isThere) console.info(`no clips at ${clips}: the detectors are not measured on real footage`)

const size = { width: 1280, height: 720 }
/** Clips of shops with their length; the others show faces close up, a bare lane, or a moving belt alone. */
const lengths = { 'counter-one-by-one-a': 69, 'store-aisle': 4.5, 'door-people': 1.9, 'face-walking': 2.9 }
const settings = settingsBy(name => ({ enabled: true, hours: 'always', thresholds: initialThresholds(name) }))

const jpeg = (image: Sharp, quality = 84) => image.jpeg({ quality }).toBuffer()
const cloth = (level: number, share: number) =>
  Buffer.from(
    `<svg width="1280" height="720"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="rgb(${level},${level},${level})"/><stop offset="1" stop-color="rgb(${level + 25},${level + 20},${level + 15})"/></linearGradient></defs><rect width="${1280 * share}" height="720" fill="url(#g)"/></svg>`,
  )
const clean: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'as it is': async picture => picture,
  'at quality 35': picture => jpeg(sharp(picture), 35),
  'darker by 40 %': picture => jpeg(sharp(picture).linear(0.6, 0)),
  'brighter by 35 %': picture => jpeg(sharp(picture).linear(1.35, 0)),
}
const spoiled: [OurAlgorithm, (picture: Buffer, before: Buffer) => Promise<Buffer>][] = [
  ['black', picture => jpeg(sharp(picture).linear(0.03, 0))],
  ['covered', picture => jpeg(sharp(picture).composite([{ input: cloth(45, 1) }]))],
  ['covered', picture => jpeg(sharp(picture).composite([{ input: cloth(110, 0.85) }]))],
  ['blurred', picture => jpeg(sharp(picture).blur(4))],
  ['blurred', picture => jpeg(sharp(picture).blur(8))],
  ['frozen', (_, before) => jpeg(sharp(before), 92)],
]
/** Where the camera looks instead, in shares of its scene. */
const turns = [
  { x: 0.084, y: 0.03, zoom: 1 },
  { x: 0, y: -0.1, zoom: 1 },
  { x: 0.13, y: 0.13, zoom: 1 },
]

type Judged = { wanted: OurAlgorithm | undefined; found: OurAlgorithm[] }

async function measured(name: string, seconds: number): Promise<Judged[]> {
  const source = await clipSource(clips)
  const camera: SimulatedCamera = {
    id: name,
    platform: 'ezviz',
    deviceCode: 'C1',
    channel: '1',
    name: 'Door',
    scene: name,
    seed: 0,
    ptz: true,
    recordingDays: 0,
    faults: noFaults,
    open: '10:00',
    close: '22:00',
  }
  const home = source.home(camera)
  const times = Array.from({ length: 7 }, (_, index) => 1e12 + (index * seconds * 1000) / 7.3)
  async function seenAt(position: typeof home): Promise<Buffer[]> {
    const painter = source.painter(camera, size)
    const seen: Buffer[] = []
    for (const at of times) {
      const rgb = pictureToRgb(await painter.paint(at, position))
      seen.push(await jpeg(sharp(rgb, { raw: { ...size, channels: 3 } })))
    }
    await painter.close()
    return seen
  }
  const pictures = await seenAt(home)
  const frames = await Promise.all(pictures.map(decode))
  const [reference] = frames
  const history: { sharpness: number; change: number | null }[] = []
  const known = 4
  const look = (frame: Frame, before: Frame | undefined) =>
    detect({
      frame,
      isOpen: true,
      isSteady: true,
      previous: before && { frame: before, minutes: 30, isOpen: true, isSound: true },
      reference,
      history,
      zones: [],
      settings: { ...settings, motionClosed: { ...settings.motionClosed, enabled: false } },
    })
  for (const [index, frame] of frames.slice(0, known).entries()) {
    const { looks, change } = look(frame, frames[index - 1])
    history.unshift({ sharpness: looks.sharpness, change })
  }
  const judged: Judged[] = []
  const judge = async (wanted: OurAlgorithm | undefined, picture: Buffer, index: number) => {
    const { verdicts } = look(await decode(picture), frames[index - 1])
    judged.push({ wanted, found: verdicts.map(({ algorithm }) => algorithm) })
  }
  for (const [index, picture] of pictures.entries()) {
    if (index < known) continue
    for (const change of Object.values(clean)) await judge(undefined, await change(picture), index)
    for (const [wanted, spoil] of spoiled)
      await judge(wanted, await spoil(picture, pictures[index - 1] ?? picture), index)
  }
  for (const turn of turns) {
    const turned = await seenAt({ x: home.x + turn.x, y: home.y + turn.y, zoom: turn.zoom })
    for (const [index, picture] of turned.entries()) if (index >= known) await judge('moved', picture, index)
  }
  return judged
}

describe.runIf(isThere)('on real footage, spoiled in known ways, the detectors', () => {
  it('find what was done, and nothing on pictures to which nothing was done', async () => {
    const judged: Judged[] = []
    for (const [name, seconds] of Object.entries(lengths)) judged.push(...(await measured(name, seconds)))
    const recall = (name: OurAlgorithm) => {
      const wanted = judged.filter(each => each.wanted === name)
      return wanted.filter(({ found }) => found.includes(name)).length / wanted.length
    }
    const precision = (name: OurAlgorithm) => {
      const found = judged.filter(each => each.found.includes(name))
      return found.filter(({ wanted }) => wanted === name).length / found.length
    }
    const figures = Object.fromEntries(
      (['black', 'covered', 'moved', 'blurred', 'frozen'] as const).map(name => [
        name,
        { recall: recall(name), precision: precision(name) },
      ]),
    )
    expect(judged.filter(({ wanted, found }) => wanted === undefined && found.length > 0)).toEqual([])
    const told = JSON.stringify(figures)
    for (const name of ['black', 'covered', 'frozen'] as const)
      expect(recall(name), told).toBeGreaterThan(0.95)
    expect(recall('blurred'), told).toBeGreaterThan(0.9)
    expect(recall('moved'), told).toBeGreaterThan(0.6)
    for (const name of ['black', 'covered', 'moved', 'blurred', 'frozen'] as const)
      expect(precision(name), told).toBeGreaterThan(0.9)
  }, 120_000)
})
