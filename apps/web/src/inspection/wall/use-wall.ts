import type { Camera } from '@aisle/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { queryClient, sharedQueries } from '../../lib/queries.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import { useCapture } from '../capture/use-capture.ts'
import type { Feeds } from '../live/use-live-feed.ts'
import { usePresets } from '../presets/use-presets.ts'
import { speeds, useSteering } from '../steering/use-steering.ts'
import type { Dragged } from './drag.ts'
import { neighbour, shapes } from './layouts.ts'
import {
  changed,
  moved,
  type RotateSeconds,
  type Slot,
  type WallPane,
  type WallState,
  wallPages,
  withCameras,
  withoutCameras,
} from './panes.ts'
import { useRotation } from './use-rotation.ts'
import { useCamerasById, useShopZones } from './use-wall-cameras.ts'
import type { ChangeWall } from './use-wall-state.ts'

const usualRotation = 30

/** Everything that a wall is while it is watched: its pages, the chosen pane, steering, captures, rotation. */
export function useWall(state: WallState, change: ChangeWall) {
  const [search, setSearch] = useSearchParams()
  const { can } = useSession()
  const { layout, panes, rotateSeconds } = state
  const { size } = shapes[layout]
  const pages = useMemo(() => wallPages(panes, size), [panes, size])
  const page = Math.min(Math.max(1, Number(search.get('page')) || 1), pages.length) - 1
  const slots = pages[page] ?? []
  const { byId, isComplete, error, refetch } = useCamerasById(
    useMemo(() => panes.flatMap(pane => pane?.cameraId ?? []), [panes]),
  )
  const zoneOf = useShopZones([...byId.values()].map(camera => camera.shopId))

  const feeds = useRef<Feeds>(new Map()).current
  const [selectedId, select] = useState<string>()
  const [singleId, setSingle] = useState<string>()
  const [soundId, setSound] = useState<string>()
  const [isSteering, setSteering] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(element)

  const shown = slots.flatMap(({ pane }) => (pane ? (byId.get(pane.cameraId) ?? []) : []))
  const selected = shown.find(camera => camera.id === selectedId)
  const single = shown.find(camera => camera.id === singleId)?.id
  const steering = useSteering(isSteering ? selected : undefined, speeds.mid)
  const presets = usePresets(isSteering ? selected : undefined, steering, feeds)
  const captures = useCapture(feeds)

  const goTo = useCallback(
    (next: number) => {
      setSingle(undefined)
      setSteering(false)
      setSearch(
        current => {
          const changedSearch = new URLSearchParams(current)
          if (next === 0) changedSearch.delete('page')
          else changedSearch.set('page', String(next + 1))
          return changedSearch
        },
        { replace: true },
      )
    },
    [setSearch],
  )
  const turn = (by: number) => goTo((page + by + pages.length) % pages.length)
  const rotation = useRotation({
    seconds: rotateSeconds,
    pageCount: pages.length,
    page,
    isHeld: isTouched || isSteering || isMenuOpen || single !== undefined,
    turn: () => turn(1),
  })
  const ahead = rotation?.isNear ? (pages[(page + 1) % pages.length] ?? []) : []

  const setPanes = (next: WallState['panes']) => change({ ...state, panes: next })
  const move = (from: Slot, to: Slot) => setPanes(moved(panes, size, from, to))
  async function addShop(shopId: string, from = 0) {
    try {
      const cameras = await queryClient.fetchQuery(sharedQueries.cameras(shopId))
      setPanes(
        withCameras(
          panes,
          cameras.map(camera => camera.id),
          from,
        ),
      )
    } catch (failure) {
      toast.error(failure)
    }
  }
  const operates = can('inspect.operate')
  const around = (camera: Camera) => ({
    timeZone: zoneOf(camera.shopId),
    presetId: camera.id === selectedId ? presets.presentId : undefined,
  })

  return {
    state,
    layout,
    size,
    panes,
    pages,
    page,
    slots,
    ahead,
    cameras: byId,
    isComplete,
    error,
    refetch,
    zoneOf,
    feeds,
    element,
    fullScreen,
    selected,
    select: (id: string | undefined) => {
      if (id !== selectedId) setSteering(false)
      select(id)
    },
    single,
    toggleSingle: (id: string) => setSingle(single === id ? undefined : id),
    /** The one pane that is heard. */
    soundId,
    toggleSound: (id: string) => setSound(soundId === id ? undefined : id),
    leaveSingle: () => setSingle(undefined),
    steering,
    presets,
    isSteering,
    toggleSteering(id: string) {
      setSteering(id === selectedId ? !isSteering : true)
      select(id)
    },
    operates,
    captures,
    capture: (camera: Camera) => captures.take(camera, around(camera)),
    captureAll: () => captures.takeAll(shown, { timeZone: zoneOf(shown[0]?.shopId ?? '') }),
    rotation,
    setTouched,
    setMenuOpen,
    turn,
    goTo,
    moveSelection(dx: number, dy: number) {
      const from = slots.find(({ pane }) => pane?.cameraId === selectedId)?.slot ?? 0
      const next = selected ? neighbour(layout, from, dx, dy) : 0
      const pane = slots[next]?.pane
      if (pane) select(pane.cameraId)
    },
    /** The chosen pane changes its place with the one beside it. */
    moveSelected(dx: number, dy: number) {
      const from = slots.find(({ pane }) => pane?.cameraId === selected?.id)
      const to = from && slots[neighbour(layout, from.slot, dx, dy)]
      if (to && to !== from) move(from, to)
    },
    setLayout: (next: WallState['layout']) => {
      setSingle(undefined)
      change({ ...state, layout: next }, { toFirstPage: true })
    },
    setRotation: (next: RotateSeconds) => change({ ...state, rotateSeconds: next }),
    toggleRotation: () => change({ ...state, rotateSeconds: rotateSeconds === 0 ? usualRotation : 0 }),
    add: (cameraIds: readonly string[], from = 0) => setPanes(withCameras(panes, cameraIds, from)),
    addShop,
    takeAway: (...cameraIds: string[]) => setPanes(withoutCameras(panes, cameraIds)),
    move,
    setPane: (cameraId: string, next: Partial<WallPane>) => setPanes(changed(panes, cameraId, next)),
    drop(dragged: Dragged, index: number) {
      if (dragged.kind === 'pane') {
        const [from, to] = [dragged.index, index].map(at => slots.find(slot => slot.index === at))
        if (from && to) move(from, to)
      } else if (dragged.kind === 'camera') setPanes(withCameras(panes, [dragged.cameraId], index))
      else void addShop(dragged.shopId, index)
    },
    load(next: WallState) {
      setSingle(undefined)
      select(undefined)
      change(next, { toFirstPage: true })
    },
  }
}
export type WallWork = ReturnType<typeof useWall>
