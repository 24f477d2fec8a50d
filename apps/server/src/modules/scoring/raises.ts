import { AppError } from '@aisle/contract'
import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import {
  evaluationDetails,
  evaluations,
  inspectionDetails,
  inspections,
  type RaiseRequest,
} from '../../platform/schema/index.ts'

/** What the module of problems is asked for: idempotent by source and item. */
export type ProblemRaiser = {
  raise(
    caller: Caller,
    problem: {
      shopId: string
      cameraId?: string
      presetId?: string
      itemId: string
      itemName: string
      questionType: string
      remark: string
      pictureIds: string[]
      ownerUserId?: string
      dueAt?: string
      source: { kind: 'evaluation' | 'inspection'; id: string }
    },
  ): Promise<unknown>
}

type Deps = {
  db: Database
  /** Absent: what is asked for waits in its details. */
  problems?: ProblemRaiser | undefined
  now: () => Date
  log(message: string, error?: unknown): void
}

/** Leaves a running save the time to raise what it made. */
const graceMs = 30_000
const attemptsAllowed = 10
const batch = 200

const sources = {
  evaluation: { details: evaluationDetails, ofRecord: evaluationDetails.evaluationId, records: evaluations },
  inspection: { details: inspectionDetails, ofRecord: inspectionDetails.inspectionId, records: inspections },
} as const
type Kind = keyof typeof sources

type Pending = {
  id: string
  recordId: string
  shopId: string
  userId: string
  itemId: string
  itemName: string
  remark: string
  cameraId: string | null
  presetId: string | null
  pictureIds: string[]
  raise: RaiseRequest | null
}

/**
 * Problems asked for by details. A detail keeps its request until the problem stands, so that a crash between the save and
 * the problem loses none; raising twice is once.
 */
export function problemRaises({ db, problems, now, log }: Deps) {
  const pending = async (kind: Kind, where: Parameters<typeof and>[0]): Promise<Pending[]> => {
    const { details, ofRecord, records } = sources[kind]
    return db
      .select({
        id: details.id,
        recordId: records.id,
        shopId: records.shopId,
        userId: records.userId,
        itemId: details.itemId,
        itemName: details.itemName,
        remark: details.remark,
        cameraId: details.cameraId,
        presetId: details.presetId,
        pictureIds: details.pictureIds,
        raise: details.raise,
      })
      .from(details)
      .innerJoin(records, eq(records.id, ofRecord))
      .where(and(isNotNull(details.raise), isNull(details.raisedAt), where))
      .orderBy(asc(records.createdAt), asc(details.sort))
      .limit(batch)
  }

  async function raiseAll(kind: Kind, rows: readonly Pending[], callerOf: (row: Pending) => Caller) {
    const { details } = sources[kind]
    for (const row of rows) {
      const { cameraId, presetId, raise } = row
      if (!raise || !problems) continue
      try {
        await problems.raise(callerOf(row), {
          shopId: row.shopId,
          ...(cameraId === null ? {} : { cameraId }),
          ...(presetId === null ? {} : { presetId }),
          itemId: row.itemId,
          itemName: row.itemName,
          remark: row.remark,
          pictureIds: row.pictureIds,
          ...raise,
          source: { kind, id: row.recordId },
        })
        await db.update(details).set({ raisedAt: now() }).where(eq(details.id, row.id))
      } catch (error) {
        // The record stands whatever becomes of its problem; the job tries again.
        log(`problem of ${kind} ${row.recordId}, item ${row.itemId}`, error)
        await db
          .update(details)
          .set({
            raiseAttempts: sql`${details.raiseAttempts} + ${error instanceof AppError ? attemptsAllowed : 1}`,
          })
          .where(eq(details.id, row.id))
      }
    }
  }

  return {
    /** Raises what a record asks for and does not have yet. */
    async ofRecord(caller: Caller, kind: Kind, recordId: string): Promise<void> {
      if (!problems) return
      await raiseAll(kind, await pending(kind, eq(sources[kind].records.id, recordId)), () => caller)
    },

    /** Raises what a crash left; for the runner. */
    async sweep(): Promise<void> {
      if (!problems) return
      const before = new Date(now().getTime() - graceMs)
      for (const kind of ['evaluation', 'inspection'] as const) {
        const { details, records } = sources[kind]
        const rows = await pending(
          kind,
          and(lt(records.createdAt, before), lt(details.raiseAttempts, attemptsAllowed)),
        )
        await raiseAll(kind, rows, onBehalf)
      }
    },
  }
}
export type ProblemRaises = ReturnType<typeof problemRaises>

/** Who saved the record, as far as raising its problems goes: in its shop alone. */
function onBehalf({ userId, shopId }: Pending): Caller {
  return {
    userId,
    loginName: '',
    realName: '',
    authorities: ['inspect.score'],
    scope: { all: false, areaIds: [], shopIds: [shopId] },
    sessionHash: '',
  }
}
