export { type Calendar, type OwnDay, statutoryCalendar, withOwnDays } from './calendar/calendar.ts'
export { type DateMap, dateMap, reasons } from './calendar/compare.ts'
export { type Day, dayOf, daysOf, spansOf, textOf, weekdayOf } from './calendar/days.ts'
export {
  type Break,
  breaksOf,
  calendarSource,
  calendarVersion,
  calendarYears,
  type HolidayName,
  holidays,
} from './calendar/holidays.ts'
export type { ActivitySpan } from './engine/expectation.ts'
export { type Piece, piecesBehind, whyNotAddUp } from './engine/explain.ts'
export { goneBefore } from './engine/kept.ts'
export { columnsOf, freshness, rangeText, receivedByShop, unitOf } from './engine/meta.ts'
export { isAboutModels } from './engine/model-of-days.ts'
export type { Asked } from './engine/normalize.ts'
export { type Context, placeMembers, presetSpan } from './engine/normalize.ts'
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
  type Box,
  boxOf,
  cellsIn,
  type Grid,
  isInside,
  isSimple,
  labelPoint,
  type Point,
  type Polygon,
  snapped,
} from './geometry/polygon.ts'
export { type Calc, type CalcName, calcs } from './model/calcs.ts'
export {
  type Dimension,
  type DimensionName,
  dimensionNames,
  dimensionOf,
  dimensions,
  isDimension,
} from './model/dimensions.ts'
export { type FactName, facts } from './model/facts.ts'
export {
  authoritiesOf,
  calcsOf,
  hasTarget,
  isMetric,
  type MetricName,
  metricNames,
  metricOf,
  metrics,
  sourcesOf,
} from './model/index.ts'
export type { Aggregate, Metric } from './model/metric.ts'
export { isSource, type SourceName, sources } from './model/sources.ts'
export { additivities, type UnitName, units } from './model/units.ts'
export { ageBandOf, segmentLabel, temperatureLabel } from './model/values.ts'
export { createTable, createTables, type Keeping, type Target } from './tables/ddl.ts'
export { type TableName, tableNames, tableOf, tables } from './tables/index.ts'
export { type NodeKind, nodeKinds, placeKinds, type RecordKind, recordKinds } from './tables/raw.ts'
export type { Column, Engine, Table } from './tables/table.ts'
