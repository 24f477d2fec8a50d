import { z } from 'zod'
import type { Text } from './problems.ts'
import { id, isoTime, localDate, optionalId } from './shared.ts'

/** Rows of facts as programs of others post them, one schema a kind. Figures that a sender does not know are left out. */
const figure = z.number().int().min(0).max(100_000)
const seconds = z.number().int().min(0).max(86_400)
const name = z.string().trim().min(1).max(120)
/** An outside code: of a till, a person at it, an article, a map. It need not be known here before. */
const code = z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().min(1).max(120))
const words = z.string().trim().max(200)
const amount = z.number().min(-100_000_000).max(100_000_000)
const pieces = z.number().int().min(-100_000).max(100_000)
/** Of two words on one thing the one with the higher number holds; without it, the later one. */
const seq = z
  .number()
  .int()
  .min(0)
  .max(2 ** 40)
  .optional()

const genders: Readonly<Record<string, 'man' | 'woman'>> = {
  man: 'man',
  m: 'man',
  male: 'man',
  woman: 'woman',
  f: 'woman',
  w: 'woman',
  female: 'woman',
}
const gender = z
  .string()
  .toLowerCase()
  .default('unknown')
  .transform(
    (word): 'man' | 'woman' | 'unknown' =>
      (Object.hasOwn(genders, word) ? genders[word] : undefined) ?? 'unknown',
  )
const age = z.number().int().min(0).max(120).optional()
const identity = z.enum(['customer', 'clerk', 'vip']).default('customer')

/** Where it happened: a device by its serial number, whatever its letter case, or a shop by its id or code. */
const where = { device: name.optional(), shop: code.optional() }
const isSomewhere = [
  (row: { device?: string | undefined; shop?: string | undefined }) =>
    row.device !== undefined || row.shop !== undefined,
  { path: ['device'], message: 'device or shop' },
] satisfies [unknown, unknown]

/** What crossed a line within a window, as a sensor or a collector posts it. */
export const postedCount = z
  .object({
    device: name,
    line: z.coerce.string().trim().min(1).max(60).default('1'),
    from: isoTime,
    to: isoTime,
    in: figure,
    out: figure,
    pass: figure.optional(),
    child: figure.optional(),
    staff: figure.optional(),
    group: figure.optional(),
    seq,
  })
  .check(({ value, issues }) => {
    const lasts = Date.parse(value.to) - Date.parse(value.from)
    if (lasts > 0 && lasts <= 3_600_000) return
    const message = lasts > 0 ? 'a window of more than an hour' : 'not after from'
    issues.push({ code: 'custom', path: ['to'], message, input: value })
  })
export type PostedCount = z.output<typeof postedCount>

/** A face that a camera caught. Captures of one person at most the visit gap apart are one visit. */
export const postedFace = z.object({
  /** Names the capture at the source; without it, device, person and moment do. */
  id: name.optional(),
  device: name,
  line: z.coerce.string().trim().min(1).max(60).default('1'),
  at: isoTime,
  /** How the sender's library names the person; left out where nobody was recognised. */
  person: code.optional(),
  identity,
  /** Of our staff, where a clerk was recognised. */
  clerk: code.optional(),
  gender,
  age,
  /** How long the person was in view. */
  seconds: seconds.default(0),
  picture: words.default(''),
  seq,
})
export type PostedFace = z.output<typeof postedFace>

export const saleKinds = [
  'sale',
  'refund',
  'void',
  'post_void',
  'no_sale',
  'exchange',
  'cancel',
  'suspend',
  'other',
] as const
export type SaleKind = (typeof saleKinds)[number]

/** A receipt with its lines. Posted again under its id it replaces what it was. Amounts in yuan; the sign is ours to put. */
export const postedSale = z
  .object({
    id: name,
    ...where,
    at: isoTime,
    kind: z.enum(saleKinds).default('sale'),
    /** What was paid. */
    net: amount,
    /** Before discounts; what was paid and `discount` where it is left out. */
    gross: amount.optional(),
    discount: amount.optional(),
    items: pieces.optional(),
    till: code.optional(),
    cashier: code.optional(),
    clerk: code.optional(),
    tender: z.string().trim().max(40).default(''),
    /** A member's number: kept as a hash. */
    member: code.optional(),
    /** The receipt that is refunded. */
    of: name.optional(),
    lines: z
      .array(
        z.object({
          goods: code,
          name: words.optional(),
          category: code.optional(),
          brand: code.optional(),
          zoneId: optionalId,
          items: pieces.default(1),
          net: amount,
        }),
      )
      .max(1000)
      .default([]),
    seq,
  })
  .refine(...isSomewhere)
export type PostedSale = z.output<typeof postedSale>

/** What happened at a till: an article, a void, an opened drawer. */
export const postedPosEvent = z
  .object({
    ...where,
    till: code.optional(),
    at: isoTime,
    receipt: name.optional(),
    /** Order within the receipt and moment. */
    number: z.number().int().min(0).max(65_535).default(0),
    /** `item`, `line_void`, `refund`, `no_sale`, `drawer_open`, `price_override`, `discount`, `manual_entry` … */
    kind: z.string().trim().min(1).max(40),
    cashier: code.optional(),
    approver: code.optional(),
    goods: code.optional(),
    name: words.optional(),
    items: pieces.default(0),
    amount: amount.default(0),
    /** Where the sender judges by itself: kind of exception, and how bad. */
    exception: z.string().trim().max(40).default(''),
    severity: z.string().trim().max(20).default(''),
    seq,
  })
  .refine(...isSomewhere)
export type PostedPosEvent = z.output<typeof postedPosEvent>

/** A touch of goods, felt by a shelf or seen by a camera. */
export const postedTouch = z
  .object({
    id: name,
    ...where,
    by: z.enum(['sensor', 'video']).default('sensor'),
    at: isoTime,
    seconds: seconds.default(0),
    goods: code,
    name: words.optional(),
    category: code.optional(),
    brand: code.optional(),
    shelf: code.optional(),
    zoneId: optionalId,
    person: code.optional(),
    gender,
    age,
    seq,
  })
  .refine(...isSomewhere)
export type PostedTouch = z.output<typeof postedTouch>

/** A wireless device heard within five minutes. The address is kept as a hash that changes daily, never as it is. */
export const postedProbe = z
  .object({
    ...where,
    /** Of several antennas of a shop. */
    point: code.optional(),
    at: isoTime,
    /** Its address, or what the sender made of it. */
    phone: code,
    inside: z.boolean().default(true),
    signal: z.number().int().min(-128).max(0).default(0),
    /** Times heard, and seconds between the first and the last. */
    seen: figure.default(1),
    seconds: z.number().int().min(0).max(300).default(0),
    seq,
  })
  .refine(...isSomewhere)
export type PostedProbe = z.output<typeof postedProbe>

const cells = z.array(z.number().int().min(0).max(4_294_967_295)).max(40_000)
/** The grid of a map for one hour, row by row: person-seconds and hits of each cell. */
export const postedHeat = z
  .object({
    ...where,
    map: code,
    floorId: optionalId,
    /** Any moment of the hour. */
    at: isoTime,
    cols: z.number().int().min(1).max(1000),
    rows: z.number().int().min(1).max(1000),
    seconds: cells,
    hits: cells.default([]),
    /** Cells that people can walk on, 1 or 0; empty: all of them. */
    walkable: z
      .array(z.union([z.literal(0), z.literal(1)]))
      .max(40_000)
      .default([]),
    seq,
  })
  .refine(...isSomewhere)
  .refine(row => row.seconds.length === row.cols * row.rows, {
    path: ['seconds'],
    message: 'not cols × rows',
  })
  .refine(row => row.hits.length === 0 || row.hits.length === row.cols * row.rows, {
    path: ['hits'],
    message: 'not cols × rows',
  })
  .refine(row => row.walkable.length === 0 || row.walkable.length === row.cols * row.rows, {
    path: ['walkable'],
    message: 'not cols × rows',
  })
export type PostedHeat = z.output<typeof postedHeat>

/** The way of one person over a map: points of milliseconds since `at`, and x and y in centimetres. */
export const postedTrack = z
  .object({
    id: name,
    ...where,
    map: code,
    at: isoTime,
    points: z
      .array(
        z.tuple([
          z.number().min(0).max(86_400_000),
          z.number().min(-32_000).max(32_000),
          z.number().min(-32_000).max(32_000),
        ]),
      )
      .min(1)
      .max(5000),
    zoneIds: z.array(id).max(200).default([]),
    identity,
    person: code.optional(),
    seq,
  })
  .refine(...isSomewhere)
export type PostedTrack = z.output<typeof postedTrack>

export const weatherWords = ['sunny', 'cloudy', 'rain', 'heavyRain', 'snow', 'fog', 'other'] as const
/** Weather of a city's hour (`hour` given) or whole day. */
export const postedWeather = z.object({
  /** The id of a city among the areas. */
  cityId: id,
  date: localDate,
  hour: z.number().int().min(0).max(23).optional(),
  weather: z.enum(weatherWords),
  temperature: z.number().min(-90).max(70),
  rainMm: z.number().min(0).max(2000).default(0),
  windMs: z.number().min(0).max(150).default(0),
  airQuality: z.number().int().min(0).max(1000).default(0),
  seq,
})
export type PostedWeather = z.output<typeof postedWeather>

/** A sign of life of a device. */
export const postedHeartbeat = z.object({
  device: name,
  at: isoTime,
  state: z.enum(['online', 'offline', 'degraded', 'tamper']).default('online'),
  fps: z.number().min(0).max(1000).default(0),
  roundTripMs: z.number().int().min(0).max(65_535).default(0),
  /** What the device's own clock showed when it sent this: how far it is off. */
  sentAt: isoTime.optional(),
  firmware: z.string().trim().max(60).default(''),
  seq,
})
export type PostedHeartbeat = z.output<typeof postedHeartbeat>

const posStatus = {
  sale: 'sale',
  discount: 'sale',
  refund: 'refund',
  return: 'refund',
  void: 'void',
  'post void': 'post_void',
  'no sale': 'no_sale',
  exchange: 'exchange',
  cancel: 'cancel',
  rebate: 'other',
  other: 'other',
} as const satisfies Record<string, SaleKind>
/** Milliseconds of 1970 to 9999, or ISO 8601. */
const posTime = z.union([z.number().int().min(0).max(253_402_300_799_999), isoTime])
const isoOf = (time: z.output<typeof posTime>) => new Date(time).toISOString()

/**
 * A transaction as tills of the Solink shape send it: status, items with their type, times in milliseconds or ISO 8601. The same
 * `transactionId` again replaces the transaction. Where no total is given it is that of the items.
 */
export const postedPos = z
  .object({
    dataType: z.string().optional(),
    schemaVersion: z.union([z.string(), z.number()]).optional(),
    transactionId: code,
    startTime: posTime,
    endTime: posTime.optional(),
    locationId: code.optional(),
    storeId: code.optional(),
    dataSourceId: code.optional(),
    registerId: code.optional(),
    status: z.string().trim().toLowerCase().default('sale'),
    employeeId: code.optional(),
    employeeName: words.optional(),
    approverId: code.optional(),
    customerId: code.optional(),
    originalTransactionId: code.optional(),
    tender: z.string().trim().max(40).default(''),
    total: amount.optional(),
    items: z
      .array(
        z.object({
          time: posTime.optional(),
          quantity: z.number().min(-100_000).max(100_000).default(1),
          sku: code.optional(),
          description: words.default(''),
          unitPrice: amount.default(0),
          type: z.string().trim().toUpperCase().max(40).default('SALE'),
        }),
      )
      .max(2000)
      .default([]),
    seq,
  })
  .refine(row => row.locationId !== undefined || row.storeId !== undefined, {
    path: ['locationId'],
    message: 'locationId or storeId',
  })
  .transform(row => ({
    id: row.transactionId,
    shop: row.locationId ?? row.storeId ?? '',
    till: row.registerId ?? row.dataSourceId,
    at: isoOf(row.endTime ?? row.startTime),
    kind: (Object.hasOwn(posStatus, row.status)
      ? posStatus[row.status as keyof typeof posStatus]
      : 'other') as SaleKind,
    cashier: row.employeeId,
    cashierName: row.employeeName,
    approver: row.approverId,
    member: row.customerId,
    of: row.originalTransactionId,
    tender: row.tender,
    total: row.total,
    items: row.items.map(item => ({ ...item, time: isoOf(item.time ?? row.endTime ?? row.startTime) })),
    seq: row.seq,
  }))
export type PostedPos = z.output<typeof postedPos>

type Kind = { readonly label: Text; readonly about: string; readonly row: z.ZodType }

/** Kinds of facts that can be posted as rows. A new one is a schema and a line here, and how it is stored (`modules/facts`). */
export const factKinds = {
  counts: { label: { zh: '客流计数', en: 'Counts' }, about: 'counts of lines', row: postedCount },
  faces: { label: { zh: '人脸抓拍', en: 'Faces' }, about: 'faces that cameras caught', row: postedFace },
  sales: { label: { zh: '销售小票', en: 'Receipts' }, about: 'receipts', row: postedSale },
  posEvents: { label: { zh: '收银事件', en: 'Till events' }, about: 'events of tills', row: postedPosEvent },
  pos: {
    label: { zh: '收银机交易', en: 'Transactions of tills' },
    about: 'transactions as tills send them',
    row: postedPos,
  },
  touches: { label: { zh: '商品触摸', en: 'Touches of goods' }, about: 'touches of goods', row: postedTouch },
  probes: {
    label: { zh: 'WiFi 探针', en: 'WiFi probes' },
    about: 'wireless devices heard',
    row: postedProbe,
  },
  heat: { label: { zh: '热力', en: 'Heat' }, about: 'heat grids of an hour', row: postedHeat },
  tracks: { label: { zh: '动线', en: 'Tracks' }, about: 'tracks of people over a map', row: postedTrack },
  weather: { label: { zh: '天气', en: 'Weather' }, about: 'weather of cities', row: postedWeather },
  heartbeats: {
    label: { zh: '设备心跳', en: 'Heartbeats' },
    about: 'signs of life of devices',
    row: postedHeartbeat,
  },
} as const satisfies Record<string, Kind>
export type FactKind = keyof typeof factKinds
export const factKindNames = Object.keys(factKinds) as [FactKind, ...FactKind[]]
/** What a row of a kind is once it is read. */
export type FactRow<Name extends FactKind> = z.output<(typeof factKinds)[Name]['row']>

/** Makes of sensors whose own messages are understood (`packages/sensors`). */
export const sensorDialects = [
  'hikvision',
  'axis',
  'xovis',
  'milesight',
  'vivotek',
  'footfallcam',
  'dahua',
] as const
export type SensorDialect = (typeof sensorDialects)[number]
