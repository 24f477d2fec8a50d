import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answerId, done, id, isoTime, localDate, numeric, optionalId, page, pageQuery } from './shared.ts'

/** Single persons whom cameras recognised: who they are taken for, their visits, ways and pictures. */
const tag = 'persons'
const faces = ['customer.face'] as const
const tracks = ['track.view'] as const

export const personIdentities = ['customer', 'clerk', 'vip'] as const
export type PersonIdentity = (typeof personIdentities)[number]
export const personGenders = ['man', 'woman', 'unknown'] as const
export type PersonGender = (typeof personGenders)[number]

/** Words joined by commas, as an address has them; empty is left out. */
const words = <T extends z.ZodType>(one: T) =>
  z
    .preprocess(
      value =>
        typeof value === 'string'
          ? value
              .split(',')
              .map(part => part.trim())
              .filter(part => part !== '')
          : value,
      z.array(one).max(200),
    )
    .optional()
const numbers = words(numeric(z.number().int().min(0).max(4_294_967_295)))

/** Where and when: shops and areas of the caller's, and days on the shops' calendars, both inside. */
const somewhere = { shopIds: words(id), areaId: optionalId, from: localDate, to: localDate }
const inOrder = [
  ({ from, to }: { from: string; to: string }) => from <= to,
  { path: ['to'], message: 'the last day is before the first' },
] satisfies [unknown, unknown]
const traits = {
  entranceIds: numbers,
  deviceIds: numbers,
  genders: words(z.enum(personGenders)),
  /** Bands of the specification, 0 to 6. */
  ageBands: words(numeric(z.number().int().min(0).max(6))),
  identities: words(z.enum(personIdentities)),
}

const place = { id: answerId, name: z.string(), nameEn: z.string() }
export const personPlace = z.object(place)
export type PersonPlace = z.infer<typeof personPlace>
const shopPlace = z.object({ ...place, timeZone: z.string() })

/** Names a visit: its number within the shop. */
const visitKey = { shopId: answerId, visitId: z.string() }
/** Names a way through a shop: tracks of one visit, on however many floors. */
const trackKey = { shopId: answerId, trackId: z.string() }
const attributes = {
  personId: answerId,
  identity: z.enum(personIdentities),
  gender: z.enum(personGenders),
  /** In years; null where it is not known. */
  age: z.number().nullable(),
}

export const personRow = z.object({
  ...attributes,
  visits: z.number(),
  /** Visits on the day of the last one. */
  sameDayVisits: z.number(),
  shops: z.number(),
  /** Of all visits together. */
  dwellSeconds: z.number(),
  firstSeen: localDate,
  /** The last visit: begin, shop, door. */
  last: z.object({
    ...visitKey,
    at: isoTime,
    shop: shopPlace,
    entrance: personPlace.nullable(),
    hasPicture: z.boolean(),
  }),
})
export type PersonRow = z.infer<typeof personRow>

const stop = z.object({
  zone: personPlace,
  at: isoTime,
  dwellSeconds: z.number(),
})
export const personVisit = z.object({
  ...visitKey,
  ...attributes,
  date: localDate,
  at: isoTime,
  dwellSeconds: z.number(),
  shop: shopPlace,
  entrance: personPlace.nullable(),
  device: personPlace.nullable(),
  isNew: z.boolean(),
  /** Days since the visit before, on an earlier day; 0 where there was none. */
  sinceDays: z.number(),
  captures: z.number(),
  matched: z.number(),
  uploadDelaySeconds: z.number(),
  hasPicture: z.boolean(),
})
export type PersonVisit = z.infer<typeof personVisit>
export const visitWithStops = personVisit.extend({
  stops: z.array(stop),
  /** Of the way that ceilings followed; null where there is none, or the caller may not see it. */
  trackId: z.string().nullable(),
})
export type VisitWithStops = z.infer<typeof visitWithStops>

export const personDetail = z.object({
  ...attributes,
  /** Set by hand; null where the cameras' word holds. */
  marked: z.object({ identity: z.enum(personIdentities), by: z.string(), at: isoTime }).nullable(),
  visits: z.number(),
  days: z.number(),
  shops: z.number(),
  dwellSeconds: z.number(),
  firstSeen: localDate,
  last: z.object({ ...visitKey, at: isoTime, shop: shopPlace, hasPicture: z.boolean() }),
  /** The latest visit that was followed; null where there is none, or the caller may not see it. */
  latestTrack: z.object({ ...trackKey, at: isoTime, shop: shopPlace }).nullable(),
})
export type PersonDetail = z.infer<typeof personDetail>

const sorts = ['last', 'visits', 'dwell'] as const

export const trackedVisit = z.object({
  ...trackKey,
  personId: answerId,
  identity: z.enum(personIdentities),
  date: localDate,
  at: isoTime,
  shop: shopPlace,
  /** From the first point to the last. */
  seconds: z.number(),
  zones: z.number(),
  floors: z.array(personPlace),
})
export type TrackedVisit = z.infer<typeof trackedVisit>

const reason = z.string().trim().min(2).max(200)
export const personTrack = trackedVisit.extend({
  /** One part for each map, in time. Points are milliseconds since `at`, and centimetres from the map's top left. */
  parts: z.array(
    z.object({
      mapId: z.number(),
      floor: personPlace.nullable(),
      points: z.array(z.tuple([z.number(), z.number(), z.number()])),
    }),
  ),
  stops: z.array(stop),
  /** Where cameras caught the face on the way, in time; empty for who may not see single faces. */
  captures: z.array(
    z.object({
      at: isoTime,
      place: personPlace.nullable(),
      device: personPlace.nullable(),
      seconds: z.number(),
      picture: z.string().nullable(),
    }),
  ),
})
export type PersonTrack = z.infer<typeof personTrack>

export const checkedAttributes = ['gender', 'age', 'identity', 'person'] as const
export type CheckedAttribute = (typeof checkedAttributes)[number]
export const verdicts = ['right', 'wrong', 'unsure'] as const
export type Verdict = (typeof verdicts)[number]
const check = z.object({
  attribute: z.enum(checkedAttributes),
  /** As recognised: `man`, band `2`, `vip`, `same`. */
  recognised: z.string(),
  verdict: z.enum(verdicts),
  /** What it is in truth; '' where nobody said. */
  actual: z.string(),
})
export type RecognitionCheck = z.infer<typeof check>
export const checkSample = z.object({
  ...visitKey,
  ...attributes,
  ageBand: z.number().nullable(),
  date: localDate,
  at: isoTime,
  shop: shopPlace,
  device: personPlace.nullable(),
  /** Where the picture of the capture is; null where none came. */
  picture: z.string().nullable(),
  /** An earlier visit that was taken for the same person's, with its picture. */
  earlier: z.object({ ...visitKey, at: isoTime, picture: z.string() }).nullable(),
  checks: z.array(check),
})
export type CheckSample = z.infer<typeof checkSample>

const params = z.object({ personId: id })
const sampleParams = z.object({ shopId: id, visitId: z.string().regex(/^\d{1,19}$/) })
const visitChoice = z.object({ shopId: id, visitId: z.string().regex(/^\d{1,19}$/) })

export const personCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/persons',
    summary: 'Persons seen in a period, each with its visits and the last of them.',
    tag,
    authority: faces,
    query: z
      .object({
        ...pageQuery(10),
        ...somewhere,
        ...traits,
        /** Ids of stay bands and visit-count bands of the dictionary. */
        dwellBands: words(z.string()),
        frequencyBands: words(z.string()),
        /** The beginning of a photo id. */
        keyword: z.string().trim().max(40).default(''),
        sort: z.enum(sorts).default('last'),
      })
      .refine(...inOrder),
    answer: page(personRow),
  }),
  captures: endpoint({
    method: 'GET',
    path: '/api/persons/captures',
    summary: 'Single visits as cameras caught them, latest first, also of people whom nobody recognised.',
    tag,
    authority: faces,
    query: z
      .object({
        ...pageQuery(10),
        ...somewhere,
        ...traits,
        /** Whether the capture was matched to a person. */
        matched: z.preprocess(value => (value === '' ? undefined : value), z.enum(['yes', 'no']).optional()),
      })
      .refine(...inOrder),
    answer: page(personVisit),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/persons/:personId',
    summary: 'One person in a period. Written to the audit log.',
    tag,
    authority: faces,
    params,
    query: z.object(somewhere).refine(...inOrder),
    answer: personDetail,
  }),
  visits: endpoint({
    method: 'GET',
    path: '/api/persons/:personId/visits',
    summary: 'Visits of one person, latest first, with the zones where the person stopped.',
    tag,
    authority: faces,
    params,
    query: z.object({ ...pageQuery(10), ...somewhere }).refine(...inOrder),
    answer: page(visitWithStops),
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/api/persons/:personId/identity',
    summary:
      'Corrects who a person is taken for, in visits of before and of later. Written to the audit log.',
    tag,
    authority: faces,
    params,
    body: z.object({ identity: z.enum(personIdentities) }),
    answer: done,
  }),
  pictures: endpoint({
    method: 'POST',
    path: '/api/persons/pictures',
    summary:
      'Where the pictures of some visits are; a visit without one is left out. Each is written to the audit log.',
    tag,
    authority: faces,
    body: z.object({ visits: z.array(visitChoice).min(1).max(100) }),
    answer: z.array(z.object({ ...visitKey, picture: z.string() })),
  }),
  tracked: endpoint({
    method: 'GET',
    path: '/api/persons/tracks',
    summary: 'Visits that ceilings followed, latest first.',
    tag,
    authority: tracks,
    query: z
      .object({
        ...pageQuery(10),
        ...somewhere,
        identities: traits.identities,
        floorIds: numbers,
        personIds: numbers,
        keyword: z.string().trim().max(40).default(''),
      })
      .refine(...inOrder),
    answer: page(trackedVisit),
  }),
  track: endpoint({
    method: 'POST',
    path: '/api/persons/tracks/open',
    summary: 'The way of one person on one visit. Written to the audit log with the reason given.',
    tag,
    authority: tracks,
    body: z.object({ shopId: id, trackId: z.string().regex(/^\d{1,19}$/), reason }),
    answer: personTrack,
  }),
  samples: endpoint({
    method: 'GET',
    path: '/api/persons/samples',
    summary:
      'Captures with a picture that nobody has checked yet, in an order that `seed` shuffles. Written to the audit log.',
    tag,
    authority: faces,
    query: z
      .object({
        ...somewhere,
        deviceIds: numbers,
        count: numeric(z.number().int().min(1).max(50)).default(12),
        seed: numeric(z.number().int().min(0).max(4_294_967_295)).default(0),
      })
      .refine(...inOrder),
    answer: z.object({
      samples: z.array(checkSample),
      /** Captures with a picture, and those of them that somebody checked. */
      total: z.number(),
      checked: z.number(),
    }),
  }),
  check: endpoint({
    method: 'PUT',
    path: '/api/persons/samples/:shopId/:visitId',
    summary:
      'Says whether an attribute was recognised rightly; null takes the verdict back. `actual` says what it is in truth where that is known.',
    tag,
    authority: faces,
    params: sampleParams,
    body: z.object({
      attribute: z.enum(checkedAttributes),
      verdict: z.enum(verdicts).nullable(),
      actual: z.string().trim().max(20).default(''),
    }),
    answer: z.array(check),
  }),
  confusion: endpoint({
    method: 'GET',
    path: '/api/persons/samples/confusion',
    summary: 'How often a recognised age band turned out to be which one.',
    tag,
    authority: faces,
    query: z.object({ ...somewhere, deviceIds: numbers }).refine(...inOrder),
    answer: z.array(z.object({ recognised: z.number(), actual: z.number(), count: z.number() })),
  }),
}
