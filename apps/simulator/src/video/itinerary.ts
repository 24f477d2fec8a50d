import type { Stop } from './routes.ts'

/** A walk along one route, in metres from its start and seconds from its beginning. */
export type Itinerary = {
  start: number
  /** Metres a second. */
  speed: number
  legs: Leg[]
  /** Ends then at the latest. */
  seconds?: number
  fadesIn: boolean
  fadesOut: boolean
}
/** Walk to a place, then stay there so many seconds. */
export type Leg = { to: number; stay: number; stop?: Stop }

export type Place = {
  distance: number
  direction: 1 | -1
  /** All metres walked so far, which moves the legs. */
  walked: number
  still: boolean
  /** What one stands still for. */
  stop?: Stop | undefined
  opacity: number
}

const fadeSeconds = 0.7

/** Where somebody is at a time; undefined before and after. */
export function placeAt(itinerary: Itinerary, seconds: number): Place | undefined {
  const total = Math.min(itinerary.seconds ?? Number.POSITIVE_INFINITY, lengthOf(itinerary))
  if (seconds < 0 || seconds >= total) return undefined
  const fadeIn = itinerary.fadesIn ? seconds / fadeSeconds : 1
  const fadeOut = itinerary.fadesOut ? (total - seconds) / fadeSeconds : 1
  const opacity = Math.min(1, fadeIn, fadeOut)
  let left = seconds
  let at = itinerary.start
  let walked = 0
  let direction: 1 | -1 = 1
  for (const { to, stay, stop } of itinerary.legs) {
    const way = Math.abs(to - at)
    if (way > 0) direction = to > at ? 1 : -1
    const walking = way / itinerary.speed
    if (left < walking) {
      const done = left * itinerary.speed
      return { distance: at + direction * done, direction, walked: walked + done, still: false, opacity }
    }
    left -= walking
    walked += way
    at = to
    if (left < stay) return { distance: at, direction, walked, still: true, stop, opacity }
    left -= stay
  }
  return undefined
}

function lengthOf({ start, speed, legs }: Itinerary): number {
  let at = start
  let seconds = 0
  for (const { to, stay } of legs) {
    seconds += Math.abs(to - at) / speed + stay
    at = to
  }
  return seconds
}
