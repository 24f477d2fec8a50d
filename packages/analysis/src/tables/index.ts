import * as places from './places.ts'
import * as raw from './raw.ts'
import * as rollups from './rollups.ts'
import type { Table } from './table.ts'

/** Every table of the measure store by its name there. A new one is written down here and nowhere else. */
export const tables = {
  flow_raw: raw.flowRaw,
  flow_correction: raw.flowCorrection,
  face_capture: raw.faceCapture,
  face_visit: raw.faceVisit,
  stay: raw.stay,
  move: raw.move,
  reception: raw.reception,
  sale: raw.sale,
  sale_line: raw.saleLine,
  till_event: raw.tillEvent,
  touch: raw.touch,
  probe: raw.probe,
  heat_hour: raw.heatHour,
  track: raw.track,
  heartbeat: raw.heartbeat,
  stream_check: raw.streamCheck,
  record: raw.record,
  flow_hour: rollups.flowHour,
  flow_day: rollups.flowDay,
  flow_shop_day: rollups.flowShopDay,
  presence_hour: rollups.presenceHour,
  people_day: rollups.peopleDay,
  sale_hour: rollups.saleHour,
  sale_day: rollups.saleDay,
  goods_day: rollups.goodsDay,
  device_day: rollups.deviceDay,
  source_day: rollups.sourceDay,
  shop: places.shop,
  line: places.line,
  device: places.device,
  weather_day: places.weatherDay,
  weather_hour: places.weatherHour,
  activity_day: places.activityDay,
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables
export const tableNames = Object.keys(tables) as TableName[]

/** Same map with the columns open to look-up by name. */
export const tableOf = (name: TableName): Table => tables[name]
