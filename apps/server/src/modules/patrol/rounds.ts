import { AppError, type PatrolRound, type RoundSource, type StopState } from '@aisle/contract'
import { and, asc, desc, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Caller } from '../../platform/http/request.ts'
import { type Database, outer } from '../../platform/postgres.ts'
import { areas, cameras, patrolRoundStops, patrolRounds, shops } from '../../platform/schema/index.ts'
import { inScope } from '../../platform/scope.ts'
import { text } from './text.ts'

const rowOf = {
  id: patrolRounds.id,
  day: patrolRounds.day,
  kind: patrolRounds.sourceKind,
  name: patrolRounds.sourceName,
  createdAt: patrolRounds.createdAt,
}
const cameraCount = (condition = sql``) =>
  sql<number>`(select count(*)::int from ${cameras} where ${outer(cameras.shopId)} = ${outer(shops.id)} and ${outer(cameras.removedAt)} is null ${condition})`
const areaPath = (column: 'name' | 'nameEn') => {
  const nameOf = (id: PgColumn) =>
    sql`(select coalesce(nullif(${outer(areas[column])}, ''), ${outer(areas.name)}) from ${areas} where ${outer(areas.id)} = ${outer(id)})`
  return sql<string>`concat_ws(' / ', ${nameOf(shops.regionId)}, ${nameOf(shops.cityId)})`
}

/** The rounds that people walk: one a person and day, kept on the server so that it goes on at another computer. */
export function patrolRoundService({ db, now }: { db: Database; now: () => Date }) {
  async function answer(caller: Caller, round: Row): Promise<PatrolRound> {
    const stops = await db
      .select({
        shopId: shops.id,
        shopname: shops.name,
        shopnameEn: shops.nameEn,
        timeZone: shops.timeZone,
        areaPath: areaPath('name'),
        areaPathEn: areaPath('nameEn'),
        cameraCount: cameraCount(),
        onlineCount: cameraCount(sql`and ${outer(cameras.status)} = 'online'`),
        state: patrolRoundStops.state,
        at: patrolRoundStops.at,
      })
      .from(patrolRoundStops)
      .innerJoin(shops, eq(shops.id, patrolRoundStops.shopId))
      .where(and(eq(patrolRoundStops.roundId, round.id), isNull(shops.closedAt), inScope(caller.scope)))
      .orderBy(asc(patrolRoundStops.position))
    return {
      id: round.id,
      day: round.day,
      source: { kind: round.kind, name: round.name },
      stops: stops.map(stop => ({ ...stop, at: stop.at?.toISOString() ?? null })),
      createdAt: round.createdAt.toISOString(),
    }
  }

  /** @throws AppError notFound where the round is not the caller's */
  async function own(caller: Caller, id: string): Promise<Row> {
    const [round] = await db
      .select(rowOf)
      .from(patrolRounds)
      .where(and(eq(patrolRounds.id, id), eq(patrolRounds.userId, caller.userId)))
    if (!round) throw new AppError('notFound', text.noRound)
    return round
  }

  return {
    /** The caller's round of that day; undefined where none was begun. */
    async ofDay(caller: Caller, day: string): Promise<PatrolRound | undefined> {
      const [round] = await db
        .select(rowOf)
        .from(patrolRounds)
        .where(and(eq(patrolRounds.userId, caller.userId), eq(patrolRounds.day, day)))
      return round && answer(caller, round)
    },

    /** The caller's latest round of a day before that; undefined where there is none. */
    async last(caller: Caller, before: string): Promise<PatrolRound | undefined> {
      const [round] = await db
        .select(rowOf)
        .from(patrolRounds)
        .where(and(eq(patrolRounds.userId, caller.userId), lt(patrolRounds.day, before)))
        .orderBy(desc(patrolRounds.day))
        .limit(1)
      return round && answer(caller, round)
    },

    /**
     * Begins the round of that day, or gives it other shops; those that stay keep their state. Shops that are closed or
     * out of scope are left out.
     * @throws AppError ruleBroken where none is left
     */
    async save(
      caller: Caller,
      { day, source, shopIds }: { day: string; source: RoundSource; shopIds: readonly string[] },
    ): Promise<PatrolRound> {
      const wanted = [...new Set(shopIds)]
      const open = await db
        .select({ id: shops.id })
        .from(shops)
        .where(and(inArray(shops.id, wanted), isNull(shops.closedAt), inScope(caller.scope)))
      const known = new Set(open.map(({ id }) => id))
      const stops = wanted.filter(id => known.has(id))
      if (stops.length === 0) throw new AppError('ruleBroken', text.noShops)
      const round = await db.transaction(async on => {
        const written = { sourceKind: source.kind, sourceName: source.name }
        const [row] = await on
          .insert(patrolRounds)
          .values({ userId: caller.userId, day, ...written, createdAt: now() })
          .onConflictDoUpdate({ target: [patrolRounds.userId, patrolRounds.day], set: written })
          .returning(rowOf)
        if (!row) throw new Error('the round was not written')
        const ofRound = eq(patrolRoundStops.roundId, row.id)
        await on.delete(patrolRoundStops).where(and(ofRound, notInArray(patrolRoundStops.shopId, stops)))
        await on
          .insert(patrolRoundStops)
          .values(stops.map((shopId, position) => ({ roundId: row.id, shopId, position })))
          .onConflictDoUpdate({
            target: [patrolRoundStops.roundId, patrolRoundStops.shopId],
            set: { position: sql`excluded.position` },
          })
        return row
      })
      return answer(caller, round)
    },

    /** @throws AppError notFound where the round is not the caller's, or the shop not on it */
    async mark(caller: Caller, id: string, shopId: string, state: StopState): Promise<PatrolRound> {
      const round = await own(caller, id)
      const marked = await db
        .update(patrolRoundStops)
        .set({ state, at: state === 'left' ? null : now() })
        .where(and(eq(patrolRoundStops.roundId, id), eq(patrolRoundStops.shopId, shopId)))
        .returning({ shopId: patrolRoundStops.shopId })
      if (marked.length === 0) throw new AppError('notFound', text.noStop)
      return answer(caller, round)
    },

    /** @throws AppError notFound where the round is not the caller's */
    async remove(caller: Caller, id: string): Promise<void> {
      await own(caller, id)
      await db.delete(patrolRounds).where(eq(patrolRounds.id, id))
    },
  }
}
export type PatrolRoundService = ReturnType<typeof patrolRoundService>

type Row = { id: string; day: string; kind: RoundSource['kind']; name: string; createdAt: Date }
