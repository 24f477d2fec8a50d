import { chance, counted, type Engine } from './engine.ts'

/** The demo's shops all keep Beijing time. */
export const instantOf = (slot: string) =>
  `toDateTime64(biz_date, 3, 'UTC') + toIntervalSecond(${slot} * 300 - 28800)`

/**
 * Counts by quarter hour of every door: in by the profile of the day, out by the same half an hour later, a few staff and
 * children; and who walks past, from a line that looks outside. Some doors have an afternoon or a day without data, and for a
 * month some count exits badly: what an analyst has to find.
 */
export async function fillFlow(
  engine: Engine,
  { seed, until, ver }: { seed: number; until: { date: string; slot: number }; ver: number },
) {
  const key = ['d.shop_id', 'd.biz_date', 'p.slot', 'n.device_id']
  await engine.run(`
    INSERT INTO flow_raw (biz_date, shop_id, node_kind, node_id, floor_id, device_id, line_id, at, span_s, slot,
      in_n, out_n, pass_n, has_pass, child_n, staff_n, group_n, quality, source, ver)
    WITH n.kind = 'entrance' AS is_door,
      ${chance(seed, 'bad', 'n.device_id', 'toYYYYMM(d.biz_date)')} < 0.012 AS is_bad,
      ${counted("d.visits * p.weight * n.share * if(n.kind = 'outside', d.passers, 1)", seed, 'in', ...key)} AS came,
      ${counted('d.visits * p.late * n.share', seed, 'out', ...key)} AS went
    SELECT d.biz_date, d.shop_id, n.kind, n.node_id, n.floor_id, n.device_id, 1, ${instantOf('p.slot')}, 900, p.slot,
      if(is_door, came, 0), if(is_door, toUInt32(round(went * if(is_bad, 0.62, 1))), 0), if(is_door, 0, came), not(is_door),
      if(is_door, toUInt32(round(came * 0.14 * ${chance(seed, 'child', ...key)})), 0),
      if(is_door, least(came, toUInt32(${chance(seed, 'staff', ...key)} * 1.6)), 0),
      if(is_door, toUInt32(ceil(came / (1.35 + d.is_free * 0.35))), 0),
      'measured', 'demo', ${ver}
    FROM demo_day AS d
    INNER JOIN demo_door AS n ON n.shop_id = d.shop_id
    INNER JOIN demo_profile AS p ON p.shop_id = d.shop_id AND p.is_free = d.is_free
    WHERE (d.biz_date < '${until.date}' OR p.slot + 3 <= ${until.slot})
      AND ${chance(seed, 'gap', 'n.device_id', 'd.biz_date')} > 0.004
      AND NOT (${chance(seed, 'hole', 'n.device_id', 'd.biz_date')} < 0.01 AND p.slot BETWEEN 168 AND 198)`)
}
