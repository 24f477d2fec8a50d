import type { RuleKind, RuleLimits } from '@aisle/contract'
import { dayBefore } from '../../platform/time.ts'

/** Something beyond a limit, in slots of five minutes of the business day. */
export type Breach = {
  shopId: number
  nodeId: number
  fromSlot: number
  toSlot: number
  /** When the limit was passed. */
  raisedSlot: number
  value: number
  limit: number
  times: number
}
export type Hours = { opens: number; closes: number }
export type HourFigure = { visits: number; due: number; got: number }

const slotsOfHour = 12
/** Hours of which less came say nothing about a fall. */
const leastReceived = 0.9

/** Runs of slots in which nothing was counted between opening and `until`, longest first. */
function silences(counted: readonly number[], { opens, closes }: Hours, until: number) {
  const end = Math.min(closes, until)
  const inside = [...new Set(counted)].filter(slot => slot >= opens && slot < end).sort((a, b) => a - b)
  const edges = [opens - 1, ...inside, end]
  return edges
    .slice(1)
    .map((next, index) => ({ from: (edges[index] ?? 0) + 1, to: next }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
}

/** The longest time of a day in which nobody was counted, where it reaches the limit. */
export function silenceOf(
  place: { shopId: number; nodeId: number },
  counted: readonly number[],
  hours: Hours,
  until: number,
  minutes: number,
): Breach | undefined {
  const [longest] = silences(counted, hours, until)
  if (!longest || (longest.to - longest.from) * 5 < minutes) return undefined
  return {
    ...place,
    fromSlot: longest.from,
    toSlot: longest.to,
    raisedSlot: longest.from + Math.ceil(minutes / 5),
    value: (longest.to - longest.from) * 5,
    limit: minutes,
    times: 1,
  }
}

/** A door into which more people came within five minutes than it takes. */
export function crowdOf(
  place: { shopId: number; nodeId: number },
  slots: readonly { slot: number; entered: number }[],
  most: number,
): Breach | undefined {
  const over = slots.filter(({ entered }) => entered > most)
  const [first, last] = [over[0], over.at(-1)]
  if (!first || !last) return undefined
  return {
    ...place,
    fromSlot: first.slot,
    toSlot: last.slot + 1,
    raisedSlot: first.slot + 1,
    value: Math.max(...over.map(({ entered }) => entered)),
    limit: most,
    times: over.length,
  }
}

/**
 * Some hours in a row with so much less than in the same hours a week ago: the first of them, and on as long as it lasts. Hours
 * that were not received whole on both days are no fall, but missing data.
 */
export function fallOf(
  shopId: number,
  hours: ReadonlyMap<number, HourFigure>,
  before: ReadonlyMap<number, HourFigure>,
  wanted: { percent: number; hours: number; atLeast: number },
  { opens, closes, until }: Hours & { until: number },
): Breach | undefined {
  let found: Breach | undefined
  for (let end = wanted.hours; end <= 24; end++) {
    const span = Array.from({ length: wanted.hours }, (_, step) => end - wanted.hours + step)
    const isIn = span.every(hour => hour * 12 < closes && (hour + 1) * 12 > opens && (hour + 1) * 12 <= until)
    const pairs = span.map(hour => [hours.get(hour), before.get(hour)] as const)
    const isWhole = pairs.every(pair => pair.every(one => one !== undefined && isReceived(one)))
    const now = pairs.reduce((sum, [one]) => sum + (one?.visits ?? 0), 0)
    const then = pairs.reduce((sum, [, one]) => sum + (one?.visits ?? 0), 0)
    const isFall = isIn && isWhole && then >= wanted.atLeast && now <= then * (1 - wanted.percent / 100)
    if (!isFall) {
      if (found) return found
      continue
    }
    found = found
      ? { ...found, toSlot: end * slotsOfHour, times: found.times + 1 }
      : {
          shopId,
          nodeId: 0,
          fromSlot: (end - wanted.hours) * slotsOfHour,
          toSlot: end * slotsOfHour,
          raisedSlot: end * slotsOfHour,
          value: now,
          limit: then,
          times: 1,
        }
  }
  return found
}
const isReceived = ({ due, got }: HourFigure) => due > 0 && got >= due * leastReceived

/** What a day should reach of a month's target; undefined where the month has none. */
export function dayTarget(months: ReadonlyMap<string, number>, date: string): number | undefined {
  const month = date.slice(0, 7)
  const whole = months.get(month)
  if (whole === undefined) return undefined
  const [year = 0, number = 1] = month.split('-').map(Number)
  return whole / new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** A limit of a rule. @throws Error where a rule was kept without it: a fault of ours */
export function limitIn(limits: RuleLimits, name: keyof RuleLimits, kind: RuleKind): number {
  const value = limits[name]
  if (value === undefined) throw new Error(`a rule of ${kind} has no ${name}`)
  return value
}

/** The Monday of a day's week. */
export const weekOf = (date: string): string => dayBefore(date, (new Date(date).getUTCDay() + 6) % 7)
