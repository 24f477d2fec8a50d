import { bucketStart, isClockGrain, isDayGrain } from '../calendar/buckets.ts'
import type { Day } from '../calendar/days.ts'
import type { CalcName } from '../model/calcs.ts'
import type { Asked } from './normalize.ts'
import { framesOf, type Prepared, type Rows } from './prepare.ts'
import { requestsFor } from './requests.ts'
import { placesIn, type Seen, seenAt } from './shape.ts'

/**
 * A question that can be answered piece after piece: the rows of all pieces are those of the whole. They come in its order,
 * unless it is ordered by something else: then each piece is in order, and the pieces are to be put together.
 */
export type Slicing = {
  readonly isOrdered: boolean
  /** Buckets or shops, in the order of the rows. */
  readonly units: readonly number[]
  /** The question of some of the units; `seen` is what all pieces together hold, where gaps are to be filled. */
  of(units: readonly number[], seen?: Seen): Prepared
}

/** Calculations that look at the cell alone: the others need every row, or statements of their own. */
const ofOneCell: ReadonlySet<CalcName> = new Set(['growth', 'difference', 'ratio', 'perShop', 'firstStop'])

/** How a question comes apart; undefined where its rows depend on each other (ranks, shares, models, the first few). */
export function slicingOf(prepared: Prepared): Slicing | undefined {
  const { asked, plan, amendments } = prepared
  const { question, grain, dimensions } = asked
  const calcs = [...asked.calcs, ...asked.metrics.flatMap(({ calc }) => (calc ? [calc] : []))]
  const leansOnOthers =
    amendments.length > 0 ||
    question.offset > 0 ||
    question.limit !== undefined ||
    question.top !== undefined ||
    // Their total is that of the rows that are left.
    (asked.groupFilters.length > 0 && question.totals) ||
    calcs.some(calc => !ofOneCell.has(calc)) ||
    dimensions.some(name => name === 'frequencyBand' || name === 'partner') ||
    asked.filters.some(({ member }) => member === 'frequencyBand')
  if (leansOnOthers) return undefined
  const isOrdered = question.order.length > 0
  if (isClockGrain(grain) || isDayGrain(grain)) {
    const unit = isDayGrain(grain) ? grain : 'day'
    const units = [...new Set(asked.days.map(day => bucketStart(day, unit)))].sort((a, b) => a - b)
    return {
      isOrdered,
      units,
      of: (some, seen) => again(prepared, daysOf(asked, new Set(some), unit), seen),
    }
  }
  if (
    grain !== 'none' ||
    dimensions[0] !== 'shop' ||
    !plan.parts.every(part => part.dimensions.includes('shop'))
  )
    return undefined
  const units = [...asked.shops].sort((a, b) => a - b)
  return {
    isOrdered,
    units,
    of: (some, seen) => again(prepared, { ...asked, shops: some, everyShop: false }, seen),
  }
}

/** The groups and slots that the answer of a piece holds. */
export const seenIn = (piece: Prepared, rowsOf: (key: string) => Rows): Seen =>
  seenAt(placesIn(piece.asked, piece.plan, framesOf(piece, rowsOf)), piece.asked)

function again({ plan, calendar }: Prepared, asked: Asked, seen: Seen | undefined): Prepared {
  const piece = { ...asked, question: { ...asked.question, totals: false } }
  return {
    asked: piece,
    plan,
    calendar,
    requests: requestsFor(piece, plan, calendar),
    amendments: [],
    ...(seen ? { seen } : {}),
  }
}

/** The question of some buckets: its days, and the days that these are held against. */
function daysOf(asked: Asked, buckets: ReadonlySet<Day>, unit: Parameters<typeof bucketStart>[1]): Asked {
  const isIn = (day: Day) => buckets.has(bucketStart(day, unit))
  const { compare } = asked
  const days = asked.days.filter(isIn)
  if (!compare) return { ...asked, days }
  const { map, cut, ...rest } = compare
  const keep = (pairs: ReadonlyMap<Day, Day>) => new Map([...pairs].filter(([, day]) => isIn(day)))
  const pairs = keep(map.pairs)
  return {
    ...asked,
    days,
    compare: {
      ...rest,
      ...(cut && pairs.has(cut.day) ? { cut } : {}),
      map: {
        ...map,
        pairs,
        extra: keep(map.extra),
        matched: new Set([...map.matched].filter(isIn)),
        unmatched: map.unmatched.filter(({ day }) => isIn(day)),
      },
    },
  }
}
