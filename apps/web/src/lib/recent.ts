import { readJson, writeJson } from './storage.ts'
import { createStore } from './store.ts'

/** A place the user was at: a page with what it looked at, ready to go back to. */
export type Place = { pageId: string; address: string; shopId?: string; at: number }

const key = 'recentPlaces'
const kept = 20

function isPlaces(value: unknown): value is Place[] {
  return (
    Array.isArray(value) &&
    value.every(
      (place: unknown) =>
        typeof place === 'object' &&
        place !== null &&
        'pageId' in place &&
        'address' in place &&
        'at' in place,
    )
  )
}

/** The last 20 places, latest first. */
export const recentPlaces = createStore<readonly Place[]>(readJson(key, isPlaces) ?? [])

/** Puts a place on top; the same page with the same shop is kept once. */
export function visit(place: Place) {
  const others = recentPlaces
    .get()
    .filter(other => other.pageId !== place.pageId || other.shopId !== place.shopId)
  const next = [place, ...others].slice(0, kept)
  writeJson(key, next)
  recentPlaces.set(next)
}

export function forgetPlaces() {
  writeJson(key, [])
  recentPlaces.set([])
}
