import { chance, counted, type Engine } from './engine.ts'
import { type Making, rowVersion } from './making.ts'
import { ended } from './moments.ts'

/** The instant at which a slot of a business day begins. */
const instantSql = (slot: string) =>
  `toDateTime64(biz_date, 3, 'UTC') + toIntervalSecond(toInt32(${slot}) * 300 - 28800)`

/**
 * Counts of every line: in by the profile of the day, out by the same half an hour later, a few staff and children; and who
 * walks past, from a line that looks outside. Some lines have an afternoon or a day without data, some stand still at one figure
 * for a day, and for a month some doors count exits badly: what an analyst has to find. Doors tell of five minutes and sensors on
 * ceilings of a quarter of an hour; of what is long past only the quarter and the hour were kept.
 */
export async function fillFlow(engine: Engine, { seed, span, fineFrom }: Making) {
  const key = ['d.shop_id', 'd.biz_date', 'begin', 'n.device_id', 'n.line_id']
  const line = ['n.device_id', 'd.biz_date']
  const isFine = `d.biz_date >= '${fineFrom}'`
  await engine.run(`
    INSERT INTO flow_raw (biz_date, shop_id, node_kind, node_id, floor_id, device_id, line_id, at, span_s, slot,
      in_n, out_n, pass_n, has_pass, child_n, staff_n, group_n, quality, source, ver)
    WITH toUInt16(p.slot + part) AS begin,
      multiIf(NOT n.is_door, p.step, ${isFine}, 1, 3) AS width,
      n.kind = 'outside' AS looks_outside,
      ${chance(seed, 'bad', 'n.device_id', 'toYYYYMM(d.biz_date)')} < 0.012 AS is_bad,
      ${chance(seed, 'frozen', ...line)} < 0.0015 AS is_frozen,
      ${counted('d.visits * if(looks_outside, d.passers, 1) * p.weight * n.share * width / p.step', seed, 'in', ...key)} AS came,
      ${counted('d.visits * p.late * n.share * width / p.step', seed, 'out', ...key)} AS went
    SELECT d.biz_date, d.shop_id, n.kind, n.node_id, n.floor_id, n.device_id, n.line_id, ${instantSql('begin')}, width * 300, begin,
      multiIf(looks_outside, 0, is_frozen, 2, came), multiIf(looks_outside, 0, is_frozen, 2, is_bad, toUInt32(round(went * 0.62)), went),
      if(looks_outside, came, 0), looks_outside,
      if(looks_outside OR is_frozen, 0, toUInt32(round(came * 0.14 * ${chance(seed, 'child', ...key)}))),
      if(n.kind != 'entrance' OR is_frozen, 0, least(came, toUInt32(${chance(seed, 'staff', ...key)} < 0.04 * width))),
      if(looks_outside OR is_frozen, 0, toUInt32(ceil(came / (1.35 + d.is_free * 0.35)))),
      'measured', 'demo', ${rowVersion}
    FROM demo_day AS d
    INNER JOIN demo_line AS n ON n.shop_id = d.shop_id
    INNER JOIN demo_profile AS p ON p.shop_id = d.shop_id AND p.is_free = d.is_free AND p.step = if(n.is_door OR ${isFine}, 3, 12)
    ARRAY JOIN if(n.is_door AND ${isFine}, [0, 1, 2], [0]) AS part
    WHERE ${ended(span, 'p.slot + part', 'width', 'd.biz_date')}
      AND ${chance(seed, 'gap', ...line)} > 0.004
      AND NOT (${chance(seed, 'hole', ...line)} < 0.01 AND begin BETWEEN 168 AND 198)`)
}
