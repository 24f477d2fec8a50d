import { nodeKind, placeKind } from './raw.ts'
import { code, counter, money, monthly, shopDay, table, versioned, yearly } from './table.ts'

const node = { node_kind: nodeKind, node_id: 'UInt32', floor_id: 'UInt32 DEFAULT 0' } as const
const counts = {
  in_n: counter,
  out_n: counter,
  pass_n: counter,
  child_n: counter,
  staff_n: counter,
  group_n: counter,
  imputed_n: counter,
  /** Slots received from lines that count people outside. */
  pass_got_n: counter,
  doubtful_n: counter,
  /** Slots due (open hours × active lines) and received. A row exists for every active node of an open day, received or not. */
  expected_n: counter,
  got_n: counter,
} as const

/** Counts per node and hour, rebuilt from `flow_raw` for each site-day that changed. */
export const flowHour = table({
  label: { zh: '小时客流', en: 'Counts by hour' },
  engine: 'replacing',
  columns: { ...shopDay, ...node, hour: 'UInt8', ...counts, ...versioned },
  order: ['biz_date', 'shop_id', 'node_kind', 'node_id', 'hour'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

const dayColumns = { ...shopDay, ...node, ...counts, ...versioned } as const

/** Counts per node and day, in the order of pages that ask for many shops. */
export const flowDay = table({
  label: { zh: '日客流', en: 'Counts by day' },
  engine: 'replacing',
  columns: dayColumns,
  order: ['biz_date', 'shop_id', 'node_kind', 'node_id'],
  partition: yearly,
  durable: false,
  spread: 'byShop',
})

/** The same rows in the order of pages about few shops; written together with `flow_day`. */
export const flowShopDay = table({
  label: { zh: '日客流(按门店)', en: 'Counts by day, ordered by shop' },
  engine: 'replacing',
  columns: dayColumns,
  order: ['shop_id', 'node_kind', 'node_id', 'biz_date'],
  partition: yearly,
  durable: false,
  spread: 'byShop',
})

/**
 * People inside, per shop and floor: entries less exits since the cut of the day, never below 0. Sum over the
 * five-minute slots of the hour, how many there were, the highest and the last.
 */
export const presenceHour = table({
  label: { zh: '小时在场人数', en: 'People inside by hour' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    node_kind: nodeKind,
    node_id: 'UInt32',
    floor_id: { alias: "if(node_kind = 'floor', node_id, 0)", type: 'UInt32' },
    hour: 'UInt8',
    inside_sum: counter,
    slots: 'UInt8',
    inside_peak: counter,
    inside_last: counter,
    ...versioned,
  },
  order: ['biz_date', 'shop_id', 'node_kind', 'node_id', 'hour'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

/** Distinct people per place and day as bitmaps of `person_id`, clerks and the unrecognised left out; sums of their visits. */
export const peopleDay = table({
  label: { zh: '日到访人群', en: 'People by day' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    place_kind: placeKind,
    place_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    persons: 'AggregateFunction(groupBitmap, UInt32)',
    new_persons: 'AggregateFunction(groupBitmap, UInt32)',
    returning_persons: 'AggregateFunction(groupBitmap, UInt32)',
    /** Visits of customers, recognised or not. */
    visit_n: counter,
    dwell_sum_s: 'UInt64 CODEC(T64, ZSTD(1))',
    ...versioned,
  },
  order: ['biz_date', 'shop_id', 'place_kind', 'place_id'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

const takings = {
  net: money,
  gross: money,
  discount: money,
  refunded: money,
  deals: counter,
  items: 'Int32',
  buyers: 'AggregateFunction(uniqExact, UInt64)',
} as const

/** Takings per shop and hour, rebuilt from `sale`. */
export const saleHour = table({
  label: { zh: '小时销售', en: 'Takings by hour' },
  engine: 'replacing',
  columns: { ...shopDay, hour: 'UInt8', ...takings, ...versioned },
  order: ['biz_date', 'shop_id', 'hour'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

/** Takings per shop and day, rebuilt from `sale`. */
export const saleDay = table({
  label: { zh: '日销售', en: 'Takings by day' },
  engine: 'replacing',
  columns: { ...shopDay, ...takings, ...versioned },
  order: ['biz_date', 'shop_id'],
  partition: yearly,
  durable: false,
  spread: 'byShop',
})

/** Goods sold per shop and day, rebuilt from `sale_line`. */
export const goodsDay = table({
  label: { zh: '日商品销售', en: 'Goods sold by day' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    goods_id: 'UInt32',
    category_id: 'UInt32 DEFAULT 0',
    brand_id: 'UInt32 DEFAULT 0',
    items: 'Int32',
    net: money,
    ...versioned,
  },
  order: ['biz_date', 'shop_id', 'goods_id'],
  partition: monthly,
  durable: false,
  spread: 'byShop',
})

/** A device's day: seconds due and on line, slots due and received, recorded seconds. One row per device, silent or not. */
export const deviceDay = table({
  label: { zh: '日设备状态', en: 'Devices by day' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    device_id: 'UInt32',
    kind: code,
    provider: code,
    status: code,
    due_s: counter,
    online_s: counter,
    /** On line within the last five minutes of the day so far. */
    is_online: 'UInt8 DEFAULT 0',
    expected_n: counter,
    got_n: counter,
    recorded_s: counter,
    record_due_s: counter,
    ptz_channels: 'UInt16 DEFAULT 0',
    ...versioned,
  },
  order: ['biz_date', 'shop_id', 'device_id'],
  partition: yearly,
  durable: false,
  spread: 'byShop',
})

/**
 * What arrived of a source on a day, for sources that count nothing when nothing happens: units due (1 per open day unless
 * the source knows better) and received, and when the last row came. Coverage, blanks and freshness come from here.
 */
export const sourceDay = table({
  label: { zh: '日数据到达', en: 'Arrivals by day' },
  engine: 'replacing',
  columns: {
    ...shopDay,
    source: code,
    expected_n: counter,
    got_n: counter,
    last_at: "DateTime('UTC')",
    ...versioned,
  },
  order: ['biz_date', 'shop_id', 'source'],
  partition: yearly,
  durable: false,
  spread: 'byShop',
})
