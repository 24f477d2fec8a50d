import { type Rebuild, withRows } from './rebuild.ts'

/**
 * A device's day, heard of or not: how long it was on line by its own beat (one that is silent for twice as long as it usually is
 * has gone), and the slots that its lines owed and sent.
 */
export const deviceDay = ({ days, within, now, ver }: Rebuild): string => `
  INSERT INTO device_day (biz_date, shop_id, device_id, kind, provider, status, due_s, online_s, is_online, expected_n, got_n, ptz_channels, ver)
  SELECT biz_date, shop_id, device_id, max(h.kind), max(h.provider), if(max(h.is_on) = 1, 'online', 'offline'), max(h.due),
    least(max(h.due), max(h.online)), max(h.is_on), sum(h.expected), sum(h.got), max(h.ptz), ${ver}
  FROM (
    SELECT d.biz_date AS biz_date, v.shop_id AS shop_id, v.device_id AS device_id, toString(v.kind) AS kind, toString(v.provider) AS provider,
      toUInt32(${secondsOver('d.biz_date', now)}) AS due, toUInt32(0) AS online, toUInt8(0) AS is_on,
      toUInt32(0) AS expected, toUInt32(0) AS got, v.ptz_channels AS ptz
    FROM (${days}) AS d INNER JOIN (SELECT * FROM device FINAL) AS v ON v.shop_id = d.shop_id
    WHERE d.biz_date BETWEEN v.first_on AND v.last_on AND d.biz_date <= '${now.date}'
    UNION ALL
    SELECT biz_date, shop_id, device_id, '', '', 0, ${online}, 0, 0, 0
    FROM (
      SELECT biz_date, shop_id, device_id, arraySort(groupArray((toUInt32(toUnixTimestamp(at)), state != 'offline'))) AS beats,
        max(intDiv(toUnixTimestamp(at), 300) * 300 - slot * 300) + ${secondsOver('biz_date', now)} AS ends
      FROM heartbeat FINAL WHERE ${within} GROUP BY biz_date, shop_id, device_id)
    UNION ALL
    SELECT d.biz_date, l.shop_id, l.device_id, '', '', 0, 0, 0,
      toUInt32(greatest(0, toInt32(least(if(d.biz_date = '${now.date}', ${now.slot}, 288), l.close_slot)) - toInt32(l.open_slot))), 0, 0
    FROM (${days}) AS d INNER JOIN (SELECT * FROM line FINAL) AS l ON l.shop_id = d.shop_id
    WHERE d.biz_date BETWEEN l.first_on AND l.last_on AND d.biz_date <= '${now.date}'
    UNION ALL
    SELECT biz_date, shop_id, device_id, '', '', 0, 0, 0, 0, toUInt32(uniqExact(line_id, arrayJoin(range(slot, slot + greatest(1, intDiv(span_s + 150, 300)))))), 0
    FROM flow_raw FINAL WHERE ${within} AND quality NOT IN ('imputed', 'manual') GROUP BY biz_date, shop_id, device_id) AS h
  GROUP BY biz_date, shop_id, device_id`

/** Seconds of a day that are over. */
const secondsOver = (date: string, now: Rebuild['now']) =>
  `if(${date} = '${now.date}', ${now.slot * 300}, 86400)`

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

/** What arrived of each source, and when its last fact happened. */
export function sourceDay(rebuild: Rebuild): string {
  const { within, ver } = rebuild
  const kinds = Object.keys(sent)
  const cases = Object.entries(sent).map(([kind, list]) => `kind = '${kind}', ['${list.join("', '")}']`)
  const last = (
    source: string,
    table: 'flow_raw' | 'face_visit' | 'sale' | 'till_event' | 'touch' | 'stay' | 'track',
    at: string,
  ) =>
    `SELECT biz_date, shop_id, '${source}', toUInt32(1), max(toDateTime(${at}, 'UTC')) FROM ${table} WHERE ${withRows(table, rebuild)} AND is_deleted = 0 GROUP BY biz_date, shop_id`
  const some = (source: string, table: 'probe' | 'heat_hour') =>
    `SELECT biz_date, shop_id, '${source}', toUInt32(1), toDateTime(0, 'UTC') FROM ${table} WHERE ${withRows(table, rebuild)} AND is_deleted = 0 GROUP BY biz_date, shop_id`
  return `
  INSERT INTO source_day (biz_date, shop_id, source, expected_n, got_n, last_at, ver)
  SELECT biz_date, shop_id, source, 1, max(got), max(last), ${ver}
  FROM (
    SELECT biz_date, shop_id, arrayJoin(multiIf(${cases.join(', ')}, [''])) AS source,
      toUInt32(0) AS got, toDateTime(0, 'UTC') AS last
    FROM device_day FINAL WHERE ${within} AND ver = ${ver} AND kind IN ('${kinds.join("', '")}')
    UNION ALL ${last('flow', 'flow_raw', 'at')}
    UNION ALL ${last('face', 'face_visit', 'enter_at')}
    UNION ALL SELECT biz_date, shop_id, 'face', toUInt32(1), toDateTime(0, 'UTC') FROM people_day FINAL WHERE ${within} AND visit_n > 0
    UNION ALL ${last('sales', 'sale', 'at')}
    UNION ALL ${last('pos', 'till_event', 'at')}
    UNION ALL ${last('touch', 'touch', 'at')}
    UNION ALL ${last('track', 'stay', 'at')}
    UNION ALL ${last('track', 'track', 'at')}
    UNION ALL ${some('wifi', 'probe')}
    UNION ALL ${some('heat', 'heat_hour')})
  GROUP BY biz_date, shop_id, source`
}
