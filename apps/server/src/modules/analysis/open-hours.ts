import type { AnalysisAnswer } from '@aisle/contract'
import { dayAfter, fromLegacyTime, legacyTimeOf } from '../../platform/time.ts'

export type OpenHours = AnalysisAnswer['meta']['hours']
/** What is known of a shop's hours: one that closes when it opens never closes, one that closes before it is open past midnight. */
export type ShopHours = { readonly openTime: string; readonly closeTime: string; readonly timeZone: string }

/** Days around the present that are looked at: open hours that never end are told as if they ended with them. */
const daysAround = [-2, -1, 0, 1, 2]

/**
 * Whether any of some shops is open, since when, and until when it stays so. Hours of shops that follow on each other, also across
 * midnight, are one: the chain is closed only while all of its shops are.
 */
export function openHours(
  shops: readonly ShopHours[],
  at: Date,
): Pick<OpenHours, 'isOpen' | 'since' | 'until'> {
  const kinds = new Map(shops.map(shop => [`${shop.openTime} ${shop.closeTime} ${shop.timeZone}`, shop]))
  const days = [...kinds.values()].flatMap(shop => {
    const today = legacyTimeOf(at, shop.timeZone).slice(0, 10)
    return daysAround.map(count => spanOf(shop, dayAfter(today, count)))
  })
  const runs: { from: number; to: number }[] = []
  for (const { from, to } of days.toSorted((a, b) => a.from - b.from)) {
    const last = runs.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else runs.push({ from, to })
  }
  const now = at.getTime()
  const iso = (moment: number | undefined) => new Date(moment ?? now).toISOString()
  const open = runs.find(({ from, to }) => from <= now && now < to)
  if (open) return { isOpen: true, since: iso(open.from), until: iso(open.to) }
  return {
    isOpen: false,
    since: iso(runs.findLast(({ to }) => to <= now)?.to),
    until: iso(runs.find(({ from }) => from > now)?.from),
  }
}

type Span = { readonly from: number; readonly to: number }
/** Few shops have hours of their own, and every question asks for them. */
const spans = new Map<string, Span>()
const spansMost = 5_000

/** The hours of a shop on a day of its own clock. */
function spanOf({ openTime, closeTime, timeZone }: ShopHours, date: string): Span {
  const key = `${openTime} ${closeTime} ${timeZone} ${date}`
  const known = spans.get(key)
  if (known) return known
  if (spans.size > spansMost) spans.clear()
  const at = (day: string, clock: string) => fromLegacyTime(`${day} ${clock}:00`, timeZone, 'at').getTime()
  const span = {
    from: at(date, openTime),
    to: at(closeTime > openTime ? date : dayAfter(date, 1), closeTime),
  }
  spans.set(key, span)
  return span
}
