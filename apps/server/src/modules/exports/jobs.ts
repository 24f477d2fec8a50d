import type { Readable } from 'node:stream'
import {
  AppError,
  type ExportJob,
  exportJobLimits,
  type FileAnswer,
  type FullExportOrder,
  type FullQuestion,
  type Text,
} from '@aisle/contract'
import { downloadZip } from 'client-zip'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { fileStem } from '../../platform/export/file-name.ts'
import type { Caller } from '../../platform/http/request.ts'
import type { PictureDisk } from '../../platform/pictures.ts'
import type { Database } from '../../platform/postgres.ts'
import { type ExportFile, exportJobs } from '../../platform/schema/index.ts'
import type { AnalysisService } from '../analysis/service.ts'
import { mimes } from './job-file.ts'

type Deps = {
  db: Database
  disk: Pick<PictureDisk, 'read' | 'delete'>
  analysis: Pick<AnalysisService, 'shopsAsked'>
  /** Shop-days whose counts were corrected since a day, among those a caller may see. */
  correctedSince(caller: Caller, since: string): Promise<readonly { shopId: string; day: string }[]>
  wake(): void
  now: () => Date
}
type Row = typeof exportJobs.$inferSelect
type Language = keyof Text
export type ExportJobService = ReturnType<typeof exportJobService>

const dayMs = 86_400_000
const filesShown = 100

const text = {
  noJob: { zh: '没有这个导出任务', en: 'There is no such export' },
  notDone: { zh: '文件还没有生成', en: 'The file is not made yet' },
  expired: { zh: '文件已过期，请重新导出', en: 'The file has expired. Export again.' },
  running: { zh: '任务还在进行', en: 'The export is under way' },
  manyWait: {
    zh: `最多同时有 ${exportJobLimits.waiting} 个导出任务，请等待或取消后再试`,
    en: `At most ${exportJobLimits.waiting} of your exports wait at once. Wait for them, or cancel some.`,
  },
  noDates: {
    zh: '按天拆分需要起止日期，不能用“近 7 天”等相对日期',
    en: 'One file for each day needs a first and a last day, no “last 7 days” and the like',
  },
  nothingCorrected: { zh: '该日期之后没有被修正的数据', en: 'No counts were corrected since then' },
  tooMany: {
    zh: `一批最多 ${exportJobLimits.files} 个文件，请缩小范围`,
    en: `A batch has at most ${exportJobLimits.files} files. Narrow it.`,
  },
  noPeople: {
    zh: '客群导出需要指标“客流人数”(visitors)：否则无法判断分组是否少于 5 人',
    en: 'A customer export needs the metric visitors: else nobody could tell which groups are too small',
  },
  noShares: {
    zh: '客群导出不含占比、累计与指数：由它们可推算留空的分组',
    en: 'A customer export has no shares, running sums or indices: what is left empty could be worked out from them',
  },
} as const

/** Calculations from which the total follows, and from it what was left empty. */
const ofTotals: ReadonlySet<string> = new Set(['share', 'topShare', 'cumulative', 'index'])
const tellsTotal = ({ calc, metrics }: FullQuestion): boolean =>
  [...calc, ...metrics.map(metric => (typeof metric === 'string' ? '' : metric.calc))].some(
    name => name !== undefined && ofTotals.has(name),
  )

/** Exports that are made by a job: written into files as the rows are read, kept for seven days. */
export function exportJobService({ db, disk, analysis, correctedSince, wake, now }: Deps) {
  async function found(caller: Caller, id: string): Promise<Row> {
    const [row] = await db
      .select()
      .from(exportJobs)
      .where(and(eq(exportJobs.id, id), eq(exportJobs.userId, caller.userId)))
    if (!row) throw new AppError('notFound', text.noJob)
    return row
  }

  async function refuseTooMany({ userId }: Caller): Promise<void> {
    const waiting = await db.$count(
      exportJobs,
      and(eq(exportJobs.userId, userId), inArray(exportJobs.state, ['queued', 'running'])),
    )
    if (waiting >= exportJobLimits.waiting) throw new AppError('tooMany', text.manyWait)
  }

  /** The files of an order: one, or one for each shop or day; for corrected days alone, those. */
  async function filesOf(order: FullExportOrder, caller: Caller, language: Language): Promise<ExportFile[]> {
    const empty = { state: 'waiting' as const, rows: 0, bytes: 0, message: '' }
    const [first] = order.sheets
    const shops = first ? await analysis.shopsAsked(first.question, caller.scope, language) : []
    const isAsked = new Set(shops.map(({ id }) => id))
    const corrected =
      order.correctedSince === undefined
        ? undefined
        : (await correctedSince(caller, order.correctedSince)).filter(({ shopId }) => isAsked.has(shopId))
    if (corrected?.length === 0) throw new AppError('ruleBroken', text.nothingCorrected)
    const period = first && 'from' in first.question.period ? first.question.period : undefined
    const used = new Map<string, number>()
    const named = (shop: { id: string; name: string } | undefined, day: string): string => {
      const values: Record<string, string> = {
        name: order.name,
        shop: shop?.name ?? '',
        shopId: shop?.id ?? '',
        day: day.replaceAll('-', ''),
        from: period?.from.replaceAll('-', '') ?? '',
        to: period?.to.replaceAll('-', '') ?? '',
      }
      const stem =
        fileStem(order.pattern.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')).replace(
          /^[\s_.-]+|[\s_.-]+$/g,
          '',
        ) || 'export'
      const times = (used.get(stem) ?? 0) + 1
      used.set(stem, times)
      return `${times > 1 ? `${stem} ${times}` : stem}.${order.format}`
    }
    const files: ExportFile[] = []
    const add = (file: Pick<ExportFile, 'name' | 'shopId' | 'days'>) => {
      files.push({ ...empty, ...file })
      if (files.length > exportJobLimits.files) throw new AppError('ruleBroken', text.tooMany)
    }
    if (order.split === 'shop')
      for (const shop of shops) {
        const days = corrected?.filter(({ shopId }) => shopId === shop.id).map(({ day }) => day)
        if (days?.length !== 0) add({ name: named(shop, ''), shopId: shop.id, ...(days ? { days } : {}) })
      }
    else if (order.split === 'day' && !period && !corrected)
      throw new AppError('ruleBroken', text.noDates, { reason: 'noDates' })
    else if (order.split === 'day')
      for (const day of corrected ? [...new Set(corrected.map(({ day }) => day))].sort() : daysIn(period))
        add({ name: named(undefined, day), days: [day] })
    else
      add({
        name: named(undefined, ''),
        ...(corrected ? { days: [...new Set(corrected.map(({ day }) => day))].sort() } : {}),
      })
    if (files.length === 0) throw new AppError('ruleBroken', text.nothingCorrected)
    return files
  }

  /**
   * An export as it is to be written down. Files of the kind `customer` are made to be handed on: figures of fewer than
   * `leastGroup` people stay empty in them.
   * @throws AppError ruleBroken for too many files, where nothing was corrected, or for customers without their number or with
   * shares of a total; tooMany where too many of the caller's wait already
   */
  async function prepare(order: FullExportOrder, caller: Caller, language: Language) {
    if (
      order.kind === 'customer' &&
      order.sheets.some(({ question }) => !question.metrics.includes('visitors'))
    )
      throw new AppError('ruleBroken', text.noPeople, { reason: 'noPeople' })
    if (order.kind === 'customer' && order.sheets.some(({ question }) => tellsTotal(question)))
      throw new AppError('ruleBroken', text.noShares, { reason: 'noShares' })
    await refuseTooMany(caller)
    return {
      userId: caller.userId,
      kind: order.kind,
      name: order.name,
      format: order.format,
      language,
      spec: order,
      state: 'queued',
      files: await filesOf(order, caller, language),
      createdAt: now(),
    } satisfies typeof exportJobs.$inferInsert
  }

  return {
    async list(caller: Caller, kind: Row['kind'] | undefined, pageNumber: number, pageSize: number) {
      const where = and(eq(exportJobs.userId, caller.userId), kind ? eq(exportJobs.kind, kind) : undefined)
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(exportJobs)
          .where(where)
          .orderBy(desc(exportJobs.createdAt), desc(exportJobs.id))
          .limit(pageSize)
          .offset((pageNumber - 1) * pageSize),
        db.$count(exportJobs, where),
      ])
      return { current: pageNumber, size: pageSize, total, records: rows.map(answerOf) }
    },

    one: async (caller: Caller, id: string) => answerOf(await found(caller, id)),

    prepare,

    /** As {@link prepare} makes it, on its way. @throws AppError as that does */
    async submit(order: FullExportOrder, caller: Caller, language: Language): Promise<ExportJob> {
      const [row] = await db
        .insert(exportJobs)
        .values(await prepare(order, caller, language))
        .returning()
      if (!row) throw new Error('the export was not inserted')
      wake()
      return answerOf(row)
    },

    /** @throws AppError conflict while it runs; tooMany where too many of the caller's wait already */
    async retry(caller: Caller, id: string): Promise<ExportJob> {
      const row = await found(caller, id)
      if (row.state === 'queued' || row.state === 'running') throw new AppError('conflict', text.running)
      await refuseTooMany(caller)
      // What a cancelled export had made was thrown away with it.
      const isGone = row.state === 'expired' || row.state === 'cancelled'
      const files = row.files.map(file =>
        file.state === 'done' && !isGone
          ? file
          : {
              ...file,
              state: 'waiting' as const,
              tries: 0,
              key: undefined,
              rows: 0,
              bytes: 0,
              message: '',
            },
      )
      const [again] = await db
        .update(exportJobs)
        .set({ state: 'queued', files, progress: 0, message: '', endedAt: null, expiresAt: null })
        .where(and(eq(exportJobs.id, id), eq(exportJobs.state, row.state)))
        .returning()
      if (!again) throw new AppError('conflict', text.running)
      wake()
      return answerOf(again)
    },

    async cancel(caller: Caller, id: string): Promise<ExportJob> {
      const row = await found(caller, id)
      const [cancelled] = await db
        .update(exportJobs)
        .set({ state: 'cancelled', endedAt: now() })
        .where(and(eq(exportJobs.id, id), inArray(exportJobs.state, ['queued', 'running'])))
        .returning()
      // Files that stood from before, where some of them were made again: the run that is under way deletes its own (`runner.ts`).
      for (const { key } of cancelled?.files ?? []) if (key !== undefined) await disk.delete(key)
      return answerOf(cancelled ?? row)
    },

    /** The file, or all that were made as a ZIP. @throws AppError ruleBroken before it is made and after it expired */
    async download(caller: Caller, id: string): Promise<FileAnswer> {
      const row = await found(caller, id)
      const made = row.files.filter(({ state, key }) => state === 'done' && key !== undefined)
      if (row.state === 'expired') throw new AppError('ruleBroken', text.expired)
      if (row.state === 'queued' || row.state === 'running' || made.length === 0)
        throw new AppError('ruleBroken', text.notDone)
      const [only] = made
      const first = only?.key === undefined ? undefined : await disk.read(only.key)
      if (!only || !first) {
        // Somebody cleared the disk: the list says so from now on, and offers to make the files again.
        await db
          .update(exportJobs)
          .set({ state: 'expired' })
          // One that was asked for anew meanwhile is on its way.
          .where(and(eq(exportJobs.id, row.id), eq(exportJobs.state, row.state)))
        throw new AppError('ruleBroken', text.expired)
      }
      if (row.files.length === 1) return { fileName: only.name, mime: mimes[row.format], data: first }
      async function* entries(begun: Readable) {
        for (const [index, { name, key = '' }] of made.entries()) {
          const input = index === 0 ? begun : await disk.read(key)
          // A ZIP that lacks one of its files breaks off: it must not look whole.
          if (!input) throw new AppError('ruleBroken', text.expired)
          yield { name, input, lastModified: row.endedAt ?? now() }
        }
      }
      const { body } = downloadZip(entries(first))
      if (!body) throw new Error('a ZIP without a body')
      return {
        fileName: `${fileStem(row.name)}.zip`,
        mime: mimes.zip,
        data: body,
      }
    },
  }
}

function* daysIn(period: { from: string; to: string } | undefined): Generator<string> {
  if (!period) return
  for (let at = Date.parse(period.from); at <= Date.parse(period.to); at += dayMs)
    yield new Date(at).toISOString().slice(0, 10)
}

function answerOf({
  id,
  kind,
  name,
  format,
  state,
  progress,
  rows,
  bytes,
  message,
  files,
  ...times
}: Row): ExportJob {
  const order = { failed: 0, waiting: 1, done: 2 }
  return {
    id,
    kind,
    name,
    format,
    state,
    progress,
    rows,
    bytes,
    message,
    filesDone: files.filter(file => file.state === 'done').length,
    filesFailed: files.filter(file => file.state === 'failed').length,
    fileCount: files.length,
    files: files
      .toSorted((a, b) => order[a.state] - order[b.state])
      .slice(0, filesShown)
      .map(file => ({
        name: file.name,
        state: file.state,
        rows: file.rows,
        bytes: file.bytes,
        message: file.message,
      })),
    createdAt: times.createdAt.toISOString(),
    endedAt: times.endedAt?.toISOString() ?? null,
    expiresAt: times.expiresAt?.toISOString() ?? null,
  }
}
