import type { DemoShop } from '../chain.ts'
import { traitsOf } from './traits.ts'

/** The other shops of a city, each with the share of those who go on that chooses it or one before it. */
export type Town = readonly (readonly [shopId: number, upTo: number])[]

/** Where people of a shop go on to on the same day: near and busy shops of the same city draw most. */
export function townOf(shop: DemoShop, shops: readonly DemoShop[], seed: number): Town {
  const others = shops
    .filter(({ id, cityId }) => cityId === shop.cityId && id !== shop.id)
    .map(other => ({
      shopId: Number(other.id),
      weight: traitsOf(other, seed).visits / (2 + kilometresBetween(shop, other)) ** 2,
    }))
  const whole = others.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  return others.map(({ shopId, weight }, index) => {
    sum += weight
    return [shopId, index === others.length - 1 ? 1 : sum / whole] as const
  })
}

type Place = Pick<DemoShop, 'latitude' | 'longitude'>
/** Within a city the earth is flat. */
function kilometresBetween(a: Place, b: Place): number {
  const perDegree = 111.2
  const east = (a.longitude - b.longitude) * Math.cos((a.latitude * Math.PI) / 180)
  return perDegree * Math.hypot(a.latitude - b.latitude, east)
}
