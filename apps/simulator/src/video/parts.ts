import type { SimulatedCamera } from '../world.ts'
import { chinaTime, openingAt } from './china-time.ts'
import type { Itinerary, Leg } from './itinerary.ts'
import { noise } from './noise.ts'
import { along, type Route, type SceneRoutes, type Stop } from './routes.ts'
import type { Outfit, PeopleSheet, Scene } from './scene.ts'

export type Hours = Pick<SimulatedCamera, 'seed' | 'open' | 'close'>

/**
 * A part that is played again and again, each time by somebody else: a passer-by, somebody who looks around, staff. Who
 * plays it, where and whether at all follows from the camera's seed and the number of the time only.
 */
export type Part = {
  key: number
  everyMs: number
  play(turn: number, startsAt: number): Play | undefined
}
export type Play = {
  route: Route
  itinerary: Itinerary
  outfit: Outfit
  aside: number
  companion?: Outfit | undefined
}

/** How busy the shop is, 0…1: grows after opening, peaks at noon and in the evening, more at weekends. */
export function busyness(camera: Pick<Hours, 'open' | 'close'>, at: number): number {
  const { open, since, left } = openingAt(camera, at)
  if (!open) return 0
  const { minuteOfDay, weekday } = chinaTime(at)
  const peak = (hour: number, width: number) => Math.exp(-(((minuteOfDay / 60 - hour) / width) ** 2))
  const ofDay = 0.4 + 0.3 * peak(12.5, 1.5) + 0.45 * peak(18.8, 2)
  const edge = Math.min(1, 0.3 + since / 60, 0.1 + left / 45)
  return Math.min(1, ofDay * edge * (weekday === 0 || weekday === 6 ? 1.25 : 1))
}

const lingerKey = 6
const lingerers = 4
const staffKey = 200
export const nightKey = 300

export function visitorParts(scene: Scene, routes: SceneRoutes, sheet: PeopleSheet, camera: Hours): Part[] {
  const passable = routes.visitors.filter(route => route.startsOut || route.endsOut)
  const parts: Part[] = []
  const guests = sheet.outfits.filter(({ role }) => role === 'visitor')
  const children = sheet.outfits.filter(({ role }) => role === 'child')
  const very = sheet.outfits.filter(({ role }) => role === 'vip')
  const choose = <T>(from: T[], share: number): T | undefined => from[Math.floor(share * from.length)]
  const cast = (key: number, turn: number, startsAt: number) => {
    const roll = (k: number) => noise(camera.seed, key, turn, k)
    // Everybody takes the next outfit, from another start every hour: twins are rare.
    const shift = Math.floor(noise(camera.seed, Math.floor(startsAt / 3_600_000)) * guests.length)
    const outfit = roll(1) < 0.05 ? choose(very, roll(2)) : guests[(key + shift) % guests.length]
    const companion = roll(3) < 0.18 ? choose(roll(4) < 0.5 ? children : guests, roll(5)) : undefined
    return { roll, outfit, companion: companion === outfit ? undefined : companion }
  }
  for (let slot = 0; slot < (passable.length > 0 ? 3 + Math.min(3, passable.length) : 0); slot++) {
    const everyMs = 42_000 + Math.floor(noise(camera.seed, slot, 2) * 30_000)
    parts.push({
      key: slot,
      everyMs,
      play(turn, startsAt) {
        const { roll, outfit, companion } = cast(slot, turn, startsAt)
        const route = choose(passable, roll(6))
        if (!outfit || !route || roll(7) > busyness(camera, startsAt)) return undefined
        const itinerary = passing(route, everyMs / 1000, roll)
        return { route, itinerary, outfit, companion, aside: (roll(8) - 0.5) * 0.3 }
      },
    })
  }
  for (let slot = lingerKey; slot < lingerKey + (scene.kind === 'carpark' ? 0 : lingerers); slot++) {
    const everyMs = 420_000 + Math.floor(noise(camera.seed, slot, 2) * 300_000)
    parts.push({
      key: slot,
      everyMs,
      play(turn, startsAt) {
        const { roll, outfit } = cast(slot, turn, startsAt)
        // The slots begin at different routes, so that two do not stand in the same place.
        const route = routes.visitors[(slot + Math.floor(noise(camera.seed, 3) * 8)) % routes.visitors.length]
        if (!outfit || !route || roll(7) > busyness(camera, startsAt) * 1.15) return undefined
        // Each slot has its own stops where there are enough of them: nobody stands in another.
        const own = route.stops.filter((_, index) => index % lingerers === slot - lingerKey)
        const apart = { ...route, stops: own.length > 0 ? own : route.stops }
        const itinerary = lingering(apart, everyMs / 1000, roll, { shortest: 6, longest: 32 })
        return { route, itinerary, outfit, aside: (roll(8) - 0.5) * 0.2 }
      },
    })
  }
  return parts
}

export function staffParts(routes: SceneRoutes, sheet: PeopleSheet, camera: Hours): Part[] {
  const staff = sheet.outfits.filter(({ role }) => role === 'staff')
  // Where no way is only theirs, one of them is on the shop floor.
  const ways = routes.staff.length > 0 ? routes.staff : routes.visitors.slice(0, 1)
  return ways.slice(0, 3).map((route, index) => ({
    key: staffKey + index,
    everyMs: 1_800_000,
    play(turn) {
      const roll = (k: number) => noise(camera.seed, staffKey + index, turn, k)
      const outfit = staff[(index + Math.floor(roll(1) * 2)) % staff.length]
      if (!outfit || roll(2) > (routes.staff.length > 0 ? 0.9 : 0.6)) return undefined
      return {
        route,
        itinerary: lingering(route, 1800, roll, { shortest: 15, longest: 70 }),
        outfit,
        aside: 0,
      }
    },
  }))
}

/** After closing a guard or somebody who tidies comes through now and then. */
export function nightPart(routes: SceneRoutes, sheet: PeopleSheet, camera: Hours): Part {
  const everyMs = 240_000
  return {
    key: nightKey,
    everyMs,
    play(turn) {
      const roll = (k: number) => noise(camera.seed, nightKey, turn, k)
      const ways = [...routes.visitors, ...routes.staff]
      const route = ways[Math.floor(roll(1) * ways.length)]
      const role = roll(2) < 0.65 ? 'guard' : 'staff'
      const outfit = sheet.outfits.find(each => each.role === role)
      if (!route || !outfit || roll(3) > 0.35) return undefined
      const length = 60 + roll(4) * 100
      return {
        route,
        itinerary: lingering(route, length, roll, { shortest: 4, longest: 15 }),
        outfit,
        aside: 0,
      }
    },
  }
}

type Roll = (k: number) => number

const walkingSpeed = (roll: Roll) => 0.8 + roll(10) * 0.5

/** In at one end and out at the other, or back out where there is only one way out; often with a stop to look. */
function passing(route: Route, seconds: number, roll: Roll): Itinerary {
  const speed = walkingSpeed(roll)
  const { startsOut, endsOut, length } = route
  const forward = startsOut && endsOut ? roll(11) < 0.5 : Boolean(startsOut)
  const first = forward ? 0 : length
  const last = forward ? length : 0
  // Metres that fit into the time; whoever cannot get through in it turns round.
  const reach = (seconds - 3) * speed
  const through = Boolean(startsOut && endsOut) && length <= reach
  const there = Math.min(length * (1 - roll(15) * 0.3), reach / 2)
  const furthest = through ? last : first + Math.sign(last - first) * there
  const spare = seconds - 3 - (Math.abs(furthest - first) * (through ? 1 : 2)) / speed
  const stops = route.stops.filter(({ distance }) => Math.abs(distance - first) <= Math.abs(furthest - first))
  const stop = roll(14) < 0.6 ? stops[Math.floor(roll(12) * stops.length)] : undefined
  const pause = Math.min(spare, 4 + roll(13) * 14)
  const legs: Leg[] = []
  if (stop && pause > 3) legs.push({ to: stop.distance, stay: pause, stop })
  else if (!through) legs.push({ to: furthest, stay: Math.min(Math.max(0, spare), 3) })
  legs.push({ to: through ? last : first, stay: 0 })
  return {
    start: first,
    speed,
    legs,
    // One leaves back over the entry unless one goes through.
    fadesIn: (forward ? startsOut : endsOut) !== 'unseen',
    fadesOut: (through === forward ? endsOut : startsOut) !== 'unseen',
  }
}

/** From stop to stop for the whole time. */
function lingering(
  route: Route,
  seconds: number,
  roll: Roll,
  stay: { shortest: number; longest: number },
): Itinerary {
  const speed = 0.8 + roll(10) * 0.3
  const legs: Leg[] = []
  const inside = (share: number) => route.length * (0.12 + 0.76 * share)
  let at = inside(roll(11))
  const start = at
  let left = seconds
  for (let k = 20; left > 0 && k < 200; k += 3) {
    const stop: Stop | undefined = route.stops[Math.floor(roll(k) * route.stops.length)]
    const to = stop?.distance ?? inside(roll(k))
    const length = stay.shortest + roll(k + 1) ** 2 * (stay.longest - stay.shortest)
    const { heading } = along(route, to, to >= at ? 1 : -1)
    legs.push({ to, stay: length, stop: stop ?? { distance: to, heading, pose: 'stand' } })
    left -= length + Math.abs(to - at) / speed
    at = to
  }
  return { start, speed, legs, seconds, fadesIn: true, fadesOut: true }
}
