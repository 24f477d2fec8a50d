import {
  AppError,
  isAllowed,
  type Page,
  type PersonIdentity,
  type PersonTrack,
  type TrackedVisit,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { placeNames, type Somewhere, shopsIn } from './places.ts'
import { isoOf, shopOf } from './service.ts'
import { addressOfPicture } from './sketch.ts'
import type { Days, PersonStore, WayRow } from './store.ts'
import { text } from './text.ts'

type Deps = {
  db: Database
  store: PersonStore
  /** Maps of floors as the measure store numbers them, and back. */
  floorsOfMaps(maps: readonly number[]): Promise<ReadonlyMap<number, number>>
  mapsOfFloors(floors: readonly number[]): Promise<readonly number[]>
}

/** Ways of single persons through shops. */
export function trackService({ db, store, floorsOfMaps, mapsOfFloors }: Deps) {
  return {
    async list(
      caller: Caller,
      {
        pageNumber,
        pageSize,
        from,
        to,
        floorIds = [],
        keyword,
        identities,
        personIds,
        ...where
      }: Somewhere &
        Days & {
          pageNumber: number
          pageSize: number
          identities?: readonly PersonIdentity[] | undefined
          floorIds?: readonly number[] | undefined
          personIds?: readonly number[] | undefined
          keyword: string
        },
    ): Promise<Page<TrackedVisit>> {
      const shops = await shopsIn(db, caller.scope, where)
      const { total, found } = await store.ways(
        [...shops.keys()],
        { from, to },
        {
          identities,
          personIds,
          keyword: keyword.replace(/^#/, ''),
          ...(floorIds.length > 0 ? { mapIds: await mapsOfFloors(floorIds) } : {}),
        },
        { offset: (pageNumber - 1) * pageSize, limit: pageSize },
      )
      const floorOf = await floors(found.flatMap(({ maps }) => maps))
      const records = found.map(row => ({
        ...summary(row),
        shop: shopOf(shops, row.shop_id),
        floors: row.maps.flatMap(map => floorOf(map) ?? []),
      }))
      return { current: pageNumber, size: pageSize, total, records }
    },

    /** @throws AppError notFound where the shop is not the caller's or has no such track */
    async open(caller: Caller, shopId: string, trackId: string): Promise<PersonTrack> {
      const shops = await shopsIn(db, caller.scope, { shopIds: [shopId] }).catch(() => undefined)
      const tracks = shops ? await store.way(Number(shopId), trackId) : []
      const [first] = tracks
      if (!shops || !first) throw new AppError('notFound', text.noTrack)
      const parts = tracks.map(({ map_id, at, dt, x, y }) => {
        let passed = at - first.at
        return {
          mapId: map_id,
          points: x.map((left, index): [number, number, number] => {
            passed += dt[index] ?? 0
            return [passed, left, y[index] ?? 0]
          }),
        }
      })
      const days = { from: first.day, to: first.day }
      const begin = first.at / 1000
      const end = Math.max(...parts.map(({ points }) => begin + (points.at(-1)?.[0] ?? 0) / 1000))
      const [stops, faces] = await Promise.all([
        first.visit === '0' ? [] : store.stops([Number(shopId)], days, [first.visit]),
        isAllowed(caller.authorities, ['customer.face']) && first.person_id > 0
          ? store.facesBetween(Number(shopId), first.person_id, first.day, begin, end)
          : [],
      ])
      const [names, floorOf] = await Promise.all([
        placeNames(db, {
          zone: [...stops, ...faces].map(({ zone_id }) => zone_id),
          entrance: faces.map(({ entrance_id }) => entrance_id),
          device: faces.map(({ device_id }) => device_id),
        }),
        floors(parts.map(({ mapId }) => mapId)),
      ])
      const maps = [...new Set(parts.map(({ mapId }) => mapId))]
      return {
        ...summary({
          shop_id: Number(shopId),
          way: trackId,
          day: first.day,
          person_id: first.person_id,
          identity: first.identity,
          at: begin,
          ends: end,
          zones: new Set(tracks.flatMap(({ zone_path }) => zone_path)).size,
          maps,
        }),
        shop: shopOf(shops, Number(shopId)),
        floors: maps.flatMap(map => floorOf(map) ?? []),
        parts: parts.map(part => ({ ...part, floor: floorOf(part.mapId) ?? null })),
        stops: stops.flatMap(({ zone_id, at, dwell_s }) => {
          const zone = names('zone', zone_id)
          return zone ? [{ zone, at: isoOf(at), dwellSeconds: dwell_s }] : []
        }),
        captures: faces.map(({ at, device_id, zone_id, entrance_id, seconds, picture }) => ({
          at: isoOf(at),
          place: names('zone', zone_id) ?? names('entrance', entrance_id),
          device: names('device', device_id),
          seconds,
          picture: addressOfPicture(picture, String(first.person_id)) ?? null,
        })),
      }
    },
  }

  async function floors(maps: readonly number[]) {
    const known = await floorsOfMaps([...new Set(maps)])
    const names = await placeNames(db, { floor: [...known.values()] })
    return (map: number) => {
      const floor = known.get(map)
      return floor === undefined ? undefined : (names('floor', floor) ?? undefined)
    }
  }
}
export type TrackService = ReturnType<typeof trackService>

const summary = ({ shop_id, way, day, person_id, identity, at, ends, zones }: WayRow) => ({
  shopId: String(shop_id),
  trackId: way,
  personId: String(person_id),
  identity,
  date: day,
  at: isoOf(at),
  seconds: Math.max(0, Math.round(ends - at)),
  zones,
})
