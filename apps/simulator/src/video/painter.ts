import type { CameraPosition } from '../media.ts'
import type { SimulatedCamera } from '../world.ts'
import { type backdropStore, type CameraLight, drawView, newView } from './backdrop.ts'
import { openingAt } from './china-time.ts'
import { drawSprite, type PeopleLight } from './draw-sprite.ts'
import { throughLens } from './lens.ts'
import { noise } from './noise.ts'
import { cameraLabel, drawOverlay } from './overlay.ts'
import { type Cast, castOf, type Figure } from './people.ts'
import { type SceneRoutes, sceneRoutes } from './routes.ts'
import { type Lighting, onPicture, type Scene, type SceneFile } from './scene.ts'
import type { Sheet, SpriteStore } from './sprites.ts'
import { clampPosition, type PictureWindow, windowOf } from './steering.ts'
import { newPicture, type Picture } from './yuv.ts'

/** Draws what one camera sees, at one size. One user at a time: the picture is valid until the next call. */
export type Painter = {
  paint(at: number, position: CameraPosition): Promise<Picture>
  close(): Promise<void>
}

/** Where pictures come from: drawn scenes, or real clips. */
export type PictureSource = {
  /** Where the camera looks before anybody steers it. */
  home(camera: SimulatedCamera): CameraPosition
  painter(camera: SimulatedCamera, size: { width: number; height: number }): Painter
  /** Somebody watches: what the next cameras will need may be loaded meanwhile. */
  warm(): void
}

type Stores = { backdrops: ReturnType<typeof backdropStore>; sprites: SpriteStore }

/** Cameras in the scenes of the scene folder. A scene that it lacks is replaced by one that the seed chooses. */
export function sceneSource(file: SceneFile, { backdrops, sprites }: Stores): PictureSource {
  const routes = new Map<string, SceneRoutes>()
  const sceneOf = (camera: SimulatedCamera): Scene => {
    const scene =
      file.scenes.find(({ id }) => id === camera.scene) ??
      file.scenes[Math.floor(noise(camera.seed, 9) * file.scenes.length)]
    if (!scene) throw new Error(`${camera.id}: no scene`)
    return scene
  }
  const routesOf = (scene: Scene): SceneRoutes => {
    const known = routes.get(scene.id) ?? sceneRoutes(scene)
    routes.set(scene.id, known)
    return known
  }
  return {
    home: camera => defaultPosition(sceneOf(camera)),
    warm: () => sprites.warm(),
    painter(camera, size) {
      const scene = sceneOf(camera)
      const cast = castOf(scene, routesOf(scene), file.people, camera)
      const light = cameraLight(camera.seed)
      const view = newView(size.width, size.height)
      const picture = newPicture(size.width, size.height)
      let shown = ''
      return {
        async paint(at, position) {
          const lighting: Lighting = openingAt(camera, at).open ? 'open' : 'dim'
          const window = windowOf(position, { width: scene.size[0], height: scene.size[1] })
          const key = `${lighting} ${window.x} ${window.y} ${window.width}`
          if (key !== shown) {
            drawView(view, await backdrops.load(scene, lighting), window, light)
            shown = key
          }
          const figures = await withSheets(cast, at, sprites)
          picture.pixels.set(view.ground.pixels)
          const onPeople = peopleLight(scene.peopleGain[lighting], light)
          for (const { figure, sheet } of figures) {
            const sprite = sheet[figure.row]?.[figure.column]
            if (!sprite) continue
            const place = placeOf(scene, figure, window, picture, file.people.pixelsPerMetre)
            drawSprite(picture, view.mask, sprite, place, onPeople)
          }
          throughLens(picture, camera.faults)
          drawOverlay(picture.pixels, size.width, size.height, { at, label: cameraLabel(camera) })
          return picture
        },
        async close() {},
      }
    },
  }
}

async function withSheets(
  cast: Cast,
  at: number,
  sprites: Stores['sprites'],
): Promise<{ figure: Figure; sheet: Sheet }[]> {
  return Promise.all(cast(at).map(async figure => ({ figure, sheet: await sprites.sheet(figure.outfit) })))
}

function defaultPosition({ defaultWindow, size: [width, height] }: Scene): CameraPosition {
  const { x, y, w } = defaultWindow
  return clampPosition({ x: (x + w / 2) / width, y: (y + (w * 9) / 32) / height, zoom: 1 })
}

function placeOf(
  scene: Scene,
  figure: Figure,
  window: PictureWindow,
  target: Picture,
  pixelsPerMetre: number,
) {
  const { horizonY, height } = scene.camera
  const feet = onPicture(scene, figure.point)
  const ratio = target.width / window.width
  return {
    x: (feet.x - window.x) * ratio,
    y: (feet.y - window.y) * ratio,
    scale: ((feet.y - horizonY) / (height * pixelsPerMetre)) * ratio,
    mirrored: figure.mirrored,
    opacity: figure.opacity,
    hideAbove: 1 + (254 * (feet.y + 4 + 0.02 * (feet.y - horizonY) - horizonY)) / (scene.size[1] - horizonY),
  }
}

/** No two cameras are adjusted alike: a little brighter or darker, warmer or cooler. */
function cameraLight(seed: number): CameraLight {
  const spread = (key: number, range: number) => (noise(seed, 7, key) - 0.5) * range
  return { gain: 0.99 + spread(1, 0.16), blue: Math.round(spread(2, 7)), red: Math.round(spread(3, 7)) }
}

function peopleLight([red, green, blue]: [number, number, number], camera: CameraLight): PeopleLight {
  const grey = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return {
    luma: grey * camera.gain,
    chroma: grey,
    bluePerLuma: 0.5518 * (blue - grey),
    redPerLuma: 0.6502 * (red - grey),
    blue: camera.blue,
    red: camera.red,
  }
}
