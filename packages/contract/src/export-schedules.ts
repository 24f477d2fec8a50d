import { z } from 'zod'
import { question } from './analysis.ts'
import { endpoint } from './endpoint.ts'
import { exportStates } from './export-jobs.ts'
import { answerId, done, id, isoTime } from './shared.ts'

/** Templates that are exported by themselves: each day, week or month. */
const tag = 'exports'
const exporter = ['export.run'] as const
const base = '/api/exports/schedules'
const params = z.object({ scheduleId: id })

export const scheduleLimits = { ofOne: 20, people: 20 } as const
export const scheduleRhythms = ['daily', 'weekly', 'monthly'] as const
export const schedulePeriods = ['yesterday', 'lastWeek', 'lastMonth'] as const

const rhythm = z.object({
  every: z.enum(scheduleRhythms),
  /** 1 Monday to 7 Sunday where it is weekly; 1–31 where it is monthly, in shorter months their last day. */
  day: z.number().int().min(1).max(31).default(1),
  /** Of the clock of the chain. */
  hour: z.number().int().min(0).max(23),
  /** The last one that is over when its time comes; weeks begin as the template says. */
  period: z.enum(schedulePeriods),
})
export type ScheduleRhythm = z.output<typeof rhythm>

const body = z
  .strictObject({
    templateId: id,
    ...rhythm.shape,
    filters: question.shape.filters,
    /** What these shops and areas are called. */
    placeName: z.string().trim().max(100).default(''),
    /** Who gets the file too, each of what may be seen by that person, beside the one whose schedule it is. */
    userIds: z
      .array(id)
      .max(scheduleLimits.people)
      .default([])
      .transform(ids => [...new Set(ids)]),
  })
  .refine(({ every, day }) => every !== 'weekly' || day <= 7, {
    message: '星期为 1–7 / a day of the week is 1–7',
    path: ['day'],
  })
export type ExportScheduleBody = z.output<typeof body>

const person = z.object({ id: answerId, name: z.string() })
const schedule = rhythm.extend({
  id: answerId,
  templateId: answerId,
  templateName: z.string(),
  /** Which shops and areas, as they were called when it was made. */
  placeName: z.string(),
  people: z.array(person),
  isPaused: z.boolean(),
  nextAt: isoTime,
  /** When it was last due and done, and what came of it; null before. */
  last: z
    .object({
      at: isoTime,
      /** Of the owner's own export; null where there was none, or it has left the list. */
      state: z.enum(exportStates).nullable(),
      /** What went wrong when it was ordered. */
      message: z.object({ zh: z.string(), en: z.string() }).nullable(),
    })
    .nullable(),
})
export type ExportSchedule = z.infer<typeof schedule>

export const exportScheduleCalls = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: "The caller's schedules, the next one first.",
    tag,
    authority: exporter,
    answer: z.array(schedule),
  }),
  people: endpoint({
    method: 'GET',
    path: `${base}/people`,
    summary: 'Who else may export, and so be given the file of a schedule.',
    tag,
    authority: exporter,
    answer: z.array(person),
  }),
  create: endpoint({
    method: 'POST',
    path: base,
    summary:
      'Has a template exported each day, week or month for the caller and for others. Each gets an export of his own, with his authorities and shops of that time, and is told when it is made.',
    tag,
    authority: exporter,
    body,
    answer: schedule,
  }),
  pause: endpoint({
    method: 'POST',
    path: `${base}/:scheduleId/pause`,
    summary: 'Pauses a schedule, or has it go on; what was due meanwhile is left out.',
    tag,
    authority: exporter,
    params,
    body: z.object({ isPaused: z.boolean() }),
    answer: schedule,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:scheduleId`,
    summary: 'Deletes a schedule; restore brings it back.',
    tag,
    authority: exporter,
    params,
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: `${base}/:scheduleId/restore`,
    summary: 'Brings a deleted schedule back.',
    tag,
    authority: exporter,
    params,
    answer: schedule,
  }),
}
