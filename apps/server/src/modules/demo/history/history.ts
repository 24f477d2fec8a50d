import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { ClickHouse } from '../../../platform/clickhouse.ts'
import type { Locks } from '../../../platform/locks.ts'
import type { Database } from '../../../platform/postgres.ts'
import { installation, shops } from '../../../platform/schema/index.ts'
import { chinaDay, dayAfter } from '../../../platform/time.ts'
import { copyShops } from '../../analysis/shop-copy.ts'
import { copyDevices } from '../../facts/device-copy.ts'
import { copyLines } from '../../facts/line-copy.ts'
import type { RollupKeeper } from '../../facts/service.ts'
import { type Chain, demoChain } from '../chain.ts'
import { demoKey } from '../demo-key.ts'
import { demoChecks } from './checks.ts'
import { type DayBook, dayBook } from './day-book.ts'
import { demoDevices, insertDevices } from './devices.ts'
import { fillSpan } from './fill.ts'
import { insertCodes } from './goods.ts'
import { daysOf, later, type Moment, momentOf, numberOf, type Span } from './moments.ts'
import { type StagedShop, stagedShop } from './staged-shop.ts'

export type HistoryDeps = {
  db: Database
  measures: () => Promise<ClickHouse>
  locks: Locks
  rollups: Pick<RollupKeeper, 'note' | 'span'>
  now: () => Date
  /** Days before the first start that get a past. */
  days: number
  /** Only some shops of the chain: for tests. */
  only?: (shop: Chain['shops'][number]) => boolean
}

/** Under this key the installation remembers how far the demo's past and present are made. */
const historyKey = 'demoHistory'
const moment = z.object({ date: z.string(), slot: z.number() })
const state = z.object({
  seed: z.number(),
  from: z.string(),
  /** Where the past ends and what was made as time went on begins. */
  begun: moment,
  upTo: moment,
  /** Parts of the past that are made, with their rollups. */
  done: z.array(z.string()),
})
type State = z.infer<typeof state>
/** Days before the first start from which on things are made in full; none is on its way out when it is made. */
const keptDays = {
  fineFrom: 35,
  rowsFrom: 398,
  probesFrom: 20,
  heatFrom: 45,
  tracksFrom: 21,
  picturesFrom: 60,
  beatsFrom: 60,
}

/** Depends on the first start alone, so that whatever is made again is the same. */
const keptFrom = (begun: Moment) => ({
  fineFrom: dayAfter(begun.date, -keptDays.fineFrom),
  rowsFrom: dayAfter(begun.date, -keptDays.rowsFrom),
  probesFrom: dayAfter(begun.date, -keptDays.probesFrom),
  heatFrom: dayAfter(begun.date, -keptDays.heatFrom),
  tracksFrom: dayAfter(begun.date, -keptDays.tracksFrom),
  picturesFrom: dayAfter(begun.date, -keptDays.picturesFrom),
  beatsFrom: dayAfter(begun.date, -keptDays.beatsFrom),
})

const dayCut = async () => '00:00'

/**
 * The past of the demo's shops, made once, newest first, and their present, made as time goes on. What is made is written
 * down after it is on disk: an interrupted part is made again, and lands on the same rows.
 */
export function demoHistory({ db, measures, locks, rollups, now, days, only = () => true }: HistoryDeps) {
  let book: DayBook | undefined

  async function read(): Promise<State | undefined> {
    const [row] = await db.select().from(installation).where(eq(installation.key, historyKey))
    return row && state.parse(row.value)
  }
  async function save(value: State): Promise<State> {
    await db
      .insert(installation)
      .values({ key: historyKey, value })
      .onConflictDoUpdate({ target: installation.key, set: { value } })
    return value
  }

  /** The shops that still stand, with their devices; undefined where the demo was never put in. */
  async function shopsOf(from: string): Promise<{ staged: StagedShop[]; seed: number } | undefined> {
    const [demo] = await db.select().from(installation).where(eq(installation.key, demoKey))
    if (!demo) return undefined
    const { seed } = z.object({ seed: z.number() }).parse(demo.value)
    const chain = demoChain(seed)
    const own = chain.shops.filter(only)
    const ids = own.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await db.select().from(shops).where(inArray(shops.id, ids))
    const standing = new Map(rows.filter(({ closedAt }) => !closedAt).map(row => [row.id, row]))
    const devices = demoDevices(chain)
    const staged = own.flatMap(shop => {
      const row = standing.get(shop.id)
      if (!row) return []
      const opened = chinaDay(row.createdAt)
      return [stagedShop(shop, devices, opened > from ? opened : from, seed, chain.shops)]
    })
    return { staged, seed }
  }

  async function begin(): Promise<State | undefined> {
    const at = momentOf(now())
    const from = dayAfter(at.date, -days)
    const found = await shopsOf(from)
    if (!found) return undefined
    const openedOn = new Map(found.staged.map(({ shop, openedOn }) => [shop.id, openedOn]))
    await insertDevices(
      db,
      found.staged.flatMap(({ devices }) => devices),
      shopId => new Date(`${openedOn.get(shopId) ?? from}T08:00:00+08:00`),
    )
    await insertCodes(
      db,
      found.staged.flatMap(({ devices }) => devices),
    )
    await Promise.all([
      copyShops({ db, measures, now }),
      copyLines({ db, measures, dayCut, now }),
      copyDevices({ db, measures, now }),
    ])
    return save({ seed: found.seed, from, begun: at, upTo: at, done: [] })
  }

  /** The next thing to be made: what happened since the last turn before what is long past. */
  function nextOf({ from, begun, upTo, done }: State): { span: Span; part?: string } | undefined {
    const at = momentOf(now())
    const past = partsOf(from, begun).filter(({ part }) => !done.includes(part))
    // The last days first: without them today has no morning.
    if (past[0] && done.length === 0) return past[0]
    if (numberOf(upTo) < numberOf(at)) {
      const most = { date: dayAfter(upTo.date, 31), slot: 0 }
      return { span: { from: upTo, to: numberOf(at) > numberOf(most) ? most : at } }
    }
    return past[0]
  }

  return {
    /**
     * Makes the next part, if there is one.
     * @returns whether something was made
     */
    async step(signal?: AbortSignal): Promise<boolean> {
      return locks.exclusive(historyKey, async () => {
        const known = (await read()) ?? (await begin())
        const next = known && nextOf(known)
        if (!known || !next) return false
        const found = await shopsOf(known.from)
        if (!found) return false
        const { client } = await measures()
        const { span, part } = next
        const { seed, begun } = known
        book ??= dayBook(seed)
        const given = {
          client,
          staged: found.staged,
          book,
          seed,
          span,
          ...keptFrom(begun),
          beatsOftenFrom: begun,
        }
        await fillSpan(signal ? { ...given, signal } : given)
        signal?.throwIfAborted()
        const shopIds = found.staged.map(({ shop }) => Number(shop.id))
        const touched = daysOf(span)
        if (part === undefined) {
          await rollups.note(touched.flatMap(date => shopIds.map(shopId => ({ shopId, date }))))
          await save({ ...known, upTo: later(span.to, known.upTo) })
        } else {
          const [first, last] = [touched[0], touched.at(-1)]
          if (first !== undefined && last !== undefined) {
            await rollups.span(shopIds, first, last)
            await demoChecks(db, client, { seed, shopIds, from: first, to: last, now: now() })
          }
          await save({ ...known, done: [...known.done, part] })
        }
        return true
      })
    },
  }
}

/** The past in parts, newest first: the last days, which people look at at once, then month by month. */
function partsOf(from: string, until: Moment): { part: string; span: Span }[] {
  const lastDays = dayAfter(until.date, -2)
  const recent = { date: lastDays > from ? lastDays : from, slot: 0 }
  const parts: { part: string; span: Span }[] = []
  for (let begin = from; begin < recent.date; ) {
    const [to = begin] = [firstOfNext(begin), recent.date].sort()
    parts.push({
      part: begin.slice(0, 7),
      span: { from: { date: begin, slot: 0 }, to: { date: to, slot: 0 } },
    })
    begin = to
  }
  return [{ part: 'latest', span: { from: recent, to: until } }, ...parts.reverse()]
}

function firstOfNext(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
