import {
  AppError,
  isAllowed,
  type Page,
  type PersonDetail,
  type PersonIdentity,
  type PersonVisit,
  type PersonRow as Row,
  type VisitWithStops,
} from '@aisle/contract'
import { eq } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { personMarks, users } from '../../platform/schema/index.ts'
import { placeNames, type Shop, type Somewhere, shopsIn } from './places.ts'
import { addressOfPicture } from './sketch.ts'
import type { Days, PersonStore, Traits, VisitRow } from './store.ts'
import { text } from './text.ts'

export type Deps = {
  db: Database
  store: PersonStore
  /** Shop-days whose figures are to be made anew. */
  noteChanged(days: readonly { shopId: number; date: string }[]): Promise<void>
  now: () => Date
}
type Where = Somewhere & Days
type Paging = { pageNumber: number; pageSize: number }
const part = ({ pageNumber, pageSize }: Paging) => ({ offset: (pageNumber - 1) * pageSize, limit: pageSize })
const unknownAge = 255
/** Captures that come later than this keep the identity they came with. */
const keptBackSeconds = 10 * 86_400

export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
const ageOf = (age: number) => (age === unknownAge ? null : age)
/** The number of a person; one that nobody has where the text is no such number. */
const personNumber = (id: string) => (/^\d{1,10}$/.test(id) && Number(id) <= 4_294_967_295 ? Number(id) : 0)
const mayFollow = ({ authorities }: Caller) => isAllowed(authorities, ['track.view'])

/** Single persons: who was seen, when and where. What the caller may not see looks like what does not exist. */
export function personService({ db, store, noteChanged, now }: Deps) {
  return {
    async list(
      caller: Caller,
      {
        pageNumber,
        pageSize,
        keyword,
        from,
        to,
        ...filter
      }: Parameters<PersonStore['persons']>[2] & Where & Paging,
    ): Promise<Page<Row>> {
      const shops = await shopsIn(db, caller.scope, filter)
      const { total, found } = await store.persons(
        [...shops.keys()],
        { from, to },
        { ...filter, keyword: keyword.replace(/^#/, '') },
        part({ pageNumber, pageSize }),
      )
      const names = await placeNames(db, { entrance: found.map(({ last }) => last.entrance_id) })
      const records = found.map(row => ({
        personId: String(row.person_id),
        identity: row.last.identity,
        gender: row.last.gender,
        age: ageOf(row.last.age),
        visits: Number(row.visits),
        sameDayVisits: Number(row.same_day),
        shops: Number(row.shops),
        dwellSeconds: Number(row.dwell),
        firstSeen: row.first_seen,
        last: {
          shopId: String(row.last.shop_id),
          visitId: row.last.visit,
          at: isoOf(row.last.at),
          shop: shopOf(shops, row.last.shop_id),
          entrance: names('entrance', row.last.entrance_id),
          hasPicture: hasPicture(row.last.picture),
        },
      }))
      return { current: pageNumber, size: pageSize, total, records }
    },

    async captures(
      caller: Caller,
      {
        pageNumber,
        pageSize,
        from,
        to,
        ...filter
      }: Traits & { matched?: 'yes' | 'no' | undefined } & Where & Paging,
    ): Promise<Page<PersonVisit>> {
      const shops = await shopsIn(db, caller.scope, filter)
      const { total, found } = await store.captures(
        [...shops.keys()],
        { from, to },
        filter,
        part({ pageNumber, pageSize }),
      )
      return { current: pageNumber, size: pageSize, total, records: await written(found, shops) }
    },

    /** @throws AppError notFound where nobody of that number was seen in shops of the caller */
    async detail(caller: Caller, id: string, { from, to, ...where }: Where): Promise<PersonDetail> {
      const shops = await shopsIn(db, caller.scope, where)
      const ids = [...shops.keys()]
      const personId = personNumber(id)
      const row = await store.person(ids, personId, { from, to })
      if (!row || personId === 0) throw new AppError('notFound', text.noPerson)
      const [[marked], ways] = await Promise.all([
        db
          .select({ identity: personMarks.identity, at: personMarks.markedAt, by: users.realName })
          .from(personMarks)
          .leftJoin(users, eq(users.id, personMarks.userId))
          .where(eq(personMarks.personId, personId)),
        mayFollow(caller)
          ? store.ways(
              ids,
              { from: row.first_seen, to: dayOf(row.last.at + 86_400) },
              { personIds: [personId] },
              { offset: 0, limit: 1 },
            )
          : undefined,
      ])
      const [way] = ways?.found ?? []
      return {
        personId: id,
        identity: marked?.identity ?? row.last.identity,
        gender: row.last.gender,
        age: ageOf(row.last.age),
        marked: marked
          ? { identity: marked.identity, by: marked.by ?? '', at: marked.at.toISOString() }
          : null,
        visits: Number(row.visits),
        days: Number(row.days),
        shops: Number(row.shops),
        dwellSeconds: Number(row.dwell),
        firstSeen: row.first_seen,
        last: {
          shopId: String(row.last.shop_id),
          visitId: row.last.visit,
          at: isoOf(row.last.at),
          shop: shopOf(shops, row.last.shop_id),
          hasPicture: hasPicture(row.last.picture),
        },
        latestTrack: way
          ? {
              shopId: String(way.shop_id),
              trackId: way.way,
              at: isoOf(way.at),
              shop: shopOf(shops, way.shop_id),
            }
          : null,
      }
    },

    async visits(
      caller: Caller,
      id: string,
      { from, to, pageNumber, pageSize, ...where }: Where & Paging,
    ): Promise<Page<VisitWithStops>> {
      const shops = await shopsIn(db, caller.scope, where)
      const ids = [...shops.keys()]
      const personId = personNumber(id)
      const { total, found } = await store.visits(ids, personId, { from, to }, part({ pageNumber, pageSize }))
      const days = spanOf(found)
      const [stops, ways, records] = await Promise.all([
        days
          ? store.stops(
              ids,
              days,
              found.map(({ visit }) => visit),
            )
          : [],
        days && mayFollow(caller)
          ? store.ways(ids, days, { personIds: [personId] }, { offset: 0, limit: 500 })
          : { found: [] },
        written(found, shops),
      ])
      const names = await placeNames(db, { zone: stops.map(({ zone_id }) => zone_id) })
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: records.map((record, index) => {
          const row = found[index]
          const way =
            row &&
            ways.found.find(
              ({ way, shop_id, at }) =>
                way === row.visit ||
                (shop_id === row.shop_id && at >= row.at - 300 && at <= row.at + row.dwell_s + 300),
            )
          return {
            ...record,
            trackId: way?.way ?? null,
            stops: stops
              .filter(({ visit }) => visit === record.visitId)
              .flatMap(({ zone_id, at, dwell_s }) => {
                const zone = names('zone', zone_id)
                return zone ? [{ zone, at: isoOf(at), dwellSeconds: dwell_s }] : []
              }),
          }
        }),
      }
    },

    /** @throws AppError notFound where nobody of that number was seen in shops of the caller */
    async mark(caller: Caller, id: string, identity: PersonIdentity): Promise<void> {
      const shops = await shopsIn(db, caller.scope)
      const personId = personNumber(id)
      const at = now()
      const day = at.toISOString().slice(0, 10)
      const row = await store.person([...shops.keys()], personId, { from: day, to: day })
      if (!row || personId === 0) throw new AppError('notFound', text.noPerson)
      const set = { identity, userId: caller.userId, markedAt: at }
      await db
        .insert(personMarks)
        .values({ personId, ...set })
        .onConflictDoUpdate({ target: personMarks.personId, set })
      await store.remark(new Map([[personId, identity]]), at.getTime(), noteChanged)
    },

    /** What people said of persons holds for captures that came since, too. */
    async keepMarks(): Promise<void> {
      const marks = await db
        .select({ personId: personMarks.personId, identity: personMarks.identity })
        .from(personMarks)
      const known = new Map(marks.map(({ personId, identity }) => [personId, identity]))
      const at = now().getTime()
      await store.remark(known, at, noteChanged, isoOf(at / 1000 - keptBackSeconds).slice(0, 10))
    },

    async pictures(caller: Caller, wanted: readonly { shopId: string; visitId: string }[]) {
      const shops = await shopsIn(db, caller.scope, { shopIds: wanted.map(({ shopId }) => shopId) })
      const asked = new Set(wanted.map(({ shopId, visitId }) => `${shopId} ${visitId}`))
      const found = await store.visitsByIds(
        [...shops.keys()],
        [...new Set(wanted.map(({ visitId }) => visitId))],
      )
      return found.flatMap(row => {
        const picture = pictureOf(row)
        return picture !== undefined && asked.has(`${row.shop_id} ${row.visit}`)
          ? [{ shopId: String(row.shop_id), visitId: row.visit, picture }]
          : []
      })
    },
  }

  async function written(
    rows: readonly VisitRow[],
    shops: ReadonlyMap<number, Shop>,
  ): Promise<PersonVisit[]> {
    const names = await placeNames(db, {
      entrance: rows.map(row => row.entrance_id),
      device: rows.map(row => row.device_id),
    })
    return rows.map(row => ({
      shopId: String(row.shop_id),
      visitId: row.visit,
      personId: String(row.person_id),
      identity: row.identity,
      gender: row.gender,
      age: ageOf(row.age),
      date: row.day,
      at: isoOf(row.at),
      dwellSeconds: row.dwell_s,
      shop: shopOf(shops, row.shop_id),
      entrance: names('entrance', row.entrance_id),
      device: names('device', row.device_id),
      isNew: row.is_new === 1,
      sinceDays: row.since_days,
      captures: row.captures,
      matched: row.matched,
      uploadDelaySeconds: row.upload_delay_s,
      hasPicture: hasPicture(row.picture),
    }))
  }
}
export type PersonService = ReturnType<typeof personService>

const hasPicture = (picture: string): boolean => addressOfPicture(picture, '') !== undefined
/** A drawn one is that of the person; of the visit where nobody was recognised. */
export const pictureOf = ({ picture, person_id, visit }: VisitRow): string | undefined =>
  addressOfPicture(picture, person_id > 0 ? String(person_id) : visit)

const dayOf = (seconds: number) => isoOf(seconds).slice(0, 10)
function spanOf(rows: readonly VisitRow[]): Days | undefined {
  const days = rows.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** A shop of the facts, nameless where it is no longer there. */
export function shopOf(shops: ReadonlyMap<number, Shop>, number: number): Shop {
  return shops.get(number) ?? { id: String(number), name: '', nameEn: '', timeZone: 'Asia/Shanghai' }
}
