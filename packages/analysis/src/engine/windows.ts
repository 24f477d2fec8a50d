/**
 * Windows of counters as they count, by the rule of the rollups (`facts/rollups.ts`), so that minutes add up to the hours: of a
 * line's hour the windows of one length, that which covers most of it; an estimate only where nothing was measured; what a person
 * corrected as the correction says.
 */
const line = 'shop_id, biz_date, node_kind, node_id, device_id, line_id'
const counted = 'in_n, out_n, pass_n, child_n, staff_n, group_n'
const kept = `${line}, floor_id, slot, hour, span_s, has_pass, ${counted}`
const marks = 'imputed_n, pass_got_n, doubtful_n, expected_n, got_n'

/** Columns that the windows have: fewer than `flow_raw`. */
export const windowColumns: ReadonlySet<string> = new Set(`${kept}, ${marks}`.split(', '))

/**
 * @param places conditions on days, shops and level
 * @param times conditions on slots, which do not decide which windows count
 * @param longest windows longer than that cannot be told apart within a bucket and are left out; in seconds
 */
export function countingWindows(
  places: readonly string[],
  times: readonly string[],
  longest: string | undefined,
): string {
  const within = [...places, ...(longest === undefined ? [] : [longest])].join(' AND ')
  const here = [within, ...times].join(' AND ')
  const uncorrected = `(${line}, hour) NOT IN (SELECT ${line}, hour FROM flow_correction FINAL WHERE ${places.join(' AND ')})`
  return [
    `SELECT ${kept}, ${marks} FROM flow_raw FINAL`,
    `WHERE ${here} AND quality != 'imputed' AND ${uncorrected} AND (${line}, hour, span_s) IN (`,
    `SELECT ${line}, hour, argMax(span_s, (covered, -toInt32(span_s))) FROM (`,
    `SELECT ${line}, hour, span_s, sum(span_s) AS covered FROM flow_raw FINAL WHERE ${within} AND quality != 'imputed' GROUP BY ${line}, hour, span_s)`,
    `GROUP BY ${line}, hour)`,
    'UNION ALL',
    // Outside an estimate is of those who walk past.
    `SELECT ${kept}, ${marks.replace('imputed_n', "if(node_kind = 'outside', pass_n, imputed_n)")} FROM flow_raw FINAL`,
    `WHERE ${here} AND quality = 'imputed' AND ${uncorrected} AND (${line}, slot) NOT IN (`,
    `SELECT ${line}, arrayJoin(range(slot, slot + greatest(1, intDiv(span_s + 150, 300)))) FROM flow_raw FINAL WHERE ${places.join(' AND ')} AND quality != 'imputed')`,
    'UNION ALL',
    `SELECT ${kept}, toUInt32(0), has_pass, toUInt8(0), toUInt8(1), toUInt8(1) FROM flow_correction FINAL`,
    `WHERE ${here} AND is_excluded = 0`,
  ].join('\n')
}

/**
 * The same with those who came in at the doors that lines outside face, in the hours in which these count: as the rollups hold them
 * beside those who walked past.
 */
export function windowsWithFaced(
  places: readonly string[],
  times: readonly string[],
  longest: string | undefined,
): string {
  const windows = countingWindows(places, times, longest)
  const outside = `FROM flow_raw FINAL WHERE ${[...places, "node_kind = 'outside'", 'has_pass = 1'].join(' AND ')}`
  const none = 'toUInt32(0)'
  return [
    windows,
    'UNION ALL',
    'SELECT d.shop_id, d.biz_date, o.node_kind, o.node_id, d.device_id, d.line_id, d.floor_id, d.slot, d.hour, d.span_s, toUInt8(1),',
    `  d.in_n, ${none}, ${none}, ${none}, d.staff_n, ${none}, ${none}, toUInt8(1), toUInt8(0), toUInt8(0), toUInt8(0)`,
    `FROM (SELECT *, if((shop_id, biz_date, node_id) IN (SELECT shop_id, biz_date, node_id ${outside} AND node_id > 0), node_id, 0) AS door`,
    `  FROM (${windows}) WHERE node_kind = 'entrance' AND has_pass = 0) AS d`,
    `INNER JOIN (SELECT DISTINCT shop_id, biz_date, hour, node_kind, node_id ${outside}) AS o`,
    'ON d.shop_id = o.shop_id AND d.biz_date = o.biz_date AND d.hour = o.hour AND d.door = o.node_id',
  ].join('\n')
}
