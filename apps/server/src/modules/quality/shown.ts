import { type Measures, rowReader } from '../../platform/measure-rows.ts'
import { countingWindows, type Figures, hourOf, sum } from './day.ts'

export type LineDayKey = { shopId: number; date: string; deviceId: number; line: number }

/** Everything that a window may hold; what a correction has to carry over. */
export const carried = ['in_n', 'out_n', 'pass_n', 'child_n', 'staff_n', 'group_n'] as const
export type Carried = Record<(typeof carried)[number], number>
export type ShownWindow = Carried & { slot: number; width: number; origin: 'measured' | 'imputed' | 'manual' }
type Row = Carried & { slot: number; span_s: number; quality: string; is_excluded?: number }

const columns = `slot, span_s, ${carried.join(', ')}`
const widthOf = (row: Row) => Math.max(1, Math.floor((row.span_s + 150) / 300))
const windowOf = (row: Row, origin: ShownWindow['origin']): ShownWindow => {
  const { in_n, out_n, pass_n, child_n, staff_n, group_n, slot } = row
  return { in_n, out_n, pass_n, child_n, staff_n, group_n, slot, width: widthOf(row), origin }
}
export const totalsOf = (windows: readonly Carried[]): Figures => ({
  in: sum(windows, one => one.in_n),
  out: sum(windows, one => one.out_n),
  pass: sum(windows, one => one.pass_n),
})

/** A line's day as pages show it, by the same rules as the rollups, and as it would be without corrections. */
export function shownReader(measures: Measures) {
  const read = rowReader(measures)
  const rows = (table: 'flow_raw' | 'flow_correction', more: string, key: LineDayKey) =>
    read<Row>(
      `SELECT ${columns}, ${more} FROM ${table} FINAL
        WHERE shop_id = {shopId:UInt32} AND biz_date = {date:Date} AND device_id = {deviceId:UInt32} AND line_id = {line:UInt16}
        ORDER BY slot, span_s`,
      key,
    )

  /** Without corrections: what was measured, and estimates in slots that nothing measured covers. */
  async function uncorrected(key: LineDayKey): Promise<ShownWindow[]> {
    const raw = await rows('flow_raw', 'toString(quality) AS quality', key)
    const measured = raw.filter(row => row.quality !== 'imputed')
    const counting = new Set(
      countingWindows(
        measured.map(row => ({ slot: row.slot, width: widthOf(row), in: 0, out: 0, pass: 0 })),
      ).map(({ slot, width }) => `${slot} ${width}`),
    )
    const covered = new Set(
      measured.flatMap(row => Array.from({ length: widthOf(row) }, (_, step) => row.slot + step)),
    )
    return [
      ...measured
        .map(row => windowOf(row, 'measured'))
        .filter(({ slot, width }) => counting.has(`${slot} ${width}`)),
      ...raw
        .filter(row => row.quality === 'imputed' && !covered.has(row.slot))
        .map(row => windowOf(row, 'imputed')),
    ].sort((a, b) => a.slot - b.slot)
  }

  return {
    uncorrected,

    async shown(key: LineDayKey): Promise<ShownWindow[]> {
      const [plain, manual] = await Promise.all([
        uncorrected(key),
        rows('flow_correction', "'manual' AS quality, is_excluded", key),
      ])
      const corrected = new Set(manual.map(row => hourOf(row.slot)))
      return [
        ...plain.filter(({ slot }) => !corrected.has(hourOf(slot))),
        ...manual.filter(row => row.is_excluded !== 1).map(row => windowOf(row, 'manual')),
      ].sort((a, b) => a.slot - b.slot)
    },
  }
}
export type ShownReader = ReturnType<typeof shownReader>
