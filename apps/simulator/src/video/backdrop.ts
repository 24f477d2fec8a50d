import path from 'node:path'
import sharp from 'sharp'
import { resample } from './resample.ts'
import type { Lighting, Scene } from './scene.ts'
import type { PictureWindow } from './steering.ts'
import { newPicture, type Picture, pictureFromRgb } from './yuv.ts'

/** A scene without people in one lighting, full size, and what stands where in it. */
export type Backdrop = { picture: Picture; depth: Depth }
type Depth = { data: Uint8Array; width: number; height: number }

/** A full-size picture is 5.5 MB: so many are kept, the longest unused goes first. */
const kept = 24

export function backdropStore(folder: string): { load(scene: Scene, lighting: Lighting): Promise<Backdrop> } {
  const pictures = new Map<string, Promise<Picture>>()
  const depths = new Map<string, Promise<Depth>>()
  return {
    async load(scene, lighting) {
      const file = scene.images[lighting]
      const picture = pictures.get(file) ?? loadPicture(path.join(folder, file))
      pictures.delete(file)
      pictures.set(file, picture)
      for (const name of pictures.keys()) {
        if (pictures.size <= kept) break
        pictures.delete(name)
      }
      const depth = depths.get(scene.id) ?? loadDepth(path.join(folder, scene.depth))
      depths.set(scene.id, depth)
      try {
        return { picture: await picture, depth: await depth }
      } catch (cause) {
        pictures.delete(file)
        depths.delete(scene.id)
        throw new Error(`Scene ${scene.id} cannot be read`, { cause })
      }
    },
  }
}

async function loadPicture(file: string): Promise<Picture> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return pictureFromRgb(data, info.width, info.height)
}

async function loadDepth(file: string): Promise<Depth> {
  const { data, info } = await sharp(file).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** What one camera sees of a backdrop through a window: its own light, and the mask of what can hide people. */
export type View = { ground: Picture; mask: Uint8Array }
export type CameraLight = { gain: number; blue: number; red: number }

export function newView(width: number, height: number): View {
  return { ground: newPicture(width, height), mask: new Uint8Array(width * height) }
}

export function drawView(
  view: View,
  { picture, depth }: Backdrop,
  window: PictureWindow,
  light: CameraLight,
): void {
  const { ground, mask } = view
  resample(picture, window, ground)
  shine(ground, light)
  const across = depth.width / picture.width
  const down = depth.height / picture.height
  const columns = new Int32Array(ground.width)
  for (let x = 0; x < ground.width; x++) {
    columns[x] = Math.floor((window.x + ((x + 0.5) * window.width) / ground.width) * across)
  }
  for (let y = 0; y < ground.height; y++) {
    const row = Math.floor((window.y + ((y + 0.5) * window.height) / ground.height) * down) * depth.width
    for (let x = 0; x < ground.width; x++)
      mask[y * ground.width + x] = depth.data[row + (columns[x] ?? 0)] ?? 0
  }
}

function shine({ width, height, pixels }: Picture, light: CameraLight): void {
  const luma = Uint8ClampedArray.from({ length: 256 }, (_, y) => 16 + (y - 16) * light.gain)
  const size = width * height
  for (let k = 0; k < size; k++) pixels[k] = luma[pixels[k] ?? 0] ?? 0
  for (let k = size; k < size + size / 4; k++) pixels[k] = (pixels[k] ?? 0) + light.blue
  for (let k = size + size / 4; k < pixels.length; k++) pixels[k] = (pixels[k] ?? 0) + light.red
}
