import { createHash } from 'node:crypto'
import { tableOf } from '@aisle/analysis'
import { type FactKind, factKinds, type IngestVerdict } from '@aisle/contract'
import { sql } from 'drizzle-orm'
import type { ClickHouse } from '../../platform/clickhouse.ts'
import { BrokenRow } from '../../platform/http/rows.ts'
import type { Database } from '../../platform/postgres.ts'
import { quarantine } from '../../platform/schema/index.ts'
import { businessTime } from './business-day.ts'
import type { RollupKeeper, ShopDay } from './changed-days.ts'
import { groupWriter } from './group-writer.ts'
import type { CodeKind, Kind, Place, Poster, Stored, StoredParts } from './kind.ts'
import { kinds } from './kinds/index.ts'
import { codeNumbers } from './outside-codes.ts'
import { placeFinder } from './places.ts'
import { identity, lastOfEach, leftOver, newsOf } from './present.ts'
import { roomInQuarantine } from './quarantine-room.ts'
import { postedVersion } from './versions.ts'

/** A sender's clock may be ahead by so much. */
export const aheadMs = 10 * 60_000
const dayMs = 86_400_000
const noPlace: Place = { shopId: 0, timeZone: 'UTC', deviceId: 0, cityId: 0, line: undefined }

export type FactDeps = {
  db: Database
  measures: () => Promise<Pick<ClickHouse, 'client'>>
  rollups: Pick<RollupKeeper, 'note'>
  /** HH:MM at which business days begin. */
  dayCut(): Promise<string>
  /** Keyed digest: what must not be readable in the measure store. */
  sign(text: string): string
  now: () => Date
}
type Rejected = IngestVerdict['rejected'][number]
type Sound = { index: number; row: Row; at: Date }
type Situated = Sound & { place: Place }
/** What the pipeline knows of a row; the rest is known to its kind alone. */
type Row = Readonly<Record<string, unknown>> & {
  device?: string | undefined
  line?: string | undefined
  shop?: string | undefined
  cityId?: string | undefined
  date?: string | undefined
  seq?: number | undefined
}
export type PostOptions = {
  /** Judges and counts, and writes nothing. */
  isDryRun?: boolean
  /** What is rejected does not go to quarantine: its sender sees it at once, or it is there already. */
  keepsRejected?: boolean
  /** How sure the figures are, where they are not as measured. */
  quality?: 'backfilled' | 'doubtful'
}

/**
 * Takes facts of any kind: each row is judged by itself, and what is accepted is on disk when this answers. A row that was posted
 * before with the same figures is a duplicate; with others it replaces what it was, unless its `seq` is lower. What is rejected
 * waits in quarantine.
 */
export function factService({ db, measures, rollups, dayCut, sign, now }: FactDeps) {
  const writer = groupWriter(measures)
  const places = placeFinder(db)
  const codes = codeNumbers(db)
  const hash = (...texts: string[]) => Buffer.from(sign(texts.join('\n')), 'base64url').readUIntBE(0, 6)

  /** Answers how many rows are new; writes them. */
  async function keep(
    kind: Kind<Row>,
    stored: { own: Stored; dependents?: StoredParts }[],
    isDryRun: boolean,
  ) {
    const columns = identity(kind)
    const { client } = await measures()
    const news = await newsOf(
      client,
      kind,
      lastOfEach(
        stored.map(({ own }) => own),
        columns,
      ),
    )
    if (isDryRun || news.fresh.length === 0) return news.fresh.length
    const dependents: StoredParts = {}
    const isFresh = new Set(news.fresh)
    for (const one of stored)
      if (one.dependents && isFresh.has(one.own))
        for (const [table, rows] of entriesOf(one.dependents)) {
          const others = dependents[table]
          if (others) others.push(...rows)
          else dependents[table] = [...rows]
        }
    const left = await leftOver(client, kind, news.fresh, dependents)
    for (const table of kind.movable?.dependents ?? [])
      await writer.write(table, [...(dependents[table] ?? []), ...(left[table] ?? [])])
    // Last, so that a receipt that is there has its lines: who dies in between is not believed to have written it.
    await writer.write(kind.table, [...news.gone, ...news.fresh])
    for (const query of kind.after?.(news.fresh) ?? []) await client.command({ query })
    return news.fresh.length
  }

  return {
    async post(
      name: FactKind,
      source: Poster,
      body: readonly unknown[],
      { isDryRun = false, keepsRejected = true, quality }: PostOptions = {},
    ): Promise<IngestVerdict> {
      if (body.length === 0) return { accepted: 0, duplicates: 0, rejected: [] }
      const received = now()
      // The table of kinds joins schema and storage by name: a row that its schema read is a row of that kind.
      const kind: Kind<Row> = kinds[name]
      const rejected: Rejected[] = []
      const sound: Sound[] = []
      for (const [index, value] of body.entries()) {
        const read = judged(name, value, kind, received)
        if ('message' in read) rejected.push({ index, ...read })
        else sound.push({ index, ...read })
      }
      const situated = await situate(kind, source, sound, rejected)
      const [cut, numberOf] = await Promise.all([
        dayCut(),
        codes.numbersOf(
          source,
          kind.codes ? situated.map(({ row, place }) => ({ place, codes: kind.codes?.(row) ?? [] })) : [],
        ),
      ])
      const stored = situated.map(({ row, place, at }) => {
        const { date, slot } =
          kind.moment(row) === undefined
            ? { date: row.date ?? '', slot: 0 }
            : businessTime(at, place.timeZone, cut)
        return kind.store({
          row: row,
          place,
          at,
          date,
          slot,
          ver: postedVersion(row.seq, received),
          received,
          quality,
          source,
          numberOf: (of: CodeKind, code: string | undefined) => numberOf(place, of, code),
          hash,
        })
      })
      const accepted = await keep(kind, stored, isDryRun)
      if (!isDryRun) {
        // Also for duplicates: whoever sent them first may have been lost between the facts and this note.
        if (kind.needs !== 'city')
          await rollups.note([...daysOf(stored), ...(await alsoChanged(kind, stored))])
        if (keepsRejected) await confine(name, source, body, rejected, received)
      }
      return {
        accepted,
        duplicates: stored.length - accepted,
        rejected: rejected.sort((a, b) => a.index - b.index),
      }
    },
  }

  async function alsoChanged(kind: Kind<Row>, stored: readonly { own: Stored }[]): Promise<ShopDay[]> {
    const query = kind.alsoChanges?.(stored.map(({ own }) => own))
    if (query === undefined) return []
    const { client } = await measures()
    const answer = await client.query({ query, format: 'JSONEachRow' })
    return (await answer.json<Stored>()).map(dayOf)
  }

  /** Finds the place of each row; a row without one is rejected. */
  async function situate(
    kind: Kind<Row>,
    source: Poster,
    sound: Sound[],
    rejected: Rejected[],
  ): Promise<Situated[]> {
    const named = (of: (row: Row) => string | undefined) => {
      const names = new Set<string>()
      for (const { row } of sound) {
        const name = of(row)
        if (name !== undefined) names.add(name)
      }
      return [...names]
    }
    const [devices, shops, cities] = await Promise.all([
      places.devices(
        source.scope,
        named(row => row.device?.toLowerCase()),
      ),
      places.shops(
        source.scope,
        named(row => row.shop),
      ),
      places.cities(source.scope, kind.needs === 'city' ? named(row => row.cityId) : []),
    ])
    const placeOf = (row: Row): Place | { path: string; message: string } => {
      if (kind.needs === 'city')
        return cities.get(row.cityId ?? '') ?? { path: 'cityId', message: 'no such city in scope' }
      const shop = row.shop === undefined ? undefined : shops.get(row.shop)
      if (row.shop !== undefined && !shop) return { path: 'shop', message: 'no such shop in scope' }
      if (row.device === undefined) return shop ?? noPlace
      const device = devices.get(row.device.toLowerCase())
      if (!device) return { path: 'device', message: 'no such device in scope' }
      if (shop && shop.shopId !== device.place.shopId)
        return { path: 'shop', message: 'the device is in another shop' }
      const line = row.line === undefined ? device.lines.values().next().value : device.lines.get(row.line)
      if (!line && kind.needs === 'line') return { path: 'line', message: 'no such line of the device' }
      return { ...device.place, line }
    }
    const found: Situated[] = []
    for (const { index, row, at } of sound) {
      const place = placeOf(row)
      if ('message' in place) rejected.push({ index, ...place })
      else found.push({ index, row, at, place })
    }
    return kind.parts ? inTheirShops(kind, found, rejected) : found
  }

  /** Zones and floors that rows name are parts of their shop. */
  async function inTheirShops(kind: Kind<Row>, found: Situated[], rejected: Rejected[]): Promise<Situated[]> {
    const partsOf = (row: Row) => kind.parts?.(row) ?? []
    const shopOf = await places.partShops(found.flatMap(({ row }) => partsOf(row)))
    return found.filter(({ index, row, place }) => {
      const strange = partsOf(row).find(part => shopOf.get(`${part.kind} ${part.id}`) !== place.shopId)
      if (strange) rejected.push({ index, path: strange.path, message: `no ${strange.kind} of this shop` })
      return !strange
    })
  }

  /** Rejected rows as they were sent, each once however often it is sent. */
  async function confine(
    name: FactKind,
    source: Poster,
    body: readonly unknown[],
    rejected: readonly Rejected[],
    receivedAt: Date,
  ): Promise<void> {
    const rows = new Map(
      rejected.flatMap(({ index, path, message }) => {
        const value = body[index]
        if (typeof value !== 'object' || value === null || value instanceof BrokenRow) return []
        const text = JSON.stringify(value)
        if (text.length > rowBytes) return []
        const digest = createHash('sha256').update(text).digest('hex')
        return [
          [
            digest,
            { sourceId: source.id, kind: name, path, message, body: value, digest, receivedAt },
          ] as const,
        ]
      }),
    )
    if (rows.size === 0) return
    const list = [...rows.values()].slice(0, await roomInQuarantine(db, source.id))
    for (let at = 0; at < list.length; at += 500)
      await db
        .insert(quarantine)
        .values(list.slice(at, at + 500))
        .onConflictDoUpdate({
          target: [quarantine.sourceId, quarantine.kind, quarantine.digest],
          set: {
            times: sql`${quarantine.times} + 1`,
            receivedAt,
            path: sql`excluded.path`,
            message: sql`excluded.message`,
          },
        })
  }
}
export type FactService = ReturnType<typeof factService>

const oldestMs = Date.parse('2000-01-01T00:00:00Z')
/** A row that is larger is told to its sender alone. */
const rowBytes = 200_000

/** The row of a posted value and its moment, or what is wrong with it. */
function judged(
  name: FactKind,
  value: unknown,
  kind: Kind<Row>,
  received: Date,
): { row: Row; at: Date } | { path: string; message: string } {
  if (value instanceof BrokenRow) return { path: '', message: value.message }
  const read = factKinds[name].row.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    return { path: issue?.path.join('.') ?? '', message: issue?.message ?? 'not valid' }
  }
  const row = read.data as Row
  const moment = kind.moment(row)
  const begin = Date.parse(moment ?? `${row.date}T00:00:00Z`)
  const over = kind.until?.(row)
  const end = over === undefined ? (moment === undefined ? undefined : begin) : Date.parse(over)
  if (end !== undefined && end > received.getTime() + aheadMs)
    return { path: kind.until ? 'to' : 'at', message: 'in the future' }
  if (moment !== undefined) {
    // A clock that was never set. The store has no days before 1970 and would take it for another one.
    if (begin < oldestMs) return { path: kind.until ? 'from' : 'at', message: 'before the year 2000' }
    const { keepDays } = tableOf(kind.table)
    // The store would take it and drop it at once, or before its day is made of it (`withRows`).
    if (keepDays !== undefined && begin < received.getTime() - (keepDays - 2) * dayMs)
      return { path: 'at', message: `older than the ${keepDays} days that are kept` }
  }
  return { row, at: new Date(begin) }
}

/** Shop-days of rows, each once as long as they follow each other: a post is mostly of one day. */
function daysOf(stored: readonly { own: Stored }[]): ShopDay[] {
  const days: ShopDay[] = []
  for (const { own } of stored) {
    const last = days.at(-1)
    if (last?.shopId !== own.shop_id || last?.date !== own.biz_date) days.push(dayOf(own))
  }
  return days
}
const dayOf = (row: Stored): ShopDay => ({ shopId: Number(row.shop_id), date: String(row.biz_date) })
const entriesOf = (parts: StoredParts) => Object.entries(parts) as [keyof StoredParts, Stored[]][]
