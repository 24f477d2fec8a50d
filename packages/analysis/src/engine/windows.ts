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
    `SELECT ${kept}, ${marks} FROM flow_raw FINAL`,
    `WHERE ${here} AND quality = 'imputed' AND ${uncorrected} AND (${line}, slot) NOT IN (`,
    `SELECT ${line}, arrayJoin(range(slot, slot + greatest(1, intDiv(span_s + 150, 300)))) FROM flow_raw FINAL WHERE ${places.join(' AND ')} AND quality != 'imputed')`,
    'UNION ALL',
    `SELECT ${kept}, toUInt32(0), has_pass, toUInt8(0), toUInt8(1), toUInt8(1) FROM flow_correction FINAL`,
    `WHERE ${here} AND is_excluded = 0`,
  ].join('\n')
}
