/** Sales as what they are made of: visits × deals per visit × amount per deal. */
export type Sold = { visits: number; deals: number; sales: number }
export const factors = ['flow', 'bagRate', 'unitPrice'] as const
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
