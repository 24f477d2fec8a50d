import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useScope } from '../../shell/scope.ts'
import { inspectionQueries } from '../queries.ts'
import { type WallState, wallFromSetting, wallIn, withCameras, withWall } from './panes.ts'

const settingKey = 'wall.last'
const keepAfterMs = 1_000
const firstShops = 4

/** The wall of a first visit: a camera that works of each of the first shops in scope. */
async function firstWall(shopIds: readonly string[]): Promise<WallState> {
  const chosen = shopIds.slice(0, firstShops)
  const empty: WallState = { layout: '2x2', panes: [], rotateSeconds: 0 }
  if (chosen.length === 0) return empty
  const cameras = await api.cameras.list({ query: { shopId: chosen.join(',') } })
  const online = cameras.filter(camera => camera.status !== 'offline')
  // Another part of each shop: four entrances look like one.
  const oneEach = chosen.flatMap((shopId, index) => {
    const inShop = online.filter(camera => camera.shopId === shopId)
    return inShop[(index * 2) % inShop.length]?.id ?? []
  })
  const others = online.map(camera => camera.id).filter(id => !oneEach.includes(id))
  return { ...empty, panes: withCameras([], [...oneEach, ...others].slice(0, firstShops)) }
}

export type ChangeWall = (next: WallState, options?: { toFirstPage: boolean }) => void

/**
 * The wall as it stands in the address; without one, the last wall of the user, and on a first visit one that is made.
 * Every change goes to the address at once and to the settings a little later.
 */
export function useWallState() {
  const [search, setSearch] = useSearchParams()
  const written = search.toString()
  const inAddress = useMemo(() => wallIn(new URLSearchParams(written)), [written])
  const { scope } = useScope()
  const shops = useQuery(inspectionQueries.checkShops())
  const needsLast = inAddress === undefined
  const last = useQuery({
    queryKey: ['settings', settingKey],
    queryFn: async ({ signal }) =>
      wallFromSetting(await api.settings.read({ params: { key: settingKey }, signal })) ?? null,
    enabled: needsLast,
  })
  const shopIds = useMemo(() => {
    const ids = (shops.data?.records ?? []).map(shop => shop.shopid)
    return scope.kind === 'shop' ? [scope.shopId, ...ids.filter(id => id !== scope.shopId)] : ids
  }, [shops.data, scope])
  const first = useQuery({
    queryKey: ['wall', 'first', shopIds.slice(0, firstShops)],
    queryFn: () => firstWall(shopIds),
    enabled: needsLast && last.data === null && shops.data !== undefined,
  })
  const state = inAddress ?? last.data ?? first.data

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unsaved = useRef<WallState | undefined>(undefined)
  const keep = useCallback(() => {
    clearTimeout(timer.current)
    const value = unsaved.current
    unsaved.current = undefined
    // A layout that was not remembered is still in the address.
    if (value)
      api.settings.write({ params: { key: settingKey }, body: { value }, keepalive: true }).catch(() => {})
  }, [])
  useEffect(() => keep, [keep])

  const change: ChangeWall = useCallback(
    (next, options) => {
      setSearch(
        current => {
          const changed = withWall(current, next)
          // One step for both: two in a row would each begin from the same address.
          if (options?.toFirstPage) changed.delete('page')
          return changed
        },
        { replace: true },
      )
      unsaved.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(keep, keepAfterMs)
    },
    [setSearch, keep],
  )
  const error = state ? undefined : (last.error ?? shops.error ?? first.error)
  const retry = () => {
    for (const query of [last, shops, first]) if (query.isError) void query.refetch()
  }
  return { state, change, error, retry }
}
