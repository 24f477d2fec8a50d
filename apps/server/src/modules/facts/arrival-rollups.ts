import { daysSoFar, type Rebuild, withoutRows, withRows } from './rebuild.ts'
import { saysZones } from './stay-rollups.ts'

/**
 * A device's day, heard of or not: how long it was on line by its own beat (one that is silent for twice as long as it usually is
 * has gone), and the slots that its lines owed and sent. Of days whose beats are no longer kept it stays as it was found.
 */
export function deviceDay(rebuild: Rebuild): string {
  const { within, ver } = rebuild
  const soFar = daysSoFar(rebuild)
  return `
  INSERT INTO device_day (biz_date, shop_id, device_id, kind, provider, status, due_s, online_s, is_online, expected_n, got_n, ptz_channels, ver)
  SELECT biz_date, shop_id, device_id, max(h.kind), max(h.provider), if(max(h.is_on) = 1, 'online', 'offline'), max(h.due),
    least(max(h.due), max(h.online)), max(h.is_on), sum(h.expected), sum(h.got), max(h.ptz), ${ver}
  FROM (
    SELECT d.biz_date AS biz_date, v.shop_id AS shop_id, v.device_id AS device_id, toString(v.kind) AS kind, toString(v.provider) AS provider,
      toUInt32(greatest(0, d.over) * 300) AS due, toUInt32(0) AS online, toUInt8(0) AS is_on,
      toUInt32(0) AS expected, toUInt32(0) AS got, v.ptz_channels AS ptz
    FROM (${soFar}) AS d INNER JOIN (SELECT * FROM device FINAL) AS v ON v.shop_id = d.shop_id
    WHERE d.biz_date BETWEEN v.first_on AND v.last_on AND d.over >= 0
    UNION ALL
    SELECT biz_date, shop_id, device_id, '', '', 0, ${online}, 0, 0, 0
    FROM (
      SELECT biz_date, shop_id, device_id, arraySort(groupArray((toUInt32(toUnixTimestamp(h.at)), h.state != 'offline'))) AS beats,
        max(intDiv(toUnixTimestamp(h.at), 300) * 300 - h.slot * 300) + max(greatest(0, d.over)) * 300 AS ends
      FROM (SELECT biz_date, shop_id, device_id, at, state, slot FROM heartbeat FINAL WHERE ${within}) AS h
      INNER JOIN (${soFar}) AS d USING (biz_date, shop_id)
      GROUP BY biz_date, shop_id, device_id)
    UNION ALL
    SELECT biz_date, shop_id, device_id, toString(kind), toString(provider), 0, online_s, is_online, 0, 0, 0
    FROM device_day FINAL WHERE ${withoutRows('heartbeat', rebuild)}
    UNION ALL
    SELECT d.biz_date, l.shop_id, l.device_id, '', '', 0, 0, 0,
      toUInt32(greatest(0, least(d.over, toInt32(l.close_slot)) - toInt32(l.open_slot))), 0, 0
    FROM (${soFar}) AS d INNER JOIN (SELECT * FROM line FINAL) AS l ON l.shop_id = d.shop_id
    WHERE d.biz_date BETWEEN l.first_on AND l.last_on AND d.over >= 0
    UNION ALL
    SELECT biz_date, shop_id, device_id, '', '', 0, 0, 0, 0, toUInt32(uniqExact(line_id, f.covers)), 0
    FROM (
      SELECT biz_date, shop_id, device_id, line_id, arrayJoin(range(slot, slot + greatest(1, intDiv(span_s + 150, 300)))) AS covers
      FROM flow_raw FINAL WHERE ${within} AND quality NOT IN ('imputed', 'manual')) AS f
    INNER JOIN (SELECT shop_id, device_id, line_id, open_slot, close_slot FROM line FINAL) AS l USING (shop_id, device_id, line_id)
    WHERE f.covers >= l.open_slot AND f.covers < l.close_slot
    GROUP BY biz_date, shop_id, device_id) AS h
  GROUP BY biz_date, shop_id, device_id`
}

const gaps = `arrayMap((a, b) -> greatest(0, toInt64(b) - toInt64(a)), beats.1, arrayPushBack(arrayPopFront(beats.1), toUInt32(ends)))`
const patience = `(2 * greatest(300, arrayReduce('quantileExact(0.5)', ${gaps})))`
const online = `
      toUInt32(arraySum((gap, is_up) -> if(is_up, least(gap, ${patience}), 0), ${gaps}, beats.2)),
      toUInt8(beats.2[-1] AND ${gaps}[-1] <= ${patience})`

/** What devices of a kind send, by the names of arrivals: due from a shop on every day on which it has one. */
const sent = {
  till: ['sales', 'pos'],
  face: ['face'],
  probe: ['wifi'],
  shelf: ['touch'],
  counter: ['flow'],
} as const

const slotsOfFirstHour = 12

/**
 * What arrived of each source, and when its last fact happened. Of a day that is going on it is due once the shop has been open for an
 * hour: before that nothing is missing.
 */
export function sourceDay(rebuild: Rebuild): string {
  const { within, ver } = rebuild
  const kinds = Object.keys(sent)
  const cases = Object.entries(sent).map(([kind, list]) => `kind = '${kind}', ['${list.join("', '")}']`)
  const last = (
    source: string,
    table: 'flow_raw' | 'face_visit' | 'sale' | 'till_event' | 'touch' | 'stay' | 'track',
    at: string,
    isGot = '1',
  ) =>
    `SELECT biz_date, shop_id, '${source}', toUInt32(max(${isGot})), toUInt32(max(${isGot})), max(toDateTime(${at}, 'UTC')) FROM ${table} WHERE ${withRows(table, rebuild)} AND is_deleted = 0 GROUP BY biz_date, shop_id`
  const some = (source: string, table: 'probe' | 'heat_hour') =>
    `SELECT biz_date, shop_id, '${source}', toUInt32(1), toUInt32(1), toDateTime(0, 'UTC') FROM ${table} WHERE ${withRows(table, rebuild)} AND is_deleted = 0 GROUP BY biz_date, shop_id`
  // Of days whose rows are no longer kept it stays as it was found.
  const told = (source: string, table: 'probe' | 'heat_hour' | 'track') =>
    `SELECT biz_date, shop_id, '${source}', expected_n, got_n, last_at FROM source_day FINAL WHERE source = '${source}' AND ${withoutRows(table, rebuild)}`
  return `
  INSERT INTO source_day (biz_date, shop_id, source, expected_n, got_n, last_at, ver)
  SELECT biz_date, shop_id, source, max(expected), max(got), max(last), ${ver}
  FROM (
    SELECT v.biz_date AS biz_date, v.shop_id AS shop_id, arrayJoin(multiIf(${cases.join(', ')}, [''])) AS source,
      toUInt32(d.over > l.opens + ${slotsOfFirstHour}) AS expected, toUInt32(0) AS got, toDateTime(0, 'UTC') AS last
    FROM (SELECT biz_date, shop_id, kind FROM device_day FINAL WHERE ${within} AND ver = ${ver} AND kind IN ('${kinds.join("', '")}')) AS v
    INNER JOIN (${daysSoFar(rebuild)}) AS d ON d.biz_date = v.biz_date AND d.shop_id = v.shop_id
    LEFT JOIN (SELECT shop_id, toInt32(min(open_slot)) AS opens FROM line FINAL GROUP BY shop_id) AS l ON l.shop_id = v.shop_id
    UNION ALL ${last('flow', 'flow_raw', 'at')}
    UNION ALL ${last('face', 'face_visit', 'enter_at')}
    UNION ALL SELECT biz_date, shop_id, 'face', toUInt32(1), toUInt32(1), toDateTime(0, 'UTC') FROM people_day FINAL WHERE ${within} AND visit_n > 0
    UNION ALL ${last('sales', 'sale', 'at')}
    UNION ALL ${last('pos', 'till_event', 'at')}
    UNION ALL ${last('touch', 'touch', 'at')}
    UNION ALL ${last('track', 'stay', 'at')}
    UNION ALL ${last('track', 'track', 'at', saysZones(rebuild))}
    UNION ALL ${some('wifi', 'probe')}
    UNION ALL ${some('heat', 'heat_hour')}
    UNION ALL ${told('wifi', 'probe')}
    UNION ALL ${told('heat', 'heat_hour')}
    UNION ALL ${told('track', 'track')})
  GROUP BY biz_date, shop_id, source`
}
