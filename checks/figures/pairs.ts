import { type Chain, datesBetween } from './chain.ts'
import type { PlainQuestion } from './expected.ts'

/** What pairs are made of, by what holds several of them: the days of people for brands, receipts for categories. */
type Unit = { who: string; day: string; places: Set<string> }

function unitsOf({ shops, visits, lines }: Chain, dimension: string, days: ReadonlySet<string>): Unit[] {
  const units = new Map<string, Unit>()
  const put = (key: string, who: string, day: string, place: string) => {
    if (!days.has(day)) return
    const unit = units.get(key) ?? { who, day, places: new Set() }
    unit.places.add(place)
    units.set(key, unit)
  }
  if (dimension === 'brand') {
    const brandOf = new Map(shops.map(({ id, brand }) => [id, String(brand)]))
    for (const row of visits)
      if (row.place === 'shop' && row.person > 0 && row.identity !== 'clerk')
        put(`${row.person} ${row.day}`, String(row.person), row.day, brandOf.get(row.shop) ?? '')
  } else for (const row of lines) if (row.isDeal) put(row.receipt, row.receipt, row.day, String(row.category))
  return [...units.values()]
}

/** Whether pairs of a dimension can be recomputed here. */
export const knowsPairs = (dimension: string | undefined): boolean =>
  dimension === 'brand' || dimension === 'goodsCategory'

/** Pairs of places: how many were at both, and how many times more often than if the two had nothing to do with each other. */
export function pairsIn(chain: Chain, { dimensions, period }: PlainQuestion) {
  const [dimension = ''] = dimensions
  const units = unitsOf(chain, dimension, new Set(datesBetween(period.from, period.to)))
  const holding = (...places: string[]) => units.filter(unit => places.every(place => unit.places.has(place)))
  const places = [...new Set(units.flatMap(unit => [...unit.places]))]
  const pairs = places.flatMap(one =>
    places.flatMap(other => (one !== other && holding(one, other).length > 0 ? [[one, other] as const] : [])),
  )
  return {
    pairs,
    covisits: (one: string, other: string) => new Set(holding(one, other).map(({ who }) => who)).size,
    lift: (one: string, other: string) =>
      (holding(one, other).length * units.length) / (holding(one).length * holding(other).length),
  }
}
