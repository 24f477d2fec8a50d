import {
  AppError,
  defaultPlanTime,
  type Page,
  type Plan,
  type PlanKind,
  type PlanRun,
  type PlanScheduleInput,
} from '@aisle/contract'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import type { VideoKey } from '../../platform/shop-access.ts'
import { planAnswer, presetPlanAnswer, runAnswer, screenshotPlanAnswer } from './answers.ts'
import type { NewPlan, PlanFilter, PlanRow, RunFilter } from './rows.ts'
import { daily, nextDue, type Schedule, scheduleFrom } from './schedule.ts'
import { planStore } from './store.ts'
import { checkedTargets } from './targets.ts'
import { text } from './text.ts'

const farthest = 1_000_000_000
/** How long a run that someone asked for again waits for its turn. */
const retryWaitsMs = 10 * 60_000
/** Plans that are changed one by one; the stops of a patrol are changed with it. */
const ownKinds: readonly PlanKind[] = ['screenshot', 'preset']

type Target = { cameraId: string; presetId?: string | undefined }
type Paged = { pageNumber: number; pageSize: number }

export { waitingAgain } from './run-reading.ts'

/** Plans: which cameras take pictures by themselves, and when. */
export function planService({ db, now }: { db: Database; now: () => Date }) {
  const store = planStore(db)

  async function answer(row: PlanRow): Promise<Plan> {
    return planAnswer(row, (await store.lastRuns([row.id])).get(row.id))
  }

  /** @throws AppError notFound; forbidden out of scope; ruleBroken for a stop of a patrol */
  async function ownPlan(caller: Caller, id: string, kinds: readonly PlanKind[]): Promise<PlanRow> {
    const row = await store.plan(caller.scope, id)
    if (row && !row.inScope) throw new AppError('forbidden', text.foreignPlan)
    if (row?.kind === 'patrol') throw new AppError('ruleBroken', text.ofPatrol, { reason: 'ofPatrol' })
    if (!row || !kinds.includes(row.kind)) throw new AppError('notFound', text.noPlan)
    return row
  }

  /** Cameras and presets as plans are put on them. @throws AppError invalidInput by field, forbidden */
  async function checked(caller: Caller, targets: readonly Target[], schedule: Schedule): Promise<NewPlan[]> {
    const cameraIds = [...new Set(targets.map(target => target.cameraId))]
    const presetIds = [...new Set(targets.flatMap(target => target.presetId ?? []))]
    const found = await store.targets(caller.scope, cameraIds, presetIds)
    const at = now()
    const next = new Map<string, Date | null>()
    const rows = new Map<string, NewPlan>()
    for (const { key, shopId, cameraId, timeZone, presetId, presetName } of checkedTargets(
      found,
      targets,
      'targets',
    )) {
      if (!next.has(timeZone)) next.set(timeZone, nextDue(schedule, timeZone, at) ?? null)
      rows.set(key, {
        ...schedule,
        shopId,
        cameraId,
        presetId,
        presetName,
        areaId: null,
        userId: caller.userId,
        nextDueAt: next.get(timeZone) ?? null,
      })
    }
    return [...rows.values()]
  }

  /** Gives a plan another schedule, or removes it where there is none. */
  async function reschedule(caller: Caller, row: PlanRow, schedule: Schedule | undefined, change = {}) {
    const at = now()
    const done = schedule
      ? await store.change(
          caller.scope,
          [row.id],
          ownKinds,
          plan => ({
            ...change,
            ...schedule,
            nextDueAt: plan.paused ? null : (nextDue(schedule, plan.timeZone, at) ?? null),
          }),
          at,
        )
      : await store.remove(caller.scope, [row.id], ownKinds, at)
    if (!done) throw new AppError('notFound', text.noPlan)
  }

  /** The state rule of the specification for one camera or preset; answers the plan that is there afterwards. */
  async function setTime(
    caller: Caller,
    {
      id,
      cameraId,
      presetId,
      planTime,
      areaId,
    }: {
      id?: string | undefined
      cameraId: string
      presetId: string | null
      planTime: string
      areaId?: string | undefined
    },
  ): Promise<PlanRow | undefined> {
    const kind = presetId === null ? 'screenshot' : 'preset'
    const named = id === undefined ? undefined : await ownPlan(caller, id, [kind])
    if (named && named.cameraId !== cameraId)
      throw new AppError('invalidInput', text.wrongShop, {
        errors: [{ path: 'id', message: 'a plan of another camera' }],
      })
    const target = presetId === null ? { cameraId } : { cameraId, presetId }
    const schedule = daily(planTime)
    const rows = await checked(caller, [target], schedule).catch(error => {
      throw renamed(error)
    })
    if (planTime === defaultPlanTime) {
      await store.removeOn(caller.scope, rows, now())
      if (named && named.presetId !== presetId) await reschedule(caller, named, undefined)
      return undefined
    }
    // A plan that is named moves to the preset that is named, unless that one has a plan already.
    if (named && named.presetId !== presetId && !(await store.planOn(caller.scope, cameraId, presetId))) {
      const presetName = rows[0]?.presetName ?? ''
      await reschedule(caller, named, schedule, { presetId, presetName })
    } else {
      const given = rows.map(row => ({ ...row, areaId: areaId ?? null }))
      await store.put(caller.scope, given, now())
    }
    return store.planOn(caller.scope, cameraId, presetId)
  }

  async function changeTime(
    caller: Caller,
    id: string,
    kind: 'screenshot' | 'preset',
    change: { planTime?: string | undefined; presetId?: string | undefined; areaId?: string | undefined },
  ): Promise<PlanRow | undefined> {
    const row = await ownPlan(caller, id, [kind])
    const { planTime, presetId, areaId } = change
    if (planTime === defaultPlanTime) {
      await reschedule(caller, row, undefined)
      return undefined
    }
    const moved: { presetId?: string; presetName?: string; areaId?: string } =
      areaId === undefined ? {} : { areaId }
    if (presetId !== undefined && presetId !== row.presetId) {
      const [camera] = await store.targets(caller.scope, [row.cameraId], [presetId])
      const presetName = camera?.presetName(presetId)
      if (presetName === undefined || (await store.planOn(caller.scope, row.cameraId, presetId)))
        throw new AppError('invalidInput', text.wrongPreset, {
          errors: [{ path: 'presetId', message: 'no preset of this camera, or one that has a plan' }],
        })
      Object.assign(moved, { presetId, presetName })
    }
    await reschedule(caller, row, planTime === undefined ? scheduleOf(row) : daily(planTime), moved)
    return store.plan(caller.scope, id)
  }

  return {
    async list(caller: Caller, { pageNumber, pageSize, ...filter }: PlanFilter & Paged): Promise<Page<Plan>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.page(caller.scope, filter, offset, pageSize)
      const last = await store.lastRuns(records.map(row => row.id))
      return {
        current: pageNumber,
        size: pageSize,
        total,
        records: records.map(row => planAnswer(row, last.get(row.id))),
      }
    },

    /**
     * Puts one schedule on many cameras or presets: an existing plan is updated, a missing one created; a schedule without
     * times removes those that are there.
     * @throws AppError invalidInput by the place of the target, forbidden out of scope; nothing is changed then
     */
    async save(caller: Caller, targets: readonly Target[], input: PlanScheduleInput) {
      const schedule = scheduleFrom(input)
      const rows = await checked(caller, targets, schedule ?? daily(defaultPlanTime))
      if (!schedule) {
        const removed = await store.removeOn(caller.scope, rows, now())
        return { created: 0, updated: 0, removed, ids: [] }
      }
      const done = await store.put(caller.scope, rows, now())
      const created = done.filter(plan => plan.created).length
      return { created, updated: done.length - created, removed: 0, ids: done.map(plan => plan.id) }
    },

    /** Answers the plan, or null where its new schedule has no time and it was removed. @throws as `ownPlan` */
    async update(
      caller: Caller,
      id: string,
      change: { schedule?: PlanScheduleInput | undefined; status?: 'enabled' | 'paused' | undefined },
    ): Promise<Plan | null> {
      const row = await ownPlan(caller, id, ownKinds)
      if (change.schedule) {
        const schedule = scheduleFrom(change.schedule)
        await reschedule(caller, row, schedule)
        if (!schedule) return null
      }
      if (change.status) await this.setPaused(caller, [id], change.status === 'paused')
      return answer(await ownPlan(caller, id, ownKinds))
    },

    /** All or none. @throws AppError forbidden where one is not the user's */
    async setPaused(caller: Caller, ids: readonly string[], paused: boolean): Promise<void> {
      const at = now()
      const done = await store.change(
        caller.scope,
        ids,
        ownKinds,
        plan => ({
          paused,
          // One that is on already goes on as it was.
          ...(plan.paused === paused
            ? {}
            : { nextDueAt: paused ? null : (nextDue(plan, plan.timeZone, at) ?? null) }),
        }),
        at,
      )
      if (!done) throw new AppError('forbidden', text.notYours)
    },

    /** All or none. @throws AppError forbidden where one is not the user's */
    async remove(
      caller: Caller,
      ids: readonly string[],
      kinds: readonly PlanKind[] = ownKinds,
    ): Promise<void> {
      if (!(await store.remove(caller.scope, ids, kinds, now())))
        throw new AppError('forbidden', text.notYours)
    },

    // The inherited calls

    /** @throws AppError notFound where no camera in scope has these numbers */
    async presetPlans(caller: Caller, videoNo: string, channelNo: string, shopId: string | undefined) {
      const cameraId =
        shopId === undefined
          ? await store.cameraByDevice(caller.scope, videoNo, channelNo)
          : (await store.camera(caller.scope, { shopId, videoNo, channelNo })).id
      if (cameraId === undefined) throw new AppError('notFound', text.noCamera)
      return (await store.presetPlans(caller.scope, cameraId)).map(presetPlanAnswer)
    },

    async savePresetPlan(
      caller: Caller,
      {
        presetId,
        id,
        planTime,
        ...key
      }: VideoKey & { id?: string | undefined; presetId: string; planTime: string },
    ) {
      const { id: cameraId } = await store.camera(caller.scope, key)
      const row = await setTime(caller, { id, cameraId, presetId, planTime })
      return row ? presetPlanAnswer(row) : null
    },

    async updatePresetPlan(
      caller: Caller,
      { id, ...change }: { id: string; planTime?: string | undefined; presetId?: string | undefined },
    ) {
      const row = await changeTime(caller, id, 'preset', change)
      return row ? presetPlanAnswer(row) : null
    },

    async saveScreenshotPlan(
      caller: Caller,
      {
        id,
        planTime,
        areaId,
        ...key
      }: VideoKey & { id?: string | undefined; planTime: string; areaId?: string | undefined },
    ) {
      const { id: cameraId } = await store.camera(caller.scope, key)
      const row = await setTime(caller, { id, cameraId, presetId: null, planTime, areaId })
      return row ? screenshotPlanAnswer(row) : null
    },

    async updateScreenshotPlan(
      caller: Caller,
      { id, ...change }: { id: string; planTime?: string | undefined; areaId?: string | undefined },
    ) {
      const row = await changeTime(caller, id, 'screenshot', change)
      return row ? screenshotPlanAnswer(row) : null
    },

    // Runs

    async runs(
      caller: Caller,
      { pageNumber, pageSize, ...filter }: RunFilter & Paged,
    ): Promise<Page<PlanRun>> {
      const offset = Math.min((pageNumber - 1) * pageSize, farthest)
      const { records, total } = await store.runs(caller.scope, filter, offset, pageSize)
      return { current: pageNumber, size: pageSize, total, records: records.map(runAnswer) }
    },

    /** @throws AppError notFound; forbidden out of scope; ruleBroken where there is nothing to try again */
    async retry(caller: Caller, id: string): Promise<PlanRun> {
      const run = await store.run(caller.scope, id)
      if (!run) throw new AppError('notFound', text.noRun)
      if (!run.inScope) throw new AppError('forbidden', text.foreignPlan)
      if (run.planGone) throw new AppError('ruleBroken', text.planGone, { reason: 'planGone' })
      const at = now()
      if (!(await store.retry(caller.scope, id, at, new Date(at.getTime() + retryWaitsMs))))
        throw new AppError('ruleBroken', text.nothingToRetry, { reason: 'nothingToRetry' })
      const again = await store.run(caller.scope, id)
      if (!again) throw new AppError('notFound', text.noRun)
      return runAnswer(again)
    },
  }
}
export type PlanService = ReturnType<typeof planService>

function scheduleOf({ times, everyMinutes, fromMinute, toMinute, weekdays }: Schedule): Schedule {
  return { times, everyMinutes, fromMinute, toMinute, weekdays }
}

/** The inherited calls name one camera: their fields have no place in a list. */
function renamed(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.details.errors) return error
  const errors = error.details.errors.map(({ path, message }) => ({
    path: path.replace(/^targets\.0\./, ''),
    message,
  }))
  return new AppError(error.problem, error.text, { ...error.details, errors })
}
