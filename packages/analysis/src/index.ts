export { type Calendar, statutoryCalendar, withOwnDays } from './calendar/calendar.ts'
export { dateMap, reasons } from './calendar/compare.ts'
export { type Day, dayOf, daysOf, textOf, weekdayOf } from './calendar/days.ts'
export {
  breaksOf,
  calendarSource,
  calendarVersion,
  calendarYears,
  holidays,
} from './calendar/holidays.ts'
export type { ActivitySpan } from './engine/expectation.ts'
export { piecesBehind, whyNotAddUp } from './engine/explain.ts'
export { goneBefore } from './engine/kept.ts'
export { columnsOf, freshness, rangeText, receivedByShop, unitOf } from './engine/meta.ts'
export { isAboutModels } from './engine/model-of-days.ts'
export type { Asked } from './engine/normalize.ts'
export { presetSpan } from './engine/normalize.ts'
export { finish, type Prepared, prepare, type Rows, totalsOf } from './engine/prepare.ts'
export { shopDaysOf } from './engine/reduce.ts'
export type { Request } from './engine/requests.ts'
export {
  growth,
  type RowOrder,
  rounded,
  rowOrder,
  type Seen,
  type Shaped,
  type ShapedRow,
  seenTogether,
  timeLabels,
  written,
} from './engine/shape.ts'
export { leavesDaysOut } from './engine/sides.ts'
export { type Slicing, seenIn, slicingOf } from './engine/slices.ts'
export type { Statement } from './engine/statement.ts'
export type { MonthTarget, PlaceTarget } from './engine/targets.ts'
export { knownDimensions } from './engine/ways.ts'
export {
  areaOf,
  cellsIn,
  isSimple,
} from './geometry/polygon.ts'
export { type CalcName, calcs } from './model/calcs.ts'
export {
  type DimensionName,
  dimensionNames,
  dimensionOf,
  isDimension,
} from './model/dimensions.ts'
export {
  authoritiesOf,
  calcsOf,
  isMetric,
  type MetricName,
  metricNames,
  metricOf,
  sourcesOf,
} from './model/index.ts'
export { isSource, sources } from './model/sources.ts'
export { additivities, type UnitName, units } from './model/units.ts'
export { ageBandOf, segmentLabel, temperatureLabel } from './model/values.ts'
export { createTables, type Target } from './tables/ddl.ts'
export { type TableName, tableNames, tableOf, tables } from './tables/index.ts'
export { nodeKinds, type RecordKind } from './tables/raw.ts'
