import type { Camera, ShopDetail } from '@aisle/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.tsx'
import { useFullScreen } from '../../ui/use-full-screen.ts'
import type { PictureSource } from '../capture/capture.ts'
import { useCapture } from '../capture/use-capture.ts'
import { refreshPictures } from '../queries.ts'
import type { Conductor } from './conductor.ts'
import {
  activityEvents,
  bookmarkEvents,
  inOrder,
  nextEvent,
  type PlayEvent,
  pictureEvents,
} from './events.ts'
import { playbackQueries } from './queries.ts'
import { nextBegin, previousBegin, type Recorded, type Span } from './recorded.ts'
import { dayOf, dayRange, momentOf, shiftDay, writtenMoment } from './shop-day.ts'
import { playbackText as words } from './text.ts'
import { useBookmarks } from './use-bookmarks.ts'
import { useClockSecond, useConductor } from './use-conductor.ts'
import { useShopEvents } from './use-shop-events.ts'

export const mostPanes = 4
export const allSpeeds = [0.5, 1, 2, 4, 8, 16]
/** What a visit without a time begins with. */
const usualAgoMs = 5 * 60_000
const writeAddressMs = 5_000

/** What is known of the recordings of one pane's day. */
export type Lane = {
  camera: Camera
  recorded: readonly Recorded[] | undefined
  isComplete: boolean
  error: unknown
  retry(): void
  events: PlayEvent[]
}

export const hasPlayback = (camera: Camera) => camera.capabilities.playback

export type PlaybackOptions = {
  /** The one camera that is replayed, where something else chooses it. */
  camera?: Camera | undefined
  /** Recordings are listed and no session is opened: something else is looked at. */
  isIdle?: boolean
  /** False for who may not see recordings: none are asked for. */
  isListed?: boolean
  /** False where cameras and time do not stand in the address. */
  hasAddress?: boolean
}

/** Everything that replaying a shop is: which cameras, what time, what is recorded, what happened. */
export function usePlayback(
  shop: ShopDetail,
  cameras: readonly Camera[],
  { camera, isIdle = false, isListed = true, hasAddress = true }: PlaybackOptions = {},
) {
  const { timeZone } = shop
  const [search, setSearch] = useSearchParams()
  const format = useFormat()
  const { can } = useSession()
  const [chosen, choose] = useState(() => (camera ? [camera] : camerasIn(search, cameras)))
  const [mainId, setMain] = useState(() => chosen[0]?.id ?? '')
  const [asked] = useState(() => momentOf(search.get('at') ?? '', timeZone))
  const [begin] = useState(() => asked ?? Date.now() - usualAgoMs)
  const { director, view } = useConductor(cameras, Math.min(begin, Date.now()), asked !== undefined)
  const [day, setDay] = useState(() => dayOf(director.now(), timeZone))
  const range = useMemo(() => dayRange(day, timeZone), [day, timeZone])
  const [clip, setClip] = useState<Span>()
  const pane = useRef<HTMLDivElement>(null)
  const fullScreen = useFullScreen(pane)
  const main = chosen.find(({ id }) => id === mainId) ?? chosen[0]

  const isToday = day === dayOf(Date.now(), timeZone)
  const lists = useQueries({
    queries: chosen.map(({ id }) => ({
      ...playbackQueries.recorded(id, day, timeZone),
      enabled: isListed,
      refetchInterval: (query: { state: { data?: { list: readonly Recorded[] } | undefined } }) =>
        isToday && listAgainMs(query.state.data?.list ?? [], director.now()),
    })),
  })
  const pictures = useQuery(playbackQueries.pictures(shop.shopid, day, timeZone))
  const captures = useCapture(pictureSources(director))

  const ids = chosen.map(({ id }) => id)
  const taken = [...captures.taken, ...(pictures.data ?? [])].filter(
    (picture, at, all) => all.findIndex(({ id }) => id === picture.id) === at,
  )
  const bookmarks = useBookmarks(shop.shopid, day, timeZone, isListed && can('inspect.playback'))
  const marks = [...pictureEvents(taken, ids), ...bookmarkEvents(bookmarks.list, ids)].filter(
    ({ at }) => at >= range.from && at < range.to,
  )
  const lanes: Lane[] = chosen.map((camera, at) => {
    const list = lists[at]
    return {
      camera,
      recorded: list?.data?.list,
      isComplete: list?.data?.complete ?? true,
      error: list?.isError && !list.data ? list.error : undefined,
      retry: () => void list?.refetch(),
      events: inOrder([
        ...marks.filter(({ cameraId }) => cameraId === camera.id),
        ...activityEvents(camera.id, list?.data?.list ?? []),
      ]),
    }
  })
  const shopEvents = useShopEvents(shop.shopid, day, timeZone, main?.id)
  const events = inOrder([...lanes.flatMap(lane => lane.events), ...shopEvents])

  useEffect(() => {
    if (!camera) return
    choose([camera])
    setMain(camera.id)
  }, [camera])
  const written = ids.join(',')
  const played = isIdle ? '' : written
  useEffect(() => director.setCameras(played.split(',').filter(Boolean)), [director, played])
  useRecorded(director, lanes, day)
  useLandingNote(view.landed, ms =>
    toast.info(ms < 0 ? words.wentBack : words.jumped, { time: format.duration(Math.abs(ms)) }),
  )

  const second = useClockSecond(director)
  const clockDay = dayOf(second, timeZone)
  useEffect(() => setDay(clockDay), [clockDay])
  useAddress(director, written, mainId, timeZone, hasAddress ? setSearch : undefined)

  const seek = (at: number) => {
    if (at > Date.now()) {
      toast.info(words.inFuture)
      return
    }
    director.seek(at)
    setDay(dayOf(at, timeZone))
  }
  const go = (at: number | undefined) => {
    if (at === undefined) toast.info(words.noMore)
    else seek(at)
  }
  const speeds = allSpeeds.filter(speed =>
    chosen.every(
      ({ id, capabilities }) =>
        speed === 1 || (capabilities.speeds.includes(speed) && !view.tracks.get(id)?.isFixedRate),
    ),
  )
  // A camera that came in may play slower than the others did.
  const isTooFast = !speeds.includes(view.rate)
  useEffect(() => {
    if (isTooFast) director.setRate(1)
  }, [director, isTooFast])

  return {
    shop,
    timeZone,
    cameras,
    chosen,
    main,
    lanes,
    events,
    director,
    view,
    day,
    range,
    isToday,
    clip,
    setClip,
    pane,
    fullScreen,
    captures,
    speeds,
    /** The first camera that keeps all at 1×, to be named. */
    slowest: chosen.find(
      ({ id, capabilities }) =>
        view.tracks.get(id)?.isFixedRate || capabilities.speeds.every(speed => speed === 1),
    ),
    setMain,
    add(camera: Camera) {
      if (chosen.length < mostPanes) choose([...chosen, camera])
      else toast.info(words.full)
    },
    remove(camera: Camera) {
      if (chosen.length > 1) choose(chosen.filter(({ id }) => id !== camera.id))
    },
    /** Shows this camera alone, as phones do. */
    only(camera: Camera) {
      choose([camera])
      setMain(camera.id)
    },
    seek,
    skip: (ms: number) => seek(Math.min(director.now() + ms, Date.now() - 1000)),
    goDay(to: string) {
      const clock = writtenMoment(director.now(), timeZone).slice(11)
      const at = momentOf(`${to}T${clock}`, timeZone) ?? dayRange(to, timeZone).from
      seek(Math.min(at, Date.now() - usualAgoMs))
    },
    stepDay(by: 1 | -1) {
      const to = shiftDay(day, by)
      if (to <= dayOf(Date.now(), timeZone)) this.goDay(to)
    },
    toRecording: (by: 1 | -1) =>
      go((by === 1 ? nextBegin : previousBegin)(director.coverage(), director.now())),
    toEvent: (by: 1 | -1) => go(nextEvent(events, director.now(), by)?.at),
    togglePlay: () => director.setPlaying(!view.isPlaying),
    setRate(rate: number) {
      if (speeds.includes(rate)) director.setRate(rate)
    },
    step(by: 1 | -1) {
      if (main) director.step(main.id, by)
    },
    switchMain(by: 1 | -1) {
      const at = chosen.findIndex(({ id }) => id === main?.id)
      const next = chosen[(at + by + chosen.length) % chosen.length]
      if (next) setMain(next.id)
    },
    bookmarks,
    /** Marks the moment that the main picture shows. */
    async bookmark() {
      if (main) await bookmarks.make(main.id, director.track(main.id)?.shownAt() ?? director.now())
    },
    mayCapture: can('inspect.operate'),
    /** The picture that was saved; undefined, and said so, where none was. */
    async capture() {
      if (!main) return undefined
      const shown = director.track(main.id)?.shown()
      if (shown && !shown.canReadFrame) {
        toast.error(words.unreadable)
        return undefined
      }
      const picture = await captures.take(main, { timeZone, isRecording: true })
      await refreshPictures(shop.shopid)
      return picture
    },
  }
}
export type PlaybackModel = ReturnType<typeof usePlayback>

/** The list of the present day grows: soon where its end is near, now and then otherwise. */
function listAgainMs(list: readonly Recorded[], at: number): number {
  const isNear = Date.now() - at < 180_000 && list.every(({ to }) => to < at + 20_000)
  return isNear ? 8_000 : 60_000
}

const none: readonly Recorded[] = []

/** Tells the clock what is recorded; a list that could not be had is as good as empty, and the pane says why. */
function useRecorded(director: Conductor, lanes: readonly Lane[], day: string) {
  const known = useRef(new Map<string, unknown>())
  useEffect(() => {
    for (const { camera, recorded, error } of lanes) {
      const list = recorded ?? (error === undefined ? undefined : none)
      const before = known.current.get(camera.id)
      if (before === list && known.current.has(camera.id)) continue
      known.current.set(camera.id, list)
      director.setRecorded(camera.id, list)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day knows nothing of the one before
  useEffect(() => () => known.current.clear(), [day])
}

function useLandingNote(
  landed: { number: number; jumpedMs: number } | undefined,
  note: (ms: number) => void,
) {
  const said = useRef(0)
  useEffect(() => {
    if (!landed || landed.number === said.current) return
    said.current = landed.number
    note(landed.jumpedMs)
  })
}

type SetSearch = ReturnType<typeof useSearchParams>[1]

/** Keeps cameras and time in the address, so that a link or a reload shows the same. */
function useAddress(
  director: Conductor,
  ids: string,
  mainId: string,
  timeZone: string,
  setSearch: SetSearch | undefined,
) {
  const latest = useRef(setSearch)
  useEffect(() => {
    latest.current = setSearch
  })
  const isKept = setSearch !== undefined
  useEffect(() => {
    if (!isKept) return
    let last = ''
    const write = () => {
      const at = writtenMoment(director.now(), timeZone)
      if (at === last) return
      last = at
      const order = [mainId, ...ids.split(',').filter(id => id !== mainId)].join(',')
      latest.current?.(
        current => {
          const next = new URLSearchParams(current)
          next.delete('camera')
          next.set('cameras', order)
          next.set('at', at)
          return next
        },
        { replace: true },
      )
    }
    write()
    const timer = setInterval(write, writeAddressMs)
    return () => clearInterval(timer)
  }, [director, ids, mainId, timeZone, isKept])
}

function camerasIn(search: URLSearchParams, cameras: readonly Camera[]): Camera[] {
  const wanted = `${search.get('cameras') ?? ''},${search.get('camera') ?? ''}`.split(',')
  const found = [...new Set(wanted)].flatMap(id => cameras.find(camera => camera.id === id) ?? [])
  if (found.length > 0) return found.slice(0, mostPanes)
  const able = cameras.filter(hasPlayback)
  const first = able.find(({ status }) => status === 'online') ?? able[0] ?? cameras[0]
  return first ? [first] : []
}

/** The recordings on the screen as captures take them: the picture, and the time it shows. */
const pictureSources = (director: Conductor) => ({
  get(id: string): PictureSource | undefined {
    const track = director.track(id)
    return (
      track && {
        stage: track.stage,
        shown: track.shown,
        state: () => ({ lastPictureAt: track.shownAt() }),
      }
    )
  },
})
