import {
  code,
  counter,
  enumOf,
  instant,
  instantMs,
  money,
  monthly,
  shopDay,
  slot,
  table,
  versioned,
  yearly,
} from './table.ts'

/**
 * What a count belongs to. A shop's own figures are the sum of its `entrance` nodes (one node 0 where it has a single door),
 * and of its `outside` nodes for passers; `inner` doors, floors and zones never add to the shop. `shop` itself is for people
 * inside only.
 */
export const nodeKinds = { shop: 0, entrance: 1, outside: 2, inner: 3, floor: 4, zone: 5 } as const
export const nodeKind = enumOf(nodeKinds)

/** Where a person was seen: in the shop as a whole, on a floor, in a zone. */
const placeKinds = { shop: 1, floor: 4, zone: 5 } as const
export const placeKind = enumOf(placeKinds)

const identity = "Enum8('customer' = 0, 'clerk' = 1, 'vip' = 2)"
const gender = "Enum8('unknown' = 0, 'man' = 1, 'woman' = 2)"
/** Band of the specification, `min(6, ceil(age / 10) - 1)`; 255 where the age is not known. */
const ageBand = 'UInt8'

/** One row per count line and window, as measured; re-sent windows replace each other. */
export const flowRaw = table({
  label: { zh: '客流原始计数', en: 'Counts as received' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    node_kind: nodeKind,
    node_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    device_id: 'UInt32',
    line_id: 'UInt16',
    /** Begin of the window. To the millisecond: sensors that tell of single people have many windows in a second. */
    at: instantMs,
    span_s: 'UInt16',
    ...slot,
    in_n: counter,
    out_n: counter,
    /** People who walked past without coming in. */
    pass_n: counter,
    /** 1 where the line counts people outside at all, so that "nobody passed" differs from "nobody looked". */
    has_pass: 'UInt8 DEFAULT 0',
    child_n: counter,
    staff_n: counter,
    group_n: counter,
    quality:
      "Enum8('measured' = 0, 'retransmitted' = 1, 'backfilled' = 2, 'imputed' = 3, 'manual' = 4, 'doubtful' = 5)",
    source: code,
    imputed_n: { alias: "if(quality = 'imputed', in_n, 0)", type: 'UInt32' },
    pass_got_n: { alias: 'has_pass', type: 'UInt8' },
    doubtful_n: { alias: "toUInt8(quality = 'doubtful')", type: 'UInt8' },
    expected_n: { alias: 'toUInt8(1)', type: 'UInt8' },
    got_n: { alias: "toUInt8(quality != 'imputed')", type: 'UInt8' },
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'node_kind', 'node_id', 'device_id', 'line_id', 'at', 'span_s'],
  partition: monthly,
  durable: true,
  spread: 'byShop',
})

/** One row per face that a camera caught: what visits are built of. */
export const faceCapture = table({
  label: { zh: '人脸抓拍', en: 'Captured faces' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    device_id: 'UInt32',
    /** Within what a double holds exactly. */
    capture_id: 'UInt64',
    person_id: 'UInt32',
    clerk_id: 'UInt32 DEFAULT 0',
    identity,
    gender,
    age: 'UInt8 DEFAULT 255',
    entrance_id: 'UInt32 DEFAULT 0',
    floor_id: 'UInt32 DEFAULT 0',
    zone_id: 'UInt32 DEFAULT 0',
    at: instantMs,
    ...slot,
    seconds: counter,
    picture: 'String CODEC(ZSTD(3))',
    upload_delay_s: 'UInt32 DEFAULT 0',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'device_id', 'capture_id'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/**
 * What people set in place of counts: whole hours of a line, whose windows do not count while these stand. The windows themselves
 * stay where they are, so that taking a correction away brings back exactly what was counted.
 */
export const flowCorrection = table({
  label: { zh: '客流修正', en: 'Corrections of counts' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    node_kind: nodeKind,
    node_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    device_id: 'UInt32',
    line_id: 'UInt16',
    ...slot,
    span_s: 'UInt16',
    in_n: counter,
    out_n: counter,
    pass_n: counter,
    has_pass: 'UInt8 DEFAULT 0',
    child_n: counter,
    staff_n: counter,
    group_n: counter,
    /** 1 where the hour is left out: it counts as not received. */
    is_excluded: 'UInt8 DEFAULT 0',
    correction_id: 'UInt64',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'node_kind', 'node_id', 'device_id', 'line_id', 'slot'],
  partition: yearly,
  durable: true,
  spread: 'byShop',
})

/**
 * One row per visit at a place: the visit of the shop, and one for each floor and zone it touched. The snapshot list reads it
 * too. What depends on the person's past is written when the visit is built, so that no question has to look back.
 */
export const faceVisit = table({
  label: { zh: '到访记录', en: 'Visits of recognised people' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    place_kind: placeKind,
    place_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    entrance_id: 'UInt32 DEFAULT 0',
    visit_id: 'UInt64',
    /** Dense, one for the whole organisation; 0 where nobody was recognised. */
    person_id: 'UInt32',
    /** Of the clerk who was seen, 0 for everyone else. */
    clerk_id: 'UInt32 DEFAULT 0',
    identity,
    gender,
    age: 'UInt8 DEFAULT 255',
    age_band: `${ageBand} DEFAULT 255`,
    /** First visit to this shop ever. */
    is_new: 'UInt8',
    /** Seen here on an earlier day within the return window (90 days unless the setting says otherwise). */
    is_returning: 'UInt8',
    /** Days since the last visit on an earlier day; 0 where there was none. */
    since_days: 'UInt16 DEFAULT 0',
    first_date: 'Date',
    enter_at: instant,
    ...slot,
    dwell_s: counter,
    /** Zones stopped at, key stops among them, and whether all key stops were reached. */
    stops: 'UInt8 DEFAULT 0',
    key_stops: 'UInt8 DEFAULT 0',
    toured: 'UInt8 DEFAULT 0',
    received: 'UInt8 DEFAULT 0',
    experiences: 'UInt16 DEFAULT 0',
    /** Receipts and amount that were matched to this visit. */
    deals: 'UInt8 DEFAULT 0',
    spent: money,
    device_id: 'UInt32 DEFAULT 0',
    captures: 'UInt16 DEFAULT 1',
    matched: 'UInt16 DEFAULT 1',
    upload_delay_s: 'UInt32 DEFAULT 0',
    picture: 'String CODEC(ZSTD(3))',
    visit_n: { alias: 'toUInt8(1)', type: 'UInt8' },
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'place_kind', 'place_id', 'visit_id'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/** One row per stop in a zone. */
export const stay = table({
  label: { zh: '区域停留', en: 'Stays in zones' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    zone_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    stay_id: 'UInt64',
    visit_id: 'UInt64 DEFAULT 0',
    person_id: 'UInt32 DEFAULT 0',
    identity,
    gender,
    age_band: `${ageBand} DEFAULT 255`,
    is_new: 'UInt8 DEFAULT 0',
    at: instantMs,
    ...slot,
    dwell_s: counter,
    /** 1 for the first stop of a visit. */
    is_first: 'UInt8 DEFAULT 0',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'zone_id', 'stay_id'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/** One row per move from a place to the next within a visit; `kind` says what both ends are. */
export const move = table({
  label: { zh: '流转', en: 'Moves between places' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    kind: "Enum8('entrance' = 1, 'shop' = 2, 'floor' = 4, 'zone' = 5)",
    from_id: 'UInt32',
    to_id: 'UInt32',
    move_id: 'UInt64',
    person_id: 'UInt32 DEFAULT 0',
    gender,
    age_band: `${ageBand} DEFAULT 255`,
    is_new: 'UInt8 DEFAULT 0',
    ...slot,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'kind', 'from_id', 'to_id', 'move_id'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/** Reception of a customer by a clerk: within 1.5 m for at least 20 s. */
export const reception = table({
  label: { zh: '接待', en: 'Receptions' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    reception_id: 'UInt64',
    clerk_id: 'UInt32',
    zone_id: 'UInt32 DEFAULT 0',
    visit_id: 'UInt64 DEFAULT 0',
    ...slot,
    seconds: counter,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'reception_id'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/** One row per receipt. Amounts and pieces carry their sign: a refund is negative; what sold nothing is 0. */
export const sale = table({
  label: { zh: '收银小票', en: 'Receipts' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    receipt_id: 'String CODEC(ZSTD(3))',
    at: instant,
    ...slot,
    till_id: 'UInt32',
    cashier_id: 'UInt32 DEFAULT 0',
    clerk_id: 'UInt32 DEFAULT 0',
    floor_id: 'UInt32 DEFAULT 0',
    kind: "Enum8('sale' = 0, 'refund' = 1, 'void' = 2, 'post_void' = 3, 'no_sale' = 4, 'exchange' = 5, 'cancel' = 6, 'suspend' = 7, 'other' = 8)",
    net: money,
    gross: money,
    discount: money,
    items: 'Int32',
    tender: code,
    /** Salted hash of the member; 0 where the receipt names nobody. */
    member: 'UInt64 DEFAULT 0',
    of_receipt: "String DEFAULT ''",
    camera_id: 'UInt32 DEFAULT 0',
    is_deal: { alias: "toUInt8(kind IN ('sale', 'exchange'))", type: 'UInt8' },
    buyer: {
      alias: 'if(member = 0, sipHash64(shop_id, biz_date, receipt_id), member)',
      type: 'UInt64',
    },
    deals: { alias: 'is_deal', type: 'UInt8' },
    refunded: { alias: "if(kind = 'refund', -net, toDecimal64(0, 2))", type: 'Decimal(18, 2)' },
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'receipt_id'],
  partition: monthly,
  durable: true,
  spread: 'byShop',
})

/** One row per line of a receipt. */
export const saleLine = table({
  label: { zh: '小票明细', en: 'Lines of receipts' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    receipt_id: 'String CODEC(ZSTD(3))',
    line: 'UInt16',
    ...slot,
    till_id: 'UInt32',
    cashier_id: 'UInt32 DEFAULT 0',
    clerk_id: 'UInt32 DEFAULT 0',
    goods_id: 'UInt32',
    category_id: 'UInt32 DEFAULT 0',
    brand_id: 'UInt32 DEFAULT 0',
    zone_id: 'UInt32 DEFAULT 0',
    is_deal: 'UInt8',
    items: 'Int32',
    net: money,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'receipt_id', 'line'],
  partition: monthly,
  durable: true,
  spread: 'byShop',
})

/** One row per event of a till: items, voids, refunds, open drawers; those that broke a rule carry it. */
export const tillEvent = table({
  label: { zh: '收银事件', en: 'Till events' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    receipt_id: 'String CODEC(ZSTD(3))',
    seq: 'UInt16',
    at: instantMs,
    ...slot,
    till_id: 'UInt32',
    cashier_id: 'UInt32 DEFAULT 0',
    approver_id: 'UInt32 DEFAULT 0',
    kind: code,
    goods_id: 'UInt32 DEFAULT 0',
    items: 'Int32 DEFAULT 0',
    amount: money,
    rule_id: 'UInt32 DEFAULT 0',
    /** Kind of exception (`void`, `refund`, `no-sale`, `discount`, `price change`, `reprint`, `empty scan`), '' where none. */
    exception: code,
    severity: code,
    /** `open`, `confirmed`, `dismissed`: what a person decided about the warning. */
    status: code,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'till_id', 'at', 'receipt_id', 'seq'],
  partition: monthly,
  durable: true,
  spread: 'byShop',
})

/** One row per touch of goods, by sensor (source 4) or video (source 5). */
export const touch = table({
  label: { zh: '商品体验', en: 'Touches of goods' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    touch_id: 'UInt64',
    kind: "Enum8('sensor' = 4, 'video' = 5)",
    shelf_id: 'UInt32 DEFAULT 0',
    zone_id: 'UInt32 DEFAULT 0',
    entrance_id: 'UInt32 DEFAULT 0',
    goods_id: 'UInt32',
    category_id: 'UInt32 DEFAULT 0',
    brand_id: 'UInt32 DEFAULT 0',
    person_id: 'UInt32 DEFAULT 0',
    gender,
    age_band: `${ageBand} DEFAULT 255`,
    is_new: 'UInt8 DEFAULT 0',
    at: instantMs,
    ...slot,
    seconds: counter,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'touch_id'],
  partition: monthly,
  durable: true,
  spread: 'byShop',
})

/** Wireless devices heard in a slot: a salted hash that changes daily, never an address. */
export const probe = table({
  label: { zh: 'WiFi 探针', en: 'Wireless probes' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    point_id: 'UInt32',
    ...slot,
    /** Hash of the address under the salt of the day. */
    phone: 'UInt64',
    is_random: 'UInt8',
    is_inside: 'UInt8',
    signal: 'Int8',
    seen_n: counter,
    dwell_s: counter,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'point_id', 'slot', 'phone'],
  partition: monthly,
  keepDays: 30,
  durable: true,
  spread: 'byShop',
})

/** One row per map and hour: a grid row by row, person-seconds and hits of each cell. */
export const heatHour = table({
  label: { zh: '热力', en: 'Heat grids' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    map_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    hour: 'UInt8',
    cols: 'UInt16',
    rows: 'UInt16',
    seconds: 'Array(UInt32) CODEC(T64, ZSTD(1))',
    hits: 'Array(UInt32) CODEC(T64, ZSTD(1))',
    /** Cells that people can walk on, 1 or 0; empty: all of them. */
    walkable: 'Array(UInt8) CODEC(ZSTD(1))',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'map_id', 'hour', 'cols', 'rows'],
  partition: monthly,
  keepDays: 400,
  durable: true,
  spread: 'byShop',
})

/** One row per track, with its points and the zones it went through in order. */
export const track = table({
  label: { zh: '动线', en: 'Tracks' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    map_id: 'UInt32',
    track_id: 'UInt64',
    visit_id: 'UInt64 DEFAULT 0',
    person_id: 'UInt32 DEFAULT 0',
    identity,
    at: instantMs,
    ...slot,
    dt_ms: 'Array(UInt16) CODEC(T64, ZSTD(1))',
    x_cm: 'Array(Int16) CODEC(Delta, ZSTD(1))',
    y_cm: 'Array(Int16) CODEC(Delta, ZSTD(1))',
    zone_path: 'Array(UInt32) CODEC(ZSTD(1))',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'map_id', 'track_id'],
  partition: monthly,
  keepDays: 90,
  durable: true,
  spread: 'byShop',
})

/** One row per sign of life of a device. */
export const heartbeat = table({
  label: { zh: '设备心跳', en: 'Heartbeats' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    device_id: 'UInt32',
    at: instant,
    ...slot,
    state: "Enum8('offline' = 0, 'online' = 1, 'degraded' = 2, 'tamper' = 3)",
    fps: 'Float32 DEFAULT 0',
    round_trip_ms: 'UInt16 DEFAULT 0',
    clock_skew_ms: 'Int32 DEFAULT 0',
    firmware: code,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'device_id', 'at'],
  partition: monthly,
  keepDays: 90,
  durable: true,
  spread: 'byShop',
})

/** One row per check of a camera's stream or of a service that the console depends on. */
export const streamCheck = table({
  label: { zh: '取流与服务检测', en: 'Checks of streams and services' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    check_id: 'UInt64',
    device_id: 'UInt32 DEFAULT 0',
    service: code,
    provider: code,
    ...slot,
    first_frame_ms: 'UInt32 DEFAULT 0',
    bitrate_kbps: 'UInt32 DEFAULT 0',
    frames: 'UInt32 DEFAULT 0',
    dropped_frames: 'UInt32 DEFAULT 0',
    packets: 'UInt32 DEFAULT 0',
    lost_packets: 'UInt32 DEFAULT 0',
    latency_ms: 'UInt32 DEFAULT 0',
    ok: 'UInt8 DEFAULT 1',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'check_id'],
  partition: monthly,
  keepDays: 90,
  durable: false,
  spread: 'byShop',
})

/**
 * What people and rules wrote in the console, mirrored from PostgreSQL so that one question can stand beside counts and sales:
 * one row per record, with the latest state. `kind` names the record; columns that it lacks are 0 or empty.
 */
export const record = table({
  label: { zh: '业务记录', en: 'Records of the console' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    kind: code,
    record_id: 'UInt64',
    ...slot,
    status: code,
    /** 1 where the record reached its good end: problem closed, warning or finding confirmed, sample right. */
    is_done: 'UInt8 DEFAULT 0',
    /** 1 where somebody looked at it at all. */
    is_checked: 'UInt8 DEFAULT 0',
    owner_id: 'UInt32 DEFAULT 0',
    item_id: 'UInt32 DEFAULT 0',
    problem_item_id: 'UInt32 DEFAULT 0',
    rule_id: 'UInt32 DEFAULT 0',
    device_id: 'UInt32 DEFAULT 0',
    preset_id: 'UInt32 DEFAULT 0',
    till_id: 'UInt32 DEFAULT 0',
    cashier_id: 'UInt32 DEFAULT 0',
    zone_id: 'UInt32 DEFAULT 0',
    floor_id: 'UInt32 DEFAULT 0',
    entrance_id: 'UInt32 DEFAULT 0',
    identity,
    severity: code,
    fault_class: code,
    exception: code,
    algorithm: code,
    attribute: code,
    age_band_checked: `${ageBand} DEFAULT 255`,
    report_period: code,
    score: 'Float32 DEFAULT 0',
    has_score: 'UInt8 DEFAULT 0',
    lost_points: 'Float32 DEFAULT 0',
    minutes: 'UInt32 DEFAULT 0',
    rating: 'Float32 DEFAULT 0',
    due_n: 'UInt32 DEFAULT 1',
    amount: money,
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'kind', 'record_id', 'item_id'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

/** Kinds of `record`. */
const recordKinds = [
  'evaluation',
  'evaluation-item',
  'inspection',
  'daily-record',
  'patrol',
  'problem',
  'plan',
  'snapshot',
  'snapshot-due',
  'finding',
  'sample',
  'warning',
  'anomaly',
  'ticket',
  'notice',
] as const
export type RecordKind = (typeof recordKinds)[number]
