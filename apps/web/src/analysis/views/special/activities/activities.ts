import type { Activity, Question } from '@aisle/contract'
import type { Asking } from '../../ask.ts'

/** Days before and after an activity that its course shows. */
export const daysAround = 14
const dayMs = 86_400_000
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** The last day of an activity that counts. */
export const lastDayOf = ({ to, cancelledOn }: Pick<Activity, 'to' | 'cancelledOn'>): string => {
  const before = cancelledOn === null ? to : dayAfter(cancelledOn, -1)
  return before < to ? before : to
}

/** The activity that a page is about: the one chosen, else the last that is over, else one that goes on. */
export function activityIn(
  list: readonly Activity[],
  chosen: string | undefined,
  today: string,
): Activity | undefined {
  if (chosen !== undefined) return list.find(({ id }) => id === chosen)
  const begun = list.filter(one => one.from < today && one.status !== 'cancelled')
  const over = begun.filter(({ status }) => status === 'finished')
  return (over.length > 0 ? over : begun).toSorted((a, b) => (lastDayOf(a) < lastDayOf(b) ? 1 : -1))[0]
}

/** What a page asks about an activity: its days alone. */
export function askingOf(asking: Asking, activity: Activity): Asking {
  return {
    ...asking,
    period: { from: activity.from, to: lastDayOf(activity) },
    members: { ...asking.members, activity: [activity.id] },
  }
}

type Filters = NonNullable<Question['filters']>
/** The shops of an activity as filters of a question about any days. */
export const placesOf = ({ shopIds, areaIds }: Pick<Activity, 'shopIds' | 'areaIds'>): Filters => [
  ...(shopIds.length > 0 ? [{ member: 'shop', op: 'in' as const, values: [...shopIds] }] : []),
  ...(areaIds.length > 0 ? [{ member: 'area', op: 'in' as const, values: [...areaIds] }] : []),
]

/** The days before, during and after an activity, those that are over; undefined where none of them is. */
export function phasesOf(activity: Activity, today: string) {
  const last = lastDayOf(activity)
  const yesterday = dayAfter(today, -1)
  const phase = (id: 'before' | 'during' | 'after', from: string, to: string) => {
    const end = to < yesterday ? to : yesterday
    return from <= end ? [{ id, from, to: end }] : []
  }
  return [
    ...phase('before', dayAfter(activity.from, -daysAround), dayAfter(activity.from, -1)),
    ...phase('during', activity.from, last),
    ...phase('after', dayAfter(last, 1), dayAfter(last, daysAround)),
  ]
}
export type Phase = ReturnType<typeof phasesOf>[number]

/** Yuan for each further visit; undefined where it is not sure that there were more at all. */
export function costOfEach(
  cost: number | null,
  uplift: { current: number | null; low?: unknown },
): number | undefined {
  const { current, low } = uplift
  if (cost === null || current === null || current <= 0) return undefined
  return typeof low === 'number' && low > 0 ? cost / current : undefined
}
