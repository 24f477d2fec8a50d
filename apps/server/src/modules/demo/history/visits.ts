import { chance, type Engine, spread } from './engine.ts'
import { type Making, rowVersion } from './making.ts'
import { daysOf, ended } from './moments.ts'

/** People have numbers above those of anybody who is told of by a source: a block for each shop, 4096 for each day. */
const firstPerson = 3_000_000_000
const ofShop = 16_777_216
const firstShop = 702_001
const ofDay = 4096
const epochDay = "toDate('2023-01-01')"
/** Below 2^53, so that it survives being written as a number. */
const identity53 = (seed: number, label: string, ...columns: string[]) =>
  `(cityHash64(${[seed, `'${label}'`, ...columns].join(', ')}) % 9007199254740992)`

/** Longest time between the first visit of somebody who comes again and the last one. */
export const regularDays = 365
/** Of those who come for the first time, so many come again. */
const regulars = 0.35
/** Of those whom a shop sees on a day, so many come back later the same day. */
const comeAgain = 0.05
/** Of newcomers in a city with several shops, so many go on to another one, and of these so many to a third. */
const goOn = 0.24
const goFurther = 0.3

/**
 * Visits of people that ended within the span, one row each, in a table that later statements read. Whoever is new on a day has a number of that day; a part
 * of them comes again every few days for a while, now and then not. A few are not recognised; some leave and come back later the
 * same day. In cities with several shops some go on to another one on the day they are new: once, so that what a shop knows of
 * them needs no looking back.
 */
export async function stageVisits(engine: Engine, { seed, span }: Making) {
  const days = daysOf(span)
  const [from, to] = [days[0], days.at(-1)]
  const person = ['v.person']
  const visit = ['v.person', 'v.biz_date', 'again']
  const often = `[3, 5, 7, 7, 10, 14, 14, 21, 28, 30, 45, 60, 100][1 + toUInt32(${chance(seed, 'often', 'person')} * 12.999)]`
  const own = 'shop_id AS home, toUInt8(0) AS trip'
  const weekday = '[0.8, 0.8, 0.82, 0.86, 1, 1.24, 1.18][toDayOfWeek(first_date + k * gap)]'
  const newcomers = `SELECT shop_id, biz_date, arrayJoin(range(least(fresh, ${ofDay - 1}))) AS number FROM demo_fresh WHERE biz_date BETWEEN '${from}' AND '${to}'`
  const newcomer = `toUInt32(${firstPerson} + (shop_id - ${firstShop}) * ${ofShop} + (biz_date - ${epochDay}) * ${ofDay} + number)`
  await engine.run(`
    INSERT INTO demo_visit
    WITH ${chance(seed, 'moment', 'v.person', 'v.biz_date', 'if(again > 1, 0, again)')} AS moment,
      toInt32(c.slots[greatest(1, arrayFirstIndex(reached -> reached >= moment, c.early))]) + toInt32(${chance(seed, 'within', ...visit)} * 3)
        + multiIf(again > 1, 14 + 36 * (toInt32(again) - 2) + toInt32(${chance(seed, 'pause', ...visit)} * 22), again = 1, 18 + toInt32(${chance(seed, 'pause', ...visit)} * 30), 0) AS wanted,
      toUInt16(least(wanted, toInt32(d.close_slot - 1))) AS slot,
      toUInt16(${chance(seed, 'second', ...visit)} * 300) AS second,
      ${chance(seed, 'known', ...visit)} > 0.07 AS is_known,
      ${chance(seed, 'bounce', ...visit)} < 0.03 AS is_bounce,
      toUInt32(if(is_bounce, 8 + ${chance(seed, 'short', ...visit)} * 20, least(s.dwell * 60 * exp(${spread(seed, 'dwell', ...visit)} * 0.72), (d.close_slot - slot) * 300. - second))) AS dwell_s,
      toUInt8(greatest(4, least(84, round(h.home_age + ${spread(seed, 'age', ...person)} * 12.5)))) AS years,
      ${identity53(seed, 'visit', ...visit)} AS visit_id,
      arraySort(z -> (z.5, cityHash64(visit_id, z.2), cityHash64(visit_id, z.1)), arrayFilter(z -> cityHash64(${seed}, visit_id, z.1) / 18446744073709551616. < z.3 * least(1.5, 0.25 + dwell_s / 1200.), s.zones)) AS zones,
      arrayFilter(f -> f.2 >= 0.9 OR cityHash64(${seed}, visit_id, f.1) / 18446744073709551616. < f.2, s.floors) AS floors,
      ${chance(seed, 'deal', ...visit)} < d.bag_rate * 0.45 AND dwell_s > 120 AS has_deal
    SELECT v.shop_id, v.biz_date, visit_id, if(is_known, v.person, 0),
      multiIf(NOT is_known, 'customer', v.since > 0 AND ${chance(seed, 'vip', ...person)} < 0.07, 'vip', 'customer'),
      multiIf(NOT is_known, 'unknown', ${chance(seed, 'gender', ...person)} < h.home_women, 'woman', 'man'),
      if(is_known, years, 255), if(is_known, toUInt8(least(6, greatest(0, ceil(years / 10) - 1))), 255),
      is_known AND v.since = 0, is_known AND v.since BETWEEN 1 AND 90, if(is_known, v.since, 0), if(is_known, v.first_date, v.biz_date),
      slot, second, dwell_s, zones, floors,
      s.doors[1 + toUInt32(pow(${chance(seed, 'door', ...visit)}, 2) * (length(s.doors) - 0.001))],
      s.faces[1 + toUInt32(pow(${chance(seed, 'face', ...visit)}, 2) * (length(s.faces) - 0.001))],
      if(${chance(seed, 'met', ...visit)} < 0.24 AND dwell_s > 90, d.clerks[1 + toUInt32(${chance(seed, 'clerk', ...visit)} * (length(d.clerks) - 0.001))], 0),
      if(s.has_shelves, toUInt8(floor(-ln(1 - ${chance(seed, 'touch', ...visit)} * 0.999) * 0.62)), 0),
      has_deal, if(has_deal, round(d.ticket * exp(${spread(seed, 'spent', ...visit)} * 0.5 - 0.12), 2), 0), s.is_followed
    FROM (
      SELECT shop_id, biz_date, biz_date AS first_date, toUInt16(0) AS since, ${newcomer} AS person, ${own}
      FROM (${newcomers})
      UNION ALL
      SELECT place AS shop_id, biz_date, biz_date AS first_date, toUInt16(0) AS since, person, home, toUInt8(1 + turn) AS trip
      FROM (
        WITH arrayFirst(t -> t.2 >= ${chance(seed, 'second shop', 'person')}, town).1 AS next,
          arrayFirst(t -> t.2 >= ${chance(seed, 'third shop', 'person')}, town).1 AS last
        SELECT biz_date, person, home, if(${chance(seed, 'third', 'person')} < ${goFurther} AND last != next, [next, last], [next]) AS places
        FROM (
          SELECT n.shop_id AS home, n.biz_date AS biz_date, ${newcomer} AS person, t.town AS town
          FROM (${newcomers}) AS n
          INNER JOIN (SELECT shop_id AS of_shop, town FROM demo_shop WHERE notEmpty(town)) AS t ON t.of_shop = n.shop_id)
        WHERE ${chance(seed, 'in town', 'person')} < ${goOn} AND ${chance(seed, 'again', 'person', 'biz_date')} >= ${comeAgain})
      ARRAY JOIN places AS place, arrayEnumerate(places) AS turn
      UNION ALL
      SELECT shop_id, toDate(first_date + came[turn] * gap) AS biz_date, first_date, toUInt16((came[turn] - came[turn - 1]) * gap) AS since, person, ${own}
      FROM (
        WITH ${often} AS gap,
          least(12, intDiv(30 + toUInt16(${chance(seed, 'life', 'person')} * ${regularDays - 30}), gap)) AS most
        SELECT shop_id, first_date, person, gap,
          arrayFilter(k -> k = 0 OR cityHash64(${seed}, person, k) / 18446744073709551616. < 0.66 * ${weekday}, range(toUInt32(most + 1))) AS came
        FROM (
          SELECT shop_id, biz_date AS first_date,
            toUInt32(${firstPerson} + (shop_id - ${firstShop}) * ${ofShop} + (biz_date - ${epochDay}) * ${ofDay} + arrayJoin(range(toUInt32(least(fresh, ${ofDay - 1}) * ${regulars})))) AS person
          FROM demo_fresh WHERE biz_date < '${to}')
        ${from === to ? `WHERE (toDate('${to}') - first_date) % gap = 0` : ''})
      ARRAY JOIN arrayEnumerate(came) AS turn
      WHERE turn > 1 AND first_date + came[turn] * gap BETWEEN '${from}' AND '${to}') AS v
    INNER JOIN demo_day AS d ON d.shop_id = v.shop_id AND d.biz_date = v.biz_date
    INNER JOIN demo_shop AS s ON s.shop_id = v.shop_id
    INNER JOIN demo_curve AS c ON c.shop_id = v.shop_id AND c.is_free = d.is_free
    INNER JOIN (SELECT shop_id AS lives_at, age AS home_age, women AS home_women FROM demo_shop) AS h ON h.lives_at = v.home
    ARRAY JOIN multiIf(v.trip > 0, [v.trip], ${chance(seed, 'again', 'v.person', 'v.biz_date')} < ${comeAgain}, [0, 1], [0]) AS again
    WHERE (again < 2 OR wanted + 3 < d.close_slot) AND ${ended(span, 'slot', '(1 + intDiv(second + dwell_s, 300))', 'v.biz_date')}`)
}

/** Columns of the table that `stageVisits` fills. */
export const visitColumns = `shop_id UInt32, biz_date Date, visit_id UInt64, person_id UInt32,
  identity Enum8('customer' = 0, 'clerk' = 1, 'vip' = 2), gender Enum8('unknown' = 0, 'man' = 1, 'woman' = 2),
  age UInt8, age_band UInt8, is_new UInt8, is_returning UInt8, since_days UInt16, first_date Date,
  slot UInt16, second UInt16, dwell_s UInt32,
  zones Array(Tuple(UInt32, UInt32, Float64, UInt8, UInt8)), floors Array(Tuple(UInt32, Float64)),
  entrance_id UInt32, device_id UInt32, clerk_id UInt32, touches UInt8, has_deal UInt8, spent Float64, is_followed UInt8`

/** Seconds since the begin of a business day in Beijing, as the instant they are. */
const instantOf = (seconds: string) =>
  `toDateTime(biz_date, 'UTC') + toIntervalSecond(toInt32(${seconds}) - 28800)`
const enter = 'slot * 300 + second'
const toured = 'arrayCount(z -> z.4 = 1, zones)'

/** The visit of the shop, and one for each floor and zone it touched. */
const placed = `
  SELECT *, place.1 AS place_kind, place.2 AS place_id, place.3 AS place_floor, toUInt32(greatest(3, dwell_s * place.4)) AS stayed
  FROM demo_visit
  ARRAY JOIN arrayConcat([('shop', toUInt32(0), toUInt32(0), 1.)],
    if(length(floors) > 0, arrayMap(f -> ('floor', f.1, f.1, 0.9 / length(floors)), floors), []),
    arrayMap(z -> ('zone', z.1, z.2, 0.8 / length(zones)), zones)) AS place`

/**
 * What a picture of a visit shows: mostly who was recognised, now and then somebody of another sex or age, or another person
 * altogether, so that a check of recognition finds something.
 */
const pictureSql = (seed: number) => {
  const misread = (label: string, share: number) => `${chance(seed, label, 'visit_id')} < ${share}`
  return `concat('sketch:', if((gender = 'woman') != (${misread('wrong sex', 0.035)}), 'w', 'm'),
      toString(greatest(3, least(90, toInt32(age) + toInt32(round(${spread(seed, 'wrong age', 'visit_id')} * 3.2))))),
      if(is_returning AND ${misread('wrong person', 0.03)}, ':b', ''))`
}

/** Visits of people and what came of them: in rows as long as rows are kept, in sums alone before that. */
export async function fillVisits(engine: Engine, making: Making) {
  const { seed, span, rowsFrom } = making
  await engine.run(`
    INSERT INTO people_day (biz_date, shop_id, place_kind, place_id, floor_id, persons, new_persons, returning_persons, visit_n, dwell_sum_s, ver)
    SELECT biz_date, shop_id, place_kind, place_id, max(place_floor), groupBitmapStateIf(person_id, person_id > 0),
      groupBitmapStateIf(person_id, person_id > 0 AND is_new = 1), groupBitmapStateIf(person_id, person_id > 0 AND is_returning = 1),
      count(), sum(stayed), ${rowVersion}
    FROM (${placed} WHERE biz_date < '${rowsFrom}') GROUP BY biz_date, shop_id, place_kind, place_id`)
  const kept = `biz_date >= '${rowsFrom}'`
  await engine.run(`
    INSERT INTO face_visit (biz_date, shop_id, place_kind, place_id, floor_id, entrance_id, visit_id, person_id, identity, gender, age, age_band,
      is_new, is_returning, since_days, first_date, enter_at, slot, dwell_s, stops, key_stops, toured, received, experiences, deals, spent,
      device_id, captures, matched, upload_delay_s, picture, ver)
    WITH place_kind = 'shop' AS is_shop, ${pictureSql(seed)} AS drawn, toUInt16(1 + ${chance(seed, 'shots', 'visit_id')} * 4) AS shots
    SELECT biz_date, shop_id, place_kind, place_id, place_floor, entrance_id, visit_id, person_id, identity, gender, age, age_band,
      is_new, is_returning, since_days, first_date, ${instantOf(enter)}, slot, stayed,
      length(zones), ${toured}, is_followed AND ${toured} >= 4, clerk_id > 0, touches, if(is_shop, has_deal, 0), if(is_shop, spent, 0),
      device_id, shots, if(person_id = 0, 0, greatest(1, shots - 1)), toUInt32(1 + pow(${chance(seed, 'delay', 'visit_id')}, 6) * 90),
      if(is_shop AND person_id > 0 AND biz_date >= '${making.picturesFrom}', drawn, ''), ${rowVersion}
    FROM (${placed} WHERE ${kept})`)
  await engine.run(
    `
    INSERT INTO face_visit (biz_date, shop_id, place_kind, place_id, visit_id, person_id, clerk_id, identity, gender, age, age_band,
      is_new, first_date, enter_at, slot, dwell_s, device_id, ver)
    WITH ${chance(seed, 'shift', 'clerk', 'biz_date')} AS shift, toUInt16(turn + ${chance(seed, 'seen', 'clerk', 'biz_date', 'turn')} * 20) AS slot
    SELECT biz_date, shop_id, 'shop', 0, ${identity53(seed, 'clerk', 'clerk', 'biz_date', 'turn')}, clerk, clerk, 'clerk',
      if(${chance(seed, 'gender', 'clerk')} < 0.7, 'woman', 'man'), 22 + clerk % 20, if(clerk % 20 > 8, 3, 2), 0, biz_date,
      ${instantOf('slot * 300')}, slot, 1200, 0, ${rowVersion}
    FROM (SELECT biz_date, shop_id, open_slot, close_slot, arrayJoin(clerks) AS clerk, arrayJoin(range(open_slot, close_slot - 20, 24)) AS turn FROM demo_day)
    WHERE ${kept} AND clerk > 0 AND ended_in_shift(shift, turn, open_slot, close_slot) AND ${ended(span, 'slot')}`.replace(
      'ended_in_shift(shift, turn, open_slot, close_slot)',
      'multiIf(shift < 0.25, 0, shift < 0.6, turn < open_slot + 96, turn >= close_slot - 100)',
    ),
  )
  await engine.run(`
    INSERT INTO stay (biz_date, shop_id, zone_id, floor_id, stay_id, visit_id, person_id, identity, gender, age_band, is_new, at, slot, dwell_s, is_first, ver)
    WITH toUInt32(greatest(4, dwell_s * 0.8 / length(zones) * (0.35 + 1.3 * ${chance(seed, 'stay', 'visit_id', 'zone.1')}))) AS stayed,
      least(86399, ${enter} + intDiv(dwell_s * (place - 1), length(zones))) AS begin
    SELECT biz_date, shop_id, zone.1, zone.2, ${identity53(seed, 'stay', 'visit_id', 'place')}, visit_id, person_id, identity, gender, age_band, is_new,
      toDateTime64(${instantOf('begin')}, 3, 'UTC'), intDiv(begin, 300), stayed, place = 1, ${rowVersion}
    FROM demo_visit ARRAY JOIN zones AS zone, arrayEnumerate(zones) AS place WHERE ${kept}`)
  await engine.run(`
    INSERT INTO move (biz_date, shop_id, kind, from_id, to_id, move_id, person_id, gender, age_band, is_new, slot, ver)
    SELECT biz_date, shop_id, step.1, step.2, step.3, ${identity53(seed, 'move', 'visit_id', 'step.1', 'place')}, person_id, gender, age_band, is_new, slot, ${rowVersion}
    FROM (
      SELECT *, arrayConcat(
        arrayMap((a, b) -> ('zone', a.1, b.1), arrayPopBack(zones), arrayPopFront(zones)),
        arrayMap((a, b) -> ('floor', a.1, b.1), arrayPopBack(floors), arrayPopFront(floors)),
        if(is_followed, [('entrance', entrance_id, s.doors[1 + visit_id % length(s.doors)])], [])) AS steps
      FROM demo_visit AS v INNER JOIN demo_shop AS s ON s.shop_id = v.shop_id WHERE ${kept})
    ARRAY JOIN steps AS step, arrayEnumerate(steps) AS place`)
  await engine.run(`
    INSERT INTO reception (biz_date, shop_id, reception_id, clerk_id, zone_id, visit_id, slot, seconds, ver)
    SELECT biz_date, shop_id, ${identity53(seed, 'met', 'visit_id')}, clerk_id, if(empty(zones), 0, zones[-1].1), visit_id, slot,
      20 + toUInt32(pow(${chance(seed, 'talk', 'visit_id')}, 2) * least(dwell_s, 900)), ${rowVersion}
    FROM demo_visit WHERE ${kept} AND clerk_id > 0`)
}
