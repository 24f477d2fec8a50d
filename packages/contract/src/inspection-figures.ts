import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { evaluationStatus } from './score-records.ts'
import { answerId, areaQuery, isoTime, localDate, numeric, optionalId, page, pageQuery } from './shared.ts'
import { dayKind, dayRange, statisticsViewer } from './statistics.ts'

/**
 * How well an area is inspected: of the open shops in scope, in one shop or an area, on days of the shops' clocks. A patrol
 * is a check-shop record that began on such a day. Revoked evaluations and deleted records count nowhere; rates and scores
 * have one decimal and are null where there is nothing to divide by.
 */
const tag = 'statistics'
const base = '/api/inspection-figures'

const asked = {
  shopid: optionalId,
  ...areaQuery,
  ...dayRange,
  ...dayKind,
  /** Only what this user did: patrols, evaluations, records, problems raised. */
  userId: optionalId,
}

const rate = z.number().nullable()
const place = { name: z.string(), nameEn: z.string() }

export const inspectionTotals = z.object({
  patrols: z.number(),
  /** Open on the last of the days. */
  shops: z.number(),
  /** Those of them with a patrol. */
  shopsPatrolled: z.number(),
  /** Shops with a patrol of a hundred shops. */
  patrolCoverage: rate,
  /** Mean of the evaluations. */
  score: rate,
  evaluations: z.number(),
  inspections: z.number(),
  dailyRecords: z.number(),
  /** Seconds from the begin to the end of patrols that are over. */
  useTime: z.number(),
  /** Raised on these days. */
  problems: z.number(),
  /** Of these: given to somebody to put right, sent back at least once after review, closed by now. */
  problemsAssigned: z.number(),
  problemsSentBack: z.number(),
  problemsClosed: z.number(),
  /** Closed of a hundred raised. */
  closeRate: rate,
})
export type InspectionTotals = z.infer<typeof inspectionTotals>

const days = z.object({ first: localDate, last: localDate })
const compared = z.object({ days, totals: inspectionTotals })

export const shopFigures = z.object({
  shopid: answerId,
  shopname: z.string(),
  shopnameEn: z.string(),
  areaPath: z.string(),
  areaPathEn: z.string(),
  patrols: z.number(),
  /** On the shop's clock; null where nobody was there on these days. */
  lastPatrol: z.string().nullable(),
  evaluations: z.number(),
  score: rate,
  problems: z.number(),
  problemsClosed: z.number(),
  closeRate: rate,
})
export type ShopFigures = z.infer<typeof shopFigures>
export const shopFigureSorts = [
  'shopname',
  'patrols',
  'lastPatrol',
  'score',
  'problems',
  'closeRate',
] as const
export type ShopFigureSort = (typeof shopFigureSorts)[number]

export const watchedVideo = z.object({
  id: answerId,
  cameraId: answerId.nullable(),
  cameraNumber: z.string(),
  cameraName: z.string(),
  cameraNameEn: z.string(),
  /** On the shop's clock. */
  from: z.string(),
  /** Until the next video of the visit was opened, or the visit ended; null while neither has happened. */
  to: z.string().nullable(),
  seconds: z.number().nullable(),
})

const shared = { method: 'GET', tag, authority: statisticsViewer } as const

export const inspectionFigures = {
  totals: endpoint({
    ...shared,
    path: `${base}/totals`,
    summary: 'The figures of the days, of as many days right before, and of the same days a year earlier.',
    query: z.object(asked),
    answer: z.object({
      totals: inspectionTotals,
      /** Null where a side of the range is open. */
      previous: compared.nullable(),
      lastYear: compared.nullable(),
    }),
  }),
  coverage: endpoint({
    ...shared,
    path: `${base}/coverage`,
    summary: 'Shops with a patrol of all shops by region and province, best covered first.',
    query: z.object(asked),
    answer: z.array(
      z.object({
        region: z.object({ id: answerId, ...place }),
        province: z.object({ id: answerId, ...place }),
        shops: z.number(),
        shopsPatrolled: z.number(),
        patrols: z.number(),
        patrolCoverage: rate,
      }),
    ),
  }),
  scores: endpoint({
    ...shared,
    path: `${base}/scores`,
    summary: 'Mean scores by province, and in each by city, best first.',
    query: z.object(asked),
    answer: z.array(
      z.object({
        id: answerId,
        ...place,
        score: rate,
        evaluations: z.number(),
        shops: z.number(),
        cities: z.array(
          z.object({ id: answerId, ...place, score: rate, evaluations: z.number(), shops: z.number() }),
        ),
      }),
    ),
  }),
  groups: endpoint({
    ...shared,
    path: `${base}/groups`,
    summary:
      'Points earned of a hundred by group of the form, in the order of the form, and of the days before.',
    query: z.object(asked),
    answer: z.array(
      z.object({ itemId: answerId, ...place, count: z.number(), score: rate, previousScore: rate }),
    ),
  }),
  shops: endpoint({
    ...shared,
    path: `${base}/shops`,
    summary: 'Each shop with its patrols, score and problems; shops without a score come last.',
    query: z.object({
      ...pageQuery(10),
      ...asked,
      sort: z.preprocess(
        value => (value === '' ? undefined : value),
        z.enum(shopFigureSorts).default('patrols'),
      ),
      order: z.preprocess(
        value => (typeof value === 'string' ? value.toLowerCase() || undefined : value),
        z.enum(['asc', 'desc']).default('desc'),
      ),
    }),
    answer: page(shopFigures),
  }),
  inspectors: endpoint({
    ...shared,
    path: `${base}/inspectors`,
    summary:
      'Who inspected: patrols, shops, minutes of video watched, evaluations and problems, most patrols first.',
    query: z.object({ ...asked, top: numeric(z.number().int().min(1).max(500)).default(100) }),
    answer: z.array(
      z.object({
        userId: answerId,
        userName: z.string(),
        patrols: z.number(),
        shops: z.number(),
        watchedMinutes: z.number(),
        evaluations: z.number(),
        problems: z.number(),
      }),
    ),
  }),
  days: endpoint({
    ...shared,
    path: `${base}/days`,
    summary: 'Patrols, evaluations, inspections and daily records by day; days without any are left out.',
    query: z.object(asked),
    answer: z.array(
      z.object({
        date: localDate,
        patrols: z.number(),
        /** Shops with a patrol. */
        shops: z.number(),
        evaluations: z.number(),
        inspections: z.number(),
        dailyRecords: z.number(),
      }),
    ),
  }),
  videos: endpoint({
    ...shared,
    path: '/api/check-records/:recordId/videos',
    summary: 'The videos that were watched in a visit, in their order, with times.',
    params: z.object({ recordId: answerId.min(1).max(64) }),
    answer: z.object({
      videos: z.array(watchedVideo),
      evaluations: z.array(
        z.object({
          id: answerId,
          score: z.number(),
          status: evaluationStatus,
          evaluatedAt: isoTime,
          deductCount: z.number(),
        }),
      ),
    }),
  }),
}
