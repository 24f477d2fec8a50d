import { type Rebuild, withRows } from './rebuild.ts'

/**
 * Ids of visits that were built of captures lie from 2^53 up to 2^54 and are even, which a double holds exactly: those of visits
 * that came whole lie elsewhere, and are never taken away here.
 */
const builtFrom = 2 ** 53
const built = `visit_id >= ${builtFrom} AND visit_id < ${2 * builtFrom}`

/**
 * Builds the visits of some days of the faces that were caught: of the shop, and of each floor and zone that was touched. Captures
 * of a person no further apart than the rules say are one visit; who was not recognised is a visit by itself. The person's past is that
 * of the captures of the shop. What the days had before and have no longer is taken away.
 */
export function visitStatements(rebuild: Rebuild): string[] {
  const { gapSeconds, returnDays } = rebuild.visits
  const within = withRows('face_capture', rebuild)
  const taken = `SELECT * FROM face_capture FINAL WHERE ${within}`
  const days = `(SELECT DISTINCT shop_id, biz_date FROM (${taken}))`
  const ofPerson = 'PARTITION BY shop_id, biz_date, who'
  const soFar = 'ORDER BY at, capture_id ROWS UNBOUNDED PRECEDING'
  const before = "lagInFrame(at + toIntervalSecond(seconds), 1, toDateTime64(0, 3, 'UTC'))"
  // Cameras on floors and in zones look at no door: who is seen there came in by the door that the visit began at.
  const withDoors = `
    SELECT *, last_value(nullIf(entrance_id, 0)) OVER (${ofPerson}, visit_no ${soFar}) AS door
    FROM (
      SELECT *, sum(comes) OVER (${ofPerson} ${soFar}) AS visit_no
      FROM (
        SELECT *, toUInt8(dateDiff('second', ${before} OVER (${ofPerson} ${soFar}), at) > ${gapSeconds}) AS comes
        FROM (SELECT *, if(person_id = 0, capture_id + 4294967296, toUInt64(person_id)) AS who FROM (${taken}))))`
  const places = `arrayConcat([('shop', toUInt32(0), toUInt32(0))],
    if(floor_id > 0, [('floor', floor_id, floor_id)], []), if(zone_id > 0, [('zone', zone_id, floor_id)], []))`
  return [
    `INSERT INTO face_visit (biz_date, shop_id, place_kind, place_id, floor_id, entrance_id, visit_id, person_id, clerk_id, identity,
      gender, age, age_band, is_new, is_returning, since_days, first_date, enter_at, slot, dwell_s, device_id, captures, matched,
      upload_delay_s, picture, ver)
    WITH arrayMax(arrayFilter(day -> day < v.biz_date, p.days)) AS last_day, has(arrayMap(day -> day < v.biz_date, p.days), 1) AS was_here
    SELECT v.biz_date, v.shop_id, v.place_kind, v.place_id, v.place_floor, v.entrance,
      toUInt64(${builtFrom}) + 2 * bitShiftRight(cityHash64(v.shop_id, v.biz_date, v.place_kind, v.place_id, v.who, v.turn), 12),
      v.person_id, v.clerk, v.identity_of, v.gender_of, v.age_of,
      if(v.age_of = 255, 255, toUInt8(greatest(0, least(6, toInt32(ceil(v.age_of / 10)) - 1)))),
      v.person_id > 0 AND NOT was_here, v.person_id > 0 AND was_here AND dateDiff('day', last_day, v.biz_date) <= ${returnDays},
      if(v.person_id > 0 AND was_here, toUInt16(dateDiff('day', last_day, v.biz_date)), 0),
      if(v.person_id > 0, arrayMin(p.days), v.biz_date), toDateTime(v.began, 'UTC'), v.first_slot,
      toUInt32(greatest(0, dateDiff('second', v.began, v.ended))), v.first_device, v.shots, v.shots, v.delay, v.best, ${rebuild.ver}
    FROM (
      SELECT shop_id, biz_date, place_kind, place_id, place_floor, who, turn, any(c.person_id) AS person_id, max(c.clerk_id) AS clerk,
        multiIf(countIf(c.identity = 'clerk') > 0, 'clerk', countIf(c.identity = 'vip') > 0, 'vip', 'customer') AS identity_of,
        multiIf(countIf(c.gender = 'man') + countIf(c.gender = 'woman') = 0, 'unknown', countIf(c.gender = 'woman') >= countIf(c.gender = 'man'), 'woman', 'man') AS gender_of,
        if(countIf(c.age < 255) = 0, 255, toUInt8(round(avgIf(c.age, c.age < 255)))) AS age_of,
        min(c.at) AS began, max(c.at + toIntervalSecond(c.seconds)) AS ended, argMin(c.slot, c.at) AS first_slot,
        toUInt32(argMin(if(c.place_kind = 'shop', c.entrance_id, ifNull(c.door, 0)), c.at)) AS entrance, argMin(c.device_id, c.at) AS first_device, toUInt16(least(count(), 65535)) AS shots,
        max(c.upload_delay_s) AS delay, argMax(c.picture, c.picture != '') AS best
      FROM (
        SELECT *, sum(begins) OVER (PARTITION BY shop_id, biz_date, place_kind, place_id, who ORDER BY at, capture_id ROWS UNBOUNDED PRECEDING) AS turn
        FROM (
          SELECT *, toUInt8(dateDiff('second', lagInFrame(at + toIntervalSecond(seconds), 1, toDateTime64(0, 3, 'UTC'))
              OVER (PARTITION BY shop_id, biz_date, place_kind, place_id, who ORDER BY at, capture_id ROWS UNBOUNDED PRECEDING), at) > ${gapSeconds}) AS begins
          FROM (
            SELECT *, place.1 AS place_kind, place.2 AS place_id, place.3 AS place_floor
            FROM (${withDoors}) ARRAY JOIN ${places} AS place))) AS c
      GROUP BY shop_id, biz_date, place_kind, place_id, place_floor, who, turn) AS v
    LEFT JOIN (
      SELECT shop_id, person_id, groupUniqArray(biz_date) AS days FROM face_capture FINAL
      WHERE shop_id IN (SELECT shop_id FROM ${days}) AND person_id > 0 AND person_id IN (SELECT person_id FROM (${taken}))
      GROUP BY shop_id, person_id) AS p ON p.shop_id = v.shop_id AND p.person_id = v.person_id`,
    // Where captures merged two visits, or a person was taken for another, the visit of before is none.
    `INSERT INTO face_visit (shop_id, biz_date, place_kind, place_id, visit_id, ver, is_deleted)
    SELECT shop_id, biz_date, place_kind, place_id, visit_id, ${rebuild.ver}, 1 FROM face_visit FINAL
    WHERE ${withRows('face_visit', rebuild)} AND ${built} AND ver < ${rebuild.ver}`,
  ]
}

/** Later days of people of whom captures came: whether they are new or returning there may have changed. */
export const laterVisits = (
  captures: readonly { shopId: number; personId: number; date: string }[],
): string => {
  const people = [...new Set(captures.map(({ shopId, personId }) => `(${shopId}, ${personId})`))].join(', ')
  const first = captures.map(({ date }) => date).sort()[0]
  return `SELECT DISTINCT shop_id, toString(biz_date) AS biz_date FROM face_capture FINAL
    WHERE (shop_id, person_id) IN (${people}) AND biz_date > '${first}'`
}
