import { z } from 'zod'
import { checkItem, checkItemNode } from './check-items.ts'
import { endpoint } from './endpoint.ts'
import {
  dailyRecord,
  dailyRecordBody,
  evaluation,
  evaluationBody,
  evaluationStatuses,
  evaluationSummary,
  inspection,
  inspectionBody,
  inspectionSummary,
} from './score-records.ts'
import {
  areaQuery,
  done,
  id,
  idList,
  localDate,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** The calls about evaluations, inspections and daily records. */
const tag = 'scoring'
const base = '/api/monitor/checkShop'
const viewer = ['inspect.view', 'inspect.score'] as const

/** As answers name a status, or as its number: 1 saved, 2 confirmed, 3 revoked. */
const anyStatus = z.preprocess(
  value =>
    typeof value === 'number' || typeof value === 'string'
      ? (evaluationStatuses[Number(value) - 1] ?? value)
      : value,
  z.enum(evaluationStatuses),
)
const optionalDay = z.preprocess(value => (value === '' ? undefined : value), localDate.optional())
const dayQuery = z.object({
  shopid: id,
  checkdate: optionalDay,
})
const listQuery = {
  ...pageQuery(20),
  shopid: optionalId,
  ...areaQuery,
  /** Days on the shops' clocks, both inside. */
  checkdate_beg: optionalDay,
  checkdate_end: optionalDay,
  userId: optionalId,
  searchKey: optionalText(60),
}

/** The inherited calls about evaluations, inspections and daily records. */
export const scoring = {
  getEvaluationItemList: endpoint({
    method: 'GET',
    path: `${base}/getEvaluationItemList`,
    summary: 'Items of the evaluation form right under `pid`; without it the groups.',
    tag,
    authority: viewer,
    query: z.object({ pid: optionalId }),
    answer: z.array(checkItem.extend({ children: z.number() })),
  }),
  getInspectionItemList: endpoint({
    method: 'GET',
    path: `${base}/getInspectionItemList`,
    summary: 'The items of inspections as a tree.',
    tag,
    authority: viewer,
    answer: z.array(checkItemNode),
  }),
  getEvaluation: endpoint({
    method: 'GET',
    path: `${base}/getEvaluation/:id`,
    summary: 'An evaluation with its details and their pictures.',
    tag,
    authority: viewer,
    params: z.object({ id }),
    answer: evaluation,
  }),
  getEvaluationList: endpoint({
    method: 'GET',
    path: `${base}/getEvaluationList`,
    summary: 'Evaluations of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(evaluation),
  }),
  getInspectionList: endpoint({
    method: 'GET',
    path: `${base}/getInspectionList`,
    summary: 'Inspections of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(inspection),
  }),
  getDailyrecordDetailList: endpoint({
    method: 'GET',
    path: `${base}/getDailyrecordDetailList`,
    summary: 'Daily records of a shop on a day (today where none is named), latest first.',
    tag,
    authority: viewer,
    query: dayQuery,
    answer: z.array(dailyRecord),
  }),
  saveEvaluation: endpoint({
    method: 'POST',
    path: `${base}/saveEvaluation`,
    summary: 'Saves an evaluation; the same clientKey twice is one evaluation.',
    tag,
    authority: ['inspect.score'],
    body: evaluationBody,
    answer: evaluation,
  }),
  saveInspection: endpoint({
    method: 'POST',
    path: `${base}/saveInspection`,
    summary: 'Saves an inspection; the same clientKey twice is one inspection.',
    tag,
    authority: ['inspect.score'],
    body: inspectionBody,
    answer: inspection,
  }),
  saveDailyrecord: endpoint({
    method: 'POST',
    path: `${base}/saveDailyrecord`,
    summary: 'Saves a daily record; the same clientKey twice is one record.',
    tag,
    authority: ['inspect.score'],
    body: dailyRecordBody,
    answer: dailyRecord,
  }),
  revoke: endpoint({
    method: 'POST',
    path: `${base}/revoke/:id`,
    summary: 'Revokes a saved or confirmed evaluation; it counts no longer and stays readable.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id }),
    body: z.object({ reason: z.string().trim().max(200).default('') }),
    answer: evaluation,
  }),
  updateStatus: endpoint({
    method: 'POST',
    path: `${base}/updateStatus/:id`,
    summary: 'Confirms a saved evaluation.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id }),
    body: z.object({ status: anyStatus }),
    answer: evaluation,
  }),
  delInspectionByIds: endpoint({
    method: 'DELETE',
    path: `${base}/delInspectionByIds/:id`,
    summary: 'Deletes inspections of the user (restorable); all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ id: idList }),
    answer: done,
  }),
}

/** Lists across shops, and what the inherited calls lack. The printed report is GET /api/evaluations/:id/report.pdf. */
export const evaluations = {
  list: endpoint({
    method: 'GET',
    path: '/api/evaluations',
    summary: 'Evaluations in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object({
      ...listQuery,
      status: anyStatus.optional(),
      /** Those that took points for this item, or an item of this group. */
      itemId: optionalId,
    }),
    answer: page(evaluationSummary),
  }),
}

export const inspections = {
  list: endpoint({
    method: 'GET',
    path: '/api/inspections',
    summary: 'Inspections in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object(listQuery),
    answer: page(inspectionSummary),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/inspections/:id',
    summary: 'An inspection with its details and their pictures.',
    tag,
    authority: viewer,
    params: z.object({ id }),
    answer: inspection,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/inspections/:ids/restore',
    summary: 'Brings deleted inspections of the user back; all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: z.array(inspectionSummary),
  }),
}

export const dailyRecords = {
  list: endpoint({
    method: 'GET',
    path: '/api/daily-records',
    summary: 'Daily records in scope, latest first.',
    tag,
    authority: viewer,
    query: z.object({ ...listQuery, typeId: optionalId }),
    answer: page(dailyRecord),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/daily-records/:ids',
    summary: 'Deletes daily records of the user (restorable); all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/daily-records/:ids/restore',
    summary: 'Brings deleted daily records of the user back; all or none.',
    tag,
    authority: ['inspect.score'],
    params: z.object({ ids: idList }),
    answer: z.array(dailyRecord),
  }),
}
