/** Sales as what they are made of: visits × deals per visit × amount per deal. */
export type Sold = { visits: number; deals: number; sales: number }
const factors = ['flow', 'bagRate', 'unitPrice'] as const
export type Factor = (typeof factors)[number]
/** What a factor did to the sales, in money; from what to what it went. */
export type Effect = { factor: Factor; effect: number; from: number; to: number }

/**
 * The change of sales parted among flow, bag rate and unit price: Shapley values of the product of the three, that is the mean of
 * what each does over every order in which the three can go from one side to the other. They sum to the change exactly, no factor
 * is preferred, and a factor that stayed has none. (The logarithmic mean would say nearly the same but knows no noughts.)
 * Undefined where a side has no visits or no deals: there the bag rate or the unit price is not known.
 */
export function salesEffects(now: Sold, before: Sold): Effect[] | undefined {
  if ([now, before].some(({ visits, deals }) => visits <= 0 || deals <= 0)) return undefined
  const partsOf = ({ visits, deals, sales }: Sold): Record<Factor, number> => ({
    flow: visits,
    bagRate: deals / visits,
    unitPrice: sales / deals,
  })
  const [from, to] = [partsOf(before), partsOf(now)]
  const others: Record<Factor, readonly [Factor, Factor]> = {
    flow: ['bagRate', 'unitPrice'],
    bagRate: ['flow', 'unitPrice'],
    unitPrice: ['flow', 'bagRate'],
  }
  return factors.map(factor => {
    const [a, b] = others[factor]
    const weight = (from[a] * from[b] + to[a] * to[b]) / 3 + (from[a] * to[b] + to[a] * from[b]) / 6
    return { factor, effect: (to[factor] - from[factor]) * weight, from: from[factor], to: to[factor] }
  })
}

/** Parts rounded to whole money so that they still sum to the rounded whole: what is over goes to the largest remainders. */
export function wholeParts(parts: readonly number[]): number[] {
  const whole = Math.round(parts.reduce((sum, part) => sum + part, 0))
  const floors = parts.map(Math.floor)
  const over = whole - floors.reduce((sum, part) => sum + part, 0)
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .toSorted((a, b) => b.remainder - a.remainder)
  const raised = new Set(byRemainder.slice(0, over).map(({ index }) => index))
  return floors.map((part, index) => (raised.has(index) ? part + 1 : part))
}
