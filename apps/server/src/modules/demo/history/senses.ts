import { chance, type Engine, spread } from './engine.ts'
import { goodsSql } from './goods.ts'
import { type Making, rowVersion } from './making.ts'
import { ended, numberOf } from './moments.ts'

const enterSecond = 'toInt32(slot) * 300 + second'
const instantMs = (seconds: string) =>
  `toDateTime64(biz_date, 3, 'UTC') + toIntervalSecond(toInt32(${seconds}) - 28800)`

/** Goods touched at shelves by those who came, as their visits count them; where ceilings see, those that they saw too. */
export async function fillTouches(engine: Engine, { seed, rowsFrom }: Making) {
  const one = ['visit_id', 'turn']
  await engine.run(`
    INSERT INTO touch (biz_date, shop_id, touch_id, kind, shelf_id, zone_id, entrance_id, goods_id, category_id, brand_id, person_id, gender, age_band, is_new,
      at, slot, seconds, ver)
    WITH ${goodsSql} AS goods,
      goods[1 + toUInt32(pow(${chance(seed, 'touched', ...one)}, 1.4) * (length(goods) - 0.001))] AS article,
      least(86399, ${enterSecond} + toInt32(dwell_s * ${chance(seed, 'when', ...one)})) AS begin
    SELECT biz_date, shop_id, cityHash64(${seed}, 'touch', visit_id, turn) % 9007199254740992, if(turn < touches, 'sensor', 'video'),
      if(turn < touches, s.shelves[1 + turn % length(s.shelves)], 0), if(empty(zones), 0, zones[1 + turn % length(zones)].1), entrance_id,
      article.1, article.2, article.3, person_id, gender, age_band, is_new, ${instantMs('begin')}, intDiv(begin, 300),
      toUInt32(2 + pow(${chance(seed, 'long', ...one)}, 3) * 55), ${rowVersion}
    FROM (SELECT *, arrayJoin(range(toUInt32(touches + is_followed * (visit_id % 3 = 0)))) AS turn FROM demo_visit WHERE biz_date >= '${rowsFrom}') AS v
    INNER JOIN demo_shop AS s ON s.shop_id = v.shop_id`)
}

/** Telephones that were heard in each slot: of those who came in, and of those who went by. Days whose rows are kept only. */
export async function fillProbes(engine: Engine, { seed, span, probesFrom }: Making) {
  const heard = ['shop_id', 'biz_date', 'slot', 'number']
  await engine.run(`
    INSERT INTO probe (biz_date, shop_id, point_id, slot, phone, is_random, is_inside, signal, seen_n, dwell_s, ver)
    SELECT biz_date, shop_id, point, toUInt16(slot + step), cityHash64(${seed}, 'phone', biz_date, visit_id) % 9007199254740992,
      visit_id % 10 < 4, 1, toInt8(-45 - ${chance(seed, 'signal', 'visit_id', 'step')} * 30), toUInt32(1 + ${chance(seed, 'times', 'visit_id', 'step')} * 12), dwell_s, ${rowVersion}
    FROM (SELECT *, arrayJoin(range(toUInt32(least(6, 1 + intDiv(dwell_s, 300))))) AS step FROM demo_visit WHERE biz_date >= '${probesFrom}' AND visit_id % 5 != 0) AS v
    INNER JOIN demo_shop AS s ON s.shop_id = v.shop_id
    WHERE slot + step < 288`)
  await engine.run(`
    INSERT INTO probe (biz_date, shop_id, point_id, slot, phone, is_random, is_inside, signal, seen_n, dwell_s, ver)
    WITH slot AS slot_
    SELECT biz_date, shop_id, s.point, slot, cityHash64(${seed}, 'passer', ${heard.join(', ')}) % 9007199254740992,
      ${chance(seed, 'random', ...heard)} < 0.55, 0, toInt8(-62 - ${chance(seed, 'far', ...heard)} * 28), 1, toUInt32(5 + ${chance(seed, 'stood', ...heard)} * 40), ${rowVersion}
    FROM (
      SELECT d.biz_date AS biz_date, d.shop_id AS shop_id, toUInt16(p.slot + part) AS slot,
        arrayJoin(range(toUInt32(round(d.visits * d.passers * p.weight / 3 * 0.09 * (0.6 + 0.8 * ${chance(seed, 'street', 'd.shop_id', 'd.biz_date', 'p.slot', 'part')}))))) AS number
      FROM demo_day AS d
      INNER JOIN demo_profile AS p ON p.shop_id = d.shop_id AND p.is_free = d.is_free AND p.step = 3
      ARRAY JOIN [0, 1, 2] AS part
      WHERE d.biz_date >= '${probesFrom}') AS h
    INNER JOIN demo_shop AS s ON s.shop_id = h.shop_id
    WHERE ${ended(span, 'slot')}`)
}

/** Where people stood, hour by hour on each floor that ceilings see: the time of those who came, as the floor's plan spreads it. */
export async function fillHeat(engine: Engine, { seed, span, heatFrom }: Making) {
  const noise = `(0.55 + 0.9 * (cityHash64(${seed}, m.map_id, biz_date, hour, cell) / 18446744073709551616.))`
  // Goods are moved about now and then: each zone has better weeks and worse ones.
  const week = `(0.75 + 0.5 * (cityHash64(${seed}, 'week', m.map_id, part, toMonday(biz_date)) / 18446744073709551616.))`
  await engine.run(`
    INSERT INTO heat_hour (biz_date, shop_id, map_id, floor_id, hour, cols, rows, seconds, hits, walkable, ver)
    WITH arrayMap((share, part, cell) -> toUInt32(floor(h.came * m.reach * m.seconds * share * m.hours[part + 1][hour + 1] * ${week} * ${noise})), m.shares, m.parts, arrayEnumerate(m.shares)) AS seconds
    SELECT biz_date, shop_id, map_id, map_id, hour, m.cols, m.rows, seconds, arrayMap(s -> intDiv(s + 6, 7), seconds), m.walkable, ${rowVersion}
    FROM (
      SELECT d.biz_date AS biz_date, d.shop_id AS shop_id, toUInt8(intDiv(p.slot, 12)) AS hour, d.visits * p.weight AS came
      FROM demo_day AS d
      INNER JOIN demo_profile AS p ON p.shop_id = d.shop_id AND p.is_free = d.is_free AND p.step = 12
      WHERE d.biz_date >= '${heatFrom}' AND ${ended(span, 'p.slot', '12', 'd.biz_date')}) AS h
    INNER JOIN demo_map AS m ON m.shop_id = h.shop_id`)
}

/**
 * The ways of some of those whom ceilings saw, a track for each time on a floor: from the door or the stairs to the zones of the
 * visit in turn, about in each, and out again. Every point is one that can be walked on.
 */
export async function fillTracks(engine: Engine, { seed, tracksFrom }: Making) {
  const jitter = (axis: string, label: string) =>
    `(toInt32(cityHash64(${seed}, '${axis}', ${label}) % 21) - 10)`
  const place = (axis: string, part: 1 | 2) =>
    `arrayMap((p, n) -> toInt16(p.${part} + 2 * ${jitter(axis, 'visit_id')} + ${jitter(axis, 'visit_id, n')}), points, arrayEnumerate(points))`
  await engine.run(`
    INSERT INTO track (biz_date, shop_id, map_id, track_id, visit_id, person_id, identity, at, slot, dt_ms, x_cm, y_cm, zone_path, ver)
    WITH arrayMap(z -> z.1, run) AS path, run[1].2 AS floor_,
      arraySum(arrayMap(r -> length(r), arraySlice(runs, 1, turn - 1))) AS before,
      ${enterSecond} + intDiv(dwell_s * before, length(zones)) AS begin,
      if(turn = 1 AND notEmpty(s.legs[toUInt64(entrance_id) * 1000000 + path[1]]), entrance_id, floor_) AS way_in,
      if(turn = length(runs) AND notEmpty(s.legs[toUInt64(path[-1]) * 1000000 + entrance_id]), entrance_id, floor_) AS way_out,
      arrayPushFront(path, way_in) AS stops,
      arrayMap(i -> arrayConcat(s.legs[toUInt64(stops[i]) * 1000000 + stops[i + 1]],
        s.walks[stops[i + 1]][1 + toUInt32(pow(cityHash64(${seed}, 'walk', visit_id, stops[i + 1]) / 18446744073709551616., 1.6) * (length(s.walks[stops[i + 1]]) - 0.001))],
        if(i = length(path), s.legs[toUInt64(stops[i + 1]) * 1000000 + way_out], [])), arrayEnumerate(path)) AS pieces,
      arrayFlatten(arrayMap(piece -> arrayMap(p -> toUInt16(least(60000, dwell_s * 1000 / length(zones) / length(piece))), piece), pieces)) AS paces,
      arrayFlatten(pieces) AS points
    SELECT biz_date, shop_id, floor_, if(turn = 1, visit_id, cityHash64(${seed}, 'run', visit_id, turn) % 9007199254740992), visit_id, person_id, identity,
      ${instantMs('least(86399, begin)')}, toUInt16(intDiv(least(86399, begin), 300)), arrayPushFront(arrayPopFront(paces), 0), ${place('x', 1)}, ${place('y', 2)}, path, ${rowVersion}
    FROM (
      SELECT *, arraySplit((z, is_other) -> is_other, zones, arrayMap(i -> i = 1 OR zones[i].2 != zones[i - 1].2, arrayEnumerate(zones))) AS runs
      FROM demo_visit WHERE is_followed AND length(zones) > 0 AND biz_date >= '${tracksFrom}' AND visit_id % 3 = 0) AS v
    INNER JOIN demo_shop AS s ON s.shop_id = v.shop_id
    ARRAY JOIN runs AS run, arrayEnumerate(runs) AS turn`)
}

/** Signs of life of every device: each half hour of what is past, each five minutes of what goes on; some are off line for a while. */
export async function fillBeats(engine: Engine, { seed, span, beatsFrom, beatsOftenFrom }: Making) {
  const often = numberOf(beatsOftenFrom)
  const day = ['device_id', 'biz_date']
  await engine.run(`
    INSERT INTO heartbeat (biz_date, shop_id, device_id, at, slot, state, fps, round_trip_ms, clock_skew_ms, firmware, ver)
    WITH toUInt16(slot_) AS slot,
      ${chance(seed, 'lost', ...day)} < 0.012 AND slot >= toUInt16(${chance(seed, 'from', ...day)} * 250) AND slot < toUInt16(${chance(seed, 'from', ...day)} * 250 + 12 + ${chance(seed, 'lostfor', ...day)} * 100) AS is_lost
    SELECT biz_date, shop_id, device_id, toDateTime(${instantMs('slot_ * 300 + device_id % 240')}), slot, if(${chance(seed, 'weak', ...day)} < 0.01, 'degraded', 'online'),
      if(kind IN ('counter', 'face'), 15, 0), toUInt16(8 + pow(${chance(seed, 'trip', 'device_id', 'biz_date', 'slot')}, 4) * 180),
      toInt32(${spread(seed, 'skew', 'device_id')} * 900 + if(device_id % 97 = 5, 95000, 0)), concat('3.', toString(device_id % 4), '.1'), ${rowVersion}
    FROM (
      SELECT biz_date, shop_id, device.1 AS device_id, device.2 AS kind, arrayJoin(range(288)) AS slot_
      FROM (SELECT d.biz_date AS biz_date, d.shop_id AS shop_id, arrayJoin(s.devices) AS device FROM demo_calendar AS d INNER JOIN demo_shop AS s ON s.shop_id = d.shop_id))
    WHERE biz_date >= '${beatsFrom}' AND ${ended(span, 'slot_')}
      AND (toUInt32(biz_date) * 288 + slot_ >= ${often} OR slot_ % 6 = 5) AND NOT is_lost`)
}

/** What checks of camera streams found, a few times a day. */
export async function fillStreams(engine: Engine, { seed, span, beatsFrom }: Making) {
  const one = ['device_id', 'biz_date', 'slot']
  await engine.run(`
    INSERT INTO stream_check (biz_date, shop_id, check_id, device_id, service, provider, slot, first_frame_ms, bitrate_kbps, frames, dropped_frames,
      packets, lost_packets, latency_ms, ok, ver)
    WITH ${chance(seed, 'fails', ...one)} > 0.015 AS is_ok,
      toUInt32(if(is_ok, if(${chance(seed, 'jumps', ...one)} < 0.2, ${chance(seed, 'dropped', ...one)} * 40, 0), 0)) AS dropped
    SELECT biz_date, shop_id, cityHash64(${seed}, 'check', ${one.join(', ')}) % 9007199254740992, device_id, 'live', provider, slot,
      if(is_ok, toUInt32(350 * exp(${spread(seed, 'frame', ...one)} * 0.45) * if(provider = 'huawei', 1.5, 1)), 0),
      if(is_ok, toUInt32(900 + 1300 * ${chance(seed, 'rate', 'device_id')} + 120 * ${spread(seed, 'wobble', ...one)}), 0),
      if(is_ok, 250, 0), dropped, if(is_ok, 6000, 0), dropped * 3, if(is_ok, toUInt32(60 + 90 * ${chance(seed, 'delay', ...one)}), 0), is_ok, ${rowVersion}
    FROM (
      SELECT biz_date, shop_id, camera.1 AS device_id, camera.2 AS provider, arrayJoin([100, 130, 160, 190, 220, 250]) + device_id % 20 AS slot
      FROM (SELECT d.biz_date AS biz_date, d.shop_id AS shop_id, arrayJoin(s.cameras) AS camera FROM demo_calendar AS d INNER JOIN demo_shop AS s ON s.shop_id = d.shop_id))
    WHERE biz_date >= '${beatsFrom}' AND ${ended(span, 'slot')}`)
}
