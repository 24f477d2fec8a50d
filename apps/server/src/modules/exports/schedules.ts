import {
  AppError,
  type ExportSchedule,
  type ExportScheduleBody,
  scheduleLimits,
  type Text,
} from '@aisle/contract'
import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import { holdsAuthority } from '../../platform/people-access.ts'
import type { Database } from '../../platform/postgres.ts'
import { exportJobs, exportSchedules, exportTemplates, users } from '../../platform/schema/index.ts'
import { nextDue } from './rhythm.ts'

const text = {
  none: { zh: '没有这个定时导出', en: 'There is no such schedule' },
  noTemplate: { zh: '没有这个模板', en: 'There is no such template' },
  tooMany: {
    zh: `每人最多 ${scheduleLimits.ofOne} 个定时导出，请先删除不用的`,
    en: `You have ${scheduleLimits.ofOne} schedules already. Delete one first.`,
  },
  noSuchPerson: {
    zh: '有的收件人不存在、已停用或没有导出权限',
    en: 'Somebody chosen does not exist, is disabled, or may not export',
  },
} as const

type Deps = { db: Database; now: () => Date }
type Row = typeof exportSchedules.$inferSelect
export type ExportScheduleService = ReturnType<typeof exportScheduleService>

/** Schedules of templates; everybody has one's own. What is due, `schedule-clock.ts` orders. */
export function exportScheduleService({ db, now }: Deps) {
  /** Who may be given a file: by name, without the caller. */
  async function mayExport({ userId }: Caller) {
    const found = await db
      .select({ id: users.id, name: users.realName })
      .from(users)
      .where(and(eq(users.disabled, false), holdsAuthority('export.run')))
      .orderBy(asc(users.realName), asc(users.id))
    return found.filter(({ id }) => id !== userId)
  }

  async function answersOf(rows: readonly Row[]): Promise<ExportSchedule[]> {
    if (rows.length === 0) return []
    const [templates, people, jobs] = await Promise.all([
      db
        .select({ id: exportTemplates.id, name: exportTemplates.name })
        .from(exportTemplates)
        .where(
          inArray(
            exportTemplates.id,
            rows.map(({ templateId }) => templateId),
          ),
        ),
      db
        .select({ id: users.id, name: users.realName })
        .from(users)
        .where(
          inArray(
            users.id,
            rows.flatMap(({ userIds }) => userIds),
          ),
        ),
      db
        .selectDistinctOn([exportJobs.scheduleId, exportJobs.userId], {
          scheduleId: exportJobs.scheduleId,
          userId: exportJobs.userId,
          state: exportJobs.state,
          createdAt: exportJobs.createdAt,
        })
        .from(exportJobs)
        .where(
          inArray(
            exportJobs.scheduleId,
            rows.map(({ id }) => id),
          ),
        )
        .orderBy(exportJobs.scheduleId, exportJobs.userId, desc(exportJobs.createdAt)),
    ])
    return rows.map(row => {
      const own = jobs.find(({ scheduleId, userId }) => scheduleId === row.id && userId === row.ownerId)
      return {
        id: row.id,
        ...row.rhythm,
        templateId: row.templateId,
        templateName: templates.find(({ id }) => id === row.templateId)?.name ?? '',
        placeName: row.placeName,
        people: people.filter(({ id }) => row.userIds.includes(id)),
        isPaused: row.pausedAt !== null,
        nextAt: row.nextAt.toISOString(),
        last: row.lastAt && {
          at: row.lastAt.toISOString(),
          // One of an earlier time says nothing of this one.
          state: own && own.createdAt >= row.lastAt ? own.state : null,
          message: row.lastMessage,
        },
      }
    })
  }

  /** @throws notFound */
  async function change(caller: Caller, id: string, isDeleted: boolean, values: (row: Row) => Partial<Row>) {
    const own = and(
      eq(exportSchedules.id, id),
      eq(exportSchedules.ownerId, caller.userId),
      isDeleted ? isNotNull(exportSchedules.deletedAt) : isNull(exportSchedules.deletedAt),
    )
    const changed = await db.transaction(async on => {
      const [row] = await on.select().from(exportSchedules).where(own).for('update')
      if (!row) throw new AppError('notFound', text.none)
      return on.update(exportSchedules).set(values(row)).where(eq(exportSchedules.id, row.id)).returning()
    })
    return answerOf(changed[0])
  }

  async function answerOf(row: Row | undefined): Promise<ExportSchedule> {
    const [answer] = row ? await answersOf([row]) : []
    if (!answer) throw new Error('a schedule without its answer')
    return answer
  }

  async function refuseTooMany({ userId }: Caller): Promise<void> {
    const count = await db.$count(
      exportSchedules,
      and(eq(exportSchedules.ownerId, userId), isNull(exportSchedules.deletedAt)),
    )
    if (count >= scheduleLimits.ofOne) throw new AppError('tooMany', text.tooMany)
  }

  return {
    people: mayExport,

    async list({ userId }: Caller): Promise<ExportSchedule[]> {
      return answersOf(
        await db
          .select()
          .from(exportSchedules)
          .where(and(eq(exportSchedules.ownerId, userId), isNull(exportSchedules.deletedAt)))
          .orderBy(exportSchedules.nextAt, exportSchedules.id),
      )
    },

    /** @throws notFound for a template that the caller does not see, ruleBroken for people who may not export, tooMany */
    async create(caller: Caller, body: ExportScheduleBody, language: keyof Text): Promise<ExportSchedule> {
      const { templateId, filters, placeName, userIds, ...rhythm } = body
      const [template] = await db
        .select({ id: exportTemplates.id })
        .from(exportTemplates)
        .where(
          and(
            eq(exportTemplates.id, templateId),
            isNull(exportTemplates.deletedAt),
            or(eq(exportTemplates.ownerId, caller.userId), eq(exportTemplates.isShared, true)),
          ),
        )
      if (!template) throw new AppError('notFound', text.noTemplate)
      const others = new Set((await mayExport(caller)).map(({ id }) => id))
      const told = userIds.filter(id => id !== caller.userId)
      if (told.some(id => !others.has(id))) throw new AppError('ruleBroken', text.noSuchPerson)
      await refuseTooMany(caller)
      const [row] = await db
        .insert(exportSchedules)
        .values({
          ownerId: caller.userId,
          templateId,
          rhythm,
          filters,
          placeName,
          userIds: told,
          language,
          nextAt: nextDue(rhythm, now()),
          createdAt: now(),
        })
        .returning()
      return answerOf(row)
    },

    /** What was due while it paused is left out. @throws notFound */
    pause: (caller: Caller, id: string, isPaused: boolean) =>
      change(caller, id, false, ({ rhythm, pausedAt }) =>
        isPaused
          ? { pausedAt: pausedAt ?? now() }
          : pausedAt
            ? { pausedAt: null, nextAt: nextDue(rhythm, now()) }
            : { pausedAt },
      ),

    /** @throws notFound */
    async remove(caller: Caller, id: string): Promise<void> {
      await change(caller, id, false, () => ({ deletedAt: now() }))
    },

    /** @throws notFound, tooMany */
    async restore(caller: Caller, id: string): Promise<ExportSchedule> {
      await refuseTooMany(caller)
      return change(caller, id, true, () => ({ deletedAt: null }))
    },
  }
}
