import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  type CheckKind,
  dailyRecordBody,
  evaluationBody,
  inspectionBody,
  type ScoreDraft,
  type ScoreDraftContent,
} from '@aisle/contract'
import type { z } from 'zod'
import type { Caller } from '../../platform/http/request.ts'
import type { Queryable } from '../../platform/postgres.ts'
import type { DailyRecordService } from './daily.ts'
import type { DraftKey, DraftRow, DraftStore } from './draft-store.ts'
import type { EvaluationService } from './evaluations.ts'
import type { InspectionRecordService } from './inspections.ts'
import { refuse } from './intake.ts'
import { text } from './text.ts'

type Deps = {
  store: DraftStore
  evaluations: EvaluationService
  inspections: InspectionRecordService
  daily: DailyRecordService
  now: () => Date
}
type Submitted = {
  kind: CheckKind
  id: string
  made: boolean
  evaluation: Awaited<ReturnType<EvaluationService['evaluation']>> | null
  inspection: Awaited<ReturnType<InspectionRecordService['inspection']>> | null
  dailyRecord: Awaited<ReturnType<DailyRecordService['save']>>['record'] | null
}

/** Half-filled forms, kept for their user on the server: a lost connection or a closed tab loses nothing. */
export function draftService({ store, evaluations, inspections, daily, now }: Deps) {
  const keyOf = (caller: Caller, kind: CheckKind, shopId: string): DraftKey => ({
    userId: caller.userId,
    shopId,
    kind,
  })

  async function kept(caller: Caller, key: DraftKey): Promise<ScoreDraft | null> {
    const row = await store.draft(caller.scope, key)
    return row ? draftOf(row) : null
  }

  /** Says what is kept instead of what the caller knew. */
  function conflict(current: ScoreDraft | null): never {
    throw current
      ? new AppError('conflict', text.draftChanged, { reason: 'draftChanged', current })
      : new AppError('conflict', text.draftGone, { reason: 'draftGone' })
  }

  return {
    list: async (caller: Caller) => (await store.ofUser(caller.scope, caller.userId)).map(draftOf),

    /** @throws AppError forbidden, notFound for the shop */
    async draft(caller: Caller, kind: CheckKind, shopId: string): Promise<ScoreDraft | null> {
      await store.shop(caller.scope, shopId)
      return kept(caller, keyOf(caller, kind, shopId))
    },

    /**
     * Keeps a draft over the version that the caller knows, 0 for none. The same save sent again answers as the first did.
     * @throws AppError conflict with what is kept, where that is another version
     */
    async save(
      caller: Caller,
      kind: CheckKind,
      shopId: string,
      { version, key, content }: { version: number; key?: string | undefined; content: ScoreDraftContent },
    ): Promise<ScoreDraft> {
      await store.shop(caller.scope, shopId)
      const draft = keyOf(caller, kind, shopId)
      const saved =
        version === 0
          ? await store.create(draft, { key: key ?? randomUUID(), content, at: now() })
          : await store.replace(draft, version, content, now())
      const current = await kept(caller, draft)
      if (saved && current) return current
      const isRepeat =
        current?.version === version + 1 &&
        isDeepStrictEqual(current.content, JSON.parse(JSON.stringify(content)))
      return current && isRepeat ? current : conflict(current)
    },

    /** Discards a draft; one that is gone already counts as discarded. @throws AppError conflict with another version */
    async discard(
      caller: Caller,
      kind: CheckKind,
      shopId: string,
      version: number | undefined,
    ): Promise<void> {
      await store.shop(caller.scope, shopId)
      const draft = keyOf(caller, kind, shopId)
      if (await store.remove(draft, version)) return
      const current = await kept(caller, draft)
      if (current) conflict(current)
    },

    /**
     * Turns a draft into its record: both happen or neither. Sent again it answers the record that it became.
     * @throws AppError conflict where another version is kept, and what the save of the record throws
     */
    async submit(
      caller: Caller,
      kind: CheckKind,
      shopId: string,
      { version, key, allowUnscored }: { version: number; key: string; allowUnscored: boolean },
    ): Promise<Submitted> {
      await store.shop(caller.scope, shopId)
      const answer = { kind, evaluation: null, inspection: null, dailyRecord: null }
      const submitted = await earlier(caller, kind, key, shopId)
      if (submitted) return { ...answer, ...submitted }
      const draft = keyOf(caller, kind, shopId)
      const current = await kept(caller, draft)
      if (!current || current.version !== version || current.key !== key) {
        // Another submit of the same draft may have come between the two looks.
        const meanwhile = current ? undefined : await earlier(caller, kind, key, shopId)
        return meanwhile ? { ...answer, ...meanwhile } : conflict(current)
      }
      const consume = async (transaction: Queryable) => {
        if (!(await store.remove(draft, version, transaction))) conflict(await kept(caller, draft))
      }
      const content = { ...current.content, shopId, clientKey: key }
      if (kind === 'evaluation') {
        const body = { ...read(evaluationBody, content), allowUnscored }
        const { record, made } = await evaluations.save(caller, body, consume)
        return { ...answer, id: record.id, made, evaluation: record }
      }
      if (kind === 'inspection') {
        const { record, made } = await inspections.save(caller, read(inspectionBody, content), consume)
        return { ...answer, id: record.id, made, inspection: record }
      }
      const { record, made } = await daily.save(caller, read(dailyRecordBody, content), consume)
      return { ...answer, id: record.id, made, dailyRecord: record }
    },
  }

  /** What an earlier submit with this key made. */
  async function earlier(caller: Caller, kind: CheckKind, key: string, shopId: string) {
    if (kind === 'evaluation') {
      const found = await evaluations.earlier(caller, key, shopId)
      return found && { id: found.record.id, made: false, evaluation: found.record }
    }
    if (kind === 'inspection') {
      const found = await inspections.earlier(caller, key, shopId)
      return found && { id: found.record.id, made: false, inspection: found.record }
    }
    const found = await daily.earlier(caller, key, shopId)
    return found && { id: found.record.id, made: false, dailyRecord: found.record }
  }
}

function draftOf({ kind, shopId, shopName, key, version, content, updatedAt }: DraftRow): ScoreDraft {
  return { kind, shopId, shopname: shopName, key, version, content, updatedAt: updatedAt.toISOString() }
}

/** A draft may lack what its record needs. @throws AppError invalidInput by field */
function read<Body extends z.ZodType>(body: Body, content: unknown): z.output<Body> {
  const { success, data, error } = body.safeParse(content)
  if (!success) refuse(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  return data
}
