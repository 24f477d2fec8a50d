import { AppError, exportOrder, isAllowed, type Text, templateLayout, templateOrder } from '@aisle/contract'
import { and, asc, eq, inArray, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Caller } from '../../platform/http/request.ts'
import type { Database } from '../../platform/postgres.ts'
import { exportJobs, exportSchedules, exportTemplates, users } from '../../platform/schema/index.ts'
import { chinaDay } from '../../platform/time.ts'
import type { NoticePublisher } from '../notices/service.ts'
import type { ExportJobService } from './jobs.ts'
import { daysOf, lastDue, nextDue } from './rhythm.ts'

type Deps = {
  db: Database
  jobs: Pick<ExportJobService, 'prepare'>
  notices: NoticePublisher
  /** A user as he is now; undefined where he may not sign in any more. */
  callerOf(userId: string): Promise<Caller | undefined>
  /** When a day of business begins. */
  dayCut(): Promise<string>
  wake(): void
  log(message: string, error: unknown): void
  now: () => Date
}
type Row = typeof exportSchedules.$inferSelect
type Ordered = Awaited<ReturnType<ExportJobService['prepare']>>

const atOnce = 200
const link = '/x_2LNExport/x_2LNExport'

const text = {
  noRight: { zh: '你已没有导出权限', en: 'You may not export any more' },
  noTemplate: { zh: '模板已删除或不再共享', en: 'The template was deleted, or is not shared any more' },
  notOrdered: { zh: '定时导出未能开始', en: 'A scheduled export could not begin' },
  done: { zh: '定时导出已生成', en: 'A scheduled export is ready' },
  failed: { zh: '定时导出失败', en: 'A scheduled export failed' },
  othersLeft: (names: string): Text => ({ zh: `未能发给：${names}`, en: `Not made for: ${names}` }),
}

/** Orders what the schedules of templates have due, and tells of what was made. May run on several servers at once. */
export function exportClock({ db, jobs, notices, callerOf, dayCut, wake, log, now }: Deps) {
  return {
    async work(): Promise<void> {
      const due = await db
        .select()
        .from(exportSchedules)
        .where(
          and(
            lte(exportSchedules.nextAt, now()),
            isNull(exportSchedules.pausedAt),
            isNull(exportSchedules.deletedAt),
          ),
        )
        .orderBy(asc(exportSchedules.nextAt))
        .limit(atOnce)
      for (const row of due)
        try {
          await order(row)
        } catch (error) {
          // It stays due, and is tried again with the next turn; the others do not wait for it.
          log(`export schedule ${row.id}`, error)
        }
      await tell()
    },
  }

  /** One export for each reader, with the next time in one transaction: it happens once whoever else tries, and after any crash. */
  async function order(row: Row): Promise<void> {
    const { ordered, message } = await ordersOf(row)
    const isOurs = await db.transaction(async on => {
      const claimed = await on
        .update(exportSchedules)
        .set({ nextAt: nextDue(row.rhythm, now()), lastAt: now(), lastMessage: message })
        .where(
          and(
            eq(exportSchedules.id, row.id),
            eq(exportSchedules.nextAt, row.nextAt),
            isNull(exportSchedules.pausedAt),
            isNull(exportSchedules.deletedAt),
          ),
        )
        .returning({ lastAt: exportSchedules.lastAt })
      const [mine] = claimed
      if (!mine) return false
      if (ordered.length > 0)
        await on
          .insert(exportJobs)
          .values(ordered.map(job => ({ ...job, createdAt: mine.lastAt ?? now(), scheduleId: row.id })))
      if (message)
        await notices.publish(
          {
            to: { userIds: [row.ownerId] },
            kind: 'export.failed',
            title: text.notOrdered,
            body: message,
            link,
            key: `export.schedule:${row.id}:${row.nextAt.toISOString()}`,
          },
          on,
        )
      return true
    })
    if (isOurs && ordered.length > 0) wake()
  }

  /** What a schedule has made: with the authority and the shops that each has now, and without those who have none. */
  async function ordersOf(row: Row): Promise<{ ordered: Ordered[]; message: Text | null }> {
    const [template] = await db
      .select()
      .from(exportTemplates)
      .where(and(eq(exportTemplates.id, row.templateId), isNull(exportTemplates.deletedAt)))
    if (!template || (template.ownerId !== row.ownerId && !template.isShared))
      return { ordered: [], message: text.noTemplate }
    const owner = await exporter(row.ownerId)
    // Nobody is sent anything by somebody who could not export it.
    if (!owner) return { ordered: [], message: text.noRight }

    const layout = templateLayout.parse(template.layout)
    const [hours = 0, minutes = 0] = (await dayCut()).split(':').map(Number)
    const today = chinaDay(new Date(lastDue(row.rhythm, now()).getTime() - (hours * 60 + minutes) * 60_000))
    const spec = exportOrder.parse(
      templateOrder(layout, {
        filters: row.filters,
        period: daysOf(row.rhythm.period, layout.weekStart, today),
      }),
    )
    const readers = await db
      .select({ id: users.id, name: users.realName, language: users.language })
      .from(users)
      .where(inArray(users.id, [row.ownerId, ...row.userIds]))
    const ordered: Ordered[] = []
    const left: string[] = []
    let ownMessage: Text | null = null
    for (const { id, name, language } of readers) {
      const caller = id === row.ownerId ? owner : await exporter(id)
      try {
        if (!caller) left.push(name)
        else
          ordered.push(
            await jobs.prepare(
              spec,
              caller,
              id === row.ownerId || language === null ? row.language : language === 0 ? 'en' : 'zh',
            ),
          )
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (id === row.ownerId) ownMessage = error.text
        else left.push(name)
      }
    }
    return { ordered, message: ownMessage ?? (left.length > 0 ? text.othersLeft(left.join('、')) : null) }
  }

  async function exporter(userId: string): Promise<Caller | undefined> {
    const caller = await callerOf(userId)
    return caller && isAllowed(caller.authorities, ['export.run']) ? caller : undefined
  }

  /** Each reader of what has ended, once. */
  async function tell(): Promise<void> {
    const ended = await db
      .select()
      .from(exportJobs)
      .where(
        and(
          isNotNull(exportJobs.scheduleId),
          isNull(exportJobs.toldAt),
          inArray(exportJobs.state, ['done', 'failed']),
        ),
      )
      .limit(atOnce)
    for (const { id, userId, name, state, message } of ended)
      await db.transaction(async on => {
        await notices.publish(
          {
            to: { userIds: [userId] },
            kind: state === 'done' ? 'export.done' : 'export.failed',
            title: state === 'done' ? text.done : text.failed,
            body: {
              zh: [name, message].filter(Boolean).join('：'),
              en: [name, message].filter(Boolean).join(': '),
            },
            link,
            key: `export.told:${id}`,
          },
          on,
        )
        await on.update(exportJobs).set({ toldAt: now() }).where(eq(exportJobs.id, id))
      })
  }
}
