import { readJson, writeJson } from './storage.ts'
import { createStore } from './store.ts'

/** A place the user was at: a page with what it looked at, ready to go back to. */
export type Place = {
  pageId: string
  address: string
  shopId?: string
  at: number
  /** Stays, with just this address, until it is unpinned. */
  isPinned?: boolean
}

const key = 'recentPlaces'
/** Beside those that are pinned. */
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

/** The last 20 places and the pinned ones, latest first. */
export const recentPlaces = createStore<readonly Place[]>(readJson(key, isPlaces) ?? [])

function keep(places: readonly Place[]) {
  let free = 0
  const next = places.filter(place => {
    if (!place.isPinned) free += 1
    return place.isPinned || free <= kept
  })
  writeJson(key, next)
  recentPlaces.set(next)
}

/** Puts a place on top; the same page with the same shop is kept once, but for what is pinned. */
export function visit(place: Place) {
  const all = recentPlaces.get()
  const same = all.find(other => other.isPinned && other.address === place.address)
  if (same) return keep([{ ...place, isPinned: true }, ...all.filter(other => other !== same)])
  const isOther = (other: Place) =>
    other.isPinned || other.pageId !== place.pageId || other.shopId !== place.shopId
  keep([place, ...all.filter(isOther)])
}

/** Keeps a place whatever is opened after it, or lets go of it again. */
export function pinPlace(address: string, isPinned: boolean) {
  keep(
    recentPlaces.get().map(place => {
      if (place.address !== address) return place
      const { isPinned: _, ...rest } = place
      return isPinned ? { ...rest, isPinned } : rest
    }),
  )
}

export function forgetPlace(address: string) {
  keep(recentPlaces.get().filter(place => place.address !== address))
}

/** Forgets all places; `pinned` too where that is said. */
export function forgetPlaces({ pinned = true }: { pinned?: boolean } = {}) {
  keep(pinned ? [] : recentPlaces.get().filter(place => place.isPinned))
}
