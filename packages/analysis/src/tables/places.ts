import { nodeKind } from './raw.ts'
import { code, table, versioned } from './table.ts'

/** What a shop is, for grouping: copied from PostgreSQL whenever it changes there. Names stay there. */
export const shop = table({
  label: { zh: '门店属性', en: 'Shops' },
  engine: 'replacing',
  columns: {
    shop_id: 'UInt32',
    region_id: 'UInt32',
    province_id: 'UInt32',
    city_id: 'UInt32',
    county_id: 'UInt32',
    format: code,
    brand_id: 'UInt32 DEFAULT 0',
    time_zone: code,
    area_m2: 'Float64 DEFAULT 0',
    capacity: 'UInt32 DEFAULT 0',
    opened_on: "Date DEFAULT '1970-01-01'",
    closed_on: "Date DEFAULT '2149-06-06'",
    ...versioned,
  },
  order: ['shop_id'],
  partition: 'tuple()',
  durable: false,
  spread: 'everywhere',
})

/**
 * Lines that counters have had, copied from PostgreSQL whenever they change there: what is due of a day. A line is due in the
 * open hours of its shop, from its first day to its last.
 */
export const line = table({
  label: { zh: '计数线', en: 'Counting lines' },
  engine: 'replacing',
  columns: {
    shop_id: 'UInt32',
    node_kind: nodeKind,
    node_id: 'UInt32',
    floor_id: 'UInt32 DEFAULT 0',
    device_id: 'UInt32',
    line_id: 'UInt16',
    counts_pass: 'UInt8 DEFAULT 0',
    first_on: "Date DEFAULT '1970-01-01'",
    last_on: "Date DEFAULT '2149-06-06'",
    /** Five-minute slots of the business day between which the shop is open. */
    open_slot: 'UInt16',
    close_slot: 'UInt16',
    ...versioned,
  },
  order: ['shop_id', 'device_id', 'line_id'],
  partition: 'tuple()',
  durable: false,
  spread: 'everywhere',
})

/** Devices and cameras of shops, copied from PostgreSQL whenever they change there: what should be heard of on a day. */
export const device = table({
  label: { zh: '设备', en: 'Devices' },
  engine: 'replacing',
  columns: {
    shop_id: 'UInt32',
    device_id: 'UInt32',
    /** Kind of device, or `camera`. */
    kind: code,
    provider: code,
    ptz_channels: 'UInt16 DEFAULT 0',
    first_on: "Date DEFAULT '1970-01-01'",
    last_on: "Date DEFAULT '2149-06-06'",
    ...versioned,
  },
  order: ['shop_id', 'device_id'],
  partition: 'tuple()',
  durable: false,
  spread: 'everywhere',
})

/** Weather of a city's day: what it was for most of the opening hours, and its mean temperature. */
export const weatherDay = table({
  label: { zh: '日天气', en: 'Weather by day' },
  engine: 'replacing',
  columns: {
    biz_date: 'Date',
    city_id: 'UInt32',
    /** `sunny`, `cloudy`, `rain`, `heavyRain`, `snow`, `fog`, `other`. */
    weather: code,
    temperature: 'Float32',
    rain_mm: 'Float32 DEFAULT 0',
    ...versioned,
  },
  order: ['city_id', 'biz_date'],
  partition: 'tuple()',
  durable: false,
  spread: 'everywhere',
})

/** Weather of a city's hour, as received. */
export const weatherHour = table({
  label: { zh: '小时天气', en: 'Weather by hour' },
  engine: 'replacing',
  columns: {
    biz_date: 'Date',
    city_id: 'UInt32',
    hour: 'UInt8',
    weather: code,
    temperature: 'Float32',
    rain_mm: 'Float32 DEFAULT 0',
    wind_ms: 'Float32 DEFAULT 0',
    air_quality: 'UInt16 DEFAULT 0',
    ...versioned,
  },
  order: ['city_id', 'biz_date', 'hour'],
  partition: 'toYear(biz_date)',
  durable: false,
  spread: 'everywhere',
})

/** The days and shops of each activity (promotion): one row for each, so that a day may belong to several. */
export const activityDay = table({
  label: { zh: '活动日', en: 'Days of activities' },
  engine: 'replacing',
  columns: {
    shop_id: 'UInt32',
    biz_date: 'Date',
    activity_id: 'UInt32',
    ...versioned,
  },
  order: ['shop_id', 'biz_date', 'activity_id'],
  partition: 'tuple()',
  durable: false,
  spread: 'everywhere',
})
