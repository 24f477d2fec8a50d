import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The parts of scenes/scenes.json that are drawn; scenes/README.md explains every number. */
export type Scene = {
  id: string
  kind: string
  size: [width: number, height: number]
  images: Record<Lighting, string>
  depth: string
  camera: { horizonY: number; centreX: number; focal: number; height: number }
  peopleGain: Record<Lighting, [red: number, green: number, blue: number]>
  paths: { id: string; role: 'any' | 'staff'; floor: FloorPoint[] }[]
  regions: { kind: string; polygon: [x: number, y: number][] }[]
  defaultWindow: { x: number; y: number; w: number }
}
export type Lighting = 'open' | 'dim'
/** Metres: X right of the camera's axis, Z away from it. */
export type FloorPoint = [X: number, Z: number]
export type Outfit = { id: string; role: 'staff' | 'guard' | 'visitor' | 'vip' | 'child'; height: number }
export type PeopleSheet = {
  cell: [width: number, height: number]
  anchor: [x: number, y: number]
  pixelsPerMetre: number
  cycleMetresPer175cm: number
  outfits: Outfit[]
}
export type SceneFile = { version: number; people: PeopleSheet; scenes: Scene[] }

export async function loadScenes(folder: string): Promise<SceneFile> {
  const file: SceneFile = JSON.parse(await readFile(path.join(folder, 'scenes.json'), 'utf8'))
  if (file.version !== 1 || file.scenes.length === 0)
    throw new Error(`${folder}: not a scene folder of version 1`)
  return file
}

/** Picture coordinates of a floor point. */
export function onPicture({ camera }: Scene, [X, Z]: FloorPoint): { x: number; y: number } {
  return {
    x: camera.centreX + (camera.focal * X) / Z,
    y: camera.horizonY + (camera.focal * camera.height) / Z,
  }
}

/** Floor point seen at picture coordinates below the horizon. */
export function onFloor({ camera }: Scene, x: number, y: number): FloorPoint {
  const Z = (camera.focal * camera.height) / Math.max(1, y - camera.horizonY)
  return [((x - camera.centreX) * Z) / camera.focal, Z]
}
