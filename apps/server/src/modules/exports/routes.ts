import { exportCalls, exportJobCalls, exportScheduleCalls, exportTemplateCalls } from '@aisle/contract'
import type { Mount } from '../../platform/http/mount.ts'
import type { ExportJobService } from './jobs.ts'
import type { ExportScheduleService } from './schedules.ts'
import { exportFile } from './service.ts'
import type { ExportTemplateService } from './templates.ts'

/** Files of what the caller has, made at once; files of what is asked for, made by a job; templates of these, and when these are exported. */
export function exportRoutes(
  mount: Mount,
  {
    jobs,
    templates,
    schedules,
    now,
  }: {
    jobs: ExportJobService
    templates: ExportTemplateService
    schedules: ExportScheduleService
    now: () => Date
  },
): void {
  mount(exportTemplateCalls, {
    list: (_, { caller }) => templates.list(caller),
    async create({ body }, { caller, audit }) {
      const made = await templates.create(caller, body)
      await audit('exportTemplate.created', made.id, { name: made.name, isShared: made.isShared })
      return made
    },
    async update({ params, body }, { caller, audit }) {
      const changed = await templates.update(caller, params.templateId, body)
      await audit('exportTemplate.changed', changed.id, { name: changed.name, isShared: changed.isShared })
      return changed
    },
    async remove({ params }, { caller, audit }) {
      await templates.remove(caller, params.templateId)
      await audit('exportTemplate.deleted', params.templateId)
      return null
    },
    async restore({ params }, { caller, audit }) {
      const restored = await templates.restore(caller, params.templateId)
      await audit('exportTemplate.restored', restored.id)
      return restored
    },
  })
  mount(exportScheduleCalls, {
    list: (_, { caller }) => schedules.list(caller),
    people: (_, { caller }) => schedules.people(caller),
    async create({ body }, { caller, language, audit }) {
      const made = await schedules.create(caller, body, language)
      await audit('exportSchedule.created', made.id, {
        template: made.templateName,
        every: made.every,
        people: made.people.map(({ id }) => id).join(','),
      })
      return made
    },
    async pause({ params, body }, { caller, audit }) {
      const changed = await schedules.pause(caller, params.scheduleId, body.isPaused)
      await audit('exportSchedule.paused', changed.id, { isPaused: changed.isPaused })
      return changed
    },
    async remove({ params }, { caller, audit }) {
      await schedules.remove(caller, params.scheduleId)
      await audit('exportSchedule.deleted', params.scheduleId)
      return null
    },
    async restore({ params }, { caller, audit }) {
      const restored = await schedules.restore(caller, params.scheduleId)
      await audit('exportSchedule.restored', restored.id)
      return restored
    },
  })
  mount(exportJobCalls, {
    list: ({ query: { kind, pageNumber, pageSize } }, { caller }) =>
      jobs.list(caller, kind, pageNumber, pageSize),
    async submit({ body }, { caller, language, audit }) {
      const job = await jobs.submit(body, caller, language)
      await audit('export.submitted', job.id, { name: body.name, kind: body.kind, files: job.fileCount })
      return job
    },
    one: ({ params }, { caller }) => jobs.one(caller, params.jobId),
    async retry({ params }, { caller, audit }) {
      const job = await jobs.retry(caller, params.jobId)
      await audit('export.retried', job.id)
      return job
    },
    async cancel({ params }, { caller, audit }) {
      const job = await jobs.cancel(caller, params.jobId)
      await audit('export.cancelled', job.id)
      return job
    },
    async download({ params }, { caller, audit }) {
      const file = await jobs.download(caller, params.jobId)
      await audit('export.downloaded', params.jobId, { file: file.fileName })
      return file
    },
  })
  mount(exportCalls, {
    async table({ body }, context) {
      const file = await exportFile(body, {
        author: context.caller.realName,
        language: context.language,
        now: now(),
      })
      await context.audit('export.made', body.name, {
        format: body.format,
        rows: body.parts.reduce((sum, part) => sum + ('rows' in part ? part.rows.length : 0), 0),
      })
      return { fileName: file.fileName, mime: file.mime, base64: file.data.toString('base64') }
    },
  })
}
