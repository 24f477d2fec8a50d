import { type Authority, formatNames, type Text } from '@aisle/contract'
import {
  ageBands,
  customerKinds,
  dwellBands,
  exceptionTypes,
  factors,
  frequencyBands,
  genders,
  identities,
  intervalBands,
  intervals,
  quadrants,
  severities,
  stopBands,
  weathers,
  weekdays,
} from './values.ts'

/**
 * What rows are grouped by. `by` are expressions over the columns of a fact's table and of what is joined to it; the first that
 * a table can work out is taken, and a table that can work out none does not know the dimension.
 */
export type Dimension = {
  readonly label: Text
  readonly by: readonly string[]
  /** The values and their names, in their own order, where they are fixed. */
  readonly values?: Readonly<Record<string, Text>>
  /** Value that stands for "not known" and is left out of the answer. */
  readonly unknown?: string
  readonly authority?: readonly Authority[]
  /** What the value is an id of, for its name. */
  readonly names?: string
  /** Takes part in the answer after the figures are there; nothing is grouped by it in the store. */
  readonly computed?: boolean
}

/** Of the day itself, from the calendar: bound as lists of days and what they are. */
const dayType =
  "transform(biz_date, {typedDays:Array(Date)}, {typesOfDays:Array(String)}, if(toDayOfWeek(biz_date) > 5, 'weekend', 'workday'))"
const holiday = "transform(biz_date, {holidayDays:Array(Date)}, {namesOfDays:Array(String)}, '')"
const dayIndex = 'transform(biz_date, {indexedDays:Array(Date)}, {indexOfDays:Array(Int32)}, toInt32(0))'

const singlePerson = ['customer.face'] as const

const dimensions = {
  time: { label: { zh: '时间', en: 'Time' }, by: [], computed: true },
  hourOfDay: { label: { zh: '小时', en: 'Hour' }, by: ['toString(hour)'] },
  weekday: {
    label: { zh: '星期', en: 'Weekday' },
    by: ['toString(toDayOfWeek(biz_date))'],
    values: weekdays,
  },
  dayType: {
    label: { zh: '日类型', en: 'Day type' },
    by: [dayType],
    values: {
      workday: { zh: '工作日', en: 'Working day' },
      weekend: { zh: '周末', en: 'Weekend' },
      holiday: { zh: '节假日', en: 'Holiday' },
      makeup: { zh: '调休上班', en: 'Make-up working day' },
    },
  },
  holiday: { label: { zh: '节假日', en: 'Holiday' }, by: [holiday], unknown: '', names: 'holiday' },
  dayIndex: { label: { zh: '第几天', en: 'Day number' }, by: [`toString(${dayIndex})`] },
  year: { label: { zh: '年份', en: 'Year' }, by: ['toString(toYear(biz_date))'] },
  week: {
    label: { zh: '周', en: 'Week' },
    by: ["concat(toString(toISOYear(biz_date)), '-W', leftPad(toString(toISOWeek(biz_date)), 2, '0'))"],
  },
  interval: {
    label: { zh: '时段', en: 'Interval' },
    by: [
      `multiIf(${intervals.map(({ from, to, id }) => (from < to ? `hour >= ${from} AND hour < ${to}, '${id}'` : `hour >= ${from} OR hour < ${to}, '${id}'`)).join(', ')}, '')`,
    ],
    values: Object.fromEntries(intervals.map(({ id, label }) => [id, label])),
  },
  region: { label: { zh: '大区', en: 'Region' }, by: ['toString(region_id)'], names: 'area' },
  province: { label: { zh: '省', en: 'Province' }, by: ['toString(province_id)'], names: 'area' },
  city: { label: { zh: '市', en: 'City' }, by: ['toString(city_id)'], names: 'area' },
  county: { label: { zh: '区县', en: 'County' }, by: ['toString(county_id)'], names: 'area' },
  shop: { label: { zh: '门店', en: 'Shop' }, by: ['toString(shop_id)'], names: 'shop' },
  floor: {
    label: { zh: '楼层', en: 'Floor' },
    by: ["if(kind = 'floor', toString(to_id), '')", 'toString(floor_id)'],
    names: 'floor',
    unknown: '0',
  },
  entrance: {
    label: { zh: '出入口', en: 'Entrance' },
    by: [
      "if(node_kind = 'entrance', toString(node_id), '')",
      'toString(entrance_id)',
      "if(kind = 'entrance', toString(from_id), '')",
    ],
    names: 'entrance',
    unknown: '',
  },
  zone: {
    label: { zh: '区域', en: 'Zone' },
    by: [
      "if(node_kind = 'zone', toString(node_id), '')",
      "if(place_kind = 'zone', toString(place_id), '')",
      'toString(zone_id)',
      "if(kind = 'zone', toString(to_id), '')",
    ],
    names: 'zone',
    unknown: '0',
  },
  origin: { label: { zh: '来自', en: 'Coming from' }, by: ['toString(from_id)'], names: 'place' },
  originFormat: {
    label: { zh: '来自业态', en: 'Coming from format' },
    by: ["if(kind = 'shop', toString(from_format), '')"],
    values: formatNames,
    unknown: '',
  },
  originBrand: {
    label: { zh: '来自品牌', en: 'Coming from brand' },
    by: ["if(kind = 'shop', toString(from_brand_id), '')"],
    names: 'brand',
    unknown: '',
  },
  partner: { label: { zh: '另一处', en: 'The other place' }, by: [], computed: true },
  format: { label: { zh: '业态', en: 'Format' }, by: ['format'], values: formatNames },
  brand: {
    label: { zh: '品牌', en: 'Brand' },
    by: ['toString(brand_id)', 'toString(shop_brand_id)'],
    names: 'brand',
  },
  gender: {
    label: { zh: '性别', en: 'Gender' },
    by: ['toString(gender)'],
    values: genders,
    unknown: 'unknown',
  },
  ageBand: {
    label: { zh: '年龄段', en: 'Age band' },
    by: ['toString(age_band)'],
    values: ageBands,
    unknown: '255',
  },
  identity: { label: { zh: '身份', en: 'Identity' }, by: ['toString(identity)'], values: identities },
  customerKind: {
    label: { zh: '新老客', en: 'New / old' },
    by: ["if(is_new = 1, 'new', 'old')"],
    values: customerKinds,
  },
  segment: {
    label: { zh: '客群', en: 'Segment' },
    by: [
      "if(gender = 'unknown' OR age_band > 6, '', concat(toString(gender), '-', toString(age_band), '-', if(is_new = 1, 'new', 'old')))",
    ],
    unknown: '',
    names: 'segment',
  },
  weather: { label: { zh: '天气', en: 'Weather' }, by: ['weather'], values: weathers, unknown: '' },
  temperatureBand: {
    label: { zh: '气温段', en: 'Temperature band' },
    by: ["if(weather = '', '', toString(toInt32(floor(temperature / 5) * 5)))"],
    names: 'temperature',
    unknown: '',
  },
  goods: { label: { zh: '商品', en: 'Goods' }, by: ['toString(goods_id)'], names: 'goods', unknown: '0' },
  goodsCategory: {
    label: { zh: '品类', en: 'Category' },
    by: ['toString(category_id)'],
    names: 'goodsCategory',
    unknown: '0',
  },
  clerk: {
    label: { zh: '导购', en: 'Clerk' },
    by: ['toString(clerk_id)'],
    names: 'clerk',
    unknown: '0',
    authority: ['clerk.view'],
  },
  device: {
    label: { zh: '设备', en: 'Device' },
    by: ['toString(device_id)', 'toString(point_id)'],
    names: 'device',
    unknown: '0',
  },
  activity: { label: { zh: '活动', en: 'Activity' }, by: ['toString(activity_id)'], names: 'activity' },
  cohort: { label: { zh: '首访批次', en: 'Cohort' }, by: ['toString(toMonday(first_date))'] },
  periodIndex: {
    label: { zh: '第几期', en: 'Period number' },
    by: ['toString(intDiv(toMonday(biz_date) - toMonday(first_date), 7))'],
  },
  intervalBand: {
    label: { zh: '回店间隔', en: 'Days between visits' },
    by: [
      "multiIf(since_days = 0, '', since_days <= 3, '1', since_days <= 7, '4', since_days <= 14, '8', since_days <= 30, '15', since_days <= 60, '31', since_days <= 90, '61', '91')",
    ],
    values: intervalBands,
    unknown: '',
  },
  dwellBand: {
    label: { zh: '停留时长段', en: 'Stay band' },
    by: [
      "multiIf(dwell_s < 60, '0', dwell_s < 300, '1', dwell_s < 900, '5', dwell_s < 1800, '15', dwell_s < 3600, '30', dwell_s < 7200, '60', '120')",
    ],
    values: dwellBands,
  },
  frequencyBand: {
    label: { zh: '到店次数段', en: 'Visit-count band' },
    by: [
      "multiIf(times_seen <= 1, '1', times_seen = 2, '2', times_seen <= 5, '3', times_seen <= 10, '6', '11')",
    ],
    values: frequencyBands,
  },
  tourBand: {
    label: { zh: '经过站数', en: 'Stops band' },
    by: ["if(key_stops >= 5, '5', toString(key_stops))"],
    values: stopBands,
  },
  path: {
    label: { zh: '动线', en: 'Path' },
    by: ["arrayStringConcat(arrayMap(x -> toString(x), zone_path), '>')"],
    names: 'path',
  },
  person: {
    label: { zh: '人员', en: 'Person' },
    by: ['toString(person_id)'],
    unknown: '0',
    authority: singlePerson,
  },
  owner: {
    label: { zh: '负责人', en: 'Person in charge' },
    by: ['toString(owner_id)'],
    names: 'user',
    unknown: '0',
  },
  status: { label: { zh: '状态', en: 'Status' }, by: ['status'], names: 'status' },
  evaluationItem: {
    label: { zh: '考评项', en: 'Evaluation item' },
    by: ['toString(item_id)'],
    names: 'evaluationItem',
    unknown: '0',
  },
  problemItem: {
    label: { zh: '问题项', en: 'Problem item' },
    by: ['toString(problem_item_id)'],
    names: 'problemItem',
    unknown: '0',
  },
  preset: {
    label: { zh: '预置位', en: 'Preset' },
    by: ['toString(preset_id)'],
    names: 'preset',
    unknown: '0',
  },
  algorithm: { label: { zh: '算法', en: 'Algorithm' }, by: ['algorithm'], unknown: '' },
  provider: { label: { zh: '平台类型', en: 'Provider' }, by: ['provider'], unknown: '' },
  pos: { label: { zh: '收银机', en: 'Till' }, by: ['toString(till_id)'], names: 'till', unknown: '0' },
  cashier: {
    label: { zh: '收银员', en: 'Cashier' },
    by: ['toString(cashier_id)'],
    names: 'cashier',
    unknown: '0',
  },
  rule: { label: { zh: '规则', en: 'Rule' }, by: ['toString(rule_id)'], names: 'rule', unknown: '0' },
  exceptionType: {
    label: { zh: '异常类型', en: 'Exception type' },
    by: ['exception'],
    values: exceptionTypes,
    unknown: '',
  },
  severity: { label: { zh: '等级', en: 'Severity' }, by: ['severity'], values: severities, unknown: '' },
  faultClass: {
    label: { zh: '故障类型', en: 'Fault class' },
    by: ['fault_class'],
    unknown: '',
    values: {
      'abnormal data': { zh: '数据异常', en: 'Abnormal data' },
      'equipment abnormal': { zh: '设备异常', en: 'Equipment abnormal' },
      'product bug': { zh: '产品缺陷', en: 'Product bug' },
    },
  },
  reportPeriod: { label: { zh: '报告期', en: 'Report period' }, by: ['report_period'], unknown: '' },
  attribute: {
    label: { zh: '属性', en: 'Attribute' },
    by: ['attribute'],
    unknown: '',
    values: {
      gender: { zh: '性别', en: 'Gender' },
      age: { zh: '年龄', en: 'Age' },
      identity: { zh: '身份', en: 'Identity' },
      person: { zh: '同一人', en: 'Same person' },
    },
  },
  ageBandChecked: {
    label: { zh: '核验年龄段', en: 'Checked age band' },
    by: ['toString(age_band_checked)'],
    values: ageBands,
    unknown: '255',
  },
  service: { label: { zh: '服务', en: 'Service' }, by: ['service'], unknown: '' },
  kind: { label: { zh: '类型', en: 'Kind' }, by: ['toString(kind)'] },
  source: { label: { zh: '数据源', en: 'Source' }, by: [], computed: true },
  factor: { label: { zh: '影响因素', en: 'Factor' }, by: [], values: factors, computed: true },
  quadrant: { label: { zh: '象限', en: 'Quadrant' }, by: [], values: quadrants, computed: true },
} as const satisfies Record<string, Dimension>
export type DimensionName = keyof typeof dimensions

export const dimensionOf = (name: DimensionName): Dimension => dimensions[name]
export const isDimension = (name: string): name is DimensionName => Object.hasOwn(dimensions, name)
/** Groups that are made of whole shops. */
export const ofWholeShops: readonly DimensionName[] = [
  'shop',
  'region',
  'province',
  'city',
  'county',
  'format',
  'brand',
]
export const dimensionNames = Object.keys(dimensions) as DimensionName[]

const ofDays: ReadonlySet<DimensionName> = new Set([
  'weekday',
  'dayType',
  'holiday',
  'dayIndex',
  'year',
  'week',
  'weather',
  'temperatureBand',
  'cohort',
  'periodIndex',
])
/** Groups that say something about the day and nothing about where. */
export const isOfDays = (name: DimensionName): boolean => ofDays.has(name)
