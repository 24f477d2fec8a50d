import { openingAt } from './china-time.ts'
import { placeAt } from './itinerary.ts'
import { noise } from './noise.ts'
import { type Hours, nightKey, nightPart, type Part, type Play, staffParts, visitorParts } from './parts.ts'
import { along, type SceneRoutes } from './routes.ts'
import { type FloorPoint, type Outfit, onPicture, type PeopleSheet, type Scene } from './scene.ts'

/** One person in the scene at one moment, ready to be drawn. */
export type Figure = {
  outfit: string
  point: FloorPoint
  /** Row and column of the sheet. */
  row: number
  column: number
  mirrored: boolean
  opacity: number
}

/** Everyone in the scene at a time, far to near. */
export type Cast = (at: number) => Figure[]

export function castOf(scene: Scene, routes: SceneRoutes, sheet: PeopleSheet, camera: Hours): Cast {
  const parts = [
    ...visitorParts(scene, routes, sheet, camera),
    ...staffParts(routes, sheet, camera),
    nightPart(routes, sheet, camera),
  ]
  const plays = new Map<number, { turn: number; play: Play | undefined }>()
  return at => {
    const figures: Figure[] = []
    for (const part of parts) {
      const shift = Math.floor(noise(camera.seed, part.key, 1) * part.everyMs)
      const turn = Math.floor((at + shift) / part.everyMs)
      const startsAt = turn * part.everyMs - shift
      const known = plays.get(part.key)
      const play = known?.turn === turn ? known.play : part.play(turn, startsAt)
      plays.set(part.key, { turn, play })
      if (!play || isAway(part, at, camera)) continue
      figures.push(...figuresOf(scene, sheet, play, (at - startsAt) / 1000))
    }
    return figures.sort((a, b) => b.point[1] - a.point[1])
  }
}

/** Parts of the day do not reach into the night, nor the other way round. */
function isAway(part: Part, at: number, camera: Hours): boolean {
  return openingAt(camera, at).open === (part.key === nightKey)
}

function figuresOf(scene: Scene, sheet: PeopleSheet, play: Play, seconds: number): Figure[] {
  const place = placeAt(play.itinerary, seconds)
  if (!place) return []
  const figure = (outfit: Outfit, ahead: number, aside: number): Figure => {
    const at = place.distance + ahead
    const { point, heading } = along(play.route, at, place.direction, aside)
    const facing = place.stop?.heading ?? heading
    const cycle = (sheet.cycleMetresPer175cm * outfit.height) / 1.75
    const column = place.still
      ? poseColumns[place.stop?.pose ?? 'stand']
      : Math.floor((place.walked / cycle) * 8) % 8
    return { outfit: outfit.id, point, column, opacity: place.opacity, ...rowOf(facing, point) }
  }
  const figures = [figure(play.outfit, 0, play.aside)]
  if (play.companion) figures.push(figure(play.companion, 0.45, play.aside + (play.aside > 0 ? -0.3 : 0.3)))
  return figures.filter(({ point }) => onPicture(scene, point).y < scene.size[1] * 2.2)
}

const poseColumns = { stand: 8, browse: 9, pay: 10 }

/** Sheet row for a heading as seen from the camera; the three left-facing directions are mirrored. */
function rowOf(heading: number, [X, Z]: FloorPoint): { row: number; mirrored: boolean } {
  const eighths = Math.round((heading + Math.atan2(X, Z)) / (Math.PI / 4))
  const direction = ((eighths % 8) + 8) % 8
  return direction <= 4 ? { row: direction, mirrored: false } : { row: 8 - direction, mirrored: true }
}
