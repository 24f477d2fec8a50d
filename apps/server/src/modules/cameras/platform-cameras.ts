import {
  AppError,
  type AreaSelection,
  type Camera,
  mostRecordedDays,
  providerOfSourceType,
  type RecordedCamera,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { PlatformFilter, PlatformStore } from './platform-store.ts'
import {
  type DayRange,
  dayRange,
  gapsIn,
  type Known,
  type RecordedDays,
  type Stretch,
  secondsOf,
} from './recorded-days.ts'
import type { CameraRow, Found } from './store.ts'
import { text } from './text.ts'

type Asked = AreaSelection & {
  ys: number
  shopId?: string | undefined
  cameraId?: string | undefined
  keyword?: string | undefined
}
const dayMs = 86_400_000
/** Cameras asked what they can do before they are counted. */
const askedForTotals = 300

type Paged = { pageNumber: number; pageSize: number }

type Deps = {
  store: PlatformStore
  /** Cameras as the console gets them. */
  answers(caller: Caller, all: readonly Found[]): Promise<Camera[]>
  recorded: RecordedDays
  now: () => Date
}

/** The cameras of one platform over the shops of an area. */
export function platformCameraService({ store, answers, recorded, now }: Deps) {
  return {
    async list(
      caller: Caller,
      {
        status,
        sort,
        pageNumber,
        pageSize,
        ...asked
      }: Asked & Paged & { status?: CameraRow['status'] | undefined; sort: 'status' | 'shop' },
    ) {
      const filter = filterOf(asked)
      if (!filter) return nothing({ pageNumber, pageSize })
      // Who was never asked what it can do is asked now: not waited for long, and counted the next time.
      const unasked = await store.page(
        caller.scope,
        { ...filter, isUnasked: true },
        { offset: 0, limit: askedForTotals },
      )
      if (unasked.rows.length > 0) await answers(caller, unasked.rows)
      const slice = {
        offset: (pageNumber - 1) * pageSize,
        limit: pageSize,
        isOfflineFirst: sort === 'status',
      }
      const [{ rows, total }, totals, shops] = await Promise.all([
        store.page(caller.scope, { ...filter, status }, slice),
        store.totals(caller.scope, filter),
        store.shops(caller.scope, filter),
      ])
      const cameras = await answers(caller, rows)
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: cameras.map((camera, place) => ({
          ...camera,
          presetIndexes: rows[place]?.presetIndexes ?? [],
          timeZone: rows[place]?.shop.timeZone ?? '',
        })),
        totals: { ...totals, onlineRate: percent(totals.online, totals.cameras) },
        shops: shops.map(({ id, name, nameEn, ...counts }) => ({
          shopId: id,
          shopname: name,
          shopnameEn: nameEn || name,
          ...counts,
        })),
      }
    },

    /** @throws AppError invalidInput where the days are in a wrong order, too many, or `day` is none of them */
    async recordings(
      caller: Caller,
      {
        from,
        to,
        day,
        pageNumber,
        pageSize,
        ...asked
      }: Asked & Paged & { from: string; to: string; day: string },
    ) {
      refuseWrongDays(from, to, day)
      const filter = filterOf(asked)
      const offset = (pageNumber - 1) * pageSize
      const { rows, total } = filter
        ? await store.page(caller.scope, filter, { offset, limit: pageSize })
        : { rows: [], total: 0 }
      const known = await recorded.of(rows, { first: from, last: to })
      const at = now().getTime()
      const records = rows.map((found, place) =>
        recordedAnswer(found, known[place] ?? { state: 'unable' }, { first: from, last: to }, day, at),
      )
      return { current: pageNumber, size: pageSize, total, records, byDay: byDay(records) }
    },
  }
}
export type PlatformCameraService = ReturnType<typeof platformCameraService>

const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10)

const nothing = ({ pageNumber, pageSize }: Paged) => ({
  current: pageNumber,
  size: pageSize,
  total: 0,
  records: [],
  totals: { cameras: 0, online: 0, offline: 0, onlineRate: null, ptz: 0, unsure: 0 },
  shops: [],
})

function filterOf({ ys, shopId, cameraId, keyword, ...area }: Asked): PlatformFilter | undefined {
  const provider = providerOfSourceType(ys)
  return provider && { provider, area, shopId, cameraId, keyword }
}

function refuseWrongDays(from: string, to: string, day: string): void {
  const fault = (path: string, message: string) =>
    new AppError('invalidInput', text.wrongRange, { errors: [{ path, message }] })
  if (to < from) throw fault('to', 'before from')
  if ((Date.parse(to) - Date.parse(from)) / dayMs >= mostRecordedDays)
    throw fault('to', `more than ${mostRecordedDays} days`)
  if (day < from || day > to) throw fault('day', 'not one of the days')
}

function recordedAnswer(
  { camera, shop }: Found,
  known: Known,
  { first, last }: DayRange,
  day: string,
  at: number,
): RecordedCamera {
  const due = (date: string) => {
    const range = dayRange(date, shop.timeZone)
    return { start: range.start, end: Math.max(range.start, Math.min(range.end, at)) }
  }
  const isKnown = known.state === 'recorded' || known.state === 'nothing'
  const days = isKnown ? daysKept(known.days) : []
  const spans = days.find(([date]) => date === day)?.[1] ?? []
  return {
    cameraId: camera.id,
    number: camera.number,
    name: camera.name,
    nameEn: camera.nameEn || camera.name,
    shopId: shop.id,
    shopname: shop.name,
    shopnameEn: shop.nameEn || shop.name,
    timeZone: shop.timeZone,
    status: camera.status,
    state: known.state,
    failure: known.state === 'unknown' ? known.failure : null,
    complete: isKnown && known.isComplete,
    days: days
      .filter(([date]) => date >= first && date <= last)
      .map(([date, stretches]) => ({
        date,
        dueSeconds: Math.round((due(date).end - due(date).start) / 1000),
        seconds: secondsOf(stretches),
        cloudSeconds: secondsOf(stretches.filter(({ source }) => source === 'cloud')),
        deviceSeconds: secondsOf(stretches.filter(({ source }) => source === 'device')),
      })),
    spans: spans.map(({ start, end, source }) => ({ from: iso(start), to: iso(end), source })),
    gaps: days.some(([date]) => date === day)
      ? gapsIn(spans, due(day)).map(({ start, end }) => ({ from: iso(start), to: iso(end) }))
      : [],
  }
}

const iso = (at: number) => new Date(at).toISOString()

/** Platforms forget: days before the first that has anything were not kept. Where nothing is, all days count. */
function daysKept(days: ReadonlyMap<string, Stretch[]>): [date: string, stretches: Stretch[]][] {
  const all = [...days]
  const first = all.findIndex(([, stretches]) => stretches.length > 0)
  return all.slice(Math.max(0, first))
}

function byDay(records: readonly RecordedCamera[]) {
  const sums = new Map<string, { cameras: number; dueSeconds: number; seconds: number }>()
  for (const { date, dueSeconds, seconds } of records.flatMap(record => record.days)) {
    const sum = sums.get(date) ?? { cameras: 0, dueSeconds: 0, seconds: 0 }
    sums.set(date, {
      cameras: sum.cameras + 1,
      dueSeconds: sum.dueSeconds + dueSeconds,
      seconds: sum.seconds + seconds,
    })
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, sum]) => ({ date, ...sum, coverage: percent(sum.seconds, sum.dueSeconds) }))
}
