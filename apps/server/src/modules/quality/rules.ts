import type { Evidence, QualityKind, QualityThreshold } from '@aisle/contract'
import {
  type DeviceDay,
  dueSlots,
  type Figures,
  hourOf,
  hoursOf,
  type LineDay,
  mainFigure,
  missingSpans,
  type NodeDay,
  type NodeKind,
  type ShopDay,
  type Span,
  slotsOfHour,
  sum,
  type Window,
} from './day.ts'
import { median, neighbourRatio, openHours, spreadOf, usualHour, wholeHours } from './usual.ts'

export type Thresholds = Readonly<Record<QualityThreshold, number>>
/** Something doubtful in a shop's day. Device 0 is the shop as a whole. */
export type Finding = {
  kind: QualityKind
  deviceId: number
  line: number
  nodeKind: NodeKind
  nodeId: number
  fromSlot: number
  toSlot: number
  /** From 0 to 1. */
  strength: number
  evidence: Evidence
}

/**
 * Everything that is doubtful in a shop's day. What a stronger rule explains is not told twice: a counter that stands still is
 * no spike, and what is missing is no imbalance.
 */
export function findingsOf(day: ShopDay, thresholds: Thresholds): Finding[] {
  const isShut = day.isHoliday && day.lines.every(({ windows }) => windows.length === 0)
  if (isShut) return []
  const gaps = day.lines.flatMap(line => gapsOf(day, line, thresholds))
  const frozen = day.lines.flatMap(line => frozenOf(day, line, thresholds))
  const stands = (line: LineDay) =>
    frozen.some(found => found.deviceId === line.deviceId && found.line === line.line)
  const sound = day.lines.filter(line => !stands(line))
  const spikes = sound.flatMap(line => spikesOf(line, sound, day.until, thresholds))
  const wild = new Set([...frozen, ...spikes].map(groupOf))
  return [
    ...gaps,
    ...frozen,
    ...spikes,
    ...imbalancesOf(day, thresholds).filter(found => !wild.has(groupOf(found))),
    ...clocksOf(day, thresholds),
  ]
}

/** What has to balance: all doors of a shop together, everything else by itself. */
const groupOf = ({ nodeKind, nodeId }: { nodeKind: NodeKind; nodeId: number }) =>
  nodeKind === 'entrance' ? nodeKind : `${nodeKind} ${nodeId}`
const at = ({ deviceId, line, nodeKind, nodeId }: LineDay) => ({ deviceId, line, nodeKind, nodeId })
const share = (value: number) => Math.max(0, Math.min(1, value))
const rounded = (value: number) => Math.round(value * 100) / 100

/** Stretches of open hours without a window. A window of zeros is no gap: zero is data. */
function gapsOf(day: ShopDay, line: LineDay, { gapMinutes }: Thresholds): Finding[] {
  const until = day.until - Math.ceil(gapMinutes / 5)
  const due = Math.max(0, Math.min(line.closeSlot, until) - line.openSlot)
  return missingSpans(line, until)
    .filter(({ from, to }) => (to - from) * 5 >= gapMinutes)
    .map(span => {
      const device = day.devices.get(line.deviceId)
      const near = neighbourRatio(line, day.lines, hoursWithin(span))
      return {
        kind: 'gap' as const,
        ...at(line),
        fromSlot: span.from,
        toSlot: span.to,
        strength: share((span.to - span.from) / Math.max(1, due)),
        evidence: {
          missingMinutes: (span.to - span.from) * 5,
          dueMinutes: due * 5,
          ...(device?.tells ? { heartbeats: beatsWithin(device, span).length } : {}),
          ...(near ? { neighbours: Math.round(near.actual) } : {}),
        },
      }
    })
}

const beatsWithin = ({ beats }: DeviceDay, { from, to }: Span) =>
  beats.filter(({ slot, isWell }) => isWell && slot >= from && slot < to)
function hoursWithin({ from, to }: Span): number[] {
  const hours: number[] = []
  for (let hour = hourOf(from); hour <= hourOf(to - 1); hour++) hours.push(hour)
  return hours
}

/** A run of windows is too unlikely to be chance below this, as a natural logarithm: once in 10^11. */
const unlikely = -25

/**
 * The same figures window after window: `in` and `out` both (outside, how many pass). How likely that is by chance is reckoned in
 * favour of the counter, as if what it shows were just what is usual: P(v; v) of a Poisson count, once for each repetition. For
 * zeros it is e^-λ with λ from past weeks, scaled by what the neighbours counted meanwhile and halved for safety: a run of zeros
 * is found only where people were certainly there.
 */
function frozenOf(day: ShopDay, line: LineDay, { frozenMinutes }: Thresholds): Finding[] {
  const open = line.windows.filter(({ slot, width }) => slot < line.closeSlot && slot + width > line.openSlot)
  return runsOf(open, line.countsPass).flatMap(run => {
    const [first] = run
    const last = run.at(-1)
    if (!first || !last) return []
    const span = { from: first.slot, to: last.slot + last.width }
    if ((span.to - span.from) * 5 < frozenMinutes || run.length < 4) return []
    const near = neighbourRatio(line, day.lines, hoursWithin(span))
    const expected = usualWithin(line, span)
    const isZero = first.in + first.out + first.pass === 0
    const chance = isZero
      ? -(expected ?? 0) * Math.min(1, near?.ratio ?? 0) * 0.5
      : (run.length - 1) * sum(figuresOf(line.countsPass), name => logSame(first[name]))
    if (chance > unlikely) return []
    return [
      {
        kind: 'frozen' as const,
        ...at(line),
        fromSlot: span.from,
        toSlot: span.to,
        strength: share((span.to - span.from) / Math.max(1, line.closeSlot - line.openSlot)),
        evidence: {
          windows: run.length,
          ...(line.countsPass ? { passed: first.pass } : { entered: first.in, left: first.out }),
          ...(expected === undefined ? {} : { expected: Math.round(expected) }),
          ...(near ? { neighbours: Math.round(near.actual) } : {}),
        },
      },
    ]
  })
}

const figuresOf = (countsPass: boolean): (keyof Figures)[] => (countsPass ? ['pass'] : ['in', 'out'])
const logSame = (value: number) =>
  value === 0 ? 0 : value * Math.log(value) - value - sum(range(1, value), step => Math.log(step))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)

function runsOf(windows: readonly Window[], countsPass: boolean): Window[][] {
  const names = figuresOf(countsPass)
  const runs: Window[][] = []
  for (const window of windows) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNext = last && last.slot + last.width === window.slot && last.width === window.width
    if (run && isNext && names.every(name => last[name] === window[name])) run.push(window)
    else runs.push([window])
  }
  return runs
}

/** What a stretch of a line usually has, hours cut by slots; undefined where an hour of it is not known. */
function usualWithin(line: LineDay, { from, to }: Span): number | undefined {
  let total = 0
  for (const hour of hoursWithin({ from, to })) {
    const usual = usualHour(line, hour)
    if (!usual) return undefined
    const inside =
      Math.min(to, (hour + 1) * slotsOfHour, line.closeSlot) -
      Math.max(from, hour * slotsOfHour, line.openSlot)
    total += (usual[mainFigure(line)] * Math.max(0, inside)) / Math.max(1, dueSlots(line, hour))
  }
  return total
}

/**
 * Far more than usual, and not because the shop had a good day: expected is the median of the same hour of past weeks times what
 * the neighbours did that day or hour, whichever is more. How far off is told in deviations: the MAD of past weeks, at least
 * what chance and a tenth make. A whole day that is too high (a line counted twice) needs less, as chance has no part in it.
 */
function spikesOf(
  line: LineDay,
  lines: readonly LineDay[],
  until: number,
  thresholds: Thresholds,
): Finding[] {
  const name = mainFigure(line)
  const hours = openHours(line).filter(hour => (hour + 1) * slotsOfHour <= until)
  const counted = hoursOf(line.windows)
  const near = neighbourRatio(line, lines, hours)
  // Nobody to compare with: only what is beyond any good day counts.
  const caution = near?.isAlike ? 1 : 2
  const judged = hours.flatMap(hour => {
    const value = counted.get(hour)?.[name]
    const usual = usualHour(line, hour)?.[name]
    if (value === undefined || usual === undefined) return []
    const hourly = neighbourRatio(line, lines, [hour])?.ratio ?? 0
    const factor = Math.max(1, near?.ratio ?? 1, hourly)
    const expected = usual * factor
    const past = wholeHours(line, hour).map(({ figures }) => figures[name])
    const spread = Math.max(spreadOf(past) * factor, Math.sqrt(Math.max(1, expected)), expected / 10)
    return [{ hour, value, expected, deviation: (value - expected) / spread, weeks: past.length }]
  })
  type Judged = (typeof judged)[number]
  const found = (hit: readonly Judged[]): Finding[] => {
    const [first] = hit
    const last = hit.at(-1)
    if (!first || !last) return []
    const [value, expected] = [sum(hit, one => one.value), sum(hit, one => one.expected)]
    return [
      {
        kind: 'spike',
        ...at(line),
        fromSlot: Math.max(line.openSlot, first.hour * slotsOfHour),
        toSlot: Math.min(line.closeSlot, (last.hour + 1) * slotsOfHour),
        strength: share(1 - expected / Math.max(1, value)),
        evidence: {
          value,
          expected: Math.round(expected),
          ratio: rounded(value / Math.max(1, expected)),
          deviation: rounded(Math.max(...hit.map(one => one.deviation))),
          weeks: Math.min(...hit.map(one => one.weeks)),
          ...(near ? { neighbours: Math.round(near.actual) } : {}),
        },
      },
    ]
  }
  const value = sum(judged, one => one.value)
  const expected = sum(judged, one => one.expected)
  const isDoubled =
    judged.length >= 6 &&
    value - expected >= thresholds.spikeExcess &&
    value >= thresholds.doubledRatio * caution * expected &&
    median(judged.map(one => one.value / Math.max(1, one.expected))) >= thresholds.doubledRatio
  if (isDoubled) return found(judged)
  const hits = judged.filter(
    one =>
      one.value - one.expected >= thresholds.spikeExcess &&
      one.value >= thresholds.spikeRatio * caution * Math.max(1, one.expected) &&
      one.deviation >= thresholds.spikeDeviation,
  )
  return inRows(hits).flatMap(found)
}

function inRows<T extends { hour: number }>(list: readonly T[]): T[][] {
  const rows: T[][] = []
  for (const one of list) {
    const row = rows.at(-1)
    if (row?.at(-1)?.hour === one.hour - 1) row.push(one)
    else rows.push([one])
  }
  return rows
}

/** Where chance ends, in deviations of a difference of two counts. */
const certain = 5
/** A day that the week speaks for has to show this much itself: else the days after a repair are told of as well. */
const hint = 1.5

/** Of what a door is off, so much has to be missing in the shop as a whole: the rest may have gone by other doors. */
const unexplained = 0.7

/**
 * Who comes in goes out: over the day and over seven days, of all doors of a shop together, and of each floor and zone by itself.
 * People may come by one door and go by another: a single door is only doubtful where the others do not make up for it. Days of
 * which much is missing are left out.
 */
function imbalancesOf(day: ShopDay, { imbalanceShare }: Thresholds): Finding[] {
  if (day.until < 288) return []
  const groups = new Map<string, NodeDay[]>()
  for (const node of day.week) {
    if (node.nodeKind !== 'entrance' && node.nodeKind !== 'floor' && node.nodeKind !== 'zone') continue
    const key = groupOf(node)
    groups.set(key, [...(groups.get(key) ?? []), node])
  }
  return [...groups.values()].flatMap(nodes => {
    const bad = new Set(nodes.filter(one => one.got < 0.8 * one.expected).map(one => one.date))
    if (bad.has(day.date)) return []
    const whole = nodes.filter(one => !bad.has(one.date))
    const today = on(whole, day.date)
    const week = balance(whole)
    const least = imbalanceShare / 100
    const isSame = Math.sign(today.difference) === Math.sign(week.difference)
    const isDay = today.share >= 2 * least && today.deviations >= certain
    const isStill = isSame && today.share >= 0.8 * least && today.deviations >= hint
    // A fault that began within the week shows in its last days before the week as a whole tells of it.
    const isBegun =
      isStill && lastDaysOf(whole).some(one => one.share >= 2 * least && one.deviations >= certain)
    const isWeek = isStill && week.share >= least && week.deviations >= certain
    const worst = worstOf(whole, Math.sign(week.difference))
    const isWhole = isDay || isBegun || isWeek
    if (!worst || !(isWhole || isOneDoor(worst, day.date, week, least))) return []
    const line = day.lines.find(one => one.nodeKind === worst[0]?.nodeKind && one.nodeId === worst[0].nodeId)
    if (!line) return []
    // A door that the whole hides speaks for itself.
    const told = isWhole ? { today, week } : { today: on(worst, day.date), week: balance(worst) }
    return [
      {
        kind: 'imbalance' as const,
        ...at(line),
        fromSlot: line.openSlot,
        toSlot: line.closeSlot,
        strength: share(told.today.share),
        evidence: {
          entered: told.today.in,
          left: told.today.out,
          share: rounded(told.today.share * 100),
          weekEntered: told.week.in,
          weekLeft: told.week.out,
          deviation: rounded(Math.max(told.today.deviations, told.week.deviations)),
        },
      },
    ]
  })
}

const on = (nodes: readonly NodeDay[], date: string) => balance(nodes.filter(one => one.date === date))

/** Two days up to the last one, three, and so on. */
function lastDaysOf(nodes: readonly NodeDay[]): Balance[] {
  const dates = [...new Set(nodes.map(one => one.date))].sort().toReversed()
  return dates.slice(1).map(from => balance(nodes.filter(one => one.date >= from)))
}

/** The days of the one that is off most in the way the whole is. */
function worstOf(nodes: readonly NodeDay[], sign: number): readonly NodeDay[] | undefined {
  return [...Map.groupBy(nodes, ({ nodeId }) => nodeId).values()]
    .map(own => ({ own, excess: balance(own).difference * sign }))
    .sort((a, b) => b.excess - a.excess)[0]?.own
}

/**
 * Whether a door among many is off, though the whole hides it: strongly by itself, over the week and still today, while what it
 * is off by is missing in the whole, too.
 */
function isOneDoor(door: readonly NodeDay[], date: string, whole: Balance, least: number): boolean {
  const [week, today] = [balance(door), on(door, date)]
  return (
    week.share >= 2 * least &&
    week.deviations >= certain &&
    today.share >= 1.6 * least &&
    today.deviations >= hint &&
    Math.sign(today.difference) === Math.sign(week.difference) &&
    whole.deviations >= hint &&
    whole.difference / week.difference >= unexplained
  )
}

type Balance = ReturnType<typeof balance>
function balance(nodes: readonly NodeDay[]) {
  const [entered, left] = [sum(nodes, one => one.in), sum(nodes, one => one.out)]
  const difference = entered - left
  return {
    in: entered,
    out: left,
    difference,
    share: Math.abs(difference) / Math.max(1, entered, left),
    deviations: Math.abs(difference) / Math.sqrt(Math.max(1, entered + left)),
  }
}

/** Devices whose clock is off by the middle of what they said that day: their windows lie in the wrong slots. */
function clocksOf(day: ShopDay, { clockSeconds }: Thresholds): Finding[] {
  return [...day.devices].flatMap(([deviceId, { skewMs }]) => {
    const line = day.lines.find(one => one.deviceId === deviceId)
    if (skewMs === undefined || !line || Math.abs(skewMs) / 1000 < clockSeconds) return []
    return [
      {
        kind: 'clock' as const,
        ...at(line),
        fromSlot: line.openSlot,
        toSlot: line.closeSlot,
        strength: share(Math.abs(skewMs) / 3_600_000),
        evidence: { skewSeconds: Math.round(skewMs / 1000) },
      },
    ]
  })
}
