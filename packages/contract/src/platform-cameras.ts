import { z } from 'zod'
import { recordStore } from './camera-words.ts'
import { camera, cameraStatus } from './cameras.ts'
import { endpoint } from './endpoint.ts'
import {
  answerId,
  areaQuery,
  isoTime,
  localDate,
  numeric,
  optionalId,
  optionalText,
  page,
  pageQuery,
} from './shared.ts'

/** The cameras of one platform over the shops of an area: which answer, what they can do, what was recorded. */
const tag = 'cameras'
const asked = {
  ys: numeric(z.number().int().min(0).max(3)),
  ...areaQuery,
  shopId: optionalId,
}
const shopName = { shopId: answerId, shopname: z.string(), shopnameEn: z.string() }

/** Longest range of days whose recordings are asked for at once. */
export const mostRecordedDays = 31
/** Cameras whose recordings are asked for at once: each costs its platform two calls where nothing is remembered. */
export const mostRecordedCameras = 40
/** A shorter hole in the recordings of a day is none that anybody has to look into. */
export const recordingGapMinutes = 10

export const platformCamera = camera.extend({
  /** Numbers of its presets, of 1 to 12. */
  presetIndexes: z.array(z.number()),
  /** Of its shop: what is told of the camera is told on that clock. */
  timeZone: z.string(),
})
export type PlatformCamera = z.infer<typeof platformCamera>

export const recordedState = z.enum([
  /** Something is recorded on these days. */
  'recorded',
  /** Nothing is, though the camera should. */
  'nothing',
  /** The platform could not say: nothing is known. */
  'unknown',
  /** The camera records nowhere. */
  'unable',
])

/** Seconds of one day on the shop's clock; of today until now. */
const recordedDay = z.object({
  date: localDate,
  dueSeconds: z.number(),
  /** In either store; what both have counts once. */
  seconds: z.number(),
  cloudSeconds: z.number(),
  deviceSeconds: z.number(),
})

export const recordedCamera = z.object({
  cameraId: answerId,
  number: z.string(),
  name: z.string(),
  nameEn: z.string(),
  ...shopName,
  timeZone: z.string(),
  status: cameraStatus,
  state: recordedState,
  /** Why it is unknown. */
  failure: z.object({ zh: z.string(), en: z.string() }).nullable(),
  /** False where one of the two stores could not be asked: there may be more. */
  complete: z.boolean(),
  /** From the first day that has any: what came before was not kept. All days where nothing is recorded. */
  days: z.array(recordedDay),
  /** Of the day asked for: what is recorded, store by store, and holes longer than ten minutes. */
  spans: z.array(z.object({ from: isoTime, to: isoTime, source: recordStore })),
  gaps: z.array(z.object({ from: isoTime, to: isoTime })),
})
export type RecordedCamera = z.infer<typeof recordedCamera>

export const platformCameraCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/platform-cameras',
    summary:
      'Cameras of a platform (`ys`) in a shop or an area with abilities and presets, those offline first or by shop.',
    tag,
    authority: ['inspect.view', 'device.view'],
    query: z.object({
      ...pageQuery(20),
      ...asked,
      /** In name and number of the camera, its device, and name and code of its shop. */
      keyword: optionalText(60),
      status: z.preprocess(value => (value === '' ? undefined : value), cameraStatus.optional()),
      sort: z.preprocess(
        value => (value === '' ? undefined : value),
        z.enum(['status', 'shop']).default('status'),
      ),
    }),
    answer: page(platformCamera).extend({
      /** Of all that match but for their status. */
      totals: z.object({
        cameras: z.number(),
        online: z.number(),
        /** Those that nobody heard of yet are in neither. */
        offline: z.number(),
        /** Online of a hundred cameras; null where there is none. */
        onlineRate: z.number().nullable(),
        ptz: z.number(),
        /** Those whose platform has not said yet what they can do. */
        unsure: z.number(),
      }),
      /** The shops that they are in, most of them offline first. */
      shops: z.array(z.object({ ...shopName, cameraCount: z.number(), onlineCount: z.number() })),
    }),
  }),
  recordings: endpoint({
    method: 'GET',
    path: '/api/platform-cameras/recordings',
    summary:
      'How much of each day was recorded, camera by camera and over all of them, with the spans and holes of one day. What a platform said is remembered: a past day for six hours, today for a minute.',
    tag,
    authority: ['inspect.view', 'inspect.playback'],
    query: z.object({
      ...asked,
      cameraId: optionalId,
      /** Days on the shops' clocks, both inside, 31 at most. */
      from: localDate,
      to: localDate,
      /** One of them: whose spans and gaps are answered. */
      day: localDate,
      pageNumber: numeric(z.number().int().min(1).max(1_000_000)).default(1),
      pageSize: numeric(z.number().int().min(1).max(mostRecordedCameras)).default(mostRecordedCameras),
    }),
    answer: page(recordedCamera).extend({
      /** Over the cameras of this page of which it is known; null where it is of none. */
      byDay: z.array(
        z.object({
          date: localDate,
          cameras: z.number(),
          dueSeconds: z.number(),
          seconds: z.number(),
          /** Recorded of a hundred seconds due. */
          coverage: z.number().nullable(),
        }),
      ),
    }),
  }),
}
