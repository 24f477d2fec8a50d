import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { noFaults, type SimulatedCamera } from '../world.ts'
import { backdropStore } from './backdrop.ts'
import { readBarCode } from './bar-code.ts'
import { type PictureSource, sceneSource } from './painter.ts'
import { loadScenes } from './scene.ts'
import { spriteStore } from './sprites.ts'

const folder = path.join(import.meta.dirname, '../../scenes')
const size = { width: 640, height: 360 }
const evening = Date.parse('2026-11-21T18:30:00+08:00')
const camera: SimulatedCamera = {
  id: 'ezviz/C1/1',
  platform: 'ezviz',
  deviceCode: 'C1',
  channel: '1',
  name: 'Door',
  scene: 'entrance',
  seed: 7,
  ptz: true,
  recordingDays: 7,
  faults: { ...noFaults },
  open: '10:00',
  close: '22:00',
}

let source: PictureSource
beforeAll(async () => {
  const file = await loadScenes(folder)
  source = sceneSource(file, { backdrops: backdropStore(folder), sprites: spriteStore(folder, file.people) })
})

async function pictureOf(of: SimulatedCamera, at: number, position = source.home(of)): Promise<Buffer> {
  const painter = source.painter(of, size)
  const { pixels } = await painter.paint(at, position)
  await painter.close()
  return Buffer.from(pixels)
}

/** Luma above the bar code, where two pictures may be compared although their clocks differ. */
function share(a: Buffer, b: Buffer): number {
  let changed = 0
  for (let k = 640 * 30; k < 640 * 330; k++) if (Math.abs((a[k] ?? 0) - (b[k] ?? 0)) > 12) changed++
  return changed / (640 * 300)
}

describe('a drawn camera', () => {
  it('shows the same picture whenever it is asked for the same moment', async () => {
    const painter = source.painter(camera, size)
    await painter.paint(evening - 86_400_000, source.home(camera))
    await painter.paint(evening + 5000, { x: 0.4, y: 0.5, zoom: 3 })
    const later = Buffer.from((await painter.paint(evening, source.home(camera))).pixels)
    expect(later.equals(await pictureOf(camera, evening))).toBe(true)
  })

  it('has people who move while the shop stands still', async () => {
    const changed = share(await pictureOf(camera, evening), await pictureOf(camera, evening + 2000))
    expect(changed).toBeGreaterThan(0.002)
    expect(changed).toBeLessThan(0.3)
  })

  it('shows another part when steered, and the same one when it returns', async () => {
    const home = await pictureOf(camera, evening)
    const away = await pictureOf(camera, evening, { x: 0.45, y: 0.5, zoom: 2 })
    expect(share(home, away)).toBeGreaterThan(0.3)
    expect((await pictureOf(camera, evening, { x: 0.45, y: 0.5, zoom: 2 })).equals(away)).toBe(true)
  })

  it('differs from another camera in the same scene', async () => {
    expect(
      share(await pictureOf(camera, evening), await pictureOf({ ...camera, seed: 8 }, evening)),
    ).toBeGreaterThan(0.01)
  })

  it('is darker after closing', async () => {
    const mean = (picture: Buffer) =>
      picture.subarray(0, 640 * 340).reduce((sum, each) => sum + each, 0) / (640 * 340)
    const night = await pictureOf(camera, evening + 5 * 3_600_000)
    expect(mean(night)).toBeLessThan(mean(await pictureOf(camera, evening)) * 0.8)
  })

  it('carries its time', async () => {
    const data = await pictureOf(camera, evening + 1234)
    expect(readBarCode({ data, ...size, channels: 1 })).toBe(evening + 1234)
  })
})
