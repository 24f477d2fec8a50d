import type { Attention, Camera, DeskShop, Text } from '@aisle/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { queryClient, sharedQueries } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { readJson, writeJson } from '../../lib/storage.ts'
import { areaSelection, useScope } from '../../shell/scope.ts'
import { toast } from '../../ui/toast.tsx'
import { useCapture } from '../capture/use-capture.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import type { LivePhase } from '../player/live-state.ts'
import { useWhenTold } from '../when-told.ts'
import { filled, noPanes, paneCount, withChosen, withLooked } from './panes.ts'
import { deskText as words } from './text.ts'

const againMs = 20_000
export const rotateSeconds = 30
/** Shops whose cameras are looked up to fill the panes. */
const shopsAhead = 8

type AreaQuery = NonNullable<NonNullable<Parameters<typeof api.patrol.desk>[0]>['query']>
const deskQuery = (area: AreaQuery) =>
  queryOptions({
    queryKey: ['desk', area],
    queryFn: ({ signal }) => api.patrol.desk({ query: area, signal }),
    refetchInterval: againMs,
    placeholderData: previous => previous,
  })

export type Looked = { cameraId: string; shopId: string; label: Text; posterUrl: string | null }
const isLooked = (value: unknown): value is Looked[] =>
  Array.isArray(value) &&
  value.every(
    each =>
      typeof each === 'object' &&
      each !== null &&
      'cameraId' in each &&
      'shopId' in each &&
      'label' in each &&
      typeof each.label === 'object',
  )

/** What is counted, shown and asked for on the desk; new notices make it ask at once. */
export function useDesk() {
  const { scope, trail } = useScope()
  const { user, can } = useSession()
  const area = useMemo<AreaQuery>(() => (scope.kind === 'all' ? {} : areaSelection(trail)), [scope, trail])
  const isReady = scope.kind === 'all' || trail.length > 0
  const query = useQuery({ ...deskQuery(area), enabled: isReady })
  useWhenTold('desk')

  const { data } = query
  const shopIds = useMemo(() => likelyShops(data?.attention ?? [], data?.shops ?? []), [data])
  const [extraIds, addShop] = useState<readonly string[]>([])
  const wantedShops = [...new Set([...shopIds, ...extraIds])].toSorted().join(',')
  const listed = useQuery({
    ...sharedQueries.cameras(wantedShops),
    enabled: wantedShops !== '',
    placeholderData: previous => previous,
    refetchInterval: againMs * 3,
  })
  const cameras = useMemo(
    () => new Map((listed.data ?? []).map(camera => [camera.id, camera])),
    [listed.data],
  )
  const candidates = useMemo(
    () => worthWatching(data?.attention ?? [], shopIds, listed.data ?? []),
    [data, shopIds, listed.data],
  )

  const [panes, setPanes] = useState(noPanes)
  const [isRotating, rotate] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!isRotating) return
    const timer = setInterval(() => setTurn(before => before + 1), rotateSeconds * 1000)
    return () => clearInterval(timer)
  }, [isRotating])
  const offset = candidates.length === 0 ? 0 : (turn * paneCount) % candidates.length
  const wanted = useMemo(
    () => [...candidates.slice(offset), ...candidates.slice(0, offset)],
    [candidates, offset],
  )
  useEffect(() => {
    if (wanted.length > 0) setPanes(before => filled(before, wanted, Date.now()))
  }, [wanted])

  const key = `desk-looked-${user?.id ?? ''}`
  const [looked, setLooked] = useState<readonly Looked[]>(() => readJson(key, isLooked) ?? [])
  const look = useCallback(
    (camera: Camera) =>
      setLooked(before => {
        const label = {
          zh: `${camera.shopname} ${camera.number}`,
          en: `${camera.shopnameEn || camera.shopname} ${camera.number}`,
        }
        const { id: cameraId, shopId, posterUrl } = camera
        const next = withLooked(before, { cameraId, shopId, label, posterUrl })
        writeJson(key, next)
        return next
      }),
    [key],
  )

  const onPhase = useCallback(
    (camera: Camera, phase: LivePhase) => {
      if (phase === 'live') look(camera)
    },
    [look],
  )
  const feeds = useRef<Feeds>(new Map()).current
  const captures = useCapture(feeds)
  const zoneOf = (shopId: string) =>
    data?.shops.find(shop => shop.shopId === shopId)?.timeZone ?? 'Asia/Shanghai'
  const show = (cameraId: string, shopId: string) => {
    addShop(before => [shopId, ...before.filter(id => id !== shopId)].slice(0, 24))
    setPanes(before => withChosen(before, cameraId, Date.now()))
  }
  return {
    query,
    isReady,
    cameras,
    areCamerasKnown: listed.data !== undefined,
    panes,
    isRotating,
    toggleRotation: () => rotate(on => !on),
    looked,
    onPhase,
    feeds,
    zoneOf,
    show,
    /** The first camera of the shop that answers. */
    async showShop(shop: DeskShop, shopName: string) {
      try {
        const list = await queryClient.fetchQuery(sharedQueries.cameras(shop.shopId))
        const first = list.find(camera => camera.status === 'online')
        if (first) show(first.id, shop.shopId)
        else toast.error(words.shopOff, { shop: shopName })
      } catch (error) {
        toast.error(error)
      }
    },
    keep: (index: number) =>
      setPanes(before =>
        before.map((pane, at) => (at === index && pane ? { ...pane, isKept: !pane.isKept } : pane)),
      ),
    mayCapture: can('inspect.operate'),
    captures,
    capture: (camera: Camera) => captures.take(camera, { timeZone: zoneOf(camera.shopId) }),
  }
}
export type Desk = ReturnType<typeof useDesk>

/** Shops of what asks for attention first, then those with the most warnings. */
function likelyShops(attention: readonly Attention[], shops: readonly DeskShop[]): string[] {
  const online = new Set(shops.filter(shop => shop.online > 0).map(shop => shop.shopId))
  const order = [...attention.map(each => each.shopId), ...shops.map(shop => shop.shopId)]
  return [...new Set(order)].filter(id => online.has(id)).slice(0, shopsAhead)
}

/** Cameras that answer: those that something is about, then one of each shop, then the rest. */
function worthWatching(
  attention: readonly Attention[],
  shopIds: readonly string[],
  cameras: readonly Camera[],
): string[] {
  const online = cameras.filter(camera => camera.status === 'online')
  const known = new Set(online.map(camera => camera.id))
  const about = attention.flatMap(each =>
    each.cameraId !== null && known.has(each.cameraId) ? [each.cameraId] : [],
  )
  const ofShop = (shopId: string) => online.filter(camera => camera.shopId === shopId)
  const first = shopIds.flatMap(shopId => ofShop(shopId)[0]?.id ?? [])
  return [...new Set([...about, ...first, ...online.map(camera => camera.id)])]
}
