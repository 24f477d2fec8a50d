import { type TableName, tables } from '@aisle/analysis'
import { deviceDay, sourceDay } from './arrival-rollups.ts'
import { shopMoves } from './move-rollups.ts'
import { peopleDay } from './people-rollups.ts'
import { daysSoFar, type Rebuild, withoutRows, withRows } from './rebuild.ts'
import { goodsSold, takings } from './sale-rollups.ts'
import { trackStays } from './stay-rollups.ts'
import { visitStatements } from './visit-rollups.ts'

/** The statements, to be run in this order: days are the sums of hours, arrivals know the devices of the day. */
export function rebuildStatements(rebuild: Rebuild): string[] {
  return [
    flowHour(rebuild),
    flowDay('flow_day', rebuild),
    flowDay('flow_shop_day', rebuild),
    presenceHour(rebuild),
    ...takings(rebuild),
    goodsSold(rebuild),
    ...visitStatements(rebuild),
    peopleDay(rebuild),
    ...shopMoves(rebuild),
    ...trackStays(rebuild),
    deviceDay(rebuild),
    sourceDay(rebuild),
  ]
}

const rollups = [
  'flow_hour',
  'flow_day',
  'flow_shop_day',
  'presence_hour',
  'sale_hour',
  'sale_day',
  'goods_day',
  'people_day',
  'device_day',
  'source_day',
] as const satisfies TableName[]

/** What the days had before and a rebuild did not make again is gone: to be run after its statements. */
export function forgetStatements(rebuild: Rebuild): string[] {
  return rollups.map(name => {
    const keys = tables[name].order.join(', ')
    const within = name === 'people_day' ? withRows('face_visit', rebuild) : rebuild.within
    return `INSERT INTO ${name} (${keys}, ver, is_deleted) SELECT ${keys}, ${rebuild.ver}, 1 FROM ${name} FINAL WHERE ${within} AND ver < ${rebuild.ver}`
  })
}

/** Shop-days named one by one. */
export function theseDays(
  days: readonly { shopId: number; date: string }[],
): Pick<Rebuild, 'days' | 'within'> {
  const list = days.map(({ shopId, date }) => `(${shopId}, '${date}')`).join(', ')
  return {
    days: `SELECT shop_id, biz_date FROM values('shop_id UInt32, biz_date Date', ${list})`,
    within: `(shop_id, biz_date) IN (${list})`,
  }
}

/** Some shops on every day of a span. */
export function everyDay(
  shopIds: readonly number[],
  from: string,
  to: string,
): Pick<Rebuild, 'days' | 'within'> {
  const list = shopIds.join(', ')
  return {
    days: `SELECT arrayJoin([${list}]) AS shop_id, arrayJoin(arrayMap(day -> toDate('${from}') + day, range(toUInt32(toDate('${to}') - toDate('${from}') + 1)))) AS biz_date`,
    within: `biz_date BETWEEN '${from}' AND '${to}' AND shop_id IN (${list})`,
  }
}

const nodeKeys = 'biz_date, shop_id, node_kind, node_id'
const lineKeys = `${nodeKeys}, device_id, line_id`
const counted = ['in_n', 'out_n', 'pass_n', 'child_n', 'staff_n', 'group_n'] as const
const kept = [...counted, 'imputed_n', 'pass_got_n', 'doubtful_n', 'expected_n', 'got_n'] as const

const windowColumns = `${lineKeys}, floor_id, slot, span_s, has_pass, ${counted.join(', ')}`

/**
 * The windows of lines that count. Where a line has windows of several lengths in an hour (five minutes as it happened, the
 * hour fetched later), those of one length count: of the length that covers most of the hour, the shorter where two cover as
 * much. They tell of the same people. An estimate counts only in slots that no measured window covers, whatever length that has;
 * an hour that a person corrected counts as the correction says.
 */
const counting = ({ within }: Rebuild) => `
  SELECT ${windowColumns}, hour, quality, imputed_n, doubtful_n FROM flow_raw FINAL
  WHERE ${within} AND quality != 'imputed' AND ${uncorrected(within)} AND (${lineKeys}, hour, span_s) IN (
    SELECT ${lineKeys}, hour, argMax(span_s, (covered, -toInt32(span_s)))
    FROM (
      SELECT ${lineKeys}, hour, span_s, sum(span_s) AS covered
      FROM flow_raw FINAL WHERE ${within} AND quality != 'imputed' GROUP BY ${lineKeys}, hour, span_s)
    GROUP BY ${lineKeys}, hour)
  UNION ALL
  SELECT ${windowColumns}, hour, quality, if(node_kind = 'outside', pass_n, imputed_n), doubtful_n FROM flow_raw FINAL
  WHERE ${within} AND quality = 'imputed' AND ${uncorrected(within)} AND (${lineKeys}, slot) NOT IN (
    SELECT ${lineKeys}, arrayJoin(range(slot, slot + greatest(1, intDiv(span_s + 150, 300))))
    FROM flow_raw FINAL
    WHERE ${within} AND quality != 'imputed'
      AND (${lineKeys}) IN (SELECT ${lineKeys} FROM flow_raw WHERE ${within} AND quality = 'imputed'))
  UNION ALL
  SELECT ${windowColumns}, hour, 'manual', toUInt32(0), toUInt8(0) FROM flow_correction FINAL
  WHERE ${within} AND is_excluded = 0`

const uncorrected = (within: string) =>
  `(shop_id, biz_date, device_id, line_id, hour) NOT IN (SELECT shop_id, biz_date, device_id, line_id, hour FROM flow_correction FINAL WHERE ${within})`

/** Five-minute slots of each line and hour in which its shop was open and the line in use, up to now. */
const due = (rebuild: Rebuild) => `
  SELECT d.biz_date AS biz_date, l.shop_id AS shop_id, l.node_kind AS node_kind, l.node_id AS node_id, l.floor_id AS floor_id,
    toUInt8(h) AS hour,
    toUInt32(greatest(0, least(d.over, toInt32(least(l.close_slot, (h + 1) * 12))) - toInt32(greatest(l.open_slot, h * 12)))) AS slots
  FROM (${daysSoFar(rebuild)}) AS d
  INNER JOIN (SELECT * FROM line FINAL) AS l ON l.shop_id = d.shop_id
  ARRAY JOIN range(24) AS h
  WHERE d.biz_date BETWEEN l.first_on AND l.last_on AND slots > 0`

/** Shorter windows are single people as they pass: their own length says nothing about what was covered. */
const momentSeconds = 60

/**
 * Slots that sensors covered which tell of single people: those with somebody in them, and those of which a sign of life says that
 * nobody came. Such sensors give one every quarter of an hour at least (FootfallCam's knowledge base): it stands for
 * its own slot and the two before. Only slots that are due count.
 */
function attended(rebuild: Rebuild): string {
  // Few shops have such sensors: of all others nothing more is read.
  const theirs = `SELECT device_id FROM flow_raw WHERE ${rebuild.within} AND span_s < ${momentSeconds}`
  const within = `${rebuild.within} AND device_id IN (${theirs})`
  return `
  SELECT ${nodeKeys}, max(e.floor_id) AS floor_id, toUInt8(intDiv(s, 12)) AS hour, toUInt32(uniqExact(device_id, line_id, s)) AS slots
  FROM (
    SELECT ${lineKeys}, floor_id, toInt32(slot) AS s FROM (${counting({ ...rebuild, within })}) WHERE span_s < ${momentSeconds} AND quality NOT IN ('imputed', 'manual')
    UNION ALL
    SELECT ${lineKeys}, floor_id, arrayJoin(range(greatest(toInt32(beat) - 2, 0), toInt32(beat) + 1)) AS s
    FROM (SELECT DISTINCT ${lineKeys}, floor_id FROM flow_raw FINAL WHERE ${rebuild.within} AND span_s < ${momentSeconds} AND quality != 'imputed') AS m
    INNER JOIN (SELECT biz_date, shop_id, device_id, slot AS beat FROM heartbeat FINAL WHERE ${rebuild.within} AND state != 'offline' AND device_id IN (${theirs})) AS h
      USING (biz_date, shop_id, device_id)) AS e
  INNER JOIN (SELECT shop_id, device_id, line_id, first_on, last_on, open_slot, close_slot FROM line FINAL) AS l USING (shop_id, device_id, line_id)
  WHERE biz_date BETWEEN first_on AND last_on AND s >= open_slot AND s < close_slot
  GROUP BY ${nodeKeys}, hour`
}

/**
 * The same of days whose signs of life are no longer kept: at least as much as was found then. Of nodes that have other sensors too
 * the two cannot be told apart any more.
 */
function attendedBefore(rebuild: Rebuild): string {
  const then = withoutRows('heartbeat', rebuild)
  const nodesWith = (windows: string) => `SELECT ${nodeKeys} FROM flow_raw WHERE ${then} AND ${windows}`
  return `
  SELECT ${nodeKeys}, floor_id, hour, got_n AS slots FROM flow_hour FINAL
  WHERE ${then} AND (${nodeKeys}) IN (${nodesWith(`span_s < ${momentSeconds}`)}) AND (${nodeKeys}) NOT IN (${nodesWith(`span_s >= ${momentSeconds}`)})`
}

/** Windows counted and slots due, side by side: what both rollups of counts add up. Windows of a minute add up to slots. */
const counts = (rebuild: Rebuild) => `
  SELECT ${nodeKeys}, floor_id, hour, ${counted.join(', ')}, imputed_n,
    if(has_pass, if(span_s < ${momentSeconds}, 1, span_s / 300), 0) AS pass_got_n, doubtful_n, toUInt32(0) AS expected_n,
    if(quality = 'imputed' OR span_s < ${momentSeconds}, 0, span_s / 300) AS got_n
  FROM (${counting(rebuild)})
  UNION ALL
  SELECT ${nodeKeys}, floor_id, hour, ${counted.map(() => '0').join(', ')}, 0, 0, 0, slots, 0 FROM (${due(rebuild)})
  UNION ALL
  SELECT ${nodeKeys}, floor_id, hour, ${counted.map(() => '0').join(', ')}, 0, 0, 0, 0, slots FROM (
    SELECT ${nodeKeys}, max(a.floor_id) AS floor_id, hour, max(a.slots) AS slots
    FROM (${attended(rebuild)} UNION ALL ${attendedBefore(rebuild)}) AS a GROUP BY ${nodeKeys}, hour)`

/**
 * Counts by node and hour, a row for each node that was due or counted. A line that looks outside sees who walks past; its row also
 * holds who came in meanwhile by the doors it faces, so that both together are all who were outside: those of its own door, or,
 * where it belongs to none, of every door without one. Doors that count who walks past themselves are their own.
 */
const flowHour = (rebuild: Rebuild) => `
  INSERT INTO flow_hour (${nodeKeys}, hour, floor_id, ${kept.join(', ')}, ver)
  SELECT ${nodeKeys}, hour, floor_id, ${kept.map(name => (isFaced(name) ? `n.${name} + ${cameIn(name)}` : `n.${name}`)).join(', ')}, ${rebuild.ver}
  FROM (
    SELECT *, multiIf(node_kind NOT IN ('entrance', 'outside'), -1, node_kind = 'outside' OR ${hasOwn}, toInt64(node_id), 0) AS door
    FROM (
      SELECT ${nodeKeys}, hour, max(c.floor_id) AS floor_id, ${kept.map(name => `round(sum(c.${name})) AS ${name}`).join(', ')}
      FROM (${counts(rebuild)}) AS c GROUP BY ${nodeKeys}, hour)) AS n`

const isFaced = (name: string) => name === 'in_n' || name === 'staff_n'
const cameIn = (name: string) =>
  `if(n.node_kind = 'outside' AND n.pass_got_n > 0, sumIf(n.${name}, n.node_kind = 'entrance' AND n.pass_got_n = 0) OVER (PARTITION BY biz_date, shop_id, hour, door), 0)`
const hasOwn = `max(node_kind = 'outside') OVER (PARTITION BY biz_date, shop_id, node_kind IN ('entrance', 'outside'), node_id) = 1`

/** Of a day on which slots were due those of them that came: what counters send at night fills no gap of the day. */
const received =
  'if(sum(c.expected_n) = 0, sum(c.got_n), greatest(sum(least(c.got_n, c.expected_n)), toUInt32(sum(c.got_n) > 0)))'

const flowDay = (table: 'flow_day' | 'flow_shop_day', rebuild: Rebuild) => `
  INSERT INTO ${table} (${nodeKeys}, floor_id, ${kept.join(', ')}, ver)
  SELECT ${nodeKeys}, max(c.floor_id), ${kept.map(name => (name === 'got_n' ? received : `sum(c.${name})`)).join(', ')}, ${rebuild.ver}
  FROM (SELECT * FROM flow_hour FINAL WHERE ${rebuild.within} AND ver = ${rebuild.ver}) AS c GROUP BY ${nodeKeys}`

/**
 * People inside a shop or on a floor after each window: who came less who went since the cut of the day, never below 0. A shop's
 * own are those of its doors.
 */
const presenceHour = (rebuild: Rebuild) => `
  INSERT INTO presence_hour (${nodeKeys}, hour, inside_sum, slots, inside_peak, inside_last, ver)
  SELECT biz_date, shop_id, kind, place, intDiv(slot, 12) AS hour, sum(inside * wide), sum(wide), max(inside), argMax(inside, slot), ${rebuild.ver}
  FROM (
    SELECT biz_date, shop_id, kind, place, slot, wide,
      toUInt32(greatest(0, sum(net) OVER (PARTITION BY biz_date, shop_id, kind, place ORDER BY slot ROWS UNBOUNDED PRECEDING))) AS inside
    FROM (
      SELECT biz_date, shop_id, if(node_kind = 'entrance', 'shop', 'floor') AS kind, if(node_kind = 'entrance', 0, node_id) AS place,
        slot, max(greatest(1, intDiv(span_s + 150, 300))) AS wide, sum(toInt64(in_n) - toInt64(out_n)) AS net
      FROM (${counting(rebuild)}) WHERE node_kind IN ('entrance', 'floor') GROUP BY biz_date, shop_id, kind, place, slot))
  GROUP BY biz_date, shop_id, kind, place, hour`
