/** A counting line as the measure store names it. */
export type Line = {
  readonly shopId: number
  readonly nodeKind: NodeKind
  readonly nodeId: number
  readonly floorId: number
  readonly deviceId: number
  readonly line: number
  /** Counts people outside; else its entries are what it is judged by. */
  readonly countsPass: boolean
  /** Five-minute slots of the business day in which it should count; `closeSlot` is not one of them. */
  readonly openSlot: number
  readonly closeSlot: number
}
export type NodeKind = 'shop' | 'entrance' | 'outside' | 'inner' | 'floor' | 'zone'

export type Figures = { in: number; out: number; pass: number }
/** What was measured in some slots in a row. */
export type Window = Figures & { readonly slot: number; readonly width: number }
/** An hour's sums, and how many of its twelve slots were received. */
export type Hour = Figures & { readonly slots: number }

/** The same hours on one past day. */
export type PastDay = { readonly date: string; readonly hours: ReadonlyMap<number, Hour> }

/** A line's day: what came, and what came on days that are like it. */
export type LineDay = Line & {
  readonly windows: readonly Window[]
  readonly past: readonly PastDay[]
  /** It measured something within the week before. */
  readonly isAlive: boolean
}

export type DeviceDay = {
  /** Sends signs of life at all. */
  readonly tells: boolean
  /** Slots in which it told of itself, and what. */
  readonly beats: readonly { readonly slot: number; readonly isWell: boolean }[]
  /** How far its clock is ahead, the middle of the day's words; undefined where it never said. */
  readonly skewMs: number | undefined
}

/** Sums of a node on one of the last days, this one included. */
export type NodeDay = {
  readonly date: string
  readonly nodeKind: NodeKind
  readonly nodeId: number
  readonly in: number
  readonly out: number
  /** Slots received of those due. */
  readonly got: number
  readonly expected: number
}

/** All that the rules look at of a shop's business day. */
export type ShopDay = {
  readonly shopId: number
  readonly date: string
  /** Slots that are over since the day began: past 288 once it has ended. */
  readonly until: number
  readonly isHoliday: boolean
  readonly lines: readonly LineDay[]
  readonly devices: ReadonlyMap<number, DeviceDay>
  /** Seven days up to this one. */
  readonly week: readonly NodeDay[]
}

export const slotsOfHour = 12
export const hourOf = (slot: number): number => Math.floor(slot / slotsOfHour)
/** What a line is judged by. */
export const mainFigure = (line: Pick<Line, 'countsPass'>): keyof Figures => (line.countsPass ? 'pass' : 'in')
export const sum = <T>(list: Iterable<T>, of: (item: T) => number): number => {
  let total = 0
  for (const item of list) total += of(item)
  return total
}

/**
 * Of the windows of a line those that count: where an hour has windows of several lengths, those of the length that covers most
 * of it, the shorter where two cover as much. They tell of the same people.
 */
export function countingWindows(windows: readonly Window[]): Window[] {
  const covered = new Map<number, Map<number, number>>()
  for (const { slot, width } of windows) {
    const hour = covered.get(hourOf(slot)) ?? new Map<number, number>()
    hour.set(width, (hour.get(width) ?? 0) + width)
    covered.set(hourOf(slot), hour)
  }
  const chosen = new Map<number, number>()
  for (const [hour, widths] of covered) {
    const [first] = [...widths].sort(([a, coveredA], [b, coveredB]) => coveredB - coveredA || a - b)
    if (first) chosen.set(hour, first[0])
  }
  return windows
    .filter(({ slot, width }) => chosen.get(hourOf(slot)) === width)
    .sort((a, b) => a.slot - b.slot)
}

/** Sums by hour of windows, by the hour in which each begins. */
export function hoursOf(windows: readonly Window[]): Map<number, Hour> {
  const hours = new Map<number, Hour>()
  for (const window of windows) {
    const hour = hourOf(window.slot)
    const before = hours.get(hour) ?? { in: 0, out: 0, pass: 0, slots: 0 }
    hours.set(hour, {
      in: before.in + window.in,
      out: before.out + window.out,
      pass: before.pass + window.pass,
      slots: before.slots + window.width,
    })
  }
  return hours
}

/** Slots of an hour in which a line should count. */
export function dueSlots(
  { openSlot, closeSlot }: Pick<Line, 'openSlot' | 'closeSlot'>,
  hour: number,
): number {
  return Math.max(0, Math.min(closeSlot, (hour + 1) * slotsOfHour) - Math.max(openSlot, hour * slotsOfHour))
}

export type Span = { readonly from: number; readonly to: number }

/** Stretches of slots in which a line was due and nothing came. */
export function missingSpans(
  line: Pick<LineDay, 'openSlot' | 'closeSlot' | 'windows'>,
  until: number,
): Span[] {
  const received = new Set(
    line.windows.flatMap(({ slot, width }) => Array.from({ length: width }, (_, step) => slot + step)),
  )
  const spans: { from: number; to: number }[] = []
  for (let slot = line.openSlot; slot < Math.min(line.closeSlot, until); slot++) {
    if (received.has(slot)) continue
    const last = spans.at(-1)
    if (last?.to === slot) last.to = slot + 1
    else spans.push({ from: slot, to: slot + 1 })
  }
  return spans
}
