import { AppError, type PatrolPlan, type PlanStep } from '@aisle/contract'
import { and, asc, eq, getTableColumns, inArray, isNull, max, sql } from 'drizzle-orm'
import { inArea } from '../../platform/area-choice.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { Database, Queryable } from '../../platform/postgres.ts'
import { cameras, patrolPlans, planRuns, plans, presets, shops, users } from '../../platform/schema/index.ts'
import { inScope, type Scope } from '../../platform/scope.ts'
import type { PlaceFilter } from './rows.ts'
import { nextDue, type Schedule, scheduleAnswer, scheduleFrom } from './schedule.ts'
import { countColumns } from './statistics.ts'
import { planStore } from './store.ts'
import { checkedTargets } from './targets.ts'
import { text } from './text.ts'
import { removePlans } from './writing.ts'

type Stop = { cameraId: string; presetId?: string | undefined }
type RoundSchedule = { everyMinutes: PlanStep; from: string; to: string; weekdays: number[] }
type PatrolRow = typeof patrolPlans.$inferSelect & { userName: string | null }
export type PatrolFilter = PlaceFilter & {
  status?: 'enabled' | 'paused' | undefined
  keyword?: string | undefined
}

/** Patrol plans: rounds over cameras and presets. Each stop is a plan of its own, and is run as one. */
export function patrolService({ db, now }: { db: Database; now: () => Date }) {
  const store = planStore(db)

  /** Stops in shops of the scope, and whether there are others. */
  async function stopsOf(scope: Scope, patrolIds: readonly string[]) {
    if (patrolIds.length === 0) return []
    return db
      .select({
        ...getTableColumns(plans),
        presetName: sql<string>`coalesce(${presets.name}, ${plans.presetName})`,
        shopName: shops.name,
        shopNameEn: shops.nameEn,
        cameraName: cameras.name,
        cameraNameEn: cameras.nameEn,
        cameraNumber: cameras.number,
        visible: sql<boolean>`${inScope(scope)}`,
      })
      .from(plans)
      .innerJoin(shops, eq(shops.id, plans.shopId))
      .innerJoin(cameras, eq(cameras.id, plans.cameraId))
      .leftJoin(presets, eq(presets.id, plans.presetId))
      .where(and(inArray(plans.patrolId, [...patrolIds]), isNull(plans.deletedAt)))
      .orderBy(asc(plans.patrolId), asc(plans.position), asc(plans.id))
  }

  async function answers(scope: Scope, rows: readonly PatrolRow[]): Promise<PatrolPlan[]> {
    const ids = rows.map(row => row.id)
    const [stops, rounds] = await Promise.all([stopsOf(scope, ids), lastRounds(scope, ids)])
    const stopsById = Map.groupBy(
      stops.filter(stop => stop.visible),
      stop => stop.patrolId,
    )
    const roundById = new Map(rounds.map(round => [round.patrolId, round]))
    return rows.map(row => {
      const own = stopsById.get(row.id) ?? []
      const next = own.flatMap(stop => stop.nextDueAt ?? []).sort((a, b) => a.getTime() - b.getTime())[0]
      const round = roundById.get(row.id)
      return {
        id: row.id,
        name: row.name,
        schedule: scheduleAnswer(row),
        status: row.paused ? 'paused' : 'enabled',
        nextRunAt: next?.toISOString() ?? null,
        stops: own.map(stop => ({
          planId: stop.id,
          shopId: stop.shopId,
          shopname: stop.shopName,
          shopnameEn: stop.shopNameEn || stop.shopName,
          cameraId: stop.cameraId,
          cameraName: stop.cameraName,
          cameraNameEn: stop.cameraNameEn || stop.cameraName,
          cameraNumber: stop.cameraNumber,
          presetId: stop.presetId,
          presetName: stop.presetName,
        })),
        lastRound: round ? { ...round.counts, dueAt: round.dueAt.toISOString() } : null,
        userId: row.userId,
        userName: row.userName ?? '',
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      }
    })
  }

  /** The latest round of each patrol, over the shops of the scope. */
  async function lastRounds(scope: Scope, ids: readonly string[]) {
    if (ids.length === 0) return []
    const visible = and(inArray(planRuns.patrolId, [...ids]), inScope(scope))
    const latest = db
      .select({ patrolId: planRuns.patrolId, dueAt: max(planRuns.dueAt).as('latest_due_at') })
      .from(planRuns)
      .innerJoin(shops, eq(shops.id, planRuns.shopId))
      .where(visible)
      .groupBy(planRuns.patrolId)
      .as('latest')
    const rows = await db
      .select({ patrolId: planRuns.patrolId, dueAt: planRuns.dueAt, ...countColumns })
      .from(planRuns)
      .innerJoin(shops, eq(shops.id, planRuns.shopId))
      .innerJoin(latest, and(eq(latest.patrolId, planRuns.patrolId), eq(latest.dueAt, planRuns.dueAt)))
      .where(visible)
      .groupBy(planRuns.patrolId, planRuns.dueAt)
    return rows.map(({ patrolId, dueAt, ...counts }) => ({ patrolId, dueAt, counts }))
  }

  const rowsOf = (on: Queryable = db) =>
    on
      .select({ ...getTableColumns(patrolPlans), userName: users.realName })
      .from(patrolPlans)
      .leftJoin(users, eq(users.id, patrolPlans.userId))
      .$dynamic()

  async function one(caller: Caller, id: string): Promise<PatrolPlan> {
    const [row] = await rowsOf().where(and(eq(patrolPlans.id, id), isNull(patrolPlans.deletedAt)))
    const [answer] = row ? await answers(caller.scope, [row]) : []
    if (!answer) throw new AppError('notFound', text.noPatrol)
    return answer
  }

  /** Stops with what a plan of them needs. @throws AppError invalidInput by the place of the stop, forbidden */
  async function checked(caller: Caller, stops: readonly Stop[]) {
    const found = await store.targets(
      caller.scope,
      stops.map(stop => stop.cameraId),
      stops.flatMap(stop => stop.presetId ?? []),
    )
    const seen = new Set<string>()
    return checkedTargets(found, stops, 'stops').filter(({ key }) => !seen.has(key) && seen.add(key))
  }
  type CheckedStop = Awaited<ReturnType<typeof checked>>[number]

  /** Makes the stops of a patrol what they are to be; those that stay keep their rows, and so their runs. */
  async function putStops(
    on: Queryable,
    patrol: typeof patrolPlans.$inferSelect,
    wanted: readonly CheckedStop[] | undefined,
    at: Date,
  ): Promise<void> {
    const there = await on
      .select({ ...getTableColumns(plans), timeZone: shops.timeZone })
      .from(plans)
      .innerJoin(shops, eq(shops.id, plans.shopId))
      .where(and(eq(plans.patrolId, patrol.id), isNull(plans.deletedAt)))
      .orderBy(asc(plans.position))
      .for('update', { of: plans })
    const byKey = new Map(there.map(stop => [`${stop.cameraId} ${stop.presetId ?? ''}`, stop]))
    const stops = wanted ?? there.map(stop => ({ ...stop, key: `${stop.cameraId} ${stop.presetId ?? ''}` }))
    const { times, everyMinutes, fromMinute, toMinute, weekdays, paused } = patrol
    const schedule: Schedule = { times, everyMinutes, fromMinute, toMinute, weekdays }
    for (const [position, { key, shopId, cameraId, presetId, presetName, timeZone }] of stops.entries()) {
      const set = {
        ...schedule,
        paused,
        position,
        presetName,
        nextDueAt: paused ? null : (nextDue(schedule, timeZone, at) ?? null),
        updatedAt: at,
      }
      const known = byKey.get(key)
      if (known) await on.update(plans).set(set).where(eq(plans.id, known.id))
      else {
        const { id: patrolId, userId } = patrol
        await on
          .insert(plans)
          .values({ ...set, kind: 'patrol', patrolId, shopId, cameraId, presetId, userId })
      }
      byKey.delete(key)
    }
    const dropped = [...byKey.values()].map(stop => stop.id)
    if (dropped.length > 0) await removePlans(on, dropped, at)
  }

  /** @throws AppError notFound; forbidden where one of its shops is out of scope */
  async function lockOwn(on: Queryable, caller: Caller, id: string) {
    const [patrol] = await on
      .select()
      .from(patrolPlans)
      .where(and(eq(patrolPlans.id, id), isNull(patrolPlans.deletedAt)))
      .for('update')
    if (!patrol) throw new AppError('notFound', text.noPatrol)
    if ((await stopsOf(caller.scope, [id])).some(stop => !stop.visible))
      throw new AppError('forbidden', text.foreignPatrol)
    return patrol
  }

  return {
    /** Patrol plans with a stop in scope and in the chosen place, by name. */
    async list(caller: Caller, filter: PatrolFilter): Promise<PatrolPlan[]> {
      const literal = filter.keyword?.toLowerCase().replace(/[\\%_]/g, character => `\\${character}`)
      const here = db
        .select({ id: plans.patrolId })
        .from(plans)
        .innerJoin(shops, eq(shops.id, plans.shopId))
        .where(
          and(
            isNull(plans.deletedAt),
            inScope(caller.scope),
            inArea(filter),
            filter.shopId ? eq(shops.id, filter.shopId) : undefined,
          ),
        )
      const rows = await rowsOf()
        .where(
          and(
            isNull(patrolPlans.deletedAt),
            inArray(patrolPlans.id, here),
            filter.status && eq(patrolPlans.paused, filter.status === 'paused'),
            literal === undefined ? undefined : sql`lower(${patrolPlans.name}) like ${`%${literal}%`}`,
          ),
        )
        .orderBy(asc(patrolPlans.name), asc(patrolPlans.id))
      return answers(caller.scope, rows)
    },

    async create(
      caller: Caller,
      input: { name: string; schedule: RoundSchedule; stops: readonly Stop[] },
    ): Promise<PatrolPlan> {
      const stops = await checked(caller, input.stops)
      const at = now()
      const id = await db.transaction(async transaction => {
        const [patrol] = await transaction
          .insert(patrolPlans)
          .values({ ...roundOf(input.schedule), name: input.name, userId: caller.userId, updatedAt: at })
          .returning()
        if (!patrol) throw new Error('the patrol plan was not inserted')
        await putStops(transaction, patrol, stops, at)
        return patrol.id
      })
      return one(caller, id)
    },

    /** Changes the given fields. @throws AppError notFound; forbidden where one of its shops is out of scope */
    async update(
      caller: Caller,
      id: string,
      change: {
        name?: string | undefined
        schedule?: RoundSchedule | undefined
        stops?: readonly Stop[] | undefined
        status?: 'enabled' | 'paused' | undefined
      },
    ): Promise<PatrolPlan> {
      const stops = change.stops && (await checked(caller, change.stops))
      const at = now()
      await db.transaction(async transaction => {
        await lockOwn(transaction, caller, id)
        const [patrol] = await transaction
          .update(patrolPlans)
          .set({
            ...(change.name === undefined ? {} : { name: change.name }),
            ...(change.schedule ? roundOf(change.schedule) : {}),
            ...(change.status ? { paused: change.status === 'paused' } : {}),
            updatedAt: at,
          })
          .where(eq(patrolPlans.id, id))
          .returning()
        if (patrol && (stops || change.schedule || change.status))
          await putStops(transaction, patrol, stops, at)
      })
      return one(caller, id)
    },

    async remove(caller: Caller, id: string): Promise<void> {
      const at = now()
      await db.transaction(async transaction => {
        await lockOwn(transaction, caller, id)
        await transaction.update(patrolPlans).set({ deletedAt: at }).where(eq(patrolPlans.id, id))
        const stops = await transaction.select({ id: plans.id }).from(plans).where(eq(plans.patrolId, id))
        await removePlans(
          transaction,
          stops.map(stop => stop.id),
          at,
        )
      })
    },
  }
}
export type PatrolService = ReturnType<typeof patrolService>

function roundOf(input: RoundSchedule): Schedule {
  const schedule = scheduleFrom({ ...input, times: [] })
  if (!schedule) throw new Error('a round without steps')
  return schedule
}
