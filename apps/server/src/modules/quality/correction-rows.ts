import type { CorrectionKind, WantedFigures } from '@aisle/contract'
import { hourOf, type LineDay, slotsOfHour, sum } from './day.ts'
import { estimate } from './estimate.ts'
import { type Carried, carried, type ShownWindow } from './shown.ts'

export type CorrectionRow = Carried & { slot: number; span_s: number; is_excluded: 0 | 1 }
type Wanted = { kind: CorrectionKind; wanted: WantedFigures; fromHour: number; toHour: number }

/**
 * What stands in place of a line's hours under a correction, at least one row in each of them. Undefined where an estimate is
 * wanted and too little is known for one.
 * @param windows the line's day without corrections
 */
export function correctionRows(
  { kind, wanted, fromHour, toHour }: Wanted,
  line: LineDay,
  lines: readonly LineDay[],
  windows: readonly ShownWindow[],
): CorrectionRow[] | undefined {
  const own = windows.filter(({ slot }) => hourOf(slot) >= fromHour && hourOf(slot) < toHour)
  const made = rowsOf()
  if (!made) return undefined
  const there = new Set(made.map(row => hourOf(row.slot)))
  const left: CorrectionRow[] = []
  for (let hour = fromHour; hour < toHour; hour++)
    if (!there.has(hour)) left.push({ ...none, slot: hour * slotsOfHour, span_s: 3600, is_excluded: 1 })
  return [...made, ...left].sort((a, b) => a.slot - b.slot)

  function rowsOf(): CorrectionRow[] | undefined {
    if (kind === 'exclude') return []
    if (kind === 'scale') return scaled(own, () => wanted.factor ?? 1)
    if (kind === 'set') return scaledTo(own, openSlots())
    const from = Math.max(line.openSlot, fromHour * slotsOfHour)
    const to = Math.min(line.closeSlot, toHour * slotsOfHour)
    const estimated = from < to ? estimate(line, lines, { from, to }) : undefined
    return estimated?.windows.map(({ slot, in: entered, out, pass }) => ({
      ...none,
      in_n: line.countsPass ? 0 : entered,
      out_n: line.countsPass ? 0 : out,
      pass_n: pass,
      slot,
      span_s: 300,
      is_excluded: 0,
    }))
  }

  /** Sums are exactly those wanted, spread as what was counted, or evenly where nothing was. */
  function scaledTo(counted: readonly ShownWindow[], slots: readonly number[]): CorrectionRow[] {
    const goals: Partial<Carried> = line.countsPass
      ? { pass_n: wanted.pass ?? 0 }
      : {
          in_n: wanted.in ?? 0,
          out_n: wanted.out ?? 0,
          ...(wanted.pass === undefined ? {} : { pass_n: wanted.pass }),
        }
    const grown =
      (wanted.in ?? 0) /
      Math.max(
        1,
        sum(counted, one => one.in_n),
      )
    const isKnown = carried.every(name => !goals[name] || sum(counted, one => one[name]) > 0)
    if (isKnown)
      return scaled(counted, name => {
        const goal = goals[name]
        // Staff, children and groups keep their share of those who came in.
        return goal === undefined
          ? grown
          : goal /
              Math.max(
                1,
                sum(counted, one => one[name]),
              )
      })
    const running = { ...none }
    return slots.map(slot => {
      const row = { ...none, slot, span_s: 300, is_excluded: 0 as const }
      for (const name of carried) {
        const before = whole(running[name])
        running[name] += (goals[name] ?? 0) / slots.length
        row[name] = whole(running[name]) - before
      }
      return row
    })
  }

  function openSlots(): number[] {
    const all = Array.from(
      { length: (toHour - fromHour) * slotsOfHour },
      (_, step) => fromHour * slotsOfHour + step,
    )
    const open = all.filter(slot => slot >= line.openSlot && slot < line.closeSlot)
    return open.length > 0 ? open : all
  }
}

/** Rounded without the dust of sums of fractions. */
const whole = (value: number) => Math.round(value + 1e-9)
const none: Carried = { in_n: 0, out_n: 0, pass_n: 0, child_n: 0, staff_n: 0, group_n: 0 }

/** Each window times a factor, in whole people: what the running sum, rounded, grows by. */
function scaled(
  windows: readonly ShownWindow[],
  factorOf: (name: (typeof carried)[number]) => number,
): CorrectionRow[] {
  const running = { ...none }
  const factors = Object.fromEntries(carried.map(name => [name, factorOf(name)])) as Carried
  return windows.map(window => {
    const row = { ...none, slot: window.slot, span_s: window.width * 300, is_excluded: 0 as const }
    for (const name of carried) {
      const before = whole(running[name])
      running[name] += window[name] * factors[name]
      row[name] = whole(running[name]) - before
    }
    return row
  })
}
