import type { OutlinedMap } from './outlines.ts'
import { type Rebuild, withRows } from './rebuild.ts'

/** So long may a track be out of a zone, to a point beyond its border and back, without having left it. */
const absenceMs = 5000
/** Who is in a zone for less walks through it. */
const leastMs = 5000

/**
 * Ids of what was made of tracks lie from 2^53 up to 2^54 and are even, which a double holds exactly. Stays and moves that came
 * whole lie elsewhere, and are never taken away here.
 */
const builtFrom = 2 ** 53
const built = (of: string) => `toUInt64(${builtFrom}) + 2 * bitShiftRight(cityHash64(${of}), 12)`
const isBuilt = (id: string) => `${id} >= ${builtFrom} AND ${id} < ${2 * builtFrom}`

/** Tracks that sensors told of. Those of a visit came together with its stays, and are told by these. */
const isTold = 'visit_id = 0'

/** A question for the maps of which sensors told tracks: whose outlines a rebuild needs. */
export const mapsWithTracks = (rebuild: Rebuild): string =>
  `SELECT DISTINCT map_id FROM track WHERE ${withRows('track', rebuild)} AND ${isTold} AND is_deleted = 0`

/** Every shop-day on which sensors told tracks. */
export const daysWithTracks = `SELECT DISTINCT shop_id, toString(biz_date) AS date FROM track WHERE ${isTold} AND is_deleted = 0`

/** Whether a track says anything of zones: without outlines its shop-day has no stays, which is not the same as none. */
export const saysZones = ({ outlines = [] }: Rebuild): string => {
  const outlined = outlines.filter(({ zones }) => zones.length > 0).map(({ mapId }) => mapId)
  return outlined.length === 0 ? 'visit_id > 0' : `(visit_id > 0 OR map_id IN (${outlined.join(', ')}))`
}

/** Rows of numbers of our own as a table in a statement. */
const rowsOf = (columns: string, rows: readonly object[]) =>
  `format(JSONEachRow, '${columns}', '${rows.map(row => JSON.stringify(row)).join('\n')}')`

/** Points find the zones that they may lie in by cells of five metres. What lies beyond the reach of tracks holds none of them. */
const cellOf = (value: string) => `intDiv(greatest(-32768, least(32767, ${value})) + 32768, 500)`
const cellsOf = (axis: 1 | 2) =>
  `arrayJoin(range(${cellOf(`arrayMin(s -> s.${axis}, sides)`)}, ${cellOf(`arrayMax(s -> s.${axis}, sides)`)} + 1))`

/** Each zone in each of the cells that it may touch. Its sides go from a corner to the next, the last one back to the first. */
const zones = (outlines: readonly OutlinedMap[]) => `
  SELECT map_id, floor_id, zone_id, sides, toInt32(${cellsOf(1)}) AS cell_x, toInt32(${cellsOf(2)}) AS cell_y
  FROM ${rowsOf(
    'map_id UInt32, floor_id UInt32, zone_id UInt32, sides Array(Tuple(Int32, Int32, Int32, Int32))',
    outlines.flatMap(({ mapId, floorId, zones }) =>
      zones.map(({ zoneId, polygon }) => ({
        map_id: mapId,
        floor_id: floorId,
        zone_id: zoneId,
        sides: polygon.map((corner, index) => [...corner, ...(polygon[(index + 1) % polygon.length] ?? [])]),
      })),
    ),
  )}`

/** `isInside` of `@aisle/analysis/geometry` as a condition on `x`, `y` and `sides`: of a common side each point belongs to one zone. */
const isInside = `arrayCount(s -> (s.2 > y) != (s.4 > y) AND x < (s.3 - s.1) * (y - s.2) / (s.4 - s.2) + s.1, sides) % 2 = 1`

/** The slot of a moment of a track, which belongs to the day that the track began on. */
const slotOf = (at: string) =>
  `toUInt16(least(287, slot + intDiv(toUnixTimestamp(${at}), 300) - intDiv(toUnixTimestamp(at), 300)))`

/**
 * Makes the stays in zones, and the moves between zones and between floors, of the tracks that sensors told of. A point of a track
 * stands where it is for the time since the point before it, as in the figures of drawn areas: a stay goes from the first to the
 * last of these times in a zone and holds short absences. Zones that overlap have each their own stay. Tracks of one person are one
 * visit as long as no more than the gap of visits lies between them; a track without a person is one by itself. A move goes from the
 * stay that began last to one that begins later, in another zone. Clerks stay nowhere. What the days had before and have no longer
 * is taken away. After the visits, which know who people are.
 */
export function trackStays(rebuild: Rebuild): string[] {
  const { outlines = [], ver } = rebuild
  const within = withRows('track', rebuild)
  return [
    ...(outlines.some(({ zones }) => zones.length > 0) ? [stays(rebuild), zoneMoves(rebuild)] : []),
    ...(outlines.length > 1 ? [floorMoves(rebuild)] : []),
    `INSERT INTO stay (shop_id, biz_date, zone_id, stay_id, ver, is_deleted)
    SELECT shop_id, biz_date, zone_id, stay_id, ${ver}, 1 FROM stay FINAL WHERE ${within} AND ${isBuilt('stay_id')} AND ver < ${ver}`,
    `INSERT INTO move (shop_id, biz_date, kind, from_id, to_id, move_id, ver, is_deleted)
    SELECT shop_id, biz_date, kind, from_id, to_id, move_id, ${ver}, 1 FROM move FINAL
    WHERE ${within} AND kind IN ('zone', 'floor') AND ${isBuilt('move_id')} AND ver < ${ver}`,
  ]
}

const tellsOf = (rebuild: Rebuild) => `${withRows('track', rebuild)} AND ${isTold} AND identity != 'clerk'`
const ofVisitor = 'PARTITION BY shop_id, biz_date, who ORDER BY began, ended, zone_id, stay_id'

function stays(rebuild: Rebuild): string {
  const { outlines = [], ver } = rebuild
  const within = withRows('track', rebuild)
  const track = 'biz_date, shop_id, map_id, track_id, person_id, identity, at, slot'
  const points = `
    SELECT ${track}, zone_id, floor_id, begins, ends FROM (
      SELECT ${track}, point.1 AS x, point.2 AS y, toInt64(point.4) - toInt64(point.3) AS begins, toInt64(point.4) AS ends,
        toInt32(${cellOf('x')}) AS cell_x, toInt32(${cellOf('y')}) AS cell_y
      FROM (SELECT * FROM track FINAL WHERE ${tellsOf(rebuild)})
      ARRAY JOIN arrayZip(x_cm, y_cm, dt_ms, arrayCumSum(dt_ms)) AS point) AS p
    INNER JOIN (${zones(outlines)}) AS z ON z.map_id = p.map_id AND z.cell_x = p.cell_x AND z.cell_y = p.cell_y
    WHERE ${isInside}`
  const runs = `
    SELECT ${track}, zone_id, floor_id, at + toIntervalMillisecond(run[1].1) AS began, at + toIntervalMillisecond(run[-1].2) AS ended,
      toUInt32(round((run[-1].2 - run[1].1) / 1000)) AS dwell_s, ${built("'stay', shop_id, biz_date, map_id, track_id, zone_id, run[1].1")} AS stay_id,
      if(person_id = 0, cityHash64(map_id, track_id), toUInt64(person_id)) AS who
    FROM (
      SELECT ${track}, zone_id, floor_id, arraySort(groupArray((begins, ends))) AS seen,
        arraySplit((this, before) -> this.1 - before.2 >= ${absenceMs}, seen, arrayPushFront(arrayPopBack(seen), seen[1])) AS runs
      FROM (${points}) GROUP BY ${track}, zone_id, floor_id)
    ARRAY JOIN runs AS run
    WHERE run[-1].2 - run[1].1 >= ${leastMs}`
  return `
  INSERT INTO stay (biz_date, shop_id, zone_id, floor_id, stay_id, visit_id, person_id, identity, gender, age_band, is_new, at, slot, dwell_s, is_first, ver)
  SELECT t.biz_date, t.shop_id, t.zone_id, t.floor_id, t.stay_id, ${built("'visit', t.shop_id, t.biz_date, t.who, t.visit")}, t.person_id, t.identity,
    v.gender_of, if(v.person_id = 0, 255, v.band), v.new_here, t.began, t.slot_of, t.dwell_s, t.comes, ${ver}
  FROM (
    SELECT *, sum(comes) OVER (${ofVisitor} ROWS UNBOUNDED PRECEDING) AS visit FROM (
      SELECT *, ${slotOf('began')} AS slot_of, toUInt8(${isApart(rebuild)}) AS comes FROM (
        SELECT *, row_number() OVER (${ofVisitor}) AS turn,
          max(ended) OVER (${ofVisitor} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS left_at
        FROM (${runs})))) AS t
  LEFT JOIN (
    SELECT shop_id, biz_date, person_id, argMin(gender, (enter_at, visit_id)) AS gender_of, argMin(age_band, (enter_at, visit_id)) AS band,
      argMin(is_new, (enter_at, visit_id)) AS new_here
    FROM face_visit FINAL WHERE ${within} AND place_kind = 'shop' AND person_id > 0 GROUP BY shop_id, biz_date, person_id) AS v
  ON v.shop_id = t.shop_id AND v.biz_date = t.biz_date AND v.person_id = t.person_id`
}

const isApart = ({ visits }: Rebuild) =>
  `turn = 1 OR (person_id > 0 AND dateDiff('second', left_at, began) > ${visits.gapSeconds})`

function zoneMoves(rebuild: Rebuild): string {
  const ofVisit =
    'OVER (PARTITION BY shop_id, biz_date, visit_id ORDER BY at, dwell_s, zone_id, stay_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)'
  return `
  INSERT INTO move (biz_date, shop_id, kind, from_id, to_id, move_id, person_id, gender, age_band, is_new, slot, ver)
  SELECT biz_date, shop_id, 'zone', before, zone_id, ${built("'zone', stay_id")}, person_id, gender, age_band, is_new, slot, ${rebuild.ver}
  FROM (
    SELECT *, lagInFrame(zone_id, 1, toUInt32(0)) ${ofVisit} AS before, lagInFrame(at) ${ofVisit} AS since
    FROM (SELECT * FROM stay FINAL WHERE ${withRows('track', rebuild)} AND ${isBuilt('stay_id')} AND ver = ${rebuild.ver}))
  WHERE before > 0 AND before != zone_id AND at > since`
}

/** A track is on one floor: who changes floors has several, and is known by the person. */
function floorMoves(rebuild: Rebuild): string {
  const { outlines = [], visits, ver } = rebuild
  const order = 'PARTITION BY shop_id, biz_date, person_id ORDER BY at, track_id'
  const floors = rowsOf(
    'map_id UInt32, floor_id UInt32',
    outlines.map(({ mapId, floorId }) => ({ map_id: mapId, floor_id: floorId })),
  )
  return `
  INSERT INTO move (biz_date, shop_id, kind, from_id, to_id, move_id, person_id, slot, ver)
  SELECT biz_date, shop_id, 'floor', before, floor_id, ${built("'floor', shop_id, biz_date, map_id, track_id")}, person_id, slot, ${ver}
  FROM (
    SELECT *, lagInFrame(floor_id, 1, toUInt32(0)) OVER (${order} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before,
      max(ended) OVER (${order} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS left_at
    FROM (
      SELECT biz_date, shop_id, t.map_id AS map_id, track_id, person_id, at, slot, floor_id, at + toIntervalMillisecond(arraySum(dt_ms)) AS ended
      FROM (SELECT * FROM track FINAL WHERE ${tellsOf(rebuild)} AND person_id > 0) AS t
      INNER JOIN (SELECT * FROM ${floors}) AS f ON f.map_id = t.map_id))
  WHERE before > 0 AND before != floor_id AND dateDiff('second', left_at, at) <= ${visits.gapSeconds}`
}
