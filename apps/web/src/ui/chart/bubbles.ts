/** Something that stands at a place on earth, with a value. */
export type PlacedValue = {
  id: string
  name: string
  longitude: number
  latitude: number
  value: number | null
}

/** A bubble: its middle in per cent of the picture from the left and top, and its width in px. */
export type Bubble<Place> = { place: Place; left: number; top: number; size: number }

const degree = Math.PI / 180
/** Per cent of the picture that is left free around the outermost. */
const margin = 8
const least = 8
const most = 34
/** Degrees of latitude that a picture spans at least: two shops of a street are not drawn at its ends. */
const leastSpan = 0.04

/**
 * Places as bubbles on a plain projection, a degree of longitude as wide as it is at the middle. The picture is `ratio` times as wide
 * as it is high; the largest come first, so that small ones lie on top. Areas go with the values.
 */
export function bubblesOf<Place extends PlacedValue>(
  places: readonly Place[],
): { ratio: number; bubbles: Bubble<Place>[] } {
  const [south, north] = ends(places.map(({ latitude }) => latitude))
  const [west, east] = ends(places.map(({ longitude }) => longitude))
  const shrink = Math.cos(((south + north) / 2) * degree)
  const width = Math.max((east - west) * shrink, leastSpan)
  const height = Math.max(north - south, leastSpan)
  const ratio = Math.min(2, Math.max(0.9, width / height))
  // What is too flat or too narrow for the picture lies in its middle.
  const span = { x: Math.max(width, height * ratio), y: Math.max(height, width / ratio) }
  const middle = { x: (west + east) / 2, y: (south + north) / 2 }
  const high = Math.max(0, ...places.map(({ value }) => value ?? 0))
  const room = 100 - 2 * margin
  return {
    ratio,
    bubbles: places
      .toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))
      .map(place => ({
        place,
        left: 50 + (((place.longitude - middle.x) * shrink) / span.x) * room,
        top: 50 - ((place.latitude - middle.y) / span.y) * room,
        size: bubbleSize(place.value, high),
      })),
  }
}

/** Width of a bubble in px where `high` is the largest value: areas go with the values. */
export const bubbleSize = (value: number | null, high: number): number =>
  high === 0 ? least : least + (most - least) * Math.sqrt((value ?? 0) / high)

const ends = (values: readonly number[]): [number, number] =>
  values.length === 0 ? [0, 0] : [Math.min(...values), Math.max(...values)]
